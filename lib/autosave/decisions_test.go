package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// A menu under a heading is about what that says, not about the reply before it.
func TestAChoiceIsToldWithTheHeadingOfItsMenu(t *testing.T) {
	menu := func(heading string) string {
		return heading + "\n\nThe spec says both.\n\n1. **Keep the union** - shorter.\n2. **Wrap it** - one more name.\n\n" +
			"**Which do you prefer? (1 / 2)**"
	}
	prompts := said("review the types", "1", "2", "ok")
	prompts[0].Answer, prompts[1].Answer = menu("### Decision 1: `State` as alias"), menu("**Separator: dash or two**")
	prompts[2].Answer = "Changed."
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}}
	m, _ := f.decisions(f.talk())
	var got []string
	for name, text := range yamldoc.Pairs(m) {
		got = append(got, name.Value+": "+text.Value)
	}
	const want = "Decision 1: `State` as alias Which do you prefer?: 1: Keep the union - shorter.|" +
		"Separator: dash or two Which do you prefer?: 2: Wrap it - one more name."
	if all := strings.Join(got, "|"); all != want {
		t.Errorf("decided is %q", all)
	}
}

// The end of an argument is told with the question that it answers, and is no decision where none is known.
func TestTheEndOfAnArgumentIsToldWithItsQuestion(t *testing.T) {
	for before, want := range map[string]string{
		"Why not just two columns?": "Why not just two columns? So the table it is.",
		"fix the header":            "",
	} {
		prompts := said(before, "So the table it is.", "ok")
		prompts[0].Answer, prompts[1].Answer = "Columns keep no history.", "Done."
		f := Facts{Session: Session{Date: now}}
		f.Conversation = transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}
		m, _ := f.decisions(f.talk())
		got := ""
		for _, text := range yamldoc.Pairs(m) {
			got += text.Value
		}
		if got != want {
			t.Errorf("after %q decided is %q, want %q", before, got, want)
		}
	}
}

// Another option takes the place of the one that was dropped, under what was asked, in words and not as a letter.
func TestAnotherOptionReplacesTheOneThatIsDropped(t *testing.T) {
	const menu = "Two ways:\n\nA) A bloom filter per bucket.\nB) Sort by key and slide a window.\n\nWhich one?"
	prompts := said("memory of 400M events?", "try a", "0.4% is too much. drop bloom, do b")
	prompts[0].Answer, prompts[1].Answer = menu, "The bloom filter is written. It drops 0.4 %."
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}}
	m, _ := f.decisions(f.talk())
	var got []string
	for name, text := range yamldoc.Pairs(m) {
		got = append(got, name.Value+": "+text.Value)
	}
	if all := strings.Join(got, "|"); all != "memory of 400M events? Which one?: b: Sort by key and slide a window." {
		t.Errorf("decided is %q", all)
	}
}

// A rule is told as that, and not as a decision too; what is left out this once is a decision.
func TestARuleIsNoDecisionToo(t *testing.T) {
	for text, decided := range map[string]bool{
		"regeln für immer: tests vor dem commit. und keine npm deps, plain js": false,
		"rules for good: tests before each commit. and no npm deps, plain js":  false,
		"règle pour toute la lib: pas de float.":                               false,
		"rule for the repo: no npm deps":                                       false,
		"skip the svg export on the page, and we don't need the toggle":        true,
		"den svg export auf der seite brauchen wir nicht, kein toggle dort":    true,
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said("draw the plan", text), LastAnswer: "Ok.", Last: now}}
		if m, _ := f.decisions(f.talk()); (len(m.Content) > 0) != decided {
			t.Errorf("%q decides %v", text, m.Content)
		}
	}
}

// An answer to what is next, or to an offer, is a decision where it says why or how to work.
func TestAnAnswerThatWeighsIsADecision(t *testing.T) {
	const next, offer = "What would you like to do next?", "Anything else before I start?"
	for _, c := range []struct {
		question, answer string
		want             bool
	}{
		{next, "go", false}, {next, "Commit and push", false}, {next, "Run the tests", false}, {offer, "no", false},
		{offer, "No, start", false}, {"Was möchtest du als Nächstes tun?", "Tests ausführen", false},
		{"¿Qué quieres hacer ahora?", "Hacer commit", false}, {"次に何をしますか", "テストを実行", false}, {"Что дальше?", "запусти тесты", false},
		{"Shall I go on?", "Yes", false}, {"Ready to write it, or more to discuss?", "Write the plan", false},
		{offer, "never log the token", true}, {next, "the flag alone suppresses it, not a prompt", true},
		{"Does this cover all states?", "yes, but a timed-out session must end on its own, because nobody comes back to it", true},
		{"Does this look right?", "we keep two files instead of one because the second is read by the server", true},
		{"Was möchtest du als Nächstes tun?", "keine neue Tabelle, weil die alte schon von zwei Diensten gelesen wird", true},
		{"Que veux-tu faire ?", "jamais sans index, parce que la table a déjà dix millions de lignes et grandit", true},
		{"Which store?", "redis", true},
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{
			Prompts: said("build the store"), Answers: []transcript.Answer{{Question: c.question, Answer: c.answer}}, Last: now}}
		m, _ := f.decisions(f.talk())
		if got := len(m.Content) > 0; got != c.want {
			t.Errorf("%q to %q: decided is %v", c.answer, c.question, got)
		}
	}
}

// What the next prompt takes back is no decision any more, and the other thing is one.
func TestADecisionThatIsTakenBackIsNone(t *testing.T) {
	for _, c := range [][3]string{
		{"so the table it is", "no, back to the list after all", "no, back to the list after all"},
		{"so the table it is", "hm no, rather a file", "hm no, rather a file"},
		{"then we take redis", "scrap that, we do postgres after all", "scrap that, we do postgres after all"},
		{"ok, keyset pagination then, no offset", "no wait, offset is simpler, let's do offset", "no wait, offset is simpler, let's do offset"},
		{"we decided to use sqlite", "forget sqlite, postgres it is", "forget sqlite, postgres it is"},
		{"let's go with the queue, because retries are built in", "actually no, keep the cron job", "actually no, keep the cron job"},
		{"agreed, no parquet", "on second thought parquet after all", "on second thought parquet after all"},
		{"so cookies it is", "hmm, wait, jwt instead", "hmm, wait, jwt instead"},
		{"let's use the enum then", "no, strings after all", "no, strings after all"},
		{"we decided to drop the cache", "ok we keep the cache after all", "ok we keep the cache after all"},
		{"so the modal it is", "sorry, i meant a drawer", "sorry, i meant a drawer"},
		{"also nehmen wir die tabelle", "ach nein, doch lieber eine datei", "ach nein, doch lieber eine datei"},
		{"wir haben uns für sqlite entschieden", "vergiss sqlite, wir nehmen doch postgres", "vergiss sqlite, wir nehmen doch postgres"},
		{"donc on prend la table", "non finalement un fichier", "non finalement un fichier"},
		{"on a décidé d'utiliser redis", "oublie redis, on prend postgres finalement", "oublie redis, on prend postgres finalement"},
		{"entonces la tabla", "no, mejor un archivo", "no, mejor un archivo"},
		{"decidimos usar redis", "olvida redis, al final postgres", "olvida redis, al final postgres"},
		{"então a tabela", "não, melhor um arquivo", "não, melhor um arquivo"},
		{"allora la tabella", "no, meglio un file", "no, meglio un file"},
		{"значит берём таблицу", "нет, лучше файл", "нет, лучше файл"},
		{"我们决定用 redis", "算了，还是用 postgres", "算了，还是用 postgres"},
		{"ではテーブルにします", "いや、やっぱりファイルで", "いや、やっぱりファイルで"},
		{"ok then the list it is", "wait, no, a tree rather", "wait, no, a tree rather"},
		{"we use uuid for the ids, because they merge", "hm, ints instead", "hm, ints instead"},
		{"also json it is", "moment, doch lieber yaml", "moment, doch lieber yaml"},
		{"on utilise sqlite, parce que c'est léger", "attends, plutôt duckdb", "attends, plutôt duckdb"},
		{"seguimos con rest, porque es simple", "espera, mejor grpc", "espera, mejor grpc"},
		{"andiamo con le code, perché sono semplici", "anzi no, meglio un cron", "anzi no, meglio un cron"},
		{"мы решили взять очередь", "стоп, лучше крон", "стоп, лучше крон"},
		{"我们决定用队列", "不，还是用定时任务", "不，还是用定时任务"},
		{"キューを使うことに決めました", "いや、やっぱり cron にします", "いや、やっぱり cron にします"},
		{"so the table it is", "no, the header is wrong, fix that", "so the table it is"},
		{"so the table it is", "hm, does the table have an index?", "so the table it is"},
		{"we decided to use sqlite", "rather rename the column too", "we decided to use sqlite"},
		{"ok, keyset pagination then, no offset", "actually, add a test for the first page", "ok, keyset pagination then, no offset"},
		{"agreed, no parquet", "no, don't push yet", "agreed, no parquet"},
		{"let's go with the queue, because retries are built in", "forget the css for now", "let's go with the queue, because retries are built in"},
		{"we decided to use sqlite", "back to the login page", "we decided to use sqlite"},
		{"so cookies it is", "and the file export in utf-8", "so cookies it is"},
		{"wir haben uns für sqlite entschieden", "nein, der test ist rot", "wir haben uns für sqlite entschieden"},
		{"donc on prend la table", "non, pas encore de push", "donc on prend la table"},
		{"decidimos usar redis", "no, primero los tests", "decidimos usar redis"},
		{"我们决定用 redis", "还是先跑测试", "我们决定用 redis"},
		{"so the table it is", "no, the id column should be called uid", "so the table it is"},
		{"so the table it is", "wait, the tests are red", "so the table it is"},
		{"so the table it is", "sorry, the file is in docs", "so the table it is"},
		{"so the table it is", "actually, fix the lint first", "so the table it is"},
		{"so the table it is", "no, run the tests instead", "so the table it is"},
		{"we decided to use sqlite", "no, rather tomorrow", "we decided to use sqlite"},
		{"also json it is", "moment, die tests sind rot", "also json it is"},
		{"seguimos con rest, porque es simple", "no, el título está mal", "seguimos con rest, porque es simple"},
		{"мы решили взять очередь", "стоп, тесты падают", "мы решили взять очередь"},
		{"キューを使うことに決めました", "いや、テストが落ちています", "キューを使うことに決めました"},
		{"so the table it is", "stop", "so the table it is"},
		{"so the table it is", "hm ok", "so the table it is"},
	} {
		prompts := said("write the store", c[0], c[1])
		prompts[0].Answer, prompts[1].Answer = "It is there. What should it be in the end?", "Ok."
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}}
		m, _ := f.decisions(f.talk())
		var got []string
		for _, text := range yamldoc.Pairs(m) {
			got = append(got, text.Value)
		}
		if len(got) != 1 || !strings.HasSuffix(got[0], c[2]) {
			t.Errorf("%q, %q decides %q", c[0], c[1], got)
		}
	}
	prompts := said("so the table it is", "add a test", "ok, back to the list after all")
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}}
	if m, _ := f.decisions(f.talk()); len(m.Content) != 2 || m.Content[1].Value != "ok, back to the list after all" {
		t.Errorf("after another prompt: %v", m.Content)
	}
}

// What somebody has undone because it was not asked for was decided by nobody; with a reason it is a decision.
func TestWhatWasDoneWrongIsNoDecision(t *testing.T) {
	for text, decides := range map[string]bool{
		"wtf you changed ALL configs, also base and mixup! undo that": false,
		"mais t'as changé tous les fichiers, annule ça":               false,
		"pero cambiaste todos los archivos, deshaz eso":               false,
		"ma hai cambiato tutti i file, annullalo":                     false,
		"ты поменял все файлы, отмени всё":                            false,
		"undo that, the cache is too slow for the small machines":     true,
		"annule ça, le cache est trop lent pour les petites machines": true,
	} {
		prompts := said("sweep over the decay", text, "ok")
		prompts[0].Answer, prompts[1].Answer = "Done in all configs.", "Taken back."
		f := Facts{Session: Session{Date: now}}
		f.Conversation = transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}
		m, _ := f.decisions(f.talk())
		if got := len(m.Content) > 0; got != decides {
			t.Errorf("%q decides: %t", text, got)
		}
	}
}

func TestWhatSomebodyElseWantsInsteadTakesTheDecisionBack(t *testing.T) {
	for reply, want := range map[string]string{
		"i talked to Rochat, they want nominal rents, not deflated": "i talked to Rochat, they want nominal rents, not deflated",
		"she wants a map of the districts, not a table":             "she wants a map of the districts, not a table",
	} {
		f := toldTurns(SessionEnd, line.State{}, [2]string{"write the results", "+Written."},
			[2]string{"I decided: we deflate the rents", "+They are deflated."}, [2]string{"fix the typo", "+Fixed."},
			[2]string{reply, "+Done."})
		decided := strings.Join(line.Texts(line.DecisionsOf(f.adds())), "|")
		if reverses := !strings.Contains(decided, "we deflate"); !strings.Contains(decided, want) ||
			reverses != strings.Contains(reply, "deflated") {
			t.Errorf("after %q it is decided: %s", reply, decided)
		}
	}
}

// What was picked of a menu is taken back by a reply that names another of its options, and what the user does himself
// tonight decides nothing.
func TestAPickIsTakenBackByTheNameOfAnotherOption(t *testing.T) {
	const menu = "1. polling every 3 s\n2. a push by the server\n\nWhich one do you want?"
	for reply, want := range map[string]string{
		"hmm no wait, polling, simpler":                 "hmm no wait, polling, simpler",
		"hmm no wait, a typo":                           "2: a push by the server",
		"hm, actually 1. push is hard to test":          "1: polling every 3 s",
		"hm, 1 test fails":                              "2: a push by the server",
		"ok. I do the testflight upload myself tonight": "2: a push by the server",
	} {
		prompts := said("check the signature", "the second one", reply)
		prompts[0].Answer, prompts[1].Answer = menu, "Then it needs a key."
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}}
		m, _ := f.decisions(f.talk())
		var got []string
		for _, text := range yamldoc.Pairs(m) {
			got = append(got, text.Value)
		}
		if all := strings.Join(got, "|"); all != want {
			t.Errorf("after %q decided is %q, want %q", reply, all, want)
		}
	}
}

func TestWhatReplacesWhatWasJustMadeIsADecision(t *testing.T) {
	for reply, want := range map[string]string{
		"hmm no, most queries filter on event_name. cluster by event_name instead": "cluster by event_name instead",
		"no, the tests first": "", "ok, commit it": "", "a": "a: use chunks of 3 days",
	} {
		prompts := said("cluster the table by user_id", reply)
		answer := "It is clustered by `user_id`."
		if reply == "a" {
			answer = "The quota is exceeded.\n\nWe could:\na) use chunks of 3 days\nb) ask for more"
		}
		prompts[0].Time, prompts[0].Answer, prompts[1].Time = now.Add(-time.Hour), answer, now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now}}
		f.Conversation = transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}
		f.Work.touched = []line.File{{Path: "a.sql", At: now.Add(-30 * time.Minute)}}
		m, _ := f.decisions(f.talk())
		got := ""
		for name, text := range yamldoc.Pairs(m) {
			if got += text.Value; strings.Contains(name.Value, "user_id") {
				t.Errorf("%q is told under %q", reply, name.Value)
			}
		}
		if got != want {
			t.Errorf("%q decided %q", reply, got)
		}
	}
}
