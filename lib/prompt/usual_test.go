package prompt

import (
	"strings"
	"testing"
)

// An answer says in the usual words that the step before "=>" is done.
const usual = `
Skip rule in ~riego/plan.py~ => The skip rule is in ~riego/plan.py~ (~SKIP = 50~, tenths of a mm), with ~test_skip~. All 3 tests pass.
Skip rule in ~riego/plan.py~ => The skip rule is in.
Skip rule in ~riego/plan.py~ => Added the skip rule.
Reader in ~riego/plan.py~ => The reader is in ~riego/plan.py~.
Parser in ~a/b.py~ => The parser is in ~a/b.py~ and all tests pass.
el comando ~riego report~ en ~riego/cli.py~ => ~riego report~ funciona.
el comando ~riego report~ en ~riego/cli.py~ => ~riego report~ works.
the command ~riego report~ in ~riego/cli.py~ => ~riego report~ works now. Tests pass.
el comando ~riego report~ en ~riego/cli.py~ => El comando ~riego report~ funciona.
CLI flag ~--json~ in ~cli.py~ => ~--json~ is done, ~test_json~ passes.
retry in ~mail/send.go~ => The retry is in ~mail/send.go~ now, with a test.
arreglar b => b) listo.
arreglar b => Por lotes: ~test_parallel~ verde, 7 tests pasan. b) listo.
arreglar b => b) arreglado.
arreglar b => b) done.
fix b) => b) is fixed.
fix b => a) and b) are done.
c) ~groups.json~ => c) listo: ~load~ en ~riego/groups.py~, por defecto 2, con ~tests/test_groups.py~. 8 tests pasan.
d) ~riego groups~ => Arreglado en ~riego/cli.py~; commit ~groups: command riego groups, broken valves~. d) listo.
b) a scheduler that opens two at most => a) and b) done, tests pass.
c) Ladefunktion für ~groups.json~ => c) ist fertig.
c) la lecture de ~groups.json~ => c) terminé, les tests passent.
b) o agendador => b) pronto.
b) il pianificatore => b) fatto.
b) планировщик => b) готово.
Überspringregel in ~plan.py~ => Die Überspringregel ist in ~plan.py~, mit Test.
lecteur CSV dans ~lecture.py~ => Le lecteur CSV est dans ~lecture.py~, avec un test.
lector CSV en ~riego/entrada.py~ => El lector CSV está en ~riego/entrada.py~, con su test.
leitor CSV em ~riego/leitura.py~ => O leitor CSV está em ~riego/leitura.py~.
lettore CSV in ~riego/dati.py~ => Il lettore CSV è in ~riego/dati.py~.
чтение CSV в ~reader.py~ => Чтение CSV теперь в ~reader.py~.
der Befehl ~riego log~ in ~cli.py~ => ~riego log~ funktioniert.
la commande ~riego log~ dans ~cli.py~ => ~riego log~ fonctionne.
o comando ~riego log~ em ~cli.py~ => ~riego log~ funciona.
il comando ~riego log~ in ~cli.py~ => ~riego log~ funziona.
команда ~riego log~ => ~riego log~ работает.
命令 ~riego log~ => ~riego log~ 完成了。
add ~--json~ => ~--json~ is done.
fix ~load()~ => ~load()~ is fixed.
the discount rule in ~cart.ts~ => The discount rule is in ~cart.ts~, with a test.
the export menu in ~menu.vue~ => The export menu is in ~menu.vue~ and tested.
`

// It does not.
const unusual = `
Skip rule in ~riego/plan.py~ => The skip rule is in ~riego/plan.py~ but does nothing yet.
Skip rule in ~riego/plan.py~ => The skip rule belongs in ~riego/plan.py~.
Skip rule in ~riego/plan.py~ => The skip rule will be in ~riego/plan.py~.
Skip rule in ~riego/plan.py~ => The skip rule is in ~riego/old.py~, it must move.
Skip rule in ~riego/plan.py~ => The test of the skip rule is in ~riego/plan.py~.
Skip rule in ~riego/plan.py~ => Is the skip rule in ~riego/plan.py~?
Skip rule in ~riego/plan.py~ => Added a note on the skip rule.
Skip rule in ~riego/plan.py~ => Half of the skip rule is in ~riego/plan.py~.
Skip rule in ~riego/plan.py~ => Only the skip rule is missing in ~riego/plan.py~.
Skip rule in ~riego/plan.py~ => The skip rule is in ~riego/plan.py~, but ~test_skip~ is red.
Skip rule in ~riego/plan.py~ => Added the skip rule to the README.
Skip rule in ~riego/plan.py~ => The old skip rule is in ~riego/plan.py~.
Bug in ~riego/plan.py~ => The bug is in ~riego/plan.py~.
Memory leak in ~riego/plan.py~ => The memory leak is in ~riego/plan.py~, line 40.
fix the rounding in ~riego/plan.py~ => The rounding is in ~riego/plan.py~.
tests for ~parse~ in ~parse_test.go~ => ~parse~ works.
docs of ~riego report~ in ~docs/report.md~ => ~riego report~ works.
el comando ~riego report~ en ~riego/cli.py~ => ~riego report~ funciona solo con una zona.
el comando ~riego report~ en ~riego/cli.py~ => ~riego report~ falla.
el comando ~riego report~ en ~riego/cli.py~ => ~riego plan~ funciona.
el comando ~riego report~ en ~riego/cli.py~ => ~riego report~ todavía no funciona.
el comando ~riego report~ en ~riego/cli.py~ => ¿~riego report~ funciona?
el comando ~riego report~ en ~riego/cli.py~ => Si ~riego report~ funciona, hago commit.
el comando ~riego report~ en ~riego/cli.py~ => El test de ~riego report~ está listo.
arreglar b => a) listo.
arreglar b => b) casi listo.
arreglar b => b) sigue rojo.
arreglar b => b) no está listo.
arreglar b => ¿b) listo?
fix b => b) almost done.
fix b => b) done? not yet.
fix b => b) done, except the tests.
fix b => a) is fixed.
fix b => Next is b).
fix b => b) half done.
fix b => b) tests are done.
c) ~groups.json~ => b) listo.
c) ~groups.json~ => c) está rojo.
c) ~groups.json~ => c) se hace mañana.
c) ~groups.json~ => a) and b) are done, c) is next.
c) ~groups.json~ => Once c) is done I commit.
c) Ladefunktion => c) ist noch nicht fertig.
c) la lecture => c) presque terminé.
b) o agendador => b) quase pronto.
b) il pianificatore => b) quasi fatto.
b) планировщик => b) почти готово.
Überspringregel in ~plan.py~ => Die Überspringregel ist noch nicht in ~plan.py~.
lecteur CSV dans ~lecture.py~ => Le lecteur CSV sera dans ~lecture.py~.
lector CSV en ~riego/entrada.py~ => El lector CSV está en ~riego/entrada.py~ pero no lee comas.
der Befehl ~riego log~ in ~cli.py~ => ~riego log~ funktioniert noch nicht.
la commande ~riego log~ dans ~cli.py~ => Le test de ~riego log~ fonctionne.
Reader in ~riego/plan.py~ => The reader is in ~riego/plan.py~ only as a stub.
Reader in ~riego/plan.py~ => The reader is in ~riego/plan.py~, its test is missing.
Reader in ~riego/plan.py~ => When the reader is in ~riego/plan.py~ I commit.
Reader in ~riego/plan.py~ => I think the reader is in ~riego/plan.py~.
Reader in ~riego/plan.py~ => You said the reader is in ~riego/plan.py~.
fix b => b) done by you.
fix b => b) is done tomorrow.
fix b => b) should be done now.
fix b => a) done, b) open.
fix b => b) and c) are not done.
c) ~groups.json~ => c) works with 3.11 only.
Log ~parse~ in ~riego/plan.py~ => ~parse~ works.
Split the function ~parse~ => ~parse~ works.
Ask Jonas about ~parse~ => ~parse~ is done.
the command ~riego report~ => ~riego report~ works on my machine with one zone.
the command ~riego report~ => If ~riego report~ is done we can tag.
the flag ~--json~ => ~--json~ is listed in the README as done.
den Befehl ~riego log~ => ~riego log~ ist fast fertig.
the deadlock in ~pool.go~ => The deadlock is in ~pool.go~.
slow loop in ~report.py~ => The slow loop is in ~report.py~, it sorts at each step.
rounding in ~tax.py~ => The rounding is in ~tax.py~ and uses floats.
session timeout in ~auth.go~ => The session timeout is in ~auth.go~: 30 min, hard coded.
`

func TestAStepIsDoneInTheUsualWords(t *testing.T) {
	for rows, want := range map[string]bool{usual: true, unusual: false} {
		for row := range strings.SplitSeq(strings.TrimSpace(strings.ReplaceAll(rows, "~", "`")), "\n") {
			text, answer, _ := strings.Cut(row, " => ")
			turn, step := TurnOf("go on", []string{answer}, nil), StepOf(text)
			turn.Changes, turn.Files = true, []string{"riego/plan.py", "riego/cli.py"}
			if got := turn.Done(step) || turn.Certain(step); got != want {
				t.Errorf("%q ends %q: %v", answer, text, got)
			}
		}
	}
}

func TestAnAnswerToAQuestionEndsNoStep(t *testing.T) {
	for _, c := range [][3]string{
		{"caching in `api.ts`", "where is the caching", "The caching is in `api.ts`."}, {"the helper `trim`", "does trim work?", "Yes, `trim` works."},
		{"the command `sync`", "funktioniert sync?", "Ja, `sync` funktioniert."}, {"the function `parse`", "¿funciona parse?", "Sí, `parse` funciona."},
	} {
		for _, asked := range []string{c[1], "go on"} {
			turn, step := TurnOf(asked, []string{c[2]}, nil), StepOf(c[0])
			turn.Changes = true
			if turn.Done(step) != (asked == "go on") {
				t.Errorf("%q, answered %q, ends %q: %v", asked, c[2], c[0], asked != "go on")
			}
		}
	}
}
