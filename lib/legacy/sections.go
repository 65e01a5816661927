package legacy

import (
	_ "embed" // the tables
	"strings"
	"sync"
	"unicode"
)

// What a section or label becomes: a key of the body, or one of the words below.
const (
	toDone     = "done_this_session"
	toNext     = "next"
	toFindings = "findings"
	toEither   = "blockers, questions"
	toPrompt   = "continuation_prompt"
	toState    = "state"
	toFacts    = "facts"
	inFiles    = "files."
)

// lists are the meanings that a section gives to those in it that have none.
const lists = toDone + toNext + toFindings + toEither + "decisions" + inFiles + "modified" + inFiles + "created"

//go:embed sections.txt
var sectionsText string

// tables are those of sections.txt by name: sections, facts (named texts that decide something),
// outcomes, which are statuses too, and what says that there is nothing.
var tables = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	var table map[string]string
	for line := range strings.Lines(sectionsText) {
		switch to, names, isRow := strings.Cut(strings.TrimSpace(line), ": "); {
		case strings.HasPrefix(to, "["):
			table = map[string]string{}
			all[strings.Trim(to, "[]")] = table
		case isRow && table != nil:
			for name := range strings.SplitSeq(names, "|") {
				table[name] = to
			}
		}
	}
	return all
})

func find(table, name string) string { return tables()[table][name] }

// meaningOf is what a section with this heading becomes, whose suffix does not count.
func meaningOf(heading string) string {
	to := find("sections", canonical(heading))
	for _, sep := range []string{" - ", " – ", " — ", ": "} {
		if i := strings.Index(heading, sep); i > 0 && to == "" {
			to = find("sections", canonical(heading[:i]))
		}
	}
	return to
}

// canonical is a name in lower case without what is in parentheses and signs.
func canonical(s string) string {
	var b strings.Builder
	depth := 0
	for _, r := range strings.ToLower(s) {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth > 0:
			depth--
		case depth > 0:
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func isNothing(s string) bool {
	c := canonical(s)
	return c == "" || find("nothing", c) != ""
}
