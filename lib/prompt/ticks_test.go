package prompt

import "testing"

func TestAnItemThatIsMarkedAsDoneIsAStep(t *testing.T) {
	skeleton := "Loading skeleton – blank while fetching"
	for _, c := range []struct {
		answer, step string
		want         bool
	}{
		{"### Done\n\n- ✅ **Loading skeleton**", skeleton, true},
		{"- [x] Loading skeleton – blank while fetching", skeleton, true},
		{"- ~~Loading skeleton~~ not needed", skeleton, true},
		{"## Skeleton is in\n\n### What I did\n\n- Added the loading skeleton\n- Ran the tests", skeleton, true},
		{"Erledigt:\n- Loading skeleton", skeleton, true},
		{"Both are in, and #43 is updated:\n- **Loading skeleton**: shown while fetching", skeleton, true},
		{"I've added the loading skeleton, the tests are green.", skeleton, true},
		{"| Step | Status |\n|---|---|\n| Loading skeleton | ✅ done |\n| Bank holidays | open |", skeleton, true},
		{"Hecho:\n- Esqueleto de carga", "Esqueleto de carga: en blanco hasta que llega", true},
		{"做了什么：\n- 添加了加载骨架", "加载骨架", true},
		{"- ✅ **409** documented in `docs/api.md`", "Document the 409 – missing in `docs/api.md`", true},
		{"- [ ] Loading skeleton", skeleton, false},
		{"### Done\n\n- ✅ **Keyboard navigation**", skeleton, false},
		{"### Done\n\n- Tests for the loading skeleton", skeleton, false},
		{"### What I did\n\n- Looked at the loading skeleton", skeleton, false},
		{"### What I did\n\n- Started on the loading skeleton", skeleton, false},
		{"### Done\n- the grid\n\nThen I looked at these:\n- Loading skeleton", skeleton, false},
		{"### Done\n- Loading skeleton, not on phones yet", skeleton, false},
		{"## Test plan\n- [x] loading skeleton", skeleton, false},
		{"I've added a test for the loading skeleton.", skeleton, false},
		{"- ✅ Load test: invoices", "Load test: orders", false},
		{"- ✅ PDF export for invoices", "CSV export for invoices", false},
		{"- ✅ Tests\n- ✅ Docs", "Tests – for the export", false},
		{"- ✅ Loading skeleton", "Tests for the loading skeleton", false},
		{"```\n- [x] Loading skeleton\n```", skeleton, false},
	} {
		if got := TurnOf("go on", []string{c.answer}, nil).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q says of %q: %v", c.answer, c.step, got)
		}
	}
}

func TestWhatIsRuledOutIsNoStep(t *testing.T) {
	for answer, want := range map[string]bool{
		"The join is innocent: `store_id` is unique, 6 of 6.": true, "The join is ruled out.": true, "We ruled out the join.": true,
		"- [x] ~~the join with `stores.csv`~~ ruled out": true, "Ruled out:\n- the join with `stores.csv`": true,
		"Der Join ist ausgeschlossen.": true, "The join is not the cause, the time zone is.": true,
		"The join is not ruled out yet.": false, "The files are ruled out, so the join is next.": false, "Is the join ruled out?": false,
		"If the join is innocent, it is the clock.": false, "The join of regions is ruled out.": false, "It can't be the files, they are ruled out.": false,
	} {
		if TurnOf("go on", []string{answer}, nil).Done(StepOf("the join with `stores.csv`")) != want {
			t.Errorf("%q ends it: %t", answer, !want)
		}
	}
	for answer, step := range map[string]string{
		"The join is innocent.":            "The join is next.",
		"Die Zeitzone ist ausgeschlossen.": "die Zeitzone", "Le fuseau horaire n'est pas la cause.": "le fuseau horaire: les ventes tardives",
		"El huso horario está descartado.": "el huso horario", "O fuso horário não é a causa.": "o fuso horário", "Il fuso orario è escluso.": "il fuso orario",
		"Часовой пояс ни при чём.": "часовой пояс", "时区不是原因。": "时区", "タイムゾーンは原因ではありません。": "タイムゾーン",
	} {
		if !TurnOf("", []string{answer}, nil).Done(StepOf(step)) {
			t.Errorf("%q does not end it", answer)
		}
	}
}

func TestAStepIsDoneThatIsAllOfAPrompt(t *testing.T) {
	for _, c := range []struct {
		asked, answer string
		want          bool
	}{
		{"Open the PR, please.", "PR **#46** is open: https://example.org/pull/46", true}, {"yes, open the PR", "Done: #46.", true},
		{"open the PR", "I couldn't open the PR: `gh` is not logged in.", false}, {"open the PR", "Against which branch?", false},
		{"commit it", "Committed.", false}, {"open the PR", "", false},
	} {
		if StepOf("Open the PR").Did(c.asked, c.answer) != c.want {
			t.Errorf("%q, answered %q, is the step: %t", c.asked, c.answer, !c.want)
		}
	}
}

func TestNothingElseIsOpen(t *testing.T) {
	for _, text := range []string{
		"Done. Nothing else is open on this branch; ready for a PR whenever you are.",
		"Committed.\n\n✅ The race is closed by the constraint. Nothing else is open on this branch.", "Pushed. No other open items on this branch.",
		"Damit ist auf dem Branch nichts mehr offen.",
		"C'est commité. Il n'y a plus rien d'ouvert sur cette branche.", "Listo. No queda nada más abierto en esta rama.",
		"Não há mais nada em aberto neste branch.", "Non c'è altro di aperto su questo branch.",
		"Готово. Больше на этой ветке ничего не открыто.", "已提交。这个分支上没有其他未完成的事项。", "このブランチに残っている作業はありません。",
	} {
		if steps, says := Left(text); !says || len(steps) > 0 {
			t.Errorf("%q leaves %q, %v", text, steps, says)
		}
	}
	for _, text := range []string{
		"Nothing else is open on this branch except the docs.", "The file is closed; nothing else has it open.",
		"Nothing else is open in the editor, so the port is free.", "The docs wait for Priya. Nothing else is open on this branch.",
		"If nothing else is open on this branch, I'd merge.", "Is nothing else open on this branch?",
		"The test still fails. Nothing else is open on this branch.", "The socket is closed and nothing else is open.",
		"Pushed. The review by Ana is pending, nothing else is open on this branch.", "Sonst ist auf diesem Branch nichts offen, außer der Doku.",
	} {
		if steps, says := Left(text); says && len(steps) == 0 {
			t.Errorf("%q leaves nothing", text)
		}
	}
	if !TurnOf("", []string{"Fixed.\n\n✅ Race between two requests"}, nil).Done(StepOf("Race between two requests: they are two statements")) {
		t.Error("a paragraph with a tick does no step")
	}
}
