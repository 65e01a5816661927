package autosave

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// facts are those of a session of the project, with its lines.
func (s scene) facts(f Facts) Facts {
	s.t.Helper()
	lines, err := f.Project.Lines(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	f.lines = lines
	return f
}

func TestAPromptNamesAForeignLineByItsNameAndTheNewestByTheirGoal(t *testing.T) {
	s := newScene(t)
	file := s.file(artifact.Dir+"/hers-1/2026-01-01_00-01_t_handoff.yaml", now)
	text := "---\nschema_version: \"1.0.0\"\nmode: handoff\ndate: \"2026-01-01T00:01:00Z\"\nsession: hers-1\noutcome: PARTIAL_PLUS\n" +
		"primary_bead: none\nsession_id: a\n---\n\ngoal: move the billing export to the queue\nnow: n\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, prompt := range []string{"please look at hers-1", "let us move the billing export to the queue"} {
		f := Facts{Session: s.session("new", ""), Work: Work{Branch: "main"}}
		f.Conversation.Prompts = []transcript.Prompt{{Text: prompt, Time: now}}
		c := s.facts(f).choose()
		if c.Follows != "hers-1" || c.Goal != "move the billing export to the queue" || !strings.HasSuffix(c.Name, "-"+hashed("new")) {
			t.Errorf("%q: %+v", prompt, c)
		}
	}
}

func TestALineThatThisSessionCouldNotRecordKeepsItsName(t *testing.T) {
	const id = "0c90d71c-1111"
	for session, same := range map[string]bool{id: true, "a": false, "": false} {
		s := newScene(t)
		file := s.file(artifact.Dir+"/add-a-store-0c90/2026-01-01_00-01_auto_checkpoint.yaml", now)
		text := "---\nschema_version: \"1.0.0\"\nmode: checkpoint\ndate: \"2026-01-01T00:01:00Z\"\nsession: add-a-store-0c90\n" +
			"outcome: PARTIAL_PLUS\nsession_id: \"" + session + "\"\n---\n\ngoal: g\nnow: n\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if c := s.facts(Facts{Session: s.session(id, "")}).begin("", "Add a store", nil); (c.Name == "add-a-store-0c90") != same {
			t.Errorf("saved by %q: %q", session, c.Name)
		}
	}
}

func TestANewLineIsNamedAfterItsBeadElseItsBranchElseItsTitle(t *testing.T) {
	s := newScene(t)
	for name, text := range map[string]string{
		"HEAD": "ref: refs/heads/main\n", "refs/heads/main": strings.Repeat("a", 40) + "\n", "objects/x": "",
	} {
		if err := os.WriteFile(s.file(filepath.Join(".git", name), now), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	long := strings.Repeat("very-", 12) + "long"
	add := beads.Issue{ID: "hf-2", Title: "Add the store!"}
	cut := beads.Issue{ID: "hf-4", Title: "a title that is cut somewhere-else and more"}
	for want, c := range map[string]struct {
		id, branch, title, bead string
		working                 beads.Issue
		agent                   bool
	}{
		"hf-1":      {id: "0c90d71c-1111", branch: "feat/auth", bead: "hf-1"},
		"feat-auth": {id: "0c90d71c-1111", branch: "feat/auth"},
		"very-very-very-very-very-very-very-" + hashed(long): {id: "0c90d71c-1111", branch: long},
		"add-the-store-of-0c90":                              {id: "0c90d71c-1111", title: "Add the store of sessions", branch: "main"},
		"fug-eine-ubersicht-hinzu-0c90":                      {id: "0c90d71c-1111", title: "Füg eine Übersicht hinzu"},
		"work-" + hashed("../x"):                             {id: "../x"},
		"hf-2-add-the-store":                                 {id: "s", working: add},
		"hf-3-said":                                          {id: "s", title: "Said", working: add, bead: "hf-3"},
		"work-" + hashed("s"):                                {id: "s", agent: true, working: beads.Issue{ID: "hf-2"}},
		"hf-4-a-title-that-is-cut-somewhere-else":            {id: "s", working: cut},
	} {
		f := Facts{Session: s.session(c.id, ""), Agent: c.agent, Work: Work{Branch: c.branch}}
		if c.working.ID != "" {
			f.Working = []beads.Issue{c.working}
		}
		got := s.facts(f).name(c.bead, c.title, c.id)
		if got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
		if len(got) > MaxName {
			t.Errorf("%q is too long", got)
		}
	}
}

func TestTheBeadThatASessionTookIsSeen(t *testing.T) {
	for command, bead := range map[string]string{
		"bd update hf-1 --status in_progress": "hf-1", "bd update --status=in_progress hf-2 --json": "hf-2", "cd x && bd update hf-3 --claim": "hf-3",
		"bd start hf-4": "hf-4", "bd update hf-1 --status closed": "", "bd show hf-1": "", "echo bd update": "", "": "",
	} {
		want(t, command, tookBead([]string{"bd list", command}), bead)
	}
}

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

func TestALineIsNamedAfterItsWorkOrFirstFile(t *testing.T) {
	for title, want := range map[string]string{
		"将按钮都改成圆角矩形": "app-wxss-0c90", "参照图1，如图2、3、4": "app-wxss-0c90", "按钮 login 居中": "login-0c90",
		"I think we should update the layout of the header": "update-the-layout-of-0c90", "we should talk": "we-should-talk-0c90",
		"can we add a hidden debug command?": "add-a-hidden-debug-0c90", "wir sollten den Kopf der Seite umbauen": "den-kopf-der-seite-0c90",
	} {
		f := Facts{Work: Work{Branch: "main", Changed: []string{"mini/app.wxss", "b.js"}}, lines: &line.Lines{}}
		if got := f.name("", title, "0c90d71c-1111"); got != want {
			t.Errorf("%q is named %q", title, got)
		}
	}
}

// What most prompts of a project begin with tells no line from another.
func TestOnlyRareWordsAreAboutALine(t *testing.T) {
	s := newScene(t)
	for i, goal := range []string{"verify the dates of the export", "verify the colours of the map", "verify the sizes of the fonts"} {
		id := fmt.Sprintf("%c0c90d71", 'a'+i)
		path := s.log(id, now.Add(-time.Hour), now.Add(-time.Hour), goal, "w:"+s.file(id+".go", now.Add(-time.Hour)))
		if r, err := s.session(id, path).BeforeCompaction(context.Background()); err != nil || !r.Wrote {
			t.Fatal(r, err)
		}
	}
	for prompt, want := range map[string]int{"verify the sounds of the boss": 0, "verify the export of the boss": 1} {
		f := s.facts(Facts{Session: s.session("new", ""), Conversation: transcript.Conversation{Prompts: said(prompt)}})
		if of := each.Without(f.lines.Own, func(l *line.Line) bool { return !f.about(l) }); len(f.lines.Own) != 3 || len(of) != want {
			t.Errorf("%q is about %d of %d lines", prompt, len(of), len(f.lines.Own))
		}
	}
}
