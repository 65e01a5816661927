package autosave

import (
	"fmt"
	"testing"
	"time"

	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// The goal stays what named the task where a session only goes on with it: it first asks where that is, takes a step
// that the answer before left, or says yes to what that proposes.
func TestWhatOnlyGoesOnWithATaskIsNotItsGoal(t *testing.T) {
	const vouchers = "vouchers: codes with percent or a fixed amount, and expiry"
	for _, c := range []struct{ known, asked, answer, prompt, want string }{
		{vouchers, "morgen. wo war ich?", "In the vouchers.", "dst is fine, i checked. write the border test and commit", vouchers},
		{vouchers, "buongiorno, dove eravamo?", "Ai voucher.", "il cambio d'ora è ok, scrivi il test della scadenza del voucher", vouchers},
		{vouchers, "here are the texts of the vouchers: texts.txt, a line for each", "Two lines are missing.", "leave them out", vouchers},
		{"", "show a return page after the payment", "It reloads. Open: stop after a minute and say what to do.", "stop after 60s, then write 'mail us at shop@tea.de'", "show a return page after the payment"},
		{"", "the checkout fails: TypeError in order()", "An empty cart should send the person back.", "yes, return null sum 0 or so, quick fix", "the checkout fails: TypeError in order()"},
		{"", "die Kasse stürzt ab: TypeError in order()", "Ein leerer Korb sollte zurückleiten.", "ja, gib null zurück oder so, schnell bitte", "die Kasse stürzt ab: TypeError in order()"},
		{"", "la clave vieja ya está retirada y el PR 41 mergeado. qué falta?", "Lo que queda:\n1. las cabeceras de la página\n2. el informe", "1, en una rama fix/headers, sin bloquear nada", "las cabeceras de la página (1, en una rama fix/headers, sin bloquear nada)"},
		{"", "back. 118 is merged since monday. what was open", "The timeout.", "set the session timeout to 45 minutes", "set the session timeout to 45 minutes"},
		{"", "vuelvo después de unos días fuera, ponme al día", "Falta la CSP.", "cero informes de CSP, pásala a enforce", "cero informes de CSP, pásala a enforce"},
		{"", "the import fails on empty files. what's left?", "The docs.", "write the docs of the import", "the import fails on empty files."},

		{"", "show a return page after the payment", "It reloads.", "write a sitemap with the new category oolong", "write a sitemap with the new category oolong"},
		{vouchers, "morgen. wo war ich?", "In the vouchers.", "write a sitemap with the new category oolong", "write a sitemap with the new category oolong"},
		{vouchers, "write a sitemap with the new category oolong", "Done.", "and push it", "write a sitemap with the new category oolong"},
	} {
		p := said(c.asked, c.prompt)
		p[0].Time, p[0].Answer, p[1].Time = now.Add(-time.Hour), c.answer, now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now}, Work: Work{Changed: []string{"a.go"}}, lines: &line.Lines{}}
		f.Conversation = transcript.Conversation{Prompts: p, LastAnswer: "Done.", First: p[0].Time, Last: now}
		f.Work.touched = []line.File{{Path: "a.go", At: now}}
		f.Project.Repo.Top = "/p"
		if c.known != "" || c.answer == "It reloads." {
			f.Work.touched = append(f.Work.touched, line.File{Path: "b.go", At: p[0].Time})
			f.Conversation.Commits = []transcript.Commit{{Subject: "a", Time: p[0].Time.Add(time.Minute)}}
		}
		if f.State.Goal = c.known; c.known != "" {
			f.State.Prompts = []line.Item{{Text: c.known}, {Text: "dont commit the expiry of the vouchers yet, i look at dst first"}}
		}
		want(t, c.prompt, f.goal(), c.want)
	}
}

func TestTheGoalIsFoundInItsOrder(t *testing.T) {
	f := Facts{Line: Choice{Goal: "of the line it follows"}, Conversation: transcript.Conversation{Prompts: said("do the first thing", "last")}, Work: Work{Branch: "b"}}
	want(t, "goal", f.Document().Text("goal"), "of the line it follows")
	f.State.Goal = "of the line"
	want(t, "goal", f.Document().Text("goal"), "of the line")
	f.State.Goal, f.Line.Goal = "", ""
	want(t, "goal", f.Document().Text("goal"), "do the first thing")
	f.Conversation.Plan = "the plan of it"
	want(t, "goal", f.Document().Text("goal"), "the plan of it")
	f.Conversation = transcript.Conversation{Prompts: said(" \n ")}
	want(t, "goal", f.Document().Text("goal"), "b")
	f = Facts{Work: Work{Changed: []string{"a"}}}
	if d := f.Document(); d.Text("goal") == "" || d.Text("now") == "" {
		t.Errorf("goal %q, now %q", d.Text("goal"), d.Text("now"))
	}
}

func TestASessionThatGoesOnWithAnOlderStepIsAboutThat(t *testing.T) {
	for prompt, want := range map[string]string{
		"go on with the threshold": "the threshold in water.conf", "go on with the third zone": "water the third zone", "go on": "water the third zone",
	} {
		f := Facts{Work: Work{Changed: []string{"conf.c"}}, Conversation: transcript.Conversation{Prompts: said(prompt), LastAnswer: "Done."}}
		f.State.Goal, f.State.Next = "water the third zone", []line.Item{{Text: "the threshold in water.conf", At: now}}
		if got := f.goal(); got != want {
			t.Errorf("%q is about %q", prompt, got)
		}
	}
}

// A session is for a step that the user had put off, and goes on with the old work at one that an answer listed.
func TestAStepThatWasPutOffIsAGoalOfItsOwn(t *testing.T) {
	const old, off = "merge.py crashes on the sales", "the table of purchases tomorrow"
	for said, want := range map[string]string{off: "do the table of purchases", "go on": old} {
		f := Facts{Session: Session{Date: now}, Work: Work{Changed: []string{"buys.py"}}}
		f.Conversation = transcript.Conversation{Prompts: []transcript.Prompt{{Text: "do the table of purchases"}}, LastAnswer: "Done."}
		f.State.Goal, f.State.Next = old, []line.Item{{Text: off, At: now.Add(-20 * time.Hour)}}
		f.State.Prompts = []line.Item{{Text: said, At: now.Add(-20 * time.Hour)}}
		f.State.Files = []string{"merge.py"}
		if got := f.goal(); got != want {
			t.Errorf("after %q the goal is %q, want %q", said, got, want)
		}
	}
}

func TestTheGoalOfASessionThatOnlyAskedIsTheFirstStep(t *testing.T) {
	for _, asked := range []string{"what is left?", "status?", "wo stehen wir?", "what is left before friday?", "qué queda?", "还剩什么？"} {
		for answer, want := range map[string]string{
			"Left:\n- the roof\n- the door":             "the roof",
			"Tests pass. Next: the mail client. Go on?": "the mail client.",
			"All is done.": "",
		} {
			p := []transcript.Prompt{{Text: asked, Answer: answer, Time: now.Add(-time.Hour)}, {Text: "nicht jetzt", Time: now.Add(-time.Minute)}}
			c := transcript.Conversation{Prompts: p, LastAnswer: "Ok.", First: now.Add(-time.Hour), Last: now}
			f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Conversation: c, lines: &line.Lines{}}
			if got := f.goal(); want != "" && got != want {
				t.Errorf("%q, %q: the goal is %q", asked, answer, got)
			}
			if got := f.now(f.left(f.talk()), f.talk()); got == "Left" {
				t.Errorf("%q: now is %q", asked, got)
			}
		}
	}
}

func TestTheGoalOfASessionThatOnlyAskedIsWhatWasDecided(t *testing.T) {
	p := []transcript.Prompt{
		{Text: "what did the team say?", Answer: "I cannot know.", Time: now.Add(-time.Hour)},
		{Text: "the team decided to drop chapter 5", Time: now.Add(-time.Minute)},
	}
	c := transcript.Conversation{Prompts: p, LastAnswer: "Noted.", First: now.Add(-time.Hour), Last: now}
	f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Conversation: c, lines: &line.Lines{}}
	if got := f.goal(); got != p[1].Text {
		t.Errorf("the goal is %q", got)
	}
}

// After a compaction whose summary names no work the session keeps its title.
func TestTheTitleOfASessionOutlivesACompaction(t *testing.T) {
	const first, later = "water less when rain is forecast", "write the units of the readme in mm"
	for summary, want := range map[string]string{
		"": first, "We went on.": first,
		"1. Primary Request and Intent:\n   Count the litres of each zone of the garden.\n\n2. Key Technical Concepts:\n": "Count the litres of each zone of the garden.",
	} {
		f := Facts{Session: Session{ID: "a", Date: now}, Conversation: transcript.Conversation{Prompts: said(later), Summary: summary}}
		f.State.LastSittings = []line.Sitting{{Session: "a", Title: first}}
		if got, named := f.title(); got != want || !named {
			t.Errorf("after %q: %q", summary, got)
		}
	}
}

// On a branch of several pieces of work the goal is that of the newest, on one of its own thing the first.
func TestTheGoalOfABranchOfManyThingsIsTheNewest(t *testing.T) {
	const draft = "the paper draft says baseline 0.921, i get only 0.913. look whats different"
	for _, c := range []struct {
		branch, known, prompt string
		sat                   int
		want                  bool
	}{
		{"exp/augment", draft, "new experiment: randaugment with n=2, sweep m over 5, 9, 15", 2, true},
		{"dev", "add the csv export to the report page", "write a sitemap for the shop", 3, true},
		{"phase-2", "add the csv export to the report page", "write a sitemap for the shop", 2, true},
		{"issue-12", "add the csv export to the report page", "write a sitemap for the shop", 2, false},
		{"paper", "schreib die Tabelle der Messwerte", "mach ein Skript für die Ablation", 2, true},
		{"wip", "ajoute l'export csv", "écris le script de la table", 2, true},
		{"exp/augment", "why is the baseline lower than in the draft?", "add mixup with alpha 0.2 to the model", 1, true},
		{"exp/augment", draft, "add mixup with alpha 0.2 to the model", 1, false},
		{"exp/augment", draft, "чо там с ночным прогоном?", 3, false}, {"exp/augment", draft, "which lr did we take?", 3, false},
		{"exp/augment", draft, "go on", 4, false}, {"exp/augment", draft, "commit it", 4, false},
		{"exp/augment", draft, "look at the logs", 4, false},
		{"feature/retry-queue", "retry failed mails in a queue", "rename the helper as jan says", 4, false},
		{"HOOK-263", "retry failed mails", "rename the helper as jan says", 4, false},
		{"fix/login-loop", "the login loops after a reset", "write the docs of the flag", 5, false},
		{"feature/queue", "повторяй неотправленные письма", "переименуй хелпер, как просит Женя", 1, false},
	} {
		f := Facts{Session: Session{Date: now}, Work: Work{Changed: []string{"a.go"}, Branch: c.branch}, topic: true}
		f.lines = &line.Lines{}
		f.Conversation = transcript.Conversation{Prompts: said(c.prompt), LastAnswer: "Done.", First: now, Last: now}
		f.State.Goal = c.known
		for range c.sat {
			f.State.LastSittings = append(f.State.LastSittings, line.Sitting{Title: "x", Files: []string{"b.go"}})
		}
		want(t, c.branch+": "+c.prompt, f.goal(), map[bool]string{true: c.prompt, false: c.known}[c.want])
	}
}

// What follows work that was finished and committed is the goal also where no word orders it, unless it is of that work.
func TestWhatFollowsCommittedWorkIsTheGoal(t *testing.T) {
	const first = "il suono del checkpoint è in assets/audio, collegalo"
	for prompt, want := range map[string]bool{
		"boss Guardiano. hp 30, 2 fasi, la seconda al 50%": true, "volume more like 0.4": false,
		"suono e checkpoint: anche in assets/audio/b.ogg, volume al 50%": false,
		"the door fails on small screens of the old phones, see the log": false,
	} {
		f := Facts{Session: Session{Date: now}, lines: &line.Lines{}, Conversation: transcript.Conversation{Prompts: said(first, prompt)}}
		f.Project.Repo = gitrepo.Repo{Top: "/p"}
		p := f.Conversation.Prompts
		p[0].Time, p[0].Answer, p[1].Time = now.Add(-time.Hour), "Suono collegato e committato.", now.Add(-time.Minute)
		f.Work.touched = []line.File{{Path: "c.gd", At: now.Add(-50 * time.Minute)}, {Path: "g.gd", At: now}}
		f.Work.Changed = []string{"g.gd", "c.gd"}
		f.Conversation.Commits = []transcript.Commit{{Subject: "sound", Time: now.Add(-40 * time.Minute)}}
		f.Conversation.LastAnswer, f.Conversation.First = "Fatto.", p[0].Time
		wanted := map[bool]string{true: prompt, false: first}[want]
		if got, _ := f.title(); got != wanted {
			t.Errorf("%q: %q", prompt, got)
		}
	}
}

// What changed less than the goal's sittings, which count half with each since, is not the goal of a branch of many
// things; on a branch that a goal names, or of one piece of work, only what changed more than all before may be.
func TestTheGoalIsWhatChangedMostOfTheLine(t *testing.T) {
	const ferry, de, click = "build a booking calendar for the ferry", "bau einen Kalender für die Fähre", "booking by click"
	for _, c := range []struct {
		branch, known, prompt string
		changed, since        int
		want                  bool
	}{
		{"dev", ferry, "fix the typo in the readme", 1, 1, false}, {"dev", ferry, "bump node in ci.yml to 22", 1, 1, false},
		{"dev", ferry, "merge main and resolve the conflicts in models.py", 1, 0, false},
		{"dev", ferry, "add a prettier config", 2, 0, false}, {"dev", ferry, "write a test for the click handler", 1, 1, false},
		{"dev", ferry, "write the invoices as pdf", 3, 0, false}, {"dev", ferry, "write the invoices as pdf", 2, 1, true},
		{"main", ferry, "write the invoices as pdf", 3, 0, true}, {"main", ferry, "fix the typo in the readme", 1, 0, false},
		{"main", ferry, click, 4, 0, false}, {"main", ferry, click, 5, 0, true},
		{"main", de, "korrigier den Tippfehler im Readme", 1, 1, false}, {"main", de, "schreib die Rechnungen als PDF", 3, 0, true},
		{"dev", de, "schreib die Rechnungen als PDF", 3, 0, false}, {"dev", de, "schreib die Rechnungen als PDF", 2, 1, true},
		{"main", "fais un calendrier de réservation", "corrige la faute dans le README", 1, 1, false},
		{"main", "haz un calendario de reservas", "escribe las facturas en pdf", 3, 0, true},
		{"main", "fai un calendario per il traghetto", "scrivi le fatture in pdf", 3, 0, true},
		{"main", "faz um calendário de reservas", "escreve as faturas em pdf", 3, 0, true},
		{"main", "сделай календарь для парома", "выгрузи счета в pdf", 3, 0, true},
		{"main", "给渡轮做一个预订日历", "把发票导出为PDF文件", 3, 0, true},
		{"main", "フェリーの予約カレンダーを作って", "請求書をPDFで出力して", 3, 0, true},
		{"main", ferry, "which ferry did we take?", 9, 0, false}, {"main", ferry, "look at the logs", 9, 0, false},
		{"main", ferry, "tell me again how a booking is kept that was paid and cancelled", 9, 0, false},
		{"main", ferry, "go on with the calendar", 9, 0, false},
		{"feat/ferry", ferry, "write the invoices as pdf", 9, 0, false}, {"feat/7", ferry, "write the invoices as pdf", 4, 0, false},
		{"feat/7", ferry, "write the invoices as pdf", 5, 0, true},
	} {
		f := Facts{Session: Session{ID: "new", Date: now}, Work: Work{Branch: c.branch}, topic: c.branch != "main"}
		f.lines = &line.Lines{}
		for n := range c.changed {
			f.Work.Changed = append(f.Work.Changed, fmt.Sprintf("new%d.go", n))
		}
		f.Conversation = transcript.Conversation{Prompts: said(c.prompt), LastAnswer: "Done.", First: now, Last: now}
		f.State.Goal, f.State.Next = c.known, []line.Item{{Text: click}}
		f.State.LastSittings = []line.Sitting{{Title: c.known, Session: "old", Files: []string{"a", "b", "c", "d"}}}
		for range c.since {
			f.State.LastSittings = append(f.State.LastSittings, line.Sitting{Title: "x", Session: "y", Files: []string{"e"}})
		}
		wanted := c.known
		if c.want {
			wanted = c.prompt
		}
		want(t, fmt.Sprint(c.branch, ": ", c.prompt, c.changed, c.since), f.goal(), wanted)
	}
}

// What a session works on is its own work, however little, and not what the line that it follows is for.
func TestASessionWorksOnItsOwn(t *testing.T) {
	const known, canary = "was haben die worker gestern abend gemacht?", "canary for web: 20% of traffic for 30 min then full"
	for _, c := range []struct {
		prompt, want string
		changed      int
	}{
		{canary, canary, 1}, {canary, known, 0}, {"go on with the workers", known, 1}, {"weiter", known, 1},
		{"look at the logs", known, 1}, {"which limit did we take?", known, 1},
	} {
		f := Facts{Session: Session{ID: "new", Date: now}, Work: Work{Branch: "main"}, lines: &line.Lines{}}
		f.Work.Changed = []string{"web.yaml"}[:c.changed]
		f.Conversation = transcript.Conversation{Prompts: said(c.prompt), LastAnswer: "Done.", First: now, Last: now}
		f.State.Goal = known
		f.State.LastSittings = []line.Sitting{{Title: known, Session: "old", Files: []string{"a", "b", "c", "d"}}}
		want(t, c.prompt, f.works(), c.want)
	}
}
