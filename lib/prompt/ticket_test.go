package prompt

import (
	"strings"
	"testing"
)

// What a prompt or an answer leaves to a ticket is told with that, and is no step of other work; what is put off to a
// day, or is of the ticket that the work is for, is.
func TestWhatHasATicketOfItsOwnIsNoStepOfTheWork(t *testing.T) {
	for _, c := range strings.Split(strings.TrimSpace(deferredCases), "\n") {
		text, want, _ := strings.Cut(c, " => ")
		text = strings.ReplaceAll(text, "/n", "\n")
		steps := PutsOff(text)
		if answer, is := strings.CutPrefix(text, "A: "); is {
			steps, _ = Left(answer)
		}
		var ids []string
		for _, s := range steps {
			if Deferred(s, "feature/SHOP-1-basket") {
				ids = append(ids, Ticket(s)+map[bool]string{true: "none"}[Ticket(s) == ""])
			}
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%q leaves %q, to the tickets %q, want %q", text, steps, got, want)
		}
	}
}

func TestWhatIsPutOffToATicketIsNoStepOfTheWork(t *testing.T) {
	for _, c := range ticketCases {
		if q := PutOff(c.answer, c.text); c.want != "" && Ticket(q) != "" && !Deferred(q, "") {
			t.Errorf("%q is a step of the work", q)
		}
	}
}

const deferredCases = `
The refund mails are a follow-up ticket, SHOP-20, not part of this. => SHOP-20
push it. Dark mode is a separate ticket, WEB-12 => WEB-12
the admin filter is out of scope here, that's WEB-13 => WEB-13
i18n later, that's PROJ-88 => PROJ-88
rate limiting goes into its own ticket (API-9), not here => API-9
the retention job can wait, that's OPS-50, next sprint => OPS-50
SSO is SEC-19, not this week => SEC-19
The importer is a follow-up ticket, we don't do it here => none
Die Statistik ist ein Folgeticket, APP-7, nicht in diesem PR => APP-7
Der Export ist ein eigenes Ticket (APP-8). => APP-8
Die Mails später, das ist APP-9 => APP-9
L'export PDF c'est un autre ticket, FAC-88 => FAC-88
Les statistiques plus tard, c'est FAC-89 => FAC-89
El modo oscuro es otro ticket, WEB-12 => WEB-12
Los correos más adelante, eso es WEB-14 => WEB-14
A paginação é outro ticket, API-9, não entra neste PR => API-9
Os emails depois, isso é API-11 => API-11
La cache è un altro ticket, CORE-3 => CORE-3
Le mail più tardi, è CORE-4 => CORE-4
Экспорт это отдельная задача, CORE-3 => CORE-3
Письма потом, это CORE-5 => CORE-5
缓存是另一个工单，CORE-3 => CORE-3
邮件以后再做，是 CORE-6 => CORE-6
キャッシュは別チケット、CORE-3 => CORE-3
メールは後で、SHOP-7 => SHOP-7
A: Noted as SHOP-21 for later: a mail to the admin. Nothing done now. => SHOP-21
A: Nothing waits for you:/n/n- Later: SHOP-20 (refund mails), SHOP-21 (admin mail) => SHOP-20 SHOP-21
A: Filed as BUG-44 for later: the flaky upload. => BUG-44
A: Noté sous FAC-88 pour plus tard : l'export PDF. => FAC-88
A: Pushed./n/nFor later: SHOP-12 (dark mode) => SHOP-12
the dark mode later, SHOP-12 => SHOP-12
SHOP-13 (the mails) later => SHOP-13
the mails later, ticket MAIL-3 => MAIL-3
die Mails später, Ticket MAIL-3 => MAIL-3
les mails plus tard, ticket MAIL-3 => MAIL-3
docs later, after SHOP-200 => 
the docs later, once SHOP-200 is in => 
die Doku später, nach SHOP-200 => 
la doc plus tard, après SHOP-200 => 
la documentación más adelante, después de SHOP-200 => 
a documentação depois, após SHOP-200 => 
la documentazione più tardi, dopo SHOP-200 => 
документация позже, после SHOP-200 => 
文档以后再写，SHOP-200 之后 => 
later today SHOP-200 => 
SHOP-200 heute später => 
test with LLAMA-3 later => 
RTX-4090 run later => 
the COVID-19 page later => 
später mit LLAMA-3 testen => 
tester avec LLAMA-3 plus tard => 
probar con LLAMA-3 más tarde => 
потом тест на RTX-4090 => 
以后用 LLAMA-3 测试 => 
retries later, HOOK-200 => 
A: Left:/n- retries later, HOOK-200/n- the docs => 
the UTF-8 fix later => 
ISO-8601 dates later, that's for the next sprint => 
the rest of SHOP-1 later => 
the discount part of SHOP-1 tomorrow, I'm tired => 
Tests tomorrow, that's PROJ-88 => 
the docs on Monday, then the PR => 
leave the caching for a follow-up PR => 
the form needs its own ticket field => 
SHOP-20 is done, it was merged this week => 
That's SHOP-20, start with it => 
close the old ticket later => 
A: All pushed. Next: SHOP-20, the mails. => 
A: For Monday: SHOP-20, the tests. => 
A: Left: PROJ-12: retry later on failure => 
A: Next: SHOP-20: send the mail later than the invoice => 
A: Still open:/n- WEB-7: users can change it later/n- WEB-8: the job waits for the queue => 
A: Left: the form, later the mails. => 
`

func TestABranchIsOfATicket(t *testing.T) {
	for branch, want := range map[string]bool{
		"HOOK-258": true, "hook-258-metrics": true, "issue-12": true, "fix/bug-7-form": true, "fix/214-login": true, "fix/#12": true,
		"phase-0": false, "phase-2.1": false, "v2": false, "feat/step-3": false, "main": false, "release/1.4": false,
	} {
		if OfTicket(branch) != want {
			t.Errorf("%q is of a ticket: %t", branch, !want)
		}
	}
}

func TestAStepThatNamesOnlyTicketsIsDoneByTheirNumbers(t *testing.T) {
	turn := TurnOf("both, please", []string{"PAY-3 and PAY-5 are fixed and committed."}, nil)
	spanish := TurnOf("vale, esos dos", []string{"PAY-3 y PAY-5 arreglados y con commit cada uno."}, nil)
	for step, want := range map[string]bool{
		"PAY-3": true, "PAY-3 and PAY-5": true, "PAY-3 (high) and PAY-5 (low) in auth": true, "PAY-3 (high), PAY-5 (low)": true,
		"PAY-5 (baja) en auth": true, "PAY-6 (high) in auth": false, "PAY-3 and PAY-6 in billing": false,
		"PAY-3: tests of the form in auth": false, "the form of PAY-3 (high)": false, "PAY-3 waits for Marek": false,
	} {
		if turn.Done(StepOf(step)) != want || spanish.Done(StepOf(step)) != want {
			t.Errorf("%q is done: %t", step, !want)
		}
	}
}
