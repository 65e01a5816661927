package prompt

import (
	"slices"
	"testing"
)

func TestWhatTakesSomebodyOutsideDaysWaits(t *testing.T) {
	for _, text := range []string{
		"dkim record is in at inwx, takes up to 48h, check again friday",
		"i apply for the account now, they review it, up to 3 working days",
		"submitted the app to the store, review takes 2-3 days", "the app is in review at apple, usually 2 days",
		"ip is on the delist form, up to 72 hours", "Zertifikat ist beantragt, dauert bis zu 5 Werktage",
		"hab das Formular abgeschickt, dauert 3 Wochen", "j'ai ouvert un ticket chez ovh, ils répondent sous 48h",
		"le dns est changé, ça peut prendre 48h, je revérifie vendredi", "envié la app a revisión, tarda unos 3 días",
		"abri um chamado na aws, respondem em até 24 horas", "ho aperto un ticket, rispondono entro 48 ore",
		"отправил приложение на проверку, займёт 3 дня", "账户申请了，审核要3个工作日",
		"DNSを変更しました、最大48時間かかります、金曜にもう一度確認",
	} {
		if steps := PutsOff(text); !slices.Equal(steps, []string{text}) || Passes(text) == has(words(text), "weeks") {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	for _, text := range []string{
		"the export takes up to 48h, make it faster", "keep sessions for up to 3 days", "check the test again",
		"the account export takes 4 hours on prod, too slow", "our domain check is slow, it takes 2 days until it notices",
		"add a note: delivery takes up to 5 working days", "refunds take up to 5 days, add that to the faq",
		"Lieferung dauert bis zu 5 Tage, schreib das auf die Seite", "le compte est bloqué, jusqu'à 3 jours",
		"el envío tarda 3 días, muéstralo en la página", "o frete demora até 5 dias, mostra isso",
		"la consegna richiede 3 giorni, scrivilo", "аккаунт блокируется, до 3 дней", "账户会被锁定，最多3天",
		"アカウントはロックされます、最大3日", "customers requested an account, it is valid 3 days",
	} {
		if steps := PutsOff(text); len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
}

func TestAWaitNamesWhatItIsFor(t *testing.T) {
	for text, want := range map[string]string{
		"the key is in at inwx now. takes up to 48h they say, check again friday":                "",
		"frau brandt wants invoices. i mailed her, wait for her answer before building anything": "",
		"i mailed frau brandt, wait for her answer before building anything":                     "",
		"the logo is fine. i mailed frau brandt, wait for her answer":                            "i mailed frau brandt, wait for her answer",
		"gift wrapping: 2,50 per order. but not this week, next week":                            "",
		"Geschenkverpackung, ein Haken im Warenkorb. aber nicht diese Woche, nächste":            "",
		"a heart on each product, but next week":                                                 "",
		"礼品包装，每单5元。 不过不是这周，下周":                                                                   "", "подарочная упаковка: 250 за заказ. но не на этой неделе": "",
		"fix the cart. but not the header, the footer": "-", "the rate is 2,50 per order. not 2,90, change it": "-",
	} {
		if want == "" {
			want = text
		}
		if steps := append(PutsOff(text), "-"); steps[0] != want {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	commit := TurnOf("cart field for vouchers now", []string{"Done, one field in the cart."}, []string{"cart: voucher field"})
	brandt := TurnOf("brandt answered: only needs her vat id. so the 1 hour thing", nil, nil)
	mailed := StepOf("frau brandt wants invoices. i mailed her, wait for her answer before building anything")
	if commit.Done(mailed) || !brandt.Done(mailed) {
		t.Error("her answer does not end the wait for it")
	}
}
