package prompt

import (
	"slices"
	"strings"
)

// section is what the client's summary says beside and under the last heading of that name, without marks.
func section(summary, name string) (text string) {
	inside, beside := false, ""
	for line := range strings.Lines(head(summary)) {
		heading := strings.ToLower(strings.TrimLeft(line, "#*.0123456789 "))
		heads := func(name string) bool { return strings.HasPrefix(heading, name) }
		switch {
		case line[0] == ' ':
		case heads(name):
			_, beside, _ = strings.Cut(line, ":")
			inside, text, line = true, "", strings.TrimLeft(beside, "* ")+"\n"
		case contains(phrasesOf("sections").all, heads), line[0] == '#',
			line[0] >= '1' && line[0] <= '9' && (strings.HasSuffix(strings.TrimRight(line, "* \r\n"), ":") ||
				strings.TrimSpace(beside) != "" && strings.Contains(line, ": ")): // "2. Files: a.go": each has one row
			inside = false
		}
		if inside {
			text += strings.ReplaceAll(line, "**", "")
		}
	}
	return text
}

// Intent is what the user wants, as the client's summary says: one row, "" where it has none.
func Intent(summary string) string {
	intent := fromFirstAsk(Sentences(section(summary, "primary request and intent")))
	return strings.TrimSpace(intent[start(strings.ToLower(intent), "userAsks"):])
}

// Summed is what is to be done, where the work was and what went wrong, by that summary.
func Summed(summary string) (pending []string, current string, failed []string) {
	pending = slices.DeleteFunc(realSteps(items(section(summary, "pending tasks"))), func(s string) bool {
		return has(firstWords(bareWords(s), 3), "unpending")
	})
	failed = slices.DeleteFunc(realSteps(items(section(summary, "errors and fixes"))), func(s string) bool {
		return begins(bareWords(s), "flawless") && !strings.Contains(s, ": ")
	})
	return pending, shortened(row(section(summary, "current work")), maxStep), failed
}

// items are the items of a list, without those inside of others.
func items(text string) (all []string) {
	outer := len(text)
	for line := range strings.Lines(text) {
		if margin := len(line) - len(strings.TrimLeft(line, " ")); listed(line) && margin <= outer {
			outer, all = margin, append(all, plain(unlisted(line)))
		}
	}
	return all
}
