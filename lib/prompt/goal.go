package prompt

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// planLead begins the prompt by which the client starts on an approved plan.
const planLead = "Implement the following plan:"

// Goal is what a new line of work is for, as its prompts say, oldest first: one
// row of at most MaxGoal characters, "" where none asks for something. It is
// the plan that is to be implemented, else the first prompt that asks. Where all
// that asks was pasted, the first line of that counts.
func Goal(prompts iter.Seq[string]) string {
	for p := range prompts {
		if g := goalOf(p); g != "" {
			return g
		}
	}
	for p := range prompts {
		if s := weakGoal(p); s != "" {
			return s
		}
	}
	return ""
}

func goalOf(text string) string {
	if title := PlanTitle(text); title != "" {
		return title
	}
	if foreign(text) || !Asks(text) || Concludes(text) {
		return ""
	}
	if command := strings.TrimSpace(text); strings.HasPrefix(command, "/") {
		if !strings.ContainsFunc(command, unicode.IsSpace) {
			return "" // weak: the name alone tells little
		}
		return shortened(row(head(text)), MaxGoal)
	}
	return begin(Sentences(ownWords(text)))
}

// foreign says whether a text is a tag or a document, not a person's words.
func foreign(text string) bool {
	s := strings.TrimSpace(text)
	return s == "" || strings.HasPrefix(s, "<") || strings.HasPrefix(s, "{")
}

// weakGoal is the first line of what was pasted, where the text is no more.
func weakGoal(text string) string {
	if foreign(text) || !Asks(text) {
		return ""
	}
	for _, s := range Sentences(text) {
		if s = strings.TrimLeft(s, "`~>|+❯⎿●│ "); !foreign(s) && Asks(s) && strings.ContainsFunc(s, isWordRune) {
			return shortened(s, MaxGoal)
		}
	}
	return ""
}

func isWordRune(r rune) bool { return r > utf8.RuneSelf || r|0x20 >= 'a' && r|0x20 <= 'z' }

// begin is the sentences from the first that asks on, as many as a goal holds.
func begin(sentences []string) string {
	goal := ""
	for _, s := range sentences {
		if goal == "" {
			if !foreign(s) && Asks(s) && strings.ContainsFunc(s, isWordRune) {
				goal = s
			}
			continue
		}
		if utf8.RuneCountInString(goal)+1+utf8.RuneCountInString(s) > MaxGoal {
			break
		}
		goal += " " + s
	}
	return shortened(goal, MaxGoal)
}

// PlanTitle is the title of the plan in the prompt by which the client starts
// on one, "" for any other prompt.
func PlanTitle(text string) string {
	plan, ok := strings.CutPrefix(strings.TrimSpace(text), planLead)
	if !ok {
		return ""
	}
	return Heading(plan)
}

// Heading is the first heading of a plan, else its first line of words, without
// "Plan:" before it: one row of at most MaxGoal characters.
func Heading(plan string) string {
	first := ""
	for line := range strings.Lines(head(plan)) {
		s := strings.TrimSpace(line)
		title := strings.TrimSpace(strings.TrimLeft(s, "#"))
		if title == "" || fenceMark(s) != "" || !strings.ContainsFunc(title, isWordRune) {
			continue
		}
		if strings.HasPrefix(s, "#") {
			return shortened(untitled(title), MaxGoal)
		}
		if first == "" {
			first = title
		}
	}
	return shortened(untitled(first), MaxGoal)
}

// untitled is a title without the word plan before it.
func untitled(title string) string {
	title = row(strings.Trim(title, "*_ "))
	for _, lead := range []string{"Plan:", "Plan -", "Plan –", "Plan —", "Implementation Plan:", "Plan for:"} {
		if len(title) > len(lead) && strings.EqualFold(title[:len(lead)], lead) {
			return strings.TrimSpace(title[len(lead):])
		}
	}
	return title
}

// intentHeading is the section of the client's summary that says what was asked.
const intentHeading = "Primary Request and Intent"

// Intent is what the user wants, as the client's own summary of a conversation
// says: the beginning of its first section, one row of at most MaxGoal
// characters, "" where it has none.
func Intent(summary string) string {
	_, section, ok := strings.Cut(head(summary), intentHeading)
	if !ok {
		return ""
	}
	_, section, _ = strings.Cut(section, "\n")
	var lines []string
	for line := range strings.Lines(section) {
		if s := strings.TrimLeft(line, "#* "); len(lines) > 0 && strings.HasPrefix(s, "2. ") && !strings.HasPrefix(line, "  ") {
			break
		}
		lines = append(lines, strings.ReplaceAll(line, "**", ""))
	}
	return begin(Sentences(strings.Join(lines, "")))
}
