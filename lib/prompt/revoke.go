package prompt

import (
	"cmp"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/rank"
)

// TakesBack are the sentences of a prompt that may take back a rule: "you can … again", "no more …".
func TakesBack(text string) (all []string) {
	text = fence.Head(text, maxRuled)
	w := clauseless(text)
	if !has(w, "unruling") && !thaws(w) &&
		!(len(text) <= maxSaid && hasDigits(w) && has(w, "unsays", "permits", "raisings")) ||
		PlanOf(text) != "" || isMarkup(unpasted(text)) { // as most
		return nil
	}
	before := ""
	all = each.If(Sentences(spoken(text)), func(s string) (string, bool) {
		clause, w := takingBack(unquoted(s))
		of := s
		if restricts(w) && len(before)+len(s) < maxRule { // "npm test takes ages. from now on only run …"
			of = before + " " + s
		}
		before = s
		asked := bareWords(clause)
		request := (begins(asked, "requests") && !begins(asked, "pleases") || // "can you … again"
			start(asked, "permits") > 0 && start(asked, "mayWes") > start(asked, "permits")) && raised(clause) == ""
		return strings.TrimSpace(of), clause != "" && !asks(s) && !request
	})
	return all[:min(len(all), maxTakenBack)]
}

// takingBack is the clause of a sentence that may take back a rule, or all of it, and its words; "" for none.
func takingBack(s string) (clause, w string) {
	who, said, _ := around(strip(clauseless(s), "ownSays"), "hearsays")
	part := has(clauseless(s), "theyMays", "inParts")
	told := part || has(said, "permits", "lifts")
	for _, clause = range append(clausesOf(s), s) {
		w = clauseless(without(strings.TrimSpace(clause), "joints", "pleases"))
		if restricts(w) || eases(w) && !told && end(w, "onlys") == 0 || quits(w) || begins(w, "forgets", "drops") ||
			freed(w) != "" && !part && (!told || ends(who, "tasters") && !has(clauseless(s), "doubts")) || thaws(w) ||
			raised(clause) != "" { // "the client says red is allowed"
			return clause, w
		}
	}
	clause = each.First(clausesOf(s), comesTrue)
	return clause, clauseless(clause)
}

// eases reports whether words say that something need not be any more, or may be again, or as much.
func eases(w string) bool {
	much := strings.Count(w, " ") < 9 && slices.ContainsFunc(strings.Fields(w), isNumber) && !begins(w, "permits")
	again := much || has(w, "agains", "strong", "henceforth")
	return has(w, "lifts") || has(w, "permits") && again || much && begins(w, "unsays")
}

// restricts reports whether words say what alone is done from now on.
func restricts(w string) bool {
	before, _, strong := around(w, "strong")
	return strong && has(firstWords(w[len(before):], 6), "onlys") && !has(w, "works")
}

// quits reports whether words say that something is not done any more, not how much of it: "no more than 5 retries".
func quits(w string) bool {
	return begins(w, "quits") && !hasDigits(w) || dense(w) && has(w, "quits") ||
		begins(w, "habits") && has(w, "nots") && has(w, "longers")
}

// Ruled are the content words of rules that sentences may take back, each parsed once.
type Ruled map[string][]string

func (known Ruled) of(text string) []string {
	if known[text] == nil {
		known[text] = each.Of(content(text), rank.Root)
	}
	return known[text]
}

// Revokes are the rules that a sentence which takes back one is about, and it, if it says what is to be from now on;
// not where it only ends one: "the release is out, so bumps are allowed again".
func (known Ruled) Revokes(sentence string, rules []string) (gone []string, rule string) {
	rules = slices.DeleteFunc(slices.Clone(rules), func(r string) bool { return strings.Contains(sentence, r) })
	clause, w := takingBack(sentence)
	if what := raised(clause); what != "" { // "msrv goes to 1.74 with 2.4"
		gone = each.If(rules, func(r string) (string, bool) { return r, pinnedBy(r) == what })
		if len(gone) > 0 && !isOrder(asking(w), "raisings") {
			rule = atWord(sentence, maxRule)
		}
		return gone, rule
	}
	if thaws(w) { // "the freeze is over"
		frozen := func(r string) bool {
			_, until, _ := around(words(r), "untils", "tills")
			return frozenUntil(r) != "" || has(until, "freezes") // "no merges until the freeze is over"
		}
		gone = each.If(rules, func(r string) (string, bool) { return r, frozen(r) })
		if gone != nil || has(w, "thaws") {
			return gone, ""
		}
	}
	if comesTrue(clause) {
		return each.If(rules, func(r string) (string, bool) { return r, endsBy(clause, r) }), ""
	}
	if what := freed(w); what != "" && !has(w, "agains", "strong", "henceforth") {
		return slices.DeleteFunc(rules, func(r string) bool { return !bansOf(what, r) }), ""
	}
	now := quits(w) && slices.ContainsFunc(clauseWords(sentence), func(c string) bool { // "avif now, no more webp"
		return has(c, "nows") && !quits(c) && !has(c, "nots") && !has(asking(c), "copulas", "reports", "dones")
	})
	if gone = known.revoked(clause, quits(w), rules); gone == nil {
		gone = known.revoked(sentence, quits(w), rules)
	}
	instead := begins(w, "unsays") && has(bareWords(sentence), "permits")          // "forget the 50 chars, 72 is fine"
	more := eases(w) && !has(w, "omits", "agains", "lifts") && !begins(w, "drops") // than that the old one is over
	if gone != nil && !begins(w, "forgets") && (instead || more || now) {
		rule = atWord(sentence, maxRule)
	}
	if _, rest, parted := strings.Cut(append(gone, "")[0], ", "); parted && restricts(w) && len(gone) == 1 &&
		without(rest, "joints") != rest && known.revoked(sentence, false, []string{rest}) == nil {
		rule = without(rest, "joints") // what else it ordered: "always run npm test, and commit messages in English"
	}
	return gone, rule
}

// Lifts reports whether a prompt takes back what a decision bans: "red is allowed now" does "no red, it is too loud".
func Lifts(text, decision string) bool {
	return slices.ContainsFunc(TakesBack(text), func(s string) bool {
		gone, _ := Ruled{}.Revokes(s, []string{decision})
		return len(gone) > 0 && has(words(s), "frees")
	})
}

// freed is what words say is banned no more, "" for most: "red is allowed now".
func freed(w string) string {
	before, after, is := around(w, "frees")
	if _, said, told := around(before, "hearsays"); told {
		before = said
	}
	if !is || has(before, "nots", "nays") {
		return ""
	}
	return strings.TrimSuffix(strip(row(before+" "+after), "courtesies", "definites", "nows"), "了")
}

// bansOf says whether a rule bans what words name, there or wherever it does: "never use red in figures" does red.
func bansOf(what, rule string) bool {
	return slices.ContainsFunc(clauseWords(unquoted(rule)), func(w string) bool {
		w = trimStart(w, "throughouts")
		of := trimEnd(trimStart(w, "bans", "nots", "nevers", "unwanted"), "shuns")
		ban, _, _ := around(of, "acrosses", "pleases", "withouts")
		names := func(s string) bool { return strip(s, "definites", "keeps") == what }
		return of != w && ban != "" && (names(ban) || names(trimEnd(of, "pleases")))
	})
}

// comesTrue says whether a clause says that somebody agreed, or answered, or that something is there now.
func comesTrue(clause string) bool {
	w := clauseless(clause)
	return has(w, "comeTrues") && !has(w, "nots", "nays", "yets", "asLongs", "ifs", "wills") && !begins(w, "whens") &&
		!Questions(clause) && !eases(w) && !quits(w) && freed(w) == ""
}

// endsBy says whether a rule was for until what a clause says has come true: "never touch the prices until Ana agrees",
// "Ana has agreed"; not what she agreed to of other things.
func endsBy(clause, rule string) bool {
	rule, clause = bareWords(rank.Unaccented(rule)), bareWords(rank.Unaccented(clause))
	_, until, _ := around(rule, "asLongs")
	about := func(s string) []string {
		named := func(w string) (string, bool) { // "Ana", "QA"
			return w, len(w) == 3 && !isListed(w) || begins(w, "teams") || len(content(w)) > 0
		}
		return each.If(strings.Fields(strip(s, "comeTrues", "sayOks", "replies")), named)
	}
	of, rest := about(until), each.Without(about(clause), parse(until).has)
	once := has(until, "comeTrues", "sayOks", "replies") && !has(rule, "always", "everys") // not each time again
	_, what, _ := around(clause, "comeTrues", "sayOks")
	other := begins(what, "articles") && !parse(rule).has(firstWords(trimStart(what, "articles"), 1)) || // "my PR"
		has(clause, "returned") != has(until, "returned") // she is back, and has not agreed yet
	part := has(clause, "excepts", "onlys", "parts", "nots") // "Ana approved everything but billing"
	return once && !other && !part && len(of) > 0 && parse(clause).all(of) &&
		(rest == nil || slices.ContainsFunc(rest, parse(rule).has))
}

// revoked are the rules that a text is about; what it only says is not done any more was no ban.
func (known Ruled) revoked(text string, stops bool, rules []string) (gone []string) {
	said, own, best := parse(text), content(strip(words(text), "lifts")), 1
	w := clauseless(text)
	limits := !stops && !has(w, "lifts", "agains", "strong", "henceforth", "forgets", "drops")
	only, head := restricts(w), ""
	if limits || only { // "72 is fine for subjects" is about one that says how much something may be
		best = 2
	}
	if _, what, _ := around(w, "onlys"); only { // "only the tests of a.go" is about "run npm test before you commit"
		head = rank.Root(append(content(what), "")[0])
	}
	_, where, _ := around(strings.TrimPrefix(w, "no "), "insides") // "in the output" is a new ban there
	place := slices.DeleteFunc(content(where), func(x string) bool { return has(w, "scopes") || begins(x, "longers") })
	for _, r := range rules {
		of, held := known.of(r), func(w string) bool {
			return said.stems[w] || dense(w) && 2*len(unshared(w, said.words)) <= len(w)
		}
		shares := len(of) - len(slices.DeleteFunc(slices.Clone(of), held))
		bans := func(clause string) bool {
			return has(clause, "nots", "bans", "nevers") && slices.ContainsFunc(known.of(clause), held)
		}
		one := only && slices.Contains(of, head)
		if one { // not "before you commit"
			order, _, _ := around(bareWords(r), "whens")
			one = slices.Contains(content(order), head) && has(order, "tools")
		}
		few := shares*2 <= min(len(of), len(own)) && !(only && shares*2 == len(of))
		if !one && (shares < best || few) || limits && !(hasDigits(r) && has(bareWords(r), "limits")) || stops &&
			(!parse(r).all(place) || slices.ContainsFunc(strings.Split(words(r), " , "), bans)) {
			continue
		}
		if shares > best {
			gone = nil
		}
		best, gone = max(best, shares), append(gone, r)
	}
	if best == 1 && len(gone) > 1 {
		return nil
	}
	return gone
}

// Lands reports whether a step is over once its branch is merged or gone: "don't push yet, I read it first".
func Lands(step string) bool { return has(words(step), "landings", "reviewings") }

// Publishes reports whether a command has a step's first word for tagging, pushing or deploying, and all it names, or
// that it was not to be done yet; one of a pull request does what is no more than that.
func Publishes(command string, step Step) bool {
	only, opens := step.publishes()
	if has(firstWords(bareWords(command), 2), "prs") { // whose title may say anything
		return only && opens
	}
	did, named := parse(command), step.names|step.quoted
	verb := each.First(strings.Fields(step.words), func(w string) bool { return has(w, "publishes") })
	other := func(w string) bool { // tags, or another branch
		known := slices.Contains([]string{"git", "push", "origin", "HEAD"}, w)
		return w == "--tags" || w == "--delete" || w[0] != '-' && !known
	}
	plain := !slices.ContainsFunc(strings.Fields(command), other)
	bare := only && !opens && plain && !has(step.words, "rewrites")
	all := bare || named != 0 && did.held(step)&named == named || named == 0 && has(step.words, "yets")
	return all && verb != "" && did.stems[rank.Root(verb)]
}

// clauseless are the words of a sentence without what parts its clauses.
func clauseless(s string) string { return strings.ReplaceAll(bareWords(s), " ,", "") }

// Core are the words of a rule without those that only say that it holds, by which it is known where it is told again;
// of one about a version what that is of, of one behind a label that, of a ban until a day what it bans.
func Core(rule string) string {
	if of := cmp.Or(pinnedBy(rule), topicBy(rule)); of != "" {
		return of
	} else if until := frozenUntil(rule); until != "" {
		until = strings.ReplaceAll(until, " ,", "")
		return strip(strings.Replace(clauseless(untimed(rule)), until, "", 1), "tills", "articles")
	}
	return past(strip(clauseless(rule), "forAlls", "scopes"), "courtesies", "joints")
}

// content are the words of a rule that tell what it is about.
func content(rule string) []string {
	return counted(rule, "directing", "triggers", "permits", "agains", "forgetting", "fillers", "ruling")
}
