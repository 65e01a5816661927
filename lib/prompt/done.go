package prompt

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/rank"
)

const maxTold, maxSubject = 4 << 10, 200 // bytes of an answer's beginning and end, or of a step; of a commit's subject

// Shares reports whether a text has a content word of a step.
func Shares(text, step string) bool { return parse(text).held(StepOf(step)) != 0 }

// A Turn is a prompt with its answers and commits, parsed once to be compared with many steps.
type Turn struct {
	Changes bool          // files were changed at it
	Picks   []string      // steps that the prompt picks of a list
	First   bool          // its prompt is a session's first: a number is of the list that this was told
	Files   []string      // that the session changed
	Before  *Turn         // the one before it
	Awaited func() string // the step that last began to wait for somebody before it, "" for none
	asked   parsed
	asks    bool       // a question
	orders  []string   // its sentences, but for questions
	told    bool       // an answer says that something is done or is not
	said    []parsed   // that something was done
	open    []parsed   // that something is not
	moot    []parsed   // that something is not needed
	done    []parsed   // what is
	cleared []parsed   // what is not the cause, or stays as it is
	failed  bool       // something did
	left    [][]string // what the prompt leaves out, in the words that mean something
	ended   []parsed   // or says that the user did, or that is done
	tried   []parsed   // or tested
	heard   []parsed   // or who told or sent him something
	ticked  []parsed   // the clauses of what an answer lists as done
	reached []int      // the numbers of a plan's steps that an answer says are done
}

// A parsed sentence: its words, in lower case, and their stems; commit says that it is the message of one.
type parsed struct {
	text, words string
	stems       map[string]bool
	commit      bool
}

// TurnOf parses a turn: what its answers and commits say is done or is not, and what anybody says is not needed.
func TurnOf(asked string, answers, commits []string) Turn {
	t := Turn{asked: parse(row(cmp.Or(ownWords(fence.Head(asked, maxRuled)), bare(asked)))), asks: asks(row(asked))}
	t.said = each.Of(commits, committed)
	for _, c := range commits { // "OPS-7: exporter, dashboard, alert on clients"
		if all := clausesOf(c[strings.Index(c, ": ")+1:]); len(all) > 1 {
			t.ticked = append(t.ticked, each.Of(all, committed)...)
		}
	}
	for _, s := range Sentences(t.asked.text) {
		does := func(c string) bool { // "when it runs, rename it"
			return isOrder(asking(c), "turns", "removes", "chores", "generals") && !(asks(s) && asking(c) == c)
		}
		w := asking(clauseless(s))
		if (!begins(w, "interrogatives") || slices.ContainsFunc(append(clauseWords(s), "")[1:], does)) &&
			!(asks(s) && begins(w, "asksFirst")) && !assigns(s) {
			t.orders = append(t.orders, s)
		}
		clauses, _ := dropped(s)
		t.left, t.ended = append(t.left, clauses...), append(t.ended, ended(s)...)
		t.tried, t.heard = append(t.tried, tried(s)...), append(t.heard, heard(s)...)
		if has(t.asked.words, "handings") && theirs(s) { // as few
			t.moot = append(t.moot, parse(s))
		}
		if len(t.asked.text) <= maxSaid && has(t.asked.words, "asWas", "intents") {
			t.cleared = append(t.cleared, untouched(s)...)
		}
	}
	for _, answer := range answers {
		numbers, _ := reached(answer, "")
		t.reached = append(t.reached, numbers...)
		for _, x := range ticksOf(answer) {
			t.done = append(t.done, x)
			t.ticked = append(t.ticked, each.Of(clausesOf(x.text), committed)...)
		}
		before := parsed{}
		for _, s := range outer(answer) {
			of := parse(s)
			done, cleared, failed := claims(s)
			t.failed = t.failed || failed && !asks(s)
			// "Ruled out.": what the prompt and the sentence before name.
			if phrasesOf("clears").is(of.words) && len(t.cleared) < maxName {
				what := slices.DeleteFunc(named(t.asked.words), func(w string) bool { return !before.has(w) })
				cleared = []parsed{parse(strings.Join(what, " "))}
			}
			before = of
			switch {
			case len(cleared) > 0 && !asks(s):
				t.cleared = append(t.cleared, cleared...)
			case unneeded(s) && !marked(s):
				what, _ := dropped(s)
				t.moot, t.left = append(t.moot, of), append(t.left, what...)
			case marked(s), t.asks && begins(of.words, "agrees") && has(of.words, "succeeds"): // "yes, it works"
			case has(of.words, "undones") && has(strip(bareWords(unquoted(s)), "gones", "failedBefore"), "undones"):
				did, open := apart(s)
				if t.open, t.told = append(t.open, parse(openIn(open))), true; did != "" {
					t.said = append(t.said, parse(did))
				}
			case !begins(strings.ToLower(strings.TrimLeft(s, "* ")), "purposes"): // not "`to_kwh`"
				t.said, t.done, t.told = append(t.said, of), append(t.done, done...), true
			}
		}
	}
	return t
}

// assigns says whether a sentence only lists what is to be done later, and by whom: "action items: the alert Priya".
func assigns(s string) bool {
	lead, what, _ := cutColon(s)
	return isOne(bareWords(lead), "actionItems") && !isOrder(asking(bareWords(what)))
}

// apart are the clauses of a sentence that say what is done, before those that say of another thing that it is not:
// "the header is added, the footer is left out"; not of the same one: "the header is added, but it does not wrap".
func apart(s string) (did, open string) {
	all := clausesOf(s)
	n := slices.IndexFunc(all, func(clause string) bool { return has(words(clause), "undones", "misses") })
	silent := func(clause string) bool {
		w := bareWords(clause)
		return !has(w, "dones", "landeds") || len(ownName(clause)) == 0 || begins(w, "untils", "afters")
	}
	if n < 1 || slices.ContainsFunc(all[:n], silent) || ticked(s) {
		return "", s
	}
	rest := past(bareWords(all[n]), "buts", "joints")
	same := has(rest, "things", "theys", "refers", "fails") || Shares(strings.Join(all[:n], ","), rest)
	if same || begins(rest, "nots", "undones") || len(counted(rest)) == 0 {
		return "", s
	}
	at := strings.Index(s, all[n])
	return s[:at], s[at:]
}

// openIn is what of a sentence says that something is not done: all, or of one that begins with that it is the clauses
// that begin with what is not: "Done: it starts only if the flag is not set, no test yet".
func openIn(s string) string {
	all := clausesOf(s)
	if ticked(s) || only(bareWords(all[0]), "dones", "finals", "landeds") {
		before := ""
		all = each.If(all, func(clause string) (open string, is bool) {
			rest := past(bareWords(clause), "buts", "joints", "onlys")
			open = clause
			if has(rest, "yets") && !strings.HasPrefix(rest, "no ") { // "not wired up yet", of what is before it
				open = before + ", " + clause
			}
			before = clause
			return open, begins(rest, "undones") || has(rest, "yets", "lefts", "misses")
		})
	}
	return strings.Join(all, ", ")
}

func parse(text string) parsed {
	w := bareWords(text)
	return parsed{text: text, words: w, stems: each.Set(each.Of(strings.Fields(w), rank.Root))}
}

// committed is what the message of a commit, or an item of what is done, says.
func committed(text string) parsed {
	of := parse(text)
	of.commit = true
	return of
}

// held are the content words of a step that are in the text: bit i is word i.
func (t parsed) held(s Step) (set uint64) {
	for i, w := range s.counted {
		if t.says(w, s.forms[i]) {
			set |= 1 << i
		}
	}
	return set
}

// says reports whether a text has a word, of a script without spaces all of its characters that mean something.
func (t parsed) says(word, stem string) bool {
	return t.stems[stem] || unspaced(word) && strings.TrimFunc(unshared(word, t.words), slight) == ""
}

// SaysDone reports whether a commit's message, or a finished task, says that a step is done.
func SaysDone(text string, step Step) bool {
	return len(step.counted) > 1 && TurnOf("", nil, []string{text}).Done(step) || step.DoneBy(text)
}

// DoneBy reports whether the subject of a commit of which no session tells says so: it does what the step asks for, and
// little else, to all that the step is about, or to all of its head if that names something in code.
func (s Step) DoneBy(subject string) bool {
	subject, number, _ := strings.Cut(fence.Head(subject, maxSubject), " (#") // of a pull request
	if s.awaitsMerge(cmp.Or(number, strings.TrimPrefix(subject, "Merge pull request #"))) {
		return true
	}
	near := func(w string) bool { return strings.Contains(strings.ToLower(subject), w[:min(len(w), 4)]) }
	if !slices.ContainsFunc(s.counted, near) { // as most
		return false
	}
	of, clause := committed(subject), s.clause()
	head, _, _ := around(bareWords(clause), "tails")
	more := slices.DeleteFunc(counted(of.what(), append([]string{"makes", "brings"}, s.by...)...), s.has)
	code := each.First(strings.Fields(clause), func(f string) bool {
		return strings.ContainsAny(strings.Trim(f, ".()\"'*"), "`/_.=") || strings.HasPrefix(f, "--")
	})
	return 2*len(more) < len(s.counted) && of.does(s) &&
		(len(s.counted) > 1 && TurnOf("", nil, []string{subject}).Done(s) || code != "" && len(more) == 0 &&
			of.all(counted(head, "makes", "brings")) && strings.Contains(words(subject), words(code)))
}

// clause is the first of a step, behind "Phase 4:".
func (s Step) clause() string {
	all := append(clausesOf(s.text), "", "")
	if n, named := phaseOf(bareWords(all[0])); n >= 0 && named == "" {
		return all[1]
	}
	return all[0]
}

// what are the words of a commit's subject behind its label: "fix: ", "[ui] ".
func (t parsed) what() string {
	return bareWords(t.text[max(strings.Index(t.text, ": "), strings.Index(t.text, "] "))+1:])
}

// does says whether a commit does what a step asks for: it begins with its verb, or one like it, or what it is about.
func (t parsed) does(step Step) bool {
	head, _, _ := around(bareWords(step.clause()), "tails")
	label, verb, first := firstWords(t.words, 1), firstWords(past(t.what(), "news"), 1), firstWords(head, 1)
	does := begins(verb, step.by...) || parse(head).has(verb) || begins(verb, "fixings") && begins(first, "fixings") ||
		begins(verb, "makes", "brings") && (has(head, "makes", "brings") || begins(head, "articles") || t.has(first))
	other := strings.HasPrefix(label, "revert") || // "docs: dark mode"
		begins(label, "sides") && !begins(verb, "sides") && !parse(first).has(verb) && !begins(label, step.by...)
	ends := begins(label, "fixings") && begins(verb, "nots") && step.by == nil && !has(head, "sides") // "fix: no crash"
	return ends || does && (!other || step.has(label)) && !has(t.beside(step), "undones")
}

// Done reports whether a turn says that a step is done, or not needed: one sentence or commit that says that something
// was done has all its content words; or all of these have half and, with the prompt, three quarters, among them each
// that names no file, of a long step the first two, which tell what is done to what, and the last.
func (t Turn) Done(step Step) bool {
	n, all := len(step.counted), uint64(1)<<len(step.counted)-1
	moot := func(m parsed) bool {
		held := m.held(step)
		half := held != 0 && 2*bits.OnesCount64(held|t.asked.held(step)) >= n
		return (step.quotes(held) || half) && !has(m.beside(step), "formers", "parts") // "the old parser is not needed"
	}
	drops := func(what []string) bool { // "the css" is what is called so, not all that has to do with it
		name := parse(strings.Join(what, " "))
		takes := has(step.words, "throws") && has(t.asked.words, "throws") // "drop the column" takes it up
		return t.planless(step, what) || step.isDropped(what) && !takes &&
			(len(counted(name.words)) > 0 || step.quotes(name.held(step)) || name.clears(step, true))
	}
	ended := func(x parsed) bool { // "the readme is done" of "update the README", "I did it myself" of any of it
		held, mine := x.held(step), has(x.words, "myselves", "alreadys")
		did := all&^step.verb&^held == 0 && (x.done(step) || has(x.words, "iDids")) || x.tellsOf(step, held)
		if mine {
			what := parse(strip(x.words, "myselves", "alreadys", "dones", "iDids", "haves", "yous", "fillers"))
			mine = what.clears(step, true) || has(what.words, "abouts") && step.all(ownName(what.text))
		}
		if mine || held == 0 || !did && !x.achieves(step, held) {
			return mine || held == 1 && x.alone(step)
		}
		beside := strip(x.beside(step), "beyond")
		other := func(w string) bool { return !step.has(w) }
		return !slices.ContainsFunc(counted(beside), other) && (!has(x.words, "formers") || has(step.words, "formers"))
	}
	tried := func(x parsed) bool { // "Test the login on staging"
		name, _ := explained(step.text)
		what := ownName(strip(bareWords(name), "trials"))
		return has(step.words, "trials") && len(what) > 0 && x.all(what) && step.all(ownName(x.text))
	}
	if t.passed(step) || t.obeys(step) || t.answered(step) || t.comes(step) || t.tellsResult(step) || t.fulfils(step) ||
		t.measured(step) || slices.ContainsFunc(t.moot, moot) || slices.ContainsFunc(t.left, drops) ||
		slices.ContainsFunc(t.tried, tried) || slices.ContainsFunc(t.ended, ended) ||
		slices.ContainsFunc(t.done, func(x parsed) bool { return x.is(step) }) || t.results(step) || t.passes(step) ||
		slices.ContainsFunc(t.cleared, func(x parsed) bool { return x.clears(step, false) }) {
		return true
	}
	var did uint64
	part := func(x parsed) (parsed, bool) { return x, step.all(ownName(x.text)) } // of it, and nothing else
	said := slices.Concat(t.said, each.If(t.ticked, part))
	for i, s := range slices.Concat(said, t.open) {
		held := s.held(step)
		if s.commit && step.brings != 0 && !has(s.words, "undones") && step.frames(s.text) {
			held |= step.brings // "the price on the page" shows it there
		}
		achieves := i < len(said) && s.achieves(step, held)
		if achieves {
			held = all
		}
		switch {
		case i >= len(said) && has(s.beside(step), "undones"), // but for "without" of the step itself
			held != 0 && s.unmakes(step):
		case i < len(t.said) && t.Changes && !t.asks && !begins(t.asked.words, "wheres") &&
			(s.stands(step, all&^step.brings) || t.places(s, step)):
			return true
		case held&^did == 0 && held != all, n == 0,
			!achieves && !s.done(step) && (!t.Changes || n == 1 || !s.saysMade() || s.aside(step)):
		case held == all:
			return true
		default:
			did |= held
		}
	}
	whole, needed := t.asked.held(step), all
	for _, s := range t.open { // "the flag is added, its test is missing", of both
		if has(s.beside(step), "undones") {
			whole &^= s.held(step)
		}
	}
	whole |= did
	if n >= 6 { // words that a step has at least of which some may be missing
		needed = 3 | 1<<(n-1)
	}
	head := did&1 != 0 && whole == all // "the overlays are written", of those that the prompt names
	return n > 2 && !t.asks && (head || bits.OnesCount64(did)*2 >= n) && needed&^step.names&^whole == 0 &&
		bits.OnesCount64(whole)*4 >= n*3
}

// Does reports whether a turn says, maybe before it is over, that the one step of a list is done that its prompt calls
// so: "the totals row now" and a commit "add a totals row" for "a totals row at the bottom".
func (t Turn) Does(list []Step, n int) bool {
	i := slices.IndexFunc(t.said, func(x parsed) bool { return t.calls(x, list[n]) })
	other := func(s Step) bool { return s.text != list[n].text && t.calls(t.said[i], s) }
	return i >= 0 && !slices.ContainsFunc(list, other)
}

// calls reports whether a sentence says that a step is done, in the words by which the prompt calls it.
func (t Turn) calls(x parsed, s Step) bool {
	held := x.held(s)
	if held&1 == 0 || 2*bits.OnesCount64(held) < len(s.counted) || held != t.asked.held(s) || !x.done(s) {
		return false
	}
	side := func(w string) bool { return begins(w, "sides") && !x.has(w) }
	half := 2*bits.OnesCount64(held) == len(s.counted) && !x.commit // "sound wired" of "wire the options"
	more := func(w string) bool {
		return !s.has(w) && (half && t.asked.has(w) && !hasEnding(w, "forms") ||
			x.commit && !t.asked.has(w) && !begins(w, "makes", "brings"))
	}
	return !slices.ContainsFunc(s.counted, side) && !slices.ContainsFunc(counted(x.what()), more)
}

// TakesUp reports whether a turn did a step of a list without saying so: it changed files, does not say that it is
// open, and its prompt asks for the rest, agrees to the only step, or takes this one.
func (t Turn) TakesUp(list []Step, n int) bool {
	if !t.Changes || !t.told || t.Leaves(list[n]) {
		return false
	}
	touched := each.Without(list, func(s Step) bool { return !t.touches(s) })
	all := func(said parsed) bool { return said.counts(len(touched)) }
	first := append(Sentences(t.asked.text), "")[0]
	few, yes := len(strings.Fields(first)) <= maxPutOff, begins(t.asked.words, "agrees")
	return t.touches(list[n]) && slices.ContainsFunc(t.said, all) || t.Takes(list, n) || few && t.resumes(list, n) ||
		len(list) == 1 && (OnlyGoesOn(t.asked.text) || has(list[n].words, "proposes") && (few || yes)) ||
		AsksRest(t.asked.text)
}

// counts says whether a sentence says that so many of a list are done: "both are done", not "both tests are done".
func (t parsed) counts(n int) bool {
	other := func(w string) bool {
		return !begins(w, "twos", "threes", "fours", "dones", "finals", "landeds", "nows")
	}
	steps := dense(t.words) || has(t.words, "kinds", "options") || !slices.ContainsFunc(counted(t.words), other)
	return steps && counts(t.words, n) && !t.commit && t.done(Step{})
}

// done says whether a sentence says that something was done, by a word or its past form.
func (t parsed) done(step Step) bool {
	row, before := t.beside(step), ""
	past := func(w string) bool { // "renamed", "umgestellt", "übersetzt", "sent", "is split"
		form := rank.Root(w)
		base, parted := strings.CutSuffix(w, "t")
		parted = parted && (strings.Contains(w, "ge") && !strings.Contains(form, "ge") ||
			strings.Contains(" "+step.words+" ", " "+base+"en "))
		same := strings.Contains(" "+step.words+" ", " "+w+" ") && (form != w || !begins(before, "haves"))
		before = w
		return step.stems[form] && !same && (parted || hasEnding(w, "forms") || rank.Irregular(w))
	}
	done := t.commit || has(row, "dones") || has(row, "passes") && !has(step.words, "makes") ||
		slices.ContainsFunc(strings.Fields(t.words), past) ||
		has(strings.TrimPrefix(row+" ", firstWords(t.words, 1)+" "), "nows")
	return done && !t.aside(step)
}

// unmakes says whether a sentence says no more than that what a step is not to remove was: "the manual is deleted".
func (t parsed) unmakes(step Step) bool {
	off := func(w string) bool { return begins(w, "unmakes") && !step.has(w) }
	return !has(step.words, "removes", "throws", "gones") && slices.ContainsFunc(strings.Fields(t.beside(step)), off) &&
		!has(strip(t.words, "unmakes"), "dones")
}

// aside says whether a sentence has a step's words only beside a thing of theirs: "the docs of the cache", 缓存的文档.
func (t parsed) aside(step Step) bool {
	if t.commit && !t.does(step) || !t.takes(step) || t.unmakes(step) {
		return true
	}
	text, own, kinds := t.words, slices.Clone(step.forms), ""
	for _, w := range step.counted {
		if core := strings.TrimFunc(w, slight); unspaced(w) && core != "" {
			text, own = strings.ReplaceAll(text, core, " "+core+" "), append(own, core)
		}
	}
	for w := range strings.FieldsSeq(text) { // s of the step, b beside it
		switch side := begins(strings.TrimLeft(w, "的の"), "sides"); {
		case slices.Contains(own, rank.Root(w)) || slices.Contains(own, w) || side && step.has(w):
			kinds = strings.TrimSuffix(kinds, "s") + "s"
		case side:
			kinds += "b"
		case !begins(w, "articles", "links", "insides") || begins(w, "ands"):
			kinds += "-"
		}
	}
	return strings.Contains(kinds, "s") &&
		!strings.Contains(strings.NewReplacer("bs", "", "sb", "").Replace(kinds), "s")
}

// stands says whether a sentence has these words of a step, and only that it is so now, or is in its file.
func (t parsed) stands(step Step, what uint64) bool {
	whole := what&(what-1) != 0 && what&^t.held(step) == 0 && !t.commit // more than one word
	thing, in, _ := around(t.words, "sitsIn")
	more := parse(in).beside(step) // "in `worker.go`, between two goroutines" tells where
	sits := parse(firstWords(in, 1)).held(step)&step.names != 0 && step.all(ownName(thing)) &&
		(more == "" || has(more, "proofs", "passes", "dones", "nows", "iTests")) &&
		!begins(step.words, "efforts") && !has(t.words, "brokens", "fails", "buts", "onlys")
	return whole && (sits || t.done(step) && !has(t.beside(step), "dones") && !t.saysMade())
}

// achieves says whether a sentence has a step but for its verb, and says by another one that it was made, removed or
// changed: all before that verb is of the step ("the old endpoint is gone"), or nothing, and what follows it first is
// ("added tests", not "added a note on the tests").
func (t parsed) achieves(step Step, held uint64) bool {
	all := uint64(1)<<len(step.counted) - 1
	if (step.by == nil || all&^step.verb&^held != 0) || t.aside(step) ||
		has(t.words, "onlys", "brokens", "untils", "afters", "becomes") {
		return false
	} else if t.commit && step.by[0] != "removes" && step.by[0] != "documents" { // "parser tests" writes them
		return true
	}
	says, w := step.by[1:], t.words
	if t.commit && step.by[0] == "removes" { // "drop the flag"
		says, w = step.by, t.what()
	}
	before, after, is := around(w, says...)
	known := func(w string) bool { return isNumber(w) || step.has(w) }
	others := slices.DeleteFunc(counted(before, "haves", "copulas", "nows", "alreadys", "formers"), known)
	return is && (len(others) == 0 && len(counted(after)) > 0 || all&^step.verb&^parse(before).held(step) == 0 &&
		(len(others) == 0 || len(others) == 1 && step.by[0] != "turns")) // "all four endpoints are deleted"
}

// tellsOf says whether the user tells that he did a step, by its verb and enough else of it: "I restarted the server",
// "hab die Mail bei Brevo bestätigt".
func (t parsed) tellsOf(step Step, held uint64) bool {
	w := strings.Trim(t.words, " ,")
	rest := strings.Fields(past(w, "haves", "alreadys", "nows"))
	if !begins(w, "haves") && !t.done(step) || len(rest) < 2 || held&1 == 0 || !step.isNamed(held) || t.aside(step) {
		return false
	}
	is := func(w string) bool { return rank.Root(w) == step.forms[0] && w != step.counted[0] }
	return is(rest[0]) || begins(rest[0], "articles") && is(rest[len(rest)-1])
}

// beside are the words of a sentence that are not a step's.
func (t parsed) beside(step Step) string {
	isOf := func(w string) bool { return strings.Contains(" "+step.words+" ", " "+w+" ") }
	all := slices.DeleteFunc(strings.Fields(t.words), isOf)
	for i, w := range all {
		if dense(w) {
			all[i] = unshared(w, step.words)
		}
	}
	return row(strings.Join(all, " "))
}

// saysMade says whether a sentence says that something is there, or was made: "I defined".
func (t parsed) saysMade() bool {
	before := ""
	for w := range strings.FieldsSeq(t.words) {
		if hasEnding(w, "forms") && begins(before, "haves") && !begins(w, "haves", "unmade") {
			return true
		}
		before = w
	}
	return ends(t.words, "stands")
}

// counted are the content words of a step, but for those of some lists.
func counted(step string, but ...string) []string {
	return slices.DeleteFunc(strings.Fields(words(step)), func(w string) bool {
		tells := unspaced(w) && strings.TrimFunc(w, slight) != ""
		return !isContentWord(w) && !strings.ContainsFunc(w, unicode.IsDigit) && !tells || start(w, but...) == len(w)
	})
}
