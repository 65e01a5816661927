package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// Who read a handoff takes it over where a prompt at which files changed asks for a step or goes on, not with another
// request, though that is for a file which a step names.
func TestAHandoffIsTakenOverByWhoWorksAtItsSteps(t *testing.T) {
	for _, c := range []struct {
		steps, prompts, file string
		want                 bool
	}{
		{"retry in pay.py|refunds|mails to the customer", "go on with ana's handoff: retry first", "pay.py", true},
		{"retry in pay.py|refunds|mails to the customer", "pick up ana's handoff, the mails", "mail.py", true},
		{"retry in pay.py|refunds|mails to the customer", "what did ana leave?|do the refunds", "refund.py", true},
		{"retry in pay.py|refunds|mails to the customer", "what did ana leave?|go on", "new.py", true},
		{"retry in pay.py|refunds|mails to the customer", "see what ana left me", "pay.py", true},
		{"retry in pay.py|refunds|mails to the customer", "i need an idea of how ana writes handoffs|ok. unrelated: fix the typo in the log line of pay.py", "pay.py", false},
		{"retry in pay.py|refunds|mails to the customer", "how does ana write these?|now the colour of the header", "pay.py", false},
		{"retry in pay.py|refunds|mails to the customer", "what did ana leave? and fix the typo in pay.py", "pay.py", false},
		{"retry in pay.py|refunds|mails to the customer", "read ana's notes. then make the header blue", "page.css", false},
		{"Erstattungen|Mails an die Kunden", "mach mit Anas Übergabe weiter", "a.py", true},
		{"Erstattungen|Mails an die Kunden", "was hat Ana hinterlassen?|die Erstattungen", "a.py", true},
		{"Erstattungen|Mails an die Kunden", "was hat Ana hinterlassen? und mach den Kopf blau", "a.py", false},
		{"les remboursements|les mails aux clients", "lis la note d'Ana|fais les remboursements", "a.py", true},
		{"les remboursements|les mails aux clients", "lis la note d'Ana|corrige la couleur du bandeau", "a.py", false},
		{"los reembolsos|los correos al cliente", "¿qué dejó Ana?|haz los reembolsos", "a.py", true},
		{"los reembolsos|los correos al cliente", "¿qué dejó Ana?|cambia el color de la cabecera", "a.py", false},
		{"os reembolsos|os e-mails ao cliente", "o que a Ana deixou?|faz os reembolsos", "a.py", true},
		{"os reembolsos|os e-mails ao cliente", "o que a Ana deixou?|muda a cor do topo", "a.py", false},
		{"i rimborsi|le mail al cliente", "cosa ha lasciato Ana?|fai i rimborsi", "a.py", true},
		{"i rimborsi|le mail al cliente", "cosa ha lasciato Ana?|cambia il colore della testata", "a.py", false},
		{"возвраты|письма клиенту", "что оставила Аня?|сделай возвраты", "a.py", true},
		{"возвраты|письма клиенту", "что оставила Аня? и покрась шапку", "a.py", false},
		{"退款功能|给客户的邮件", "安娜留下了什么？|继续", "a.py", true},
		{"退款功能|给客户的邮件", "安娜留下了什么？|把标题改成蓝色", "a.py", false},
		{"返金の処理|顧客へのメール", "アナは何を残した？|続けて", "a.py", true},
		{"返金の処理|顧客へのメール", "アナは何を残した？|見出しを青くして", "a.py", false},
	} {
		talk := said(strings.Split(c.prompts, "|")...)
		for i := range talk {
			talk[i].Time, talk[i].Answer = now.Add(time.Duration(i)*time.Minute), "Ok."
		}
		at := talk[len(talk)-1].Time.Add(time.Second)
		f := Facts{Session: Session{Date: now.Add(time.Hour), Trigger: SessionEnd}}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: "Ok.", Changes: []transcript.Change{{Span: transcript.Span{From: at, To: at}}}}
		f.Work = Work{Changed: []string{c.file}, touched: []line.File{{Path: c.file, At: at}}}
		steps := each.Of(strings.Split(c.steps, "|"), func(s string) line.Item { return line.Item{Text: s} })
		if got := f.worksAt(steps); got != c.want {
			t.Errorf("%q works at it: %t", c.prompts, got)
		}
	}
}
