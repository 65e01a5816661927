package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// A told turn is a prompt, the last answer to it, and with "+" before that a change of files, with "^" a push.
func toldTurns(trigger string, state line.State, turns ...[2]string) Facts {
	f := Facts{Session: Session{Date: now, Trigger: trigger}, Work: Work{Changed: []string{"a.go"}}, State: state}
	c := transcript.Conversation{First: now.Add(-time.Hour), Last: now}
	for i, x := range turns {
		at := now.Add(time.Duration(i-len(turns)) * time.Minute)
		answer := strings.TrimLeft(x[1], "+^")
		c.Prompts = append(c.Prompts, transcript.Prompt{Text: x[0], Time: at, Answer: answer})
		c.LastAnswer = answer
		span := transcript.Span{From: at.Add(time.Second), To: at.Add(2 * time.Second)}
		switch x[1][:1] {
		case "+":
			c.Changes = append(c.Changes, transcript.Change{Span: span})
		case "^":
			c.Published = append(c.Published, transcript.Commit{Subject: "git push -q origin HEAD", Time: span.To})
		}
	}
	f.Conversation = c
	return f
}

func TestNowIsThatThePullRequestWaits(t *testing.T) {
	build := [2]string{"build the csv export of the attempts", "+The export streams its rows now."}
	waits := [2]string{"push it and open the PR, Marek reviews", "^Pushed. PR #48 is open, waiting for Marek's review."}
	const told = "PR #48 is open, waiting for Marek's review."
	stood := line.State{Now: "asked: the export; answered: PR #48 is open, Marek is asked for review."}
	cases := []struct {
		want  string
		state line.State
		turns [][2]string
	}{
		{told, line.State{}, [][2]string{build, waits}},
		{told, line.State{}, [][2]string{build, waits, {"What happens for a customer that doesn't exist?", "You get the header line and no rows."}}},
		{told, line.State{}, [][2]string{build, waits, {"CI takes 40 seconds, can we speed that up?", "A prebuilt image would save 25 s. I would do that, if anything."}, {"Nah, leave it, 40 seconds is fine.", "OK, left as it is."}}},
		{told, line.State{}, [][2]string{build, waits, {"Should we encrypt the rows at rest as well? Just your opinion.", "It would be safer, but slower."}, {"No, leave it. Security has a separate epic for that.", "OK, left out."}}},
		{told, line.State{}, [][2]string{build, waits, {"how does the export page its rows?", "By the key of the last row."}, {"ok thanks", "You're welcome."}}},
		{told, line.State{}, [][2]string{build, waits, {"does the csv export of the attempts handle quotes?", "Yes, by doubling them."}}},
		{told, line.State{}, [][2]string{build, {"commit, push and open a PR", "^Committed and pushed. " + told}}},
		{told, line.State{}, [][2]string{build, {"commit and push, open the PR", "^" + told}, {"good to know, thanks", "Sure."}}},
		{told, line.State{}, [][2]string{build, waits, {"parquet as well? sales asks", "A new dependency; I would not."}, {"agreed, not worth it", "OK."}}},
		{"#45 is up to date and waits for Marek's review", line.State{}, [][2]string{build, {"rebase on main", "^Rebased, tests green; #45 is up to date and waits for Marek's review."}, {"why was there a conflict?", "Both sides added an import."}}},
		{"PR #48 ist offen und wartet auf das Review von Jana", line.State{}, [][2]string{build, {"push und mach den PR auf", "^Gepusht, PR #48 ist offen und wartet auf das Review von Jana."}, {"wie lange dauert die CI?", "Etwa 40 Sekunden."}, {"ok, lass es so", "Gut."}}},
		{"PR #48 est ouverte", line.State{}, [][2]string{build, {"pousse et ouvre la PR", "^Poussé, la PR #48 est ouverte, en attente de la revue de Léa."}, {"pourquoi ce test est-il lent ?", "Il attend l'horloge."}, {"laisse comme ça", "D'accord."}}},
		{"PR #48 está abierto", line.State{}, [][2]string{build, {"sube y abre el PR", "^Subido, el PR #48 está abierto, a la espera de la revisión de Ana."}, {"¿por qué tarda tanto la prueba?", "Por el reloj."}, {"no, déjalo así", "Vale."}}},
		{"PR #48 открыт", line.State{}, [][2]string{build, {"запушь и открой PR", "^PR #48 открыт, ждёт ревью Марата."}, {"почему тест медленный?", "Ждёт часы."}}},
		{"PR #48 已创建", line.State{}, [][2]string{build, {"推送并创建 PR", "^已推送，PR #48 已创建，等待小王审核。"}, {"为什么测试这么慢？", "因为时钟。"}}},
		{told, line.State{}, [][2]string{build, waits, {"One for later: the customer admin should get an email. That's HOOK-263, not this week.",
			"Noted as HOOK-263 for later: an email to the admin. Nothing done now."}}},
		{"CSV export (HOOK-247): waits for Marek's review", line.State{}, [][2]string{build, waits, {"what is still open?",
			"Nothing waits for you:\n\n- #45 CSV export (HOOK-247): waits for Marek's review\n- Later: HOOK-258 (metrics), HOOK-263 (email)"}}},
		// pull requests of others
		{"The export streams its rows now", line.State{}, [][2]string{build, {"list the open prs", "There are three: PR #44 is open (Marek), PR #39 is open (Anna), #31 waits for review."}}},
		{"The export streams its rows now", line.State{}, [][2]string{build, {"what's with marek's pr?", "PR #44 is open, it waits for Marek's review."}}},
		{told, line.State{}, [][2]string{build, waits, {"list the open prs", "PR #44 is open (Marek), #31 waits for review."}}},
		{"#48 is open", line.State{}, [][2]string{build, waits, {"did marek look?", "Not yet, PR #48 is open, no review."}}},
		// a later session that changes nothing
		{"PR #48 is open", stood, [][2]string{{"How does the export work? I have to explain it to support.", "It pages by key."}, {"ok thanks. is the size configurable per customer?", "No, it is one setting."}}},
		{"PR #48 is open", stood, [][2]string{{"what did we decide about gzip for the export?", "The proxy does it."}, {"ok, next sprint at the earliest then.", "OK."}}},
		{"PR #48 is open", stood, [][2]string{{"How much work would HOOK-263 be? Only an estimate, don't start.", "About a day."}, {"not now", "OK."}}},
		// newer about the work
		{"escapes", line.State{}, [][2]string{build, waits, {"Escape the cells that start with =", "+It escapes = + - @ now."}}},
		{"The index is missing", line.State{}, [][2]string{build, waits, {"find out why the export of acme is slow", "The index is missing."}}},
		{"HOOK-252 is done", line.State{}, [][2]string{build, waits, {"deployed, ops confirms no more doubles. HOOK-252 is done", "Good."}}},
		{"still fails on staging", line.State{}, [][2]string{build, waits, {"it still fails on staging with a timeout", "The proxy cuts after 30 s."}}},
		{"header should be comma separated", line.State{}, [][2]string{build, waits, {"No, the header should be comma separated.", "+It is."}}},
		{"Shall I", line.State{}, [][2]string{build, waits, {"do we handle Retry-After?", "No. Shall I add it?"}}},
		{"merged", line.State{}, [][2]string{build, waits, {"merge it", "^Merged into main, the branch is deleted: #48 is merged."}}},
		// nothing was handed in
		{"The export streams its rows now.", line.State{}, [][2]string{build, {"commit it", "+Committed as `HOOK-247: export`."}}},
		{"The export streams its rows now.", line.State{}, [][2]string{build, {"Nah, leave the header, it's fine as it is", "OK."}}},
		{"asked: what is the plan for the export?", line.State{}, [][2]string{{"what is the plan for the export?", "First the route, then the rows."}}},
		{"The cap is 6 h.", stood, [][2]string{{"cap the delay of the export at 6 h", "+The cap is 6 h."}}},
		{"PR #49 is open", stood, [][2]string{{"a second PR for the docs", "^PR #49 is open for the docs."}, {"is it short?", "Two lines."}}},
	}
	for _, c := range cases {
		f := toldTurns(SessionEnd, c.state, c.turns...)
		if got := f.now(f.left(f.talk()), f.talk()); !strings.Contains(got, c.want) {
			t.Errorf("%v: now is %q, want %q", c.turns[len(c.turns)-1], got, c.want)
		}
	}
}

func TestAnOrderThatWasDoneAtOnceIsNoStep(t *testing.T) {
	left := "The endpoint is in and committed.\n\nLeft: squash, push and the PR."
	const open = "PR #48 is open, Marek is asked for review."
	cases := []struct {
		want                  string
		list, order, answered string
	}{
		{"", left, "Push it and open the PR, Marek reviews.", "^" + open},
		{"", left, "Push it and open the PR, Marek reviews.", "^Pushed. PR #48 is open."},
		{"", left, "Push it and open the PR.", "^" + open},
		{"", left, "Yes, squash them into one and open the PR, Marek reviews.", "^One commit, `HOOK-1: a`, PR **#45** is open, Marek is asked for review."},
		{"", left, "Run it 100 times, then commit, push and PR.", "^100 of 100 runs passed. Committed, pushed, PR **#46** is open."},
		{"", left, "push it and answer marek's comments on the PR", "^Pushed, and Marek's four comments are answered on #41. The PR now waits for Marek's second review."},
		{"", left, "go on", "^Squashed and pushed, PR #48 is open."},
		{"", "Done.\n\nNext:\n- push and PR", "commit, push, PR. Title should start with [hotfix]", "^PR #44 is open: `[hotfix] claim once`."},
		{"", "Done.\n\nNext:\n- push the branch", "push", "^Pushed to origin."},
		{"", "Done.\n\nLeft:\n- Open the PR", "ok, the PR then, Dana looks at it", "^I opened https://git.acme.example/acme/p/pull/9 and requested a review from Dana."},
		{"the docs", "Done.\n\nNext:\n- push and open the PR\n- the docs", "push it, open the PR, Mira reviews", "^Pushed. PR #3 is open, Mira is asked for review."},
		{"", "Fertig.\n\nOffen:\n- pushen und PR aufmachen", "push und mach den PR auf, Jana reviewt", "^Gepusht, PR #4 ist offen."},
		{"", "Prêt.\n\nReste à faire :\n- pousser et ouvrir la PR", "pousse et ouvre la PR, Paul relit", "^Poussé, la PR #4 est ouverte, en attente de la revue de Paul."},
		{"", "Listo.\n\nPendiente:\n- abrir el PR", "abre el PR, lo revisa Ana", "^El PR #4 está abierto, a la espera de la revisión de Ana."},
		{"", "Pronto.\n\nFalta:\n- fazer push e abrir o PR", "pode abrir o PR", "^O PR #4 está aberto, aguardando a revisão da Bia."},
		{"", "Fatto.\n\nResta:\n- fare il push e aprire la PR", "fai push e apri la PR", "^La PR #4 è aperta, in attesa della revisione di Sara."},
		{"", "Готово.\n\nОсталось:\n- запушить и открыть PR", "запушь и открой PR", "^PR #4 открыт, ждёт ревью Оли."},
		{"", "完成。\n\n剩余：\n- 推送并创建 PR", "推送并创建 PR", "^已推送，PR #4 已创建，等待审核。"},
		// not done, or not that
		{"squash, push and the PR", left, "Commit it as wip, don't push.", "+Committed as `HOOK-258: wip`, not pushed."},
		{"squash, push and the PR", left, "does it need a token?", "The admin token."},
		{"squash, push and the PR", left, "push it, no PR yet", "^Pushed. No PR yet."},
		{"squash, push and the PR", left, "open the PR tomorrow", "OK, tomorrow."},
		{"merge the PR", "PR #4 is open.\n\nLeft:\n- merge the PR", "thanks", "#4 waits for Marek's review."},
		{"deploy to staging", "Done.\n\nLeft:\n- push and PR\n- deploy to staging", "push, PR", "^Pushed, PR #4 is open."},
		{"README section, push and the PR", "Done.\n\nLeft:\n- README section, push and the PR", "what is in main?", "PR #4 is open there, of Dana."},
		{"PR is open, Mira reviews it", "Done.", "the PR is open, Mira reviews it", "OK."},
		{"push the image to the registry", "Built.\n\nLeft:\n- push the image to the registry", "open the PR", "^PR #4 is open."},
		{"push and PR", "Done.\n\nLeft:\n- push and PR", "is the lint green?", "Yes. I can open the PR once you say so."},
		{"open the PR", "Gut.\n\nOffen:\n- open the PR", "push schon mal", "^Gepusht, der PR ist noch nicht offen."},
		{"the PR", "Bien.\n\nLeft:\n- the PR", "wait with it until Ana is back", "OK, the PR waits for your go."},
	}
	for _, c := range cases {
		f := toldTurns(SessionEnd, line.State{}, [2]string{"write the metrics endpoint for dead deliveries", "+" + c.list}, [2]string{c.order, c.answered})
		talk := f.talk()
		next, _, _ := f.next(nil, f.left(talk), talk)
		if got := strings.Join(next, "|"); got != "" && c.want == "" || !strings.Contains(got, c.want) {
			t.Errorf("%q, %q: next is %q, want %q", c.list, c.order, got, c.want)
		}
	}
}

// What an answer only announces says nothing of the work, nor is a prompt that tidies up after a merge its goal.
func TestNowIsNoAnnouncementAndTheGoalNoTidying(t *testing.T) {
	f := toldTurns("auto", line.State{}, [2]string{"do the expiry job", "+Let me look at the state first."})
	want(t, "now", f.now(f.left(f.talk()), f.talk()), "asked: do the expiry job")
	f = toldTurns(SessionEnd, line.State{}, [2]string{"The rotation PR is merged, HOOK-240 is done. Clean up the branch please.", "^Deleted."},
		[2]string{"Describe the expiry job in docs/ops.md, two lines", "+Two lines in docs/ops.md."})
	title, _ := f.talk().title()
	want(t, "goal", title, "Describe the expiry job in docs/ops.md, two lines")
}

// A pull request of another branch, where the session went there and back, ends no step of this one.
func TestAPullRequestOfAnotherBranchEndsNoStep(t *testing.T) {
	for branch, open := range map[string]string{"feat/a": "", "feat/b": "push and PR"} {
		f := toldTurns(SessionEnd, line.State{}, [2]string{"write the export", "+In.\n\nLeft:\n- push and PR"},
			[2]string{"CI is red on main. Fix the test, small branch and PR", "+PR #42 is open."}, [2]string{"back to the export. is it fast?", "Yes."})
		f.Work.Branch, f.Work.made = "feat/a", f.Conversation.Changes
		f.Work.made[0].Branch, f.Work.made[1].Branch = "feat/a", branch
		f.Work.On = []string{"feat/a", branch}
		next, _, _ := f.next(nil, f.left(f.talk()), f.talk())
		want(t, branch, strings.Join(next, "|"), open)
	}
}
