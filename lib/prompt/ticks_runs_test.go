package prompt

import (
	"strings"
	"testing"
)

// A slash command, and a step.
const rowsRuns = `
yes /check-release-readiness | Check release readiness (RR)
yes /team-code-review | Run the code review
yes /code-review | Run ~code-review~ on the branch
yes /security-audit src/api | Do a security audit of the API
yes /team:write-changelog | Write the changelog
yes /deploy_staging | Deploy to staging
yes /bmad-create-story 2-4 | Create story 2-4
yes /run-load-test | Run the load test against staging
yes /sprint-planning | Run sprint planning
yes /qa-generate-tests | Generate the QA tests
no /create-story 2-5 | Create story 2-4
no /review | Review the changes
no /dev-story | Write the user docs
no /code-review | Review the translation
no /commit | Commit the changes
no check release readiness | Check release readiness
no /help | Run the code review
no /write-release-notes-for-customers | Write the changelog
no /create-pull-request | Create the index
no /tests-fix-flaky-suite | Add tests for the parser
`

func TestASlashCommandRunsAStep(t *testing.T) {
	readRows(t, rowsRuns, func(s string) bool {
		command, step, _ := strings.Cut(s, " | ")
		return TurnOf(command, nil, nil).Runs(StepOf(step))
	})
}

const rowsAbove = `
yes Review the story at the path above
yes Fix the two issues listed above
yes Run the command above
yes Answer the questions above
yes Apply the changes described above
yes Prüfe die Punkte oben
yes Relire les points ci-dessus
yes Revisar los cambios de arriba
yes Revisar as mudanças acima
yes Rivedere le modifiche qui sopra
yes Исправить ошибки, указанные выше
no Move the header above the fold
no Move the header above
no the typo in the line above
no Fix ~parse.go~ as described above
no Raise the limit above 40
no Review the story docs/3-1.md
no Add a test for values above the limit
no Show the banner above the table
no Run the migration of v2 as described above
`

func TestAStepOnlyPointsToWhatIsBeforeIt(t *testing.T) { readRows(t, rowsAbove, PointsBack) }

func TestAReplySaysOfANumberOrAValueThatNothingIsLeft(t *testing.T) {
	two := "Next steps:\n1. Trigger the DAG for yesterday\n2. Raise an alert when a batch takes longer than 10 minutes"
	gap := "Fixed.\n\nNot covered yet: retries with a signature older than 5 minutes are rejected."
	for _, c := range []struct {
		answer, reply string
		want          []bool
	}{
		{two, "50k to be safe. 1 i did already. 2 no, we have enough alerts. commit", []bool{true, true}},
		{two, "1 is done, 2 no", []bool{true, true}}, {two, "1 ist erledigt", []bool{true, false}},
		{two, "1 ya lo hice yo", []bool{true, false}}, {two, "2 nein, 1 mach ich morgen", []bool{false, true}},
		{two, "1 done?", []bool{false, false}}, {two, "1 no idea, 2 done by friday", []bool{false, false}},
		{two, "do 1, 2 don't forget", []bool{false, false}}, {two, "10 minutes is fine", []bool{false, false}},
		{gap, "5 minutes is fine. commit", []bool{true}}, {gap, "5 minutes are not enough", []bool{false}},
		{gap, "is 5 minutes fine?", []bool{false}}, {gap, "retries are fine", []bool{false}},
		{"No cubierto: los reintentos con una firma de más de 5 minutos se rechazan.", "5 minutos está bien. commit", []bool{true}},
	} {
		list := ListOf(c.answer)()
		for n, want := range c.want {
			if got := StepOf(list.Steps[n]).Reported(c.reply, list); got != want {
				t.Errorf("%q, answered %q: %q is reported: %t", c.answer, c.reply, list.Steps[n], got)
			}
		}
	}
}
