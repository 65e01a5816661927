package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/fence"
)

// A tongue is how one language says that something holds from now on, by its lists
// of phrases: always makes an order a standing one, and what customs tell; strong is
// enough by itself; unless holds an always word and says something else; orders begin
// an order, opens may come before an always word that orders, tells after one that only
// tells what happens; once is an instruction for this one time; minds asks to keep
// something in mind, before a colon or "that"; bans begin a ban, aims say what it is
// for: "no floats for money".
type tongue string

// tongues are the languages, in the order in which they are tried.
var tongues = []tongue{"en", "de", "fr", "es", "pt", "it", "ru", "zh", "ja"}

func (t tongue) list(kind string) *phrases { return phrasesOf(string(t) + "." + kind) }

// anywhere says that an order may be at any place, for a language without spaces.
func (t tongue) anywhere() bool { return t == "zh" || t == "ja" }

// maxRuled is how much of a prompt is looked through for rules, in bytes: longer
// ones are documents.
const maxRuled = 16 << 10

// Rules are the standing instructions in a prompt: its sentences that say how to
// work from now on, at most maxRule characters each, no two the same. What was
// pasted or quoted, a plan, questions, descriptions and instructions for this
// one time do not count.
func Rules(text string) (rules []string) {
	text = fence.Head(text, maxRuled)
	if !phrasesOf("triggers").in(words(text)) || PlanTitle(text) != "" || foreign(text) {
		return nil
	}
	for _, s := range Sentences(ownWords(text)) {
		s = lastingClause(s)
		if rule := atWord(s, maxRule); standing(s) && !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// standing says whether a sentence is an order that holds from now on.
func standing(s string) bool {
	w := strings.Trim(words(unquoted(s)), " ,")
	if !phrasesOf("triggers").in(w) || utf8.RuneCountInString(s) < 8 ||
		asks(s) && !phrasesOf("requests").in(firstWords(w, 2)) {
		return false
	}
	return slices.ContainsFunc(tongues, func(t tongue) bool { return t.stands(w) })
}

// lastingClause is a sentence from the clause on that holds from now on, where what
// comes before it is an order for this one time: "change a.go, and always add a test".
func lastingClause(s string) string {
	w := bareWords(unquoted(s))
	contrasts := slices.ContainsFunc(tongues, func(t tongue) bool { return t.contrasts(w) })
	if contrasts || phrasesOf("topics").start(w) > 0 {
		return s
	}
	for i, r := range s {
		rest := s[i+utf8.RuneLen(r):]
		marked := strings.ContainsRune("，；", r) || strings.ContainsRune(",;:", r) && strings.HasPrefix(rest, " ")
		if !marked && (r != ' ' || jointAt(rest) == 0) {
			continue
		}
		rest = strings.TrimLeft(rest, " ")
		for n := jointAt(rest); n > 0; n = jointAt(rest) {
			rest = strings.TrimLeft(rest[n:], " ,")
		}
		after, before := bareWords(rest), strings.Fields(words(s[:i]))
		short := len(before) < 2 && !unspaced(s[:i]) || strings.Count(after, " ") < 2 && !dense(rest)
		if !short && (marked || leadsStanding(after)) && standing(rest) {
			return rest
		}
	}
	return s
}

// jointAt measures the word between clauses that s begins with.
func jointAt(s string) int {
	const longest = 16
	return phrasesOf("joints").start(strings.ToLower(s[:min(len(s), longest)]))
}

// leadsStanding says whether words begin with one that makes an order a standing one.
func leadsStanding(w string) bool {
	return slices.ContainsFunc(tongues, func(t tongue) bool {
		return max(t.list("always").start(w), t.list("strong").start(w)) > 0
	})
}

// stands says whether the words of a sentence hold from now on.
func (t tongue) stands(w string) bool {
	clauses := strings.Split(w, " , ")
	strong := t.list("strong").in(w)
	switch {
	case t.minds(w), t.bans(clauses[0]), t.contrasts(w), t.values(clauses[len(clauses)-1]):
		return true
	case t.list("unless").in(w), !strong && (t.list("once").in(w) || !t.list("always").in(w)):
		return false
	case strong:
		return true
	case t.anywhere():
		return t.list("orders").in(w)
	}
	return slices.ContainsFunc(clauses, func(clause string) bool { return t.orderIn(clause, clauses) })
}

// minds says whether a sentence asks to keep something in mind: "remember: …".
func (t tongue) minds(w string) bool {
	n := t.list("minds").start(w)
	rest := strings.TrimSpace(w[n:])
	return n > 0 && strings.Trim(rest, ",") != "" &&
		(strings.HasPrefix(rest, ",") || t.anywhere() || phrasesOf("reminds").in(w[:n]))
}

// bans says whether a clause bans something for a purpose: "no floats for money".
func (t tongue) bans(clause string) bool {
	n := t.list("bans").start(clause)
	what := clause[n:]
	ban := strings.Fields(what)
	aimed := slices.IndexFunc(ban, t.list("aims").in)
	return n > 0 && aimed > 0 && aimed < 4 && len(ban) < 8 && aimed < len(ban)-1 && !phrasesOf("unbanned").in(what)
}

// contrasts says whether a sentence says where alone something goes: "only in a.go,
// never in b.go". What is so is told, not asked for.
func (t tongue) contrasts(w string) bool {
	only, never, two := strings.Cut(strings.Trim(w, " ,"), " , ")
	return two && t.list("always").start(never) > 0 && phrasesOf("onlys").in(only) && !phrasesOf("copulas").in(w)
}

// values says whether a clause is a value that always holds: "19 % always".
func (t tongue) values(clause string) bool {
	return slices.ContainsFunc(t.list("always").all, func(phrase string) bool {
		before, ok := strings.CutSuffix(strings.TrimSpace(clause), " "+phrase)
		value := strings.Fields(before)
		return ok && len(value) > 0 && len(value) < 3 && strings.ContainsAny(value[0], "0123456789")
	})
}

// orderIn says whether a clause that holds an always word is an order: the word
// begins it, follows a verb that demands, or comes after an order, with a word between
// them at most or at the end.
func (t tongue) orderIn(clause string, all []string) bool {
	return slices.ContainsFunc(t.list("always").all, func(phrase string) bool {
		before, after, found := strings.Cut(" "+strings.TrimSpace(clause)+" ", " "+phrase+" ")
		if !found {
			return false
		}
		before, after = strings.TrimSpace(before), strings.TrimSpace(after)
		next := firstWords(after, 1)
		tells := t.list("tells").in(next) || t == "en" && inflected(next)
		occasion := strings.Contains(phrase, " ") // "after every"
		n := t.list("orders").start(before)
		between := before[n:]
		switch {
		case t.list("customs").in(before + " " + after):
			return true
		case occasion && phrasesOf("occasions").in(firstWords(after, 2)), before == "" && after == "":
			return t.ordered(all)
		case before == "":
			return !tells && (!occasion || t.ordered(all))
		case t.list("opens").end(before): // of a thing it is said how it behaves
			return !tells && !phrasesOf("things").in(firstWords(before, 1))
		}
		return n > 0 && (len(strings.Fields(between)) < 2 || after == "") &&
			!t.list("tells").in(between) && !phrasesOf("relatives").in(between)
	})
}

// ordered says whether one of the clauses begins as an order does.
func (t tongue) ordered(clauses []string) bool {
	return slices.ContainsFunc(clauses, func(clause string) bool {
		return t.list("orders").start(strings.TrimSpace(clause)) > 0
	})
}

// inflected says whether an English word after "always" or "never" is no order:
// the third person or a past form.
func inflected(word string) bool {
	ends := func(end string) bool { return strings.HasSuffix(word, end) }
	if len(word) < 4 || word[0] >= utf8.RuneSelf || slices.ContainsFunc([]string{"ss", "eed", "mbed", "us"}, ends) {
		return false
	}
	return ends("ed") || ends("s") && !ends("tests")
}

// unquoted is a sentence without what is in quotation marks or code.
func unquoted(s string) string {
	for _, q := range [][2]string{{"`", "`"}, {`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}} {
		for {
			before, rest, opens := strings.Cut(s, q[0])
			_, after, closes := strings.Cut(rest, q[1])
			if !opens || !closes {
				break
			}
			s = before + " x " + after
		}
	}
	return s
}
