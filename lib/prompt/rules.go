package prompt

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A tongue is how one language says that something holds from now on. Phrases
// are as words writes them, "|" between them.
type tongue struct {
	always string // words that make an order a standing one
	strong string // phrases that are enough by themselves
	// unless are phrases in which an always word says something else, and
	// beginnings that only tell what happens.
	unless string
	orders string // what an order begins with
	opens  string // what may come before an always word that orders
	tells  string // words after an always word that only tell what happens
	once   string // words of an instruction for this one time
	minds  string // what asks to keep something in mind, before a colon or "that"
	bans   string // what a ban begins with: "no floats for money"
	aims   string // and what it is for
	// anywhere says that an order may be at any place, for a language
	// without spaces.
	anywhere bool
	// inflects says that verbs of an order differ from those that tell by their
	// endings, as in English.
	inflects bool
}

// tongues are the languages, in the order in which they are tried.
var tongues = sync.OnceValue(func() []tongue {
	var all []tongue
	for _, l := range []string{"en", "de", "fr", "es", "pt", "it", "ru", "zh", "ja"} {
		all = append(all, tongue{
			always: phrasesOf(l + ".always"), strong: phrasesOf(l + ".strong"), unless: phrasesOf(l + ".unless"),
			orders: phrasesOf(l + ".orders"), opens: phrasesOf(l + ".opens"), tells: phrasesOf(l + ".tells"),
			once: phrasesOf(l + ".once"), minds: phrasesOf(l + ".minds"), bans: phrasesOf(l + ".bans"),
			aims:     phrasesOf(l + ".aims"),
			anywhere: l == "zh" || l == "ja", inflects: l == "en",
		})
	}
	return all
})

// maxRuled is how much of a prompt is looked through for rules, in bytes: longer
// ones are documents.
const maxRuled = 16 << 10

// Rules are the standing instructions in a prompt: its sentences that say how to
// work from now on, at most maxRule characters each, no two the same. What was
// pasted or quoted, a plan, questions, descriptions and instructions for this
// one time do not count.
func Rules(text string) []string {
	if strings.HasPrefix(strings.TrimSpace(text), planLead) || foreign(text) {
		return nil
	}
	if text = headOf(text, maxRuled); !triggers().in(words(text)) {
		return nil
	}
	var rules []string
	for _, s := range Sentences(ownWords(text)) {
		if s = lastingClause(s); !standing(s) {
			continue
		}
		if rule := atWord(s, maxRule); !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// standing says whether a sentence is an order that holds from now on.
func standing(s string) bool {
	w := words(unquoted(s))
	if !triggers().in(w) {
		return false
	}
	asks := strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
	orders := holds(firstWords(w, 2), "can you|could you|would you|will you|please")
	if utf8.RuneCountInString(s) < 8 || asks && !orders {
		return false
	}
	for _, t := range tongues() {
		if t.stands(w) {
			return true
		}
	}
	return false
}

// lastingClause is a sentence from the clause on that holds from now on, where what
// comes before it is an order for this one time: "change a.go, and always add a test".
func lastingClause(s string) string {
	for part := s; ; {
		first, rest, more := strings.Cut(part, "; ")
		if standing(first) {
			s = part
			break
		}
		if !more {
			break
		}
		part = rest
	}
	w := words(unquoted(s))
	contrasts := slices.ContainsFunc(tongues(), func(t tongue) bool { return t.contrasts(w) })
	if contrasts || prefix(strings.TrimSpace(w), phrasesOf("topics")) > 0 {
		return s
	}
	for i, r := range s {
		rest := s[i+utf8.RuneLen(r):]
		switch {
		case strings.ContainsRune("，；", r), strings.ContainsRune(",;:", r) && strings.HasPrefix(rest, " "):
		case r == ' ' && prefix(strings.TrimSpace(words(rest)), phrasesOf("joints")) > 0:
		default:
			continue
		}
		rest = strings.TrimLeft(rest, " ")
		joint := func() int { return prefix(strings.ToLower(rest), phrasesOf("joints")) }
		for n := joint(); n > 0; n = joint() {
			rest = strings.TrimLeft(rest[n:], " ,")
		}
		before := strings.Fields(words(s[:i]))
		dense := strings.ContainsFunc(rest, func(r rune) bool { return unspaced(string(r)) })
		bare := len(strings.Fields(words(rest))) < 3 && !dense
		if r == ' ' && !leadsStanding(rest) || bare || len(before) < 2 && !unspaced(s[:i]) || !standing(rest) {
			continue
		}
		return rest
	}
	return s
}

// leadsStanding says whether a text begins with a word that makes an order a standing
// one.
func leadsStanding(text string) bool {
	w := strings.TrimSpace(words(text))
	for _, t := range tongues() {
		if prefix(w, t.always+"|"+t.strong) > 0 {
			return true
		}
	}
	return false
}

// lasts says whether a sentence is to be kept in mind, bans something for a purpose,
// ends a fact with always, or says where alone something goes: "remember: …", "no
// floats for money", "19 % always", "texts only in a.go, never in the pages".
func (t *tongue) lasts(w string) bool {
	w = strings.TrimSpace(w)
	if n := prefix(w, t.minds); n > 0 {
		rest := strings.TrimSpace(w[n:])
		asks := holds(" "+w[:n]+" ", "that|dass|que|che|что") || t.anywhere
		return rest != "" && rest != "," && (asks || strings.HasPrefix(rest, ","))
	}
	first, _, _ := strings.Cut(w, " , ")
	if n := prefix(first, t.bans); n > 0 && t.bans != "" {
		ban := strings.Fields(first[n:])
		aimed := slices.IndexFunc(ban, func(word string) bool { return holds(" "+word+" ", t.aims) })
		tells := holds(" "+strings.Join(ban, " ")+" ", phrasesOf("unbanned"))
		return !tells && aimed > 0 && aimed < 4 && len(ban) < 8 && aimed < len(ban)-1
	}
	clauses := strings.Split(w, " , ")
	last := strings.TrimSpace(clauses[len(clauses)-1])
	if t.contrasts(w) {
		return true
	}
	for phrase := range strings.SplitSeq(t.always, "|") {
		before, ok := strings.CutSuffix(last, " "+strings.TrimSpace(phrase))
		value := strings.Fields(before)
		if ok && len(value) > 0 && len(value) < 3 && strings.ContainsAny(value[0], "0123456789") {
			return true
		}
	}
	return false
}

// contrasts says whether a sentence says where alone something goes: "only in a.go,
// never in b.go". What is so is told, not asked for.
func (t *tongue) contrasts(w string) bool {
	only, never, two := strings.Cut(strings.Trim(w, " ,"), " , ")
	return two && prefix(never, t.always) > 0 && holds(" "+only+" ", phrasesOf("onlys")) &&
		!holds(" "+w+" ", phrasesOf("copulas"))
}

func (t *tongue) stands(w string) bool {
	if t.lasts(w) {
		return true
	}
	strong := holds(w, t.strong)
	if holds(w, t.unless) || !strong && (holds(w, t.once) || !holds(w, t.always)) {
		return false
	}
	switch {
	case strong:
		return true
	case t.anywhere:
		return holds(w, t.orders)
	}
	for clause := range strings.SplitSeq(w, " , ") {
		if t.orderIn(" "+clause+" ", w) {
			return true
		}
	}
	return false
}

// orderIn says whether a clause that holds an always word is an order: the word
// begins it, follows a verb that demands, or is next to an order.
func (t *tongue) orderIn(clause, whole string) bool {
	return slices.ContainsFunc(strings.Split(t.always, "|"), func(phrase string) bool {
		before, after, found := strings.Cut(clause, " "+phrase+" ")
		if !found {
			return false
		}
		before, after = strings.TrimSpace(before), strings.TrimSpace(after)
		next, _, _ := strings.Cut(after, " ")
		tells := holds(" "+next+" ", t.tells) || t.inflects && inflected(next)
		occasion := strings.Contains(phrase, " ") // "after every"
		ends := func(p string) bool { return strings.HasSuffix(" "+before, " "+p) }
		demands := slices.ContainsFunc(strings.Split(t.opens, "|"), ends)
		switch {
		case occasion && holds(firstWords(after, 2), phrasesOf("occasions")), before == "" && after == "":
			return t.ordered(whole)
		case before == "":
			return !tells && (!occasion || t.ordered(whole))
		case t.inflects && before == "i" && holds(" "+next+" ", "want|prefer|expect|need|like"):
			return true
		case demands: // of a thing it is said how it behaves
			return !tells && !holds(firstWords(before, 1), phrasesOf("things"))
		}
		return t.near(before, after)
	})
}

// near says whether an order comes right before an always word, with a word
// between them at most, or before one that ends the clause.
func (t *tongue) near(before, after string) bool {
	n := prefix(before, t.orders)
	between := strings.Fields(before[n:])
	tells := func(w string) bool {
		return holds(" "+w+" ", t.tells+"|that|which|who|it|they|die|das|der|qui|que|che|который")
	}
	return n > 0 && (len(between) < 2 || after == "") && !slices.ContainsFunc(between, tells)
}

// ordered says whether one of the clauses begins as an order does.
func (t *tongue) ordered(w string) bool {
	return slices.ContainsFunc(strings.Split(w, " , "), func(clause string) bool {
		return prefix(strings.TrimSpace(clause), t.orders) > 0
	})
}

// inflected says whether an English word after "always" or "never" is no order:
// the third person or a past form.
func inflected(word string) bool {
	if len(word) < 4 || word[0] >= 0x80 {
		return false
	}
	for _, kept := range []string{"ss", "eed", "mbed", "us"} {
		if strings.HasSuffix(word, kept) {
			return false
		}
	}
	return strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "tests")
}

// firstWords is the first n words of w, with spaces around them.
func firstWords(w string, n int) string {
	fields := strings.Fields(w)
	return " " + strings.Join(fields[:min(n, len(fields))], " ") + " "
}

// unquoted is a sentence without what is in quotation marks or code.
func unquoted(s string) string {
	for _, q := range [][2]string{{"`", "`"}, {`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}} {
		for {
			i := strings.Index(s, q[0])
			if i < 0 {
				break
			}
			n := strings.Index(s[i+len(q[0]):], q[1])
			if n < 0 {
				break
			}
			s = s[:i] + " x " + s[i+len(q[0])+n+len(q[1]):]
		}
	}
	return s
}
