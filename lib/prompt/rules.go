package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/fence"
	"holdfast/lib/rank"
)

// A tongue is how one language says that something holds from now on, by its lists
// of phrases: always makes an order a standing one, and what customs tell; everywhere is
// in statements of how things are; strong is enough by itself;
// unless holds an always word and says something else; orders begin an order, opens
// may come before an always word that orders, tells after one that only tells what
// happens; once is an instruction for this one time; minds asks to keep something in
// mind, before a colon or "that"; bans begin a ban, aims say what it is for: "no
// floats for money".
type tongue string

// tongues are the languages, in the order in which they are tried.
var tongues = []tongue{"en", "de", "fr", "es", "pt", "it", "ru", "zh", "ja"}

func (t tongue) list(kind string) *phrases { return phrasesOf(string(t) + "." + kind) }

// anywhere says that an order may be at any place, for a language without spaces.
func (t tongue) anywhere() bool { return t == "zh" || t == "ja" }

// inflects says that verbs of an order differ from those that tell by their endings.
func (t tongue) inflects() bool { return t == "en" }

// maxRuled is how much of a prompt is looked through for rules, in bytes: longer
// ones are documents.
const maxRuled = 16 << 10

// maxTakenBack is how many sentences of a prompt may take back a rule.
const maxTakenBack = 12

// maxCustom is how many words state how things are; a longer sentence tells a story.
const maxCustom = 12

// Rules are the standing instructions in a prompt: its sentences that say how to
// work from now on, at most maxRule characters each, no two the same. What was
// pasted or quoted, a plan, questions, descriptions and instructions for this
// one time do not count.
func Rules(text string) []string {
	if !phrasesOf("triggers").in(words(fence.Head(text, maxRuled))) {
		return nil
	}
	var rules []string
	for _, s := range ownSentences(text) {
		if s = lastingClause(s); !standing(s) {
			continue
		}
		if rule := atWord(s, maxRule); !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// ownSentences are those of a prompt that are the user's own, of no plan or document.
func ownSentences(text string) []string {
	if strings.HasPrefix(strings.TrimSpace(text), planLead) || foreign(text) {
		return nil
	}
	return Sentences(ownWords(fence.Head(text, maxRuled)))
}

// TakesBack are the sentences of a prompt that may take back a rule said before: "forget
// what I said about …", "you can … again", "… may … from now on".
func TakesBack(text string) (all []string) {
	w := clauseless(fence.Head(text, maxRuled))
	if !eases(w) && !phrasesOf("forgets").in(w) { // as most
		return nil
	}
	for _, s := range ownSentences(text) {
		w := clauseless(unquoted(s))
		if !asks(s) && (eases(w) || phrasesOf("forgets").start(w) > 0) {
			all = append(all, s)
		}
	}
	return all[:min(len(all), maxTakenBack)]
}

// eases reports whether words say that something need not be any more, or may be again.
func eases(w string) bool {
	if phrasesOf("lifts").in(w) {
		return true
	}
	strong := func(t tongue) bool { return t.list("strong").in(w) }
	return phrasesOf("permits").in(w) && (phrasesOf("agains").in(w) || slices.ContainsFunc(tongues, strong))
}

// Revokes are the rules that a sentence which takes back one is about: those that share
// most words with it, or the only one that shares one. It is a rule itself, but where it
// only says to forget them.
func Revokes(sentence string, rules []string) (gone []string, rule string) {
	said, own := stems(sentence), content(sentence)
	best := 1
	for _, r := range rules {
		of, shares := content(r), 0
		for _, w := range of {
			if said[rank.Stem(w)] || unspaced(w) && sharesRunes(w, sentence) {
				shares++
			}
		}
		if strings.Contains(sentence, r) || shares < best || shares*2 <= min(len(of), len(own)) {
			continue
		}
		if shares > best {
			gone = nil
		}
		best, gone = shares, append(gone, r)
	}
	if len(gone) == 0 || best == 1 && len(gone) > 1 {
		return nil, ""
	}
	if phrasesOf("forgets").start(clauseless(sentence)) == 0 {
		rule = atWord(sentence, maxRule)
	}
	return gone, rule
}

// clauseless are the words of a sentence without what parts its clauses.
func clauseless(s string) string { return strings.ReplaceAll(bareWords(s), " ,", "") }

// sharesRunes reports whether half of the pairs of characters of a word are in a text.
func sharesRunes(w, text string) bool {
	runes, shared := []rune(w), 0
	for i := 1; i < len(runes); i++ {
		if strings.Contains(text, string(runes[i-1:i+1])) {
			shared++
		}
	}
	return shared > 1 && shared*2 >= len(runes)-1
}

// content are the words of a rule that tell what it is about.
func content(rule string) []string {
	return slices.DeleteFunc(counted(rule), func(w string) bool {
		return start(w, "directing", "triggers", "permits", "agains", "forgetting") == len(w)
	})
}

// standing says whether a sentence is an order that holds from now on.
func standing(s string) bool {
	w := strings.Trim(words(unquoted(s)), " ,")
	if !phrasesOf("triggers").in(w) || utf8.RuneCountInString(s) < 8 {
		return false
	}
	if asks(s) && !phrasesOf("requests").in(firstWords(w, 2)) {
		return false
	}
	return slices.ContainsFunc(tongues, func(t tongue) bool { return t.stands(w) })
}

// lastingClause is a sentence from the clause on that holds from now on, where what
// comes before it is an order for this one time: "change a.go, and always add a test".
func lastingClause(s string) string {
	if first, rest, two := strings.Cut(s, "; "); two && !standing(first) && standing(rest) {
		return lastingClause(rest)
	}
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
		switch {
		case !marked && !leadsStanding(after), len(before) < 2 && !unspaced(s[:i]):
		case strings.Count(after, " ") < 2 && !dense(rest):
		case standing(rest):
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

// lasts says whether a sentence is to be kept in mind, bans something for a purpose,
// ends a fact with always, or says where alone something goes: "remember: …", "no
// floats for money", "19 % always", "texts only in a.go, never in the pages".
func (t tongue) lasts(w string) bool {
	if n := t.list("minds").start(w); n > 0 {
		rest := strings.TrimSpace(w[n:])
		return rest != "" && rest != "," &&
			(strings.HasPrefix(rest, ",") || t.anywhere() || phrasesOf("reminds").in(w[:n]))
	}
	clauses := strings.Split(w, " , ")
	if n := t.list("bans").start(clauses[0]); n > 0 {
		ban := strings.Fields(clauses[0][n:])
		aimed := slices.IndexFunc(ban, t.list("aims").in)
		return aimed > 0 && aimed < 4 && len(ban) < 8 && aimed < len(ban)-1 && !phrasesOf("unbanned").in(clauses[0][n:])
	}
	if t.contrasts(w) || t.general(w) {
		return true
	}
	last := strings.TrimSpace(clauses[len(clauses)-1])
	return slices.ContainsFunc(t.list("always").all, func(phrase string) bool {
		before, ok := strings.CutSuffix(last, " "+phrase)
		value := strings.Fields(before)
		return ok && len(value) > 0 && len(value) < 3 && strings.ContainsAny(value[0], "0123456789")
	})
}

// contrasts says whether a sentence says where alone something goes: "only in a.go,
// never in b.go". What is so is told, not asked for.
func (t tongue) contrasts(w string) bool {
	only, never, two := strings.Cut(strings.Trim(w, " ,"), " , ")
	return two && t.list("always").start(never) > 0 && phrasesOf("onlys").in(only) && !phrasesOf("copulas").in(w)
}

// general says whether a sentence states how things are everywhere, always or never:
// "prices are in cents everywhere".
func (t tongue) general(w string) bool {
	if t.anywhere() { // orders has them
		return false
	}
	for _, kind := range []string{"everywhere", "always"} {
		for _, phrase := range t.list(kind).all {
			before, after, found := strings.Cut(" "+w+" ", " "+phrase+" ")
			all := strings.Fields(before + " " + after)
			at := slices.IndexFunc(all, func(w string) bool { return phrasesOf("copulas").start(w) == len(w) })
			subject, told := all[:max(at, 0)], all[at+1:]
			if n := len(strings.Fields(before)); at < 0 && t == "ru" { // it has no such word
				subject, told = all[:n], all[n:]
			}
			if !found || len(subject) == 0 || len(subject) > 4 || len(told) == 0 || len(all) > maxCustom {
				continue
			}
			if phrasesOf("singles").start(all[0]) > 0 || phrasesOf("faults").in(strings.Join(told, " ")) {
				continue
			}
			if phrasesOf("places").start(told[0]) > 0 || t.inflects() && kind == "everywhere" {
				return true
			}
		}
	}
	return false
}

func (t tongue) stands(w string) bool {
	strong := t.list("strong").in(w)
	switch {
	case t.lasts(w):
		return true
	case t.list("unless").in(w), !strong && (t.list("once").in(w) || !t.list("always").in(w)):
		return false
	case strong:
		return true
	case t.anywhere():
		return t.list("orders").in(w)
	}
	return slices.ContainsFunc(strings.Split(w, " , "), func(clause string) bool { return t.orderIn(clause, w) })
}

// orderIn says whether a clause that holds an always word is an order: the word
// begins it, follows a verb that demands, or is next to an order.
func (t tongue) orderIn(clause, whole string) bool {
	return slices.ContainsFunc(t.list("always").all, func(phrase string) bool {
		before, after, found := strings.Cut(" "+strings.TrimSpace(clause)+" ", " "+phrase+" ")
		if !found {
			return false
		}
		before, after = strings.TrimSpace(before), strings.TrimSpace(after)
		next := firstWords(after, 1)
		tells := t.list("tells").in(next) || t.inflects() && inflected(next)
		occasion := strings.Contains(phrase, " ") // "after every"
		switch {
		case t.list("customs").in(before + " " + after):
			return true
		case occasion && phrasesOf("occasions").in(firstWords(after, 2)), before == "" && after == "":
			return t.ordered(whole)
		case before == "":
			return !tells && (!occasion || t.ordered(whole))
		case t.inflects() && before == "i" && phrasesOf("wants").in(next):
			return true
		case t.list("opens").end(before): // of a thing it is said how it behaves
			return !tells && !phrasesOf("things").in(firstWords(before, 1))
		}
		return t.near(before, after)
	})
}

// near says whether an order comes right before an always word, with a word
// between them at most, or before one that ends the clause.
func (t tongue) near(before, after string) bool {
	n := t.list("orders").start(before)
	between := before[n:]
	return n > 0 && (len(strings.Fields(between)) < 2 || after == "") &&
		!t.list("tells").in(between) && !phrasesOf("relatives").in(between)
}

// ordered says whether one of the clauses begins as an order does.
func (t tongue) ordered(w string) bool {
	return slices.ContainsFunc(strings.Split(w, " , "), func(clause string) bool {
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
