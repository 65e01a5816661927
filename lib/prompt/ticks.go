package prompt

import (
	"math/bits"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/rank"
)

// ticksOf are the items that an answer marks as done, or lists under a heading that says so; none for others to tick.
func ticksOf(answer string) (all []parsed) {
	under, drafted := false, false
	for _, line := range boxed(unfenced(head(answer))) {
		line = strings.TrimSpace(line)
		first := bareWords(append(clausesOf(line), "")[0])
		drafted = has(first, "drafts") || drafted && !heading(line)
		switch what := unlisted(line); {
		case line == "":
		case line == what && (!ticked(line) || strings.HasSuffix(line, ":")):
			under = (heading(line) || strings.HasSuffix(line, ":")) &&
				(isOne(first, "finals") || begins(first, "dids") || phrasesOf("clears").is(first) ||
					ends(first, "stands"))
		case !drafted && (under || ticked(what)):
			if struck := strings.Split(what, "~~"); len(struck) > 2 {
				what = struck[1]
			} else if has(first, "undones") || has(words(line), "yets", "lefts", "misses") {
				continue
			}
			what = plain(strings.Trim(what, ticks+"\ufe0f"))
			all = append(all, parse(strings.TrimPrefix(strings.TrimPrefix(what, "[x] "), "[X] ")))
		}
	}
	return all[max(0, len(all)-200):] // as many as one may have
}

// Did reports whether a prompt that only ends work is a step, and its answer says of nothing that it is not done, or
// whether it orders to hand in what a step is to publish, and its answer says that this was.
func (s Step) Did(asked, answer string) bool {
	said := asking(bare(asked))
	open := func(x string) bool { return asks(x) || has(parse(x).beside(s), "undones") }
	is, _ := s.publishes()
	handed := is && (handsIn(asked) || OnlyGoesOn(asked)) && !has(words(answer), "fails") && len(HandedIn(answer)) > 0
	return handed || said != "" && said == bare(s.text) && Concludes(asked) && answer != "" &&
		!slices.ContainsFunc(outer(answer), open)
}

// maxNear is how many clauses are looked at for what limits one, "a draft, but not the final one", or for "next: …".
const maxNear = 16

// heard are the clauses of a sentence that say that somebody told or sent the user something, or that it came: "sales
// confirmed it", "the photos are here"; not "a draft came, but not the final one".
func heard(s string) (all []parsed) {
	clauses := clausesOf(s)
	for i, clause := range clauses {
		x := parse(clause)
		who, what, told := around(x.words, "answereds")
		if what == "" { // "not in auc she says"
			who = who[strings.LastIndexByte(who, ' ')+1:]
		}
		if told && what == "" && i+1 < len(clauses) && strings.Contains(s, clause+":") { // "she said: no, later"
			x = parse(clause + ": " + clauses[i+1])
		}
		came := has(x.words, "cames") && !has(x.words, "nots", "untils", "whens")
		if !came && !(told && !has(who, "nots")) { // as most
			continue
		}
		near := clauses[i:min(i+maxNear, len(clauses))]
		_, but, _ := around(strings.Join(each.Of(near, bareWords), " "), "buts")
		part := begins(but, "nots") || has(but, "formers")
		if !part && !has(who, "undones") && !asks(clause) {
			all = append(all, x)
		}
	}
	return all
}

// pending says whether a clause only says of what a step waits for that it is still to come: "they need two more days".
func (t parsed) pending(step Step) bool {
	_, told, says := around(t.words, "answereds")
	rest := past(strings.TrimLeft(told, " ,"), "thats", "saidThats")
	if !says {
		rest = asking(t.words)
		told = t.beside(step)
	}
	order := isOrder(rest, "putsDown", "puts", "adds")
	theirs := begins(rest, "theys", "theirs", "things", "nots", "stillTo", "comings")
	return has(told, "stillTo", "laters", "days", "weekdays", "comings") && (says && theirs || !says && !order) &&
		(!begins(rest, "untils") || strings.Count(rest, " ") < 3)
}

// comes says whether the prompt says that what a step waits for came, or that somebody sent or told it: it names
// nothing that the step does not, or somebody of whom that names nothing; without a name it is of what was asked last.
func (t Turn) comes(step Step) bool {
	somebody, _ := step.awaits()
	if !step.waits() || len(t.heard) == 0 && t.asks {
		return false
	}
	of, more, is := cutColon(t.asked.text) // "dkim btw: it answers now"
	what, news := counted(past(trimEnd(bareWords(of), "joints"), "joints")), append(clauseWords(more), "")[0]
	if is && !t.asks && len(what) == 1 && step.all(what) && has(news, "cames", "nows", "answereds") &&
		!has(news, "nots", "stillTo", "undones") && !isOrder(news, "putsDown", "adds") {
		return true
	}
	names := func(w string) []string {
		return counted(w, "laters", "days", "weekdays", "theys", "courtesies", "alreadys", "joints")
	}
	nobody := len(names(strip(step.words, "comings"))) == 0
	last := sync.OnceValue(func() bool { return t.Awaited == nil || t.Awaited() == step.text })
	return slices.ContainsFunc(t.heard, func(x parsed) bool {
		before, _, _ := cutColon(x.text)
		what, _, _ := around(bareWords(before), "insides") // "the pdf is here in `assets`"
		rest := strip(what, "cames", "answereds", "articles", "pointers")
		said := names(rest)
		if len(said) == 0 { // "pdf", "ops sent the key"
			said = strings.Fields(strip(rest, "laters", "days", "weekdays", "alreadys", "joints", "fillers"))
		}
		who, _, told := around(x.words, "answereds", "landeds")
		who = strip(who, "copulas", "pointers", "selves", "theys", "theirs", "alreadys", "joints", "fillers")
		by := somebody && told && step.all(strings.Fields(who)) && (who != "" || last())
		return !x.pending(step) && (len(said) > 0 && step.all(said) || nobody && !somebody && last() || by)
	})
}

// answered says whether somebody told the user what was to be asked, or confirmed what was to be checked with him, and
// what was to be committed then was.
func (t Turn) answered(step Step) bool {
	if question, who := step.asksSomebody(); who != "" {
		what := counted(bareWords(question), "needs", "ourNeeds", "shoulds", "musts", "copulas")
		long := strings.Count(t.asked.words, " ") > maxPutOff || has(t.asked.words, "defers", "inquires")
		if !t.asks && !long && !isNumber(strings.Join(what, "")) && t.asked.all(what) { // "no, no legend"
			return true
		}
		return slices.ContainsFunc(t.heard, func(x parsed) bool {
			by, _, _ := around(x.words, "answereds")
			by = by[strings.LastIndexByte(by, ' ')+1:] // "only in recall, she says"
			known := !dense(who) && slices.ContainsFunc(counted(bareWords(who)), t.asked.has) ||
				dense(by) && strings.Contains(who, by)
			they := by == "" || begins(by, "theirs", "theys", "belongings")
			return !x.pending(step) && (known || they && t.Awaited != nil && t.Awaited() == step.text)
		})
	}
	_, of, with := around(step.words, "withs")
	who, then, more := around(of, "ands")
	commit := func(x parsed) bool { return x.commit }
	said := func(x parsed) bool {
		before, after, is := around(x.words, "grants")
		by := counted(before)
		return is && slices.ContainsFunc(by, parse(who).has) && step.all(append(by, counted(after)...))
	}
	return with && has(step.words, "trials") && slices.ContainsFunc(t.heard, said) &&
		(!more || has(then, "commits") && slices.ContainsFunc(t.said, commit))
}

// claims are the clauses of a sentence that say that something was done, or is so now, and what others say that it is
// not the cause; failed says that one tells what went wrong.
func claims(s string) (done, cleared []parsed, failed bool) {
	if before, after, is := strings.Cut(s, "✅ "); is && has(words(before), "dones") {
		s = before + ", " + after
	}
	for _, clause := range clausesOf(s) {
		of := parse(clause)
		if has(of.words, "dones", "nows") || ends(of.words, "stands") {
			done = append(done, of)
		}
		failed = failed || has(of.words, "fails") && !has(of.words, "dones", "nots")
		before, after, found := around(of.words, "clears")
		if what := before + " " + after; found && !has(before, "undones", "nots") && len(ownName(what)) > 0 {
			cleared = append(cleared, parse(what))
		}
	}
	return done, cleared, failed
}

// Certain reports whether a turn names a step whole and says that it is done, or ruled out, or ticks what it is called,
// or the most of that in a file that it names, or was asked for it by that, or did one of the same names in code that
// its prompt picked, or its prompt says that the user did what he had to.
func (t Turn) Certain(step Step) bool {
	name, _ := explained(step.text)
	named, many := len(counted(name)) > 1 || isDenseName(name), len(step.counted) > 1 || isDenseName(step.text)
	whole := func(x parsed) bool { return x.held(step) == 1<<len(step.counted)-1 }
	said := func(x parsed) bool { return whole(x) && x.done(step) }
	part, called := ownName(unquoted(name)), parse(unquoted(name))
	done := func(x parsed) bool {
		own := ownName(x.text)
		most := len(own) > 0 && called.all(own) && 2*len(strings.Join(own, "")) >= len(strings.Join(part, ""))
		return named && x.is(step) || many && whole(x) && !x.aside(step) || most && t.touches(step)
	}
	cleared := func(x parsed) bool { return whole(x) || named && x.clears(step, false) }
	same := func(picked string) bool { // the same name in the same file
		return len(step.Code(picked)) > 1 && t.touches(step) && t.TakesUp([]Step{StepOf(picked)}, 0)
	}
	own := has(step.words, "yourDuties") && t.fulfils(step)
	return own || t.comes(step) || t.measured(step) || point(name) != "" && t.obeys(step) ||
		slices.ContainsFunc(t.done, done) || named && t.did(step) || many &&
		(slices.ContainsFunc(t.said, said) || slices.ContainsFunc(t.cleared, cleared) || t.results(step) ||
			slices.ContainsFunc(t.Picks, same))
}

// Runs reports whether a prompt is a slash command whose name has two words of a step, and all but one are of it: it
// began that step, if this is of the same number.
func (t Turn) Runs(step Step) bool {
	name, is := strings.CutPrefix(firstWords(t.asked.text, 1), "/")
	of := parse(strings.NewReplacer("-", " ", "_", " ", ":", " ").Replace(name))
	other := func(w string) bool { return strings.ContainsAny(w, digits) && !t.asked.has(w) }
	held := bits.OnesCount64(of.held(step))
	return is && held > 1 && held+1 >= len(counted(of.words)) && !slices.ContainsFunc(step.counted, other)
}

// did says whether a prompt asks for a step by all that this is called, and nothing else, and the answer is "done".
func (t Turn) did(step Step) bool {
	done := func(x parsed) bool { return only(x.beside(step), "dones", "finals", "landeds", "agrees", "joints") }
	asked := func(clause string) bool {
		rest := past(bareWords(clause), "takings", "makes", "doings")
		x := parse(strings.Join(each.Of(strings.Fields(rest), denseCore), " "))
		return x.held(step)&step.name == step.name && step.all(counted(x.words, "takings"))
	}
	return t.Changes && !t.failed && !t.asks && len(t.open) == 0 && slices.ContainsFunc(t.done, done) &&
		slices.ContainsFunc(allClauses(t.asked.text), asked)
}

// explained cuts what names a thing off what explains it: "the index: it is slow".
func explained(text string) (name, why string) {
	for _, mark := range [...]string{" – ", " — ", " - ", ": ", "：", " (", "（", " `"} {
		before, after, _ := strings.Cut(text, mark)
		last := before[strings.LastIndexByte(before, ' ')+1:]
		inside := mark == " `" && (strings.Index(after, "`") < len(strings.TrimRight(after, " .。"))-1 ||
			begins(last, "links", "ways", "articles") || len(counted(before)) < 2 && !isDenseName(before))
		if !inside { // of code only what is its end: "load test `bench.sh`"
			text, why = before, after+" "+why
		}
	}
	return text, why
}

// isDenseName says whether a text alone names a thing in a script without spaces.
func isDenseName(text string) bool {
	return unspaced(text) && utf8.RuneCountInString(denseCore(bareWords(text))) > 3
}

// denseCore is a word without what asks for it at its ends or says that it was made, where no spaces are: 压测写好了.
func denseCore(w string) string {
	for n, m := 1, 1; n+m > 0 && unspaced(w); {
		w = strings.TrimLeft(w, "已了")
		n, m = start(w, "dones", "efforts"), end(w, "dones", "efforts", "makes", "fillers")
		w = w[min(n, len(w)-m) : len(w)-m]
	}
	return strings.TrimRightFunc(w, slight)
}

// is says whether what is done is a step: it names all of it and nothing else, and they share a word of the reasons.
func (t parsed) is(step Step) bool {
	held := t.held(step)
	if len(step.by) > 0 && has(t.words, step.by[1:]...) { // "added the tests" of "write the tests"
		held |= step.verb
	}
	key, _ := choiceOf(without(step.text, "efforts") + ") x") // of "fix b"
	lettered := only(t.words, "letters", "dones", "copulas") && slices.Contains(strings.Fields(t.words), key)
	code := append(strings.Split(step.text, "`"), "")[1]
	runs := strings.Contains(t.text, "`"+code+"`") && step.all(ownName(t.text)) && !has(t.words, "unmakes", "gones") &&
		only(clauseless(unquoted(step.text)), "commands", "makes", "efforts", "articles", "links", "ways", "letters")
	plain := has(t.words, "dones") && (lettered || runs) // "b) done", "`x` works" of "the command `x` in `a.py`"
	if plain || held&step.name != step.name || step.name == 0 || t.unmakes(step) || !t.takes(step) {
		return plain
	}
	_, what := explained(step.text)
	text, why := explained(t.text)
	name, reasons := ownName(text), counted(why)
	whole := len(name) > 1 || isDenseName(text) || bits.OnesCount64(held) == len(step.counted)
	shares := len(reasons) == 0 || len(counted(what)) == 0 || slices.ContainsFunc(reasons, step.has)
	return len(name) > 0 && step.all(name) && whole && shares
}

// clears says whether what is not the cause, or stays, is a step but for what it has in code: "the join with `a.csv`",
// or what is dropped what it is called before where that is: "the opt-out" of "Add the opt-out in the profile".
func (t parsed) clears(step Step, dropped bool) bool {
	name, _ := explained(step.text)
	if rest := past(bareWords(name), "articles", "makes", "brings"); dropped {
		name, _, _ = around(rest, "insides", "links", "ways")
		name = name[max(0, strings.LastIndex(name, "的 "), strings.LastIndex(name, "の ")):]
		name = strings.TrimLeft(name, "的の ")
	}
	spoken := slices.DeleteFunc(ownName(unquoted(name)), func(w string) bool { // "the join is next"
		return w == "x" || begins(w, "leads") || slices.Contains(filesIn(name), w)
	})
	return len(spoken) > 0 && t.all(spoken) && step.all(ownName(t.text))
}

// namesTest says whether a step is called by a test in code.
func namesTest(step string) bool {
	name, _ := explained(strings.ToLower(step))
	named := strings.Contains(name, "test") || strings.Contains(name, "spec")
	return named && strings.HasPrefix(strings.TrimLeft(name, "❌ "), "`")
}

// passes says whether a turn says that a failing test, "❌ `LoginTest`: it hangs", passes now, or that all tests do.
func (t Turn) passes(step Step) bool {
	named := func(x parsed) bool { return step.name&^x.held(step) == 0 && !x.aside(step) }
	passes := func(x parsed) bool {
		_, of, all := around(x.words, "suites")
		all = all && has(x.words, "passes") && !begins(of, "ofs", "links", "ways")
		return (all || named(x) && has(x.beside(step), "dones", "passes")) && !has(x.words, "excepts")
	}
	return strings.HasPrefix(step.text, "❌ ") && step.name != 0 && namesTest(step.text) &&
		(slices.ContainsFunc(t.said, passes) || slices.ContainsFunc(t.done, named))
}

// results says whether what a turn says is done, or so now, does a step that is to make it so: it has all of that but
// for its verb, its names in code too, and is about a file that changed, and nothing went wrong; or it was asked for
// the bug in the file that the step is about, or for no more than the file that the step says something of.
func (t Turn) results(step Step) bool {
	code := step.Code(step.text)
	other := func(w string) bool { return begins(w, "dones") && !begins(w, "finals", "landeds", "turned") }
	says := func(x parsed) bool {
		missing := (1<<len(step.counted) - 1) &^ (step.brings | step.turns | x.held(step))
		return missing == 0 && !x.aside(step) && len(step.Code(x.text)) == len(code) &&
			!slices.ContainsFunc(strings.Fields(x.beside(step)), other)
	}
	fixed := func(file string) bool { // "fix that shipping bug": a bug in shipping.ts that was put off
		name, _, _ := strings.Cut(path.Base(file), ".")
		names := func(x parsed) bool { return x.all(strings.Fields(bareWords(name))) }
		bug := strings.Contains(step.text, putOffMark) && has(t.asked.words, "brokens")
		_, object, _ := strings.Cut(asking(t.asked.words), " ") // "update the readme": "`README.md` still describes …"
		whole := strings.HasPrefix(strings.Trim(step.text, "`*"), file) && isOrder(asking(t.asked.words), "turns") &&
			parse(name).all(counted(object))
		told := func(x parsed) bool { // not "fixed a typo in the readme"
			_, place, in := around(x.words, "insides")
			return names(x) && has(x.words, "turned", "dones") && !(whole && in && names(parse(place)))
		}
		return (bug || whole) && step.namesFile(file) && names(t.asked) && slices.ContainsFunc(t.done, told)
	}
	return t.Changes && !t.failed && (len(code) > 1 && t.touches(step) && slices.ContainsFunc(t.done, says) ||
		slices.ContainsFunc(t.Files, fixed))
}

// measured says whether a turn tells what a step that is to run or measure something gave: a sentence has all that
// it is about, or the rest of what the prompt names, and a fraction, or is a commit of such runs.
func (t Turn) measured(step Step) bool {
	w := strings.TrimLeft(past(step.words, "laters", "courtesies", "joints"), " ,")
	n, m := start(w, "measurings"), end(w, "measurings")
	if n+m == 0 || begins(t.asked.words, "interrogatives") { // as most
		return false
	}
	about := (1<<len(step.counted) - 1) &^ parse(w[:n]+" again "+w[len(w)-m:]).held(step)
	asked := t.asked.held(step) & about
	return bits.OnesCount64(about) > 1 && slices.ContainsFunc(t.said, func(x parsed) bool {
		held := x.held(step) & about
		if held != 0 && 2*bits.OnesCount64(asked) >= bits.OnesCount64(about) {
			held |= asked
		}
		fraction := func(s string) bool { return isFraction(s) && !strings.Contains(step.text, s) }
		told := slices.ContainsFunc(strings.Fields(x.text), fraction) || x.commit && begins(x.words, "measurings")
		return held == about && told && !has(x.words, "fails", "woulds", "formers", "targets") &&
			!begins(x.words, "launcheds")
	})
}

func isFraction(s string) bool {
	i := strings.IndexAny(s, ".,")
	return i > 0 && i+1 < len(s) && hasDigits(s[i-1:i]) && hasDigits(s[i+1:i+2])
}

// Code are the words of a step that are in code, but no plain ones, or name a file, as far as a text has them.
func (s Step) Code(text string) []string {
	return slices.DeleteFunc(strings.Fields(s.text), func(w string) bool {
		w = strings.Trim(w, ".,;:()\"'*")
		plain := !strings.ContainsAny(w, "_.") && (w[:min(1, len(w))] != "`" || w == strings.ToLower(w))
		return plain || !strings.Contains(words(text), words(w))
	})
}

// touches says whether the session changed a file that a step names.
func (t Turn) touches(s Step) bool { return slices.ContainsFunc(t.Files, s.namesFile) }

func (t parsed) namesFile(file string) bool {
	return strings.Contains(" "+t.words+" ", words(path.Base(file)))
}

// ownName are the words by which a text names something, short ones too, without those that say that it was done.
func ownName(text string) []string {
	return slices.DeleteFunc(each.Of(strings.Fields(bareWords(text)), denseCore), func(w string) bool {
		short := utf8.RuneCountInString(w) < 4 && w != ","
		linking := begins(w, "articles", "links", "ways", "pointers", "haves", "agrees", "refuses")
		return w == "" || begins(w, "dones", "nows", "haves") || len(counted(w)) == 0 && (!short || linking)
	})
}

// Fixes reports whether a prompt or an answer says that a check that failed passes now: "fixed the test", "all pass".
func Fixes(text, check string) bool {
	return slices.ContainsFunc(Sentences(text), func(s string) bool {
		w, all := bareWords(s), []string{"nots", "yets", "untils", "excepts", "shoulds", "modals", "partly", "unproved"}
		before, fixed, _ := around(w, "fixeds")
		fixed = past(fixed, "articles", "alls", "fails")
		fails := func(c string) bool { return has(words(c), "fails") && !has(words(c), "fixeds") }
		mends := begins(fixed, "proofs") || strings.Contains(" "+before, " test") || has(before, "proofs") ||
			Shares(before+" "+firstWords(fixed, 3), check) // not "fixed a typo in the name of the test"
		every := has(w, "alls", "everys", "suites")
		passes := has(w, "proofs", "suites") || Shares(s, check) || every && strings.Count(w, " ") < 3
		aim, where, _ := around(w, "passes")
		parts := clausesOf(strings.NewReplacer("(", ",", " - ", ",").Replace(s))
		tests := each.If(parts, func(c string) (string, bool) { return c, has(words(c), "proofs", "suites") })
		other := len(tests) > 0 && !slices.ContainsFunc(tests, func(c string) bool { return !narrower(c, check) }) ||
			begins(where, "throughs")
		word := func(w string) bool { return !isNumber(w) }
		some := !every && len(each.Set(each.Without(strings.Fields(w), word))) > 1 // "3 of 4"
		return !asks(s) && !slices.ContainsFunc(clausesOf(s), fails) && !has(w, all...) && !begins(w, "purposes") &&
			!other && (mends && has(w, "fixeds") || passes && has(w, "passes") && !some &&
			!has(w, "undones") && !has(aim, "hoped"))
	})
}

// narrower says whether a clause is about the tests of something else than a check: "all export tests pass in ./b".
func narrower(clause, check string) bool {
	before, of, _ := around(bareWords(clause), "proofs", "suites")
	name := strings.Trim(before[strings.LastIndexByte(before, ' ')+1:], digits)
	if begins(name, "fails", "alls", "everys", "fixeds", "passes", "todays", "nows", "testKinds") {
		name = ""
	}
	every, passes := has(bareWords(clause), "alls", "everys", "suites"), start(of, "passes")
	of = strings.TrimSpace(of[passes:])
	inside := every && passes > 0 && (begins(of, "insides") || strings.HasPrefix(of, "on ")) // "in Docker", "on Linux"
	if inside && strings.Contains(clause, "./") {
		return !Shares(of, check)
	}
	about := begins(of, "ofs", "links") && !begins(of, "ands")
	if about && (!inside || strings.Contains(clause, "/") || has(of, "codes")) {
		name += " " + strings.Join(each.Without(strings.Fields(of), hasDigits), " ")
	}
	return begins(name, "belongings") || len(counted(name)) > 0 && !Shares(name, check)
}

// all says whether words are in a text, in any form.
func (t parsed) all(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !t.has(w) })
}

func (t parsed) has(word string) bool {
	return t.says(word, rank.Root(word))
}

// frames reports whether the subject of a commit, no fix, begins and ends with what the step is about.
func (s Step) frames(subject string) bool {
	of := counted(subject[strings.Index(subject, ": ")+1:])
	return len(of) > 0 && !strings.HasPrefix(subject, "fix") && s.all([]string{of[0], of[len(of)-1]})
}

// ticked says whether an item of a list, or the state in a table, is marked as done.
func ticked(s string) bool {
	s = strings.TrimRight(s, "\ufe0f") // which other signs have too
	return hasAnyPrefix(s, "[x]", "[X]", "~~") || strings.Trim(s, ticks) != s
}

// places says whether a clause says that what a step names first is in a file that the session changed, "the hook is in
// `hook.ts`" of "the hook that ends it", or is where the step wants it, "the rate is in the methods part".
func (t Turn) places(s parsed, step Step) bool {
	w := bareWords(append(clausesOf(step.text), "")[0])
	head, _, _ := around(w, "tails", "trailers")
	before, _, placed := around(w, "insides") // "the config in a file of its own"
	placed = placed && len(before) <= len(head)
	name := counted(head, "makes")
	if step.names != 0 || begins(step.words, "efforts") || len(name) == 0 ||
		has(step.words, "fails", "brokens", "reports") || has(s.words, "fails", "brokens", "buts", "onlys") {
		return false
	}
	return slices.ContainsFunc(clausesOf(s.text), func(clause string) bool {
		thing, in, is := around(bareWords(clause), "sitsIn")
		here := func(file string) bool { return !placed && strings.Contains(clause, path.Base(file)) }
		whole := parse(thing+" "+in).all(step.counted) && step.all(ownName(in))
		return is && step.all(ownName(thing)) && parse(thing).all(name) && (whole || slices.ContainsFunc(t.Files, here))
	})
}
