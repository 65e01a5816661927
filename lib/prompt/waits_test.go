package prompt

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// What somebody else brings or decides waits, and what the user does himself before that.
func TestAStepWaitsForSomebody(t *testing.T) {
	for text, want := range map[string]string{
		"the client will send the pdf, we wait":                         "the client will send the pdf, we wait",
		"the client will send the texts, let's wait for them":           "the client will send the texts, let's wait for them",
		"waiting for the client's pdf":                                  "waiting for the client's pdf",
		"I asked ops for two accounts. so the login waits for ops":      "I asked ops for two accounts. so the login waits for ops",
		"ich hab ops gefragt, der Login wartet auf sie":                 "ich hab ops gefragt, der Login wartet auf sie",
		"pregunté a ops, el login está a la espera de ellos":            "pregunté a ops, el login está a la espera de ellos",
		"I asked Tom yesterday, he said the worker waits for the queue": "",
		"we're waiting for Ana's numbers":                               "we're waiting for Ana's numbers",
		"Mara schickt mir die Texte, wir warten":                        "Mara schickt mir die Texte, wir warten",
		"die Kundin schickt noch das Logo, warten wir ab":               "die Kundin schickt noch das Logo, warten wir ab",
		"le client enverra le pdf, on attend":                           "le client enverra le pdf, on attend",
		"on attend les photos du client":                                "on attend les photos du client",
		"la clienta manda las fotos, esperamos":                         "la clienta manda las fotos, esperamos",
		"o cliente vai mandar o logo, a gente espera":                   "o cliente vai mandar o logo, a gente espera",
		"il cliente manda i testi, aspettiamo":                          "il cliente manda i testi, aspettiamo",
		"клиент пришлёт тексты, ждём":                                   "клиент пришлёт тексты, ждём", "客户会发照片过来，先等着": "客户会发照片过来，先等着",
		"お客さんが写真を送ってくるので、待ちます": "お客さんが写真を送ってくるので、待ちます", "les photos arrivent plus tard": "les photos arrivent plus tard",
		"don't tag yet, I tag after the client's ok":                  "don't tag yet, I tag after the client's ok",
		"don't deploy yet, I do it when Tom says ok":                  "don't deploy yet, I do it when Tom says ok",
		"noch nicht taggen, das mach ich nach dem ok vom Kunden":      "noch nicht taggen, das mach ich nach dem ok vom Kunden",
		"ne tague pas encore, je taguerai après l'ok du client":       "ne tague pas encore, je taguerai après l'ok du client",
		"no etiquetes todavía, lo hago yo cuando el cliente dé el ok": "no etiquetes todavía, lo hago yo cuando el cliente dé el ok",
		"não cria a tag ainda, eu crio depois do ok do cliente":       "não cria a tag ainda, eu crio depois do ok do cliente",
		"non taggare ancora, lo faccio io dopo l'ok del cliente":      "non taggare ancora, lo faccio io dopo l'ok del cliente",
		"пока не ставь тег, я поставлю после ок клиента":              "пока не ставь тег, я поставлю после ок клиента",
		"先别打tag，客户确认后我来打":                                             "先别打tag，客户确认后我来打", "tag when the client says ok": "tag when the client says ok",
		"tag quand le client dit ok":              "tag quand le client dit ok",
		"don't push yet, I'll read it first":      "don't push yet, I'll read it first",
		"no push yet, I'm reading it again":       "no push yet, I'm reading it again",
		"push noch nicht, ich les nochmal drüber": "push noch nicht, ich les nochmal drüber",
		"push pas encore, je relis":               "push pas encore, je relis",
		"no subas todavía, lo reviso":             "no subas todavía, lo reviso",
		"não sobe ainda, vou revisar":             "não sobe ainda, vou revisar",
		"non pushare ancora, rileggo":             "non pushare ancora, rileggo",
		"пока не пушь, я перечитаю":               "пока не пушь, я перечитаю", "先别推，我再看一遍": "先别推，我再看一遍",
		"まだpushしないで、見直します": "まだpushしないで、見直します", "push feat/x, I squash tomorrow": "I squash tomorrow",
		"I'll squash it tomorrow": "I'll squash it tomorrow", "push feat/x, ich squashe morgen": "ich squashe morgen",
		"push feat/x, je squash demain": "je squash demain", "sube feat/x, hago el squash mañana": "hago el squash mañana",
		"sobe feat/x, faço o squash amanhã":     "faço o squash amanhã",
		"pusha feat/x, faccio lo squash domani": "faccio lo squash domani",
		"запушь feat/x, я сделаю squash завтра": "я сделаю squash завтра", "feat/xをpushして、squashは明日やります": "squashは明日やります",
		"Ana is sending the logo, waiting":                       "Ana is sending the logo, waiting",
		"the designer still owes us the icons, we wait for them": "the designer still owes us the icons, we wait for them",
		"still waiting for the contract":                         "still waiting for the contract",
		"die Steuerberaterin meldet sich, wir warten":            "die Steuerberaterin meldet sich, wir warten",
		"wir warten noch auf die Freigabe":                       "wir warten noch auf die Freigabe",
		"la comptable répond demain, on attend":                  "la comptable répond demain, on attend",
		"on attend encore son retour":                            "on attend encore son retour",
		"el diseñador me pasa los iconos, toca esperar":          "el diseñador me pasa los iconos, toca esperar",
		"ainda esperamos a resposta do banco":                    "ainda esperamos a resposta do banco",
		"stiamo aspettando il contratto":                         "stiamo aspettando il contratto",
		"дизайнер пришлёт иконки, подождём":                      "дизайнер пришлёт иконки, подождём", "设计师会给图标，等着": "设计师会给图标，等着",
		"don't merge yet, I want Bob's review": "don't merge yet, I want Bob's review", "don't release yet": "",
		"no deploy yet, the client has to look first": "no deploy yet, the client has to look first",
		"nicht mergen noch, Bob schaut erst drüber":   "nicht mergen noch, Bob schaut erst drüber", "noch nicht deployen": "",
		"ne déploie pas encore, j'attends l'accord du chef": "ne déploie pas encore, j'attends l'accord du chef",
		"no despliegues aún, falta el ok de Marta":          "no despliegues aún, falta el ok de Marta",
		"não faz deploy ainda, o cliente tem que ver":       "não faz deploy ainda, o cliente tem que ver",
		"non pubblicare ancora, prima lo vede il cliente":   "non pubblicare ancora, prima lo vede il cliente",
		"пока не мержи, сначала посмотрит Оля":              "пока не мержи, сначала посмотрит Оля", "先别合并，我还要看": "先别合并，我还要看",
		"deploy once Tom approves":    "deploy once Tom approves",
		"merge es, wenn Tom zustimmt": "merge es, wenn Tom zustimmt", "commit it, I rebase later": "I rebase later",
		"je déploie lundi": "je déploie lundi",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}

// So does what a day or a case decides, and what is only noted.
func TestAStepWaitsForADayOrACase(t *testing.T) {
	for text, want := range map[string]string{
		"he puts it back on december 1":                                      "he puts it back on december 1",
		"we put the banner back on Dec 1":                                    "we put the banner back on Dec 1",
		"note: banner goes back on Dec 1":                                    "note: banner goes back on Dec 1",
		"er schaltet ihn am 1. Dezember wieder ein":                          "er schaltet ihn am 1. Dezember wieder ein",
		"der Banner kommt am 1. Dezember wieder rein":                        "der Banner kommt am 1. Dezember wieder rein",
		"il le remettra le 1er décembre":                                     "il le remettra le 1er décembre",
		"on remet le bandeau le 1er décembre":                                "on remet le bandeau le 1er décembre",
		"je pars en vacances, note: bandeau noël a remettre le 1er décembre": "je pars en vacances, note: bandeau noël a remettre le 1er décembre",
		"el banner lo vuelve a poner el 1 de diciembre":                      "el banner lo vuelve a poner el 1 de diciembre",
		"o banner volta no dia 1 de dezembro":                                "o banner volta no dia 1 de dezembro",
		"il banner lo rimette il 1 dicembre":                                 "il banner lo rimette il 1 dicembre",
		"баннер вернём 1 декабря":                                            "баннер вернём 1 декабря", "横幅12月1日再放回去": "横幅12月1日再放回去",
		"バナーは12月1日に戻します": "バナーは12月1日に戻します", "if she says ok this is closed": "if she says ok this is closed",
		"sent again. if she says ok we're done": "if she says ok we're done",
		"wenn sie ok sagt, ist das Thema durch": "wenn sie ok sagt, ist das Thema durch",
		"si elle dit ok le sujet est clos":      "si elle dit ok le sujet est clos",
		"si dice que sí, cerramos el tema":      "si dice que sí, cerramos el tema",
		"se ela disser ok, assunto encerrado":   "se ela disser ok, assunto encerrado",
		"se dice ok il tema è chiuso":           "se dice ok il tema è chiuso",
		"если она скажет ок, вопрос закрыт":     "если она скажет ок, вопрос закрыт", "她说可以的话这个就结束了": "她说可以的话这个就结束了",
		"OKが出たらこの件は終わりです":                                     "OKが出たらこの件は終わりです",
		"option 5 cents for swiss. note it, not now":          "option 5 cents for swiss. note it, not now",
		"csv export would be nice. write it down, not now":    "csv export would be nice. write it down, not now",
		"csv-export. schreib's auf, nicht jetzt":              "csv-export. schreib's auf, nicht jetzt",
		"option 5 cts suisse. note le, pas now":               "option 5 cts suisse. note le, pas now",
		"option 5 cts suisse. note-le, pas maintenant":        "option 5 cts suisse. note-le, pas maintenant",
		"opción de 5 céntimos para Suiza. apúntalo, ahora no": "opción de 5 céntimos para Suiza. apúntalo, ahora no",
		"opção de 5 centavos pra Suíça. anota, agora não":     "opção de 5 centavos pra Suíça. anota, agora não",
		"opzione 5 centesimi svizzeri. segnala, non adesso":   "opzione 5 centesimi svizzeri. segnala, non adesso",
		"опция 5 сантимов для Швейцарии. запиши, не сейчас":   "опция 5 сантимов для Швейцарии. запиши, не сейчас",
		"瑞士5分取整选项。记下来，现在不做":                                   "瑞士5分取整选项。 记下来，现在不做", "スイスの5サンチーム対応。メモして、今はやらない": "スイスの5サンチーム対応。 メモして、今はやらない",
		"don't do the captcha, later if spam":             "don't do the captcha, later if spam",
		"no captcha, later if we get spam":                "no captcha, later if we get spam",
		"kein captcha, später falls spam kommt":           "kein captcha, später falls spam kommt",
		"fais pas le captcha, plus tard si spam":          "fais pas le captcha, plus tard si spam",
		"pas de captcha, on verra plus tard si spam":      "pas de captcha, on verra plus tard si spam",
		"no hagas el captcha, más adelante si hay spam":   "no hagas el captcha, más adelante si hay spam",
		"não faz o captcha, depois se tiver spam":         "não faz o captcha, depois se tiver spam",
		"non fare il captcha, più avanti se c'è spam":     "non fare il captcha, più avanti se c'è spam",
		"не делай капчу, потом если будет спам":           "не делай капчу, потом если будет спам",
		"captchaは入れないで、spamが来たら後で":                        "captchaは入れないで、spamが来たら後で",
		"the prices, we wait for her answer":              "the prices, we wait for her answer",
		"faq as a page. the questions we wait for her ok": "the questions we wait for her ok",
		"les tarifs on attend sa réponse":                 "les tarifs on attend sa réponse",
		"la faq en bas, la page on attend ses textes":     "la page on attend ses textes",
		"bei den Preisen warten wir auf Noras Antwort":    "bei den Preisen warten wir auf Noras Antwort",
		"j'envoie le lien, on attend son retour":          "j'envoie le lien, on attend son retour",
		"review par thomas, il est là que lundi":          "review par thomas, il est là que lundi",
		"thomas reviews it, he's back on monday":          "thomas reviews it, he's back on monday",
		"der Rabatt kommt am 3. Januar wieder rein":       "der Rabatt kommt am 3. Januar wieder rein",
		"on réactive le filtre le 5 janvier":              "on réactive le filtre le 5 janvier",
		"reactivamos el cupón el 7 de enero":              "reactivamos el cupón el 7 de enero",
		"купон вернём 7 января":                           "купон вернём 7 января", "if he agrees we're done": "if he agrees we're done",
		"falls er zustimmt ist das erledigt":                       "falls er zustimmt ist das erledigt",
		"s'il valide c'est bon":                                    "s'il valide c'est bon",
		"si da el visto bueno lo cerramos":                         "si da el visto bueno lo cerramos",
		"the export is slow with 10k rows. write it down, not now": "the export is slow with 10k rows. write it down, not now",
		"der Export ist langsam. merk dir das, nicht jetzt":        "der Export ist langsam. merk dir das, nicht jetzt",
		"l'export est lent. note ça, pas maintenant":               "l'export est lent. note ça, pas maintenant",
		"no cookie banner, later if legal wants it":                "no cookie banner, later if legal wants it",
		"keine Animation, später wenn Zeit ist":                    "keine Animation, später wenn Zeit ist",
		"pas de pagination, plus tard si la liste grandit":         "pas de pagination, plus tard si la liste grandit",
		"sem cache, depois se ficar lento":                         "sem cache, depois se ficar lento",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}

// What a program waits for, and what is done now, does not.
func TestWhatAProgramWaitsForIsNotPutOff(t *testing.T) {
	for text, want := range map[string]string{
		"the request waits for the lock, then retries": "", "add a spinner, the user waits too long": "",
		"the client sends a pdf, we parse it": "", "the server will send a pong, we wait 5 seconds": "",
		"der Client schickt ein Token, wir warten 5 Sekunden": "", "le client enverra un token, on attend 5 secondes": "",
		"in the test we wait for the response of the mock": "", "on attend la réponse du serveur dans la boucle": "",
		"we wait 5 s for the answer": "", "the page waits for the answer": "", "why do we wait for the answer here?": "",
		"wait for the build, then push": "", "attends la fin du build puis push": "", "if it says ok return 0": "",
		"if the status is ok the ticket is closed": "", "si le statut est ok la commande est close": "",
		"the test is not green yet, fix it": "", "the tag is not there yet": "", "push it now, I read it here": "",
		"the banner was added on Dec 1": "", "the campaign starts on Dec 1": "", "l'offre commence le 1er décembre": "",
		"der Shop öffnet am 1. Dezember wieder": "", "tomorrow is a holiday": "", "I squash commits": "",
		"je relis la doc": "", "la fonction attend un entier": "", "on attend 3 colonnes dans le csv": "",
		"we expect 3 columns": "", "note: the file has 3 columns": "", "don't retry, fail if empty": "",
		"tag it when the tests pass": "", "push quand les tests passent": "",
		"add an option for 5 cents. note that it is not the default": "", "客户端等待5秒": "",
		"не жди ответа, сразу закрывай": "", "show \"coming later\" if empty": "", "wait for the tests, then commit": "",
		"we wait for the lock in start()": "", "it says waiting for connection": "",
		"fix the test, waiting for lock forever": "", "the job is waiting": "", "the popup says \"we wait\"": "",
		"on attend un entier ici": "", "esperamos un número": "", "the function waits for the client": "", "don't push": "",
		"don't push to main": "", "don't tag this one": "", "don't show the tag yet in the list": "", "not merged yet?": "",
		"the merge is not done yet": "", "the branch isn't pushed yet": "", "no tag yet in the repo, why?": "",
		"noch kein Release": "", "the deploy does not work yet": "", "il n'y a pas encore de tag": "",
		"don't publish drafts": "", "fix the deploy script, it does not push the tag yet": "",
		"if the user agrees close the dialog": "", "if it validates we're done here": "",
		"when the server says ok, close the socket": "", "if the api approves it, publish the event": "",
		"put the button back on the left": "", "put it back": "", "bring back the 3 columns": "", "remets le bandeau": "",
		"remets 3 colonnes": "", "remets la version du 12 mars": "", "restore the backup of March 3": "",
		"put back the version from may 3": "", "the price goes back to 10 in March": "",
		"I push the button and nothing happens": "", "I tag people in the post": "", "I deploy with docker": "",
		"don't cache, later reads are fast": "", "no retry, if it fails later we see": "", "note it in the readme": "",
		"write it down in the docs, not in the code": "", "no, now": "",
		"Still waiting on reviewer-3 for story 4.2.": "", "Yes, on Monday: 0.887 mean over three seeds, unstable": "",
		"the client has to wait": "", "マージするとき落ちる": "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}

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
		if steps := PutsOff(text); !slices.Equal(steps, []string{text}) || Lasts(text, time.Time{}) > 0 == has(words(text), "weeks") {
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

// A result that comes later, and what somebody else does first, is a step; what a program or the user does is not.
func TestWhatARunOrSomebodyElseBringsWaits(t *testing.T) {
	for text, want := range map[string]string{
		"start the import, it runs over night, i look at it tomorrow":             "start the import, it runs over night, i look at it tomorrow",
		"full run over night: a.json, 3 seeds. you can start it, i look tomorrow": "full run over night: a.json, 3 seeds. you can start it, i look tomorrow",
		"starte den export, der läuft über nacht, ich schau morgen drauf":         "starte den export, der läuft über nacht, ich schau morgen drauf",
		"lance le calcul, ça tourne cette nuit, je regarde demain":                "lance le calcul, ça tourne cette nuit, je regarde demain",
		"lanza la migración, corre toda la noche, lo miro mañana":                 "lanza la migración, corre toda la noche, lo miro mañana",
		"启动吧，跑一晚上，我明天看结果":                                                         "启动吧，跑一晚上，我明天看结果",
		"mara translates the strings until wednesday":                             "mara translates the strings until wednesday",
		"anna schreibt die texte bis mittwoch":                                    "anna schreibt die texte bis mittwoch",
		"i ask ben from ops. wait for him before we change it":                    "i ask ben from ops. wait for him before we change it",
		"ich frag lisa, wart auf sie":                                             "ich frag lisa, wart auf sie",
		"push. she looks at it on thursday, don't merge before that":              "she looks at it on thursday, don't merge before that",
		"lo mira el lunes, no hagas merge antes":                                  "lo mira el lunes, no hagas merge antes",
		"opened it, #12. review is with mara, she looks this afternoon":           "opened it, #12. review is with mara, she looks this afternoon",
		"pr #7 ist offen, jan reviewt":                                            "pr #7 ist offen, jan reviewt",
		"ok opened it, #44. kim reviews, mara too":                                "ok opened it, #44. kim reviews, mara too",
		"went well. she wants it in a trial from march 3, 5% of users":            "she wants it in a trial from march 3, 5% of users",
		"later: rerun the baseline with the new split so numbers are comparable":  "later: rerun the baseline with the new split so numbers are comparable",
		"später: die messung nochmal machen, damit die zahlen vergleichbar sind":  "später: die messung nochmal machen, damit die zahlen vergleichbar sind",
		"todo: export (4), readme for the job, alarm on the counts":               "export (4)|readme for the job|alarm on the counts",
		"still to do: the export, then the readme, then the alarm":                "the export|the readme|the alarm",
		"待办：导出、说明文档、告警":                                                           "导出|说明文档|告警", "todo: write to anna, ben, chris": "todo: write to anna, ben, chris",
		"the cron job runs over night, move it to 6 am": "", "run it and look at the output": "",
		"start with the header, we'll see tomorrow": "", "the token is valid until monday": "", "merge it before monday": "",
		"keep the column until wednesday": "", "review the pr": "", "open the reviews page": "", "ask me before you merge": "",
		"ask the api, wait for the result": "", "kim reviewed it, fix the names": "", "she wants the list from dec 7": "",
		"later: it is broken": "", "kim reviews a lot of code, make the diff short": "", "wait for the lock, then write": "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	if got, says := Left("Started in the background, about 11 hours; the result will be in runs/a.json."); says ||
		len(got) != 1 || got[0] != "the result will be in runs/a.json" {
		t.Errorf("an answer leaves %q, %v", got, says)
	}
	for _, answer := range []string{"I started the server. It listens on 8080.", "The result will be in `res.body`."} {
		if got, _ := Left(answer); len(got) > 0 {
			t.Errorf("%q leaves %q", answer, got)
		}
	}
}

// A user who asked whether something may be done puts that off.
func TestWhatAUserAskedIsPutOff(t *testing.T) {
	for _, c := range [][3]string{
		{"can i cherry pick sweep.py to main?", "nah later maybe", "can i cherry pick sweep.py to main? (put off: later maybe)"},
		{"should we drop the old table?", "not now", "should we drop the old table? (put off: not now)"},
		{"kann ich die spalte löschen?", "später", "kann ich die spalte löschen? (put off: später)"},
		{"on peut virer le flag ?", "plus tard", "on peut virer le flag ? (put off: plus tard)"},
		{"why is it slow?", "later", ""}, {"can i drop it?", "ok do it", ""}, {"drop the table", "later", ""},
	} {
		if got := Postponed(c[0], c[1]); got != c[2] {
			t.Errorf("%q, %q puts off %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestAStepThatIsPutOffByWeeksCountsForLonger(t *testing.T) {
	for step, days := range map[string]int{
		"next week we do the same for deals": 14, "nächste Woche die Doku": 14, "下周做导出": 14, "remind me in january": 45,
		"the cleanup next month": 45, "retries tomorrow": 0, "a report of the week": 0, "show the month": 0,
	} {
		if got := Far(step); got != days {
			t.Errorf("%q counts for %d days", step, got)
		}
	}
}

func TestWhatTheUserAsksSomebodyForWaits(t *testing.T) {
	for text, want := range map[string]string{
		"I'll ask the devs about those 4. commit": "I'll ask the devs about those 4", "ich frag den Chef wegen der Preise": "ich frag den Chef wegen der Preise",
		"I need to check with legal whether we may use it": "I need to check with legal whether we may use it", "le pregunto al cliente por los colores": "le pregunto al cliente por los colores",
		"I'll ask you about that later": "", "I ask myself about the cache": "", "I'll ask about the price in the dialog": "", "the job will ask the server about the state": "", "I asked ben about it, he says yes": "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}
