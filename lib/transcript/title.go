package transcript

import (
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
)

// note keeps what the user, the client and its summary call the session, the newest of each. own are the uuids of its
// records until now: older clients write the summaries of other sessions into its file too.
func (t *Titles) note(rec *record, own map[string]bool) {
	told := func(name string) string { return fence.Head(rec.line.get(name).text(), maxTitle) }
	switch rec.typ {
	case "custom-title":
		t.Custom = told("customTitle")
	case "ai-title":
		t.Client = told("aiTitle")
	case "summary":
		if own[rec.line.get("leafUuid").str()] {
			t.Summary = told("summary")
		}
	}
	own[rec.uuid] = rec.uuid != "" && !rec.sidechain
}

// unnamed is before the folder or file by which Title tells what nothing names.
const unnamed = "changes in "

// IsUnnamed reports whether a title is one of Title that only its folder or file names.
func IsUnnamed(title string) bool {
	weak, where, _ := strings.Cut(title, " (")
	return strings.HasPrefix(title, unnamed) || strings.ContainsAny(where, "/.") && !strings.Contains(where, " ") &&
		!prompt.Names(weak)
}

// Title is what the session is about, on one row without secrets: the first that names something of the
// user's own title, the approved plan, the client's title and summary, the first prompt that asks, and
// what the answer to a slash command says it does. named is false where it is only a word or two, or the
// folder that most changes are in. Where no text of a prompt may be told, only a plan names a session.
func (c Conversation) Title(prompts bool) (title string, named bool) {
	if !prompts {
		return row(c.Plan), c.Plan != ""
	}
	names := c.Titles
	for _, t := range []string{names.Custom, c.Plan, names.Client, names.Summary, prompt.Intent(c.Summary)} {
		if t = row(t); prompt.IsTitle(t) || t != "" && t == row(c.Titles.Custom) {
			if strings.Count(t, "-") > 1 && !strings.Contains(t, " ") {
				t = strings.ReplaceAll(t, "-", " ") // words all the same
			}
			return t, true
		}
	}
	said := each.Head(c.Prompts, 200)
	if title = c.ofCommand(said); title != "" {
		return row(title), true
	}
	weak := prompt.Goal(func(yield func(string) bool) {
		for _, p := range c.beginners(said) {
			if !yield(unsecret(p.Text)) {
				return
			}
		}
	})
	if prompt.Names(weak) {
		return weak, true
	}
	where := mostChanged(c.Files)
	switch {
	case where == "":
		return weak, false
	case weak == "":
		return unnamed + where, false
	}
	return row(weak + " (" + where + ")"), false
}

// ofCommand names a session that a bare slash command began: after the last of those before its first change, and the
// file that it changed, or else read, whose name has most words; "" where another prompt before that names the work.
func (c Conversation) ofCommand(said []Prompt) string {
	from := slices.IndexFunc(said, func(p Prompt) bool { return prompt.Asks(p.Text) })
	if from < 0 || !isBare(said[from]) {
		return ""
	}
	first, command := c.firstChange(), ""
	for _, p := range said[from:] {
		before := first.IsZero() || !p.Time.After(first)
		if before && isBare(p) {
			command = p.Text
		} else if before && (orders(p) || statesWork(p, 8)) {
			return ""
		}
	}
	files := c.Files
	if len(files) == 0 {
		files = c.Read
	}
	if len(files) == 0 {
		return ""
	}
	names := each.Of(files, func(file string) string { return path.Base(strings.ReplaceAll(file, "\\", "/")) })
	words := func(name string) int { return strings.Count(name, "-") + strings.Count(name, "_") }
	return command + " for " + slices.MaxFunc(names, func(a, b string) int { return words(a) - words(b) })
}

// isBare reports whether a prompt is a slash command alone or with one argument, and none of ours.
func isBare(p Prompt) bool {
	return strings.HasPrefix(p.Text, "/") && len(strings.Fields(p.Text)) <= 2 && !prompt.IsOurs(p.Text)
}

// beginners are prompts, those first that may have begun the work: of the first three the one
// that throws away all that was asked for and says what instead; where one before asks only to look,
// the one at which the first file changed and those before, back to it; and where one before asks
// a question, that and the orders behind it, as it may give no more than a rule, if it orders work.
func (c Conversation) beginners(said []Prompt) []Prompt {
	texts := func(all ...Prompt) iter.Seq[string] {
		return slices.Values(each.Of(all, func(p Prompt) string { return p.Text }))
	}
	names := func(p Prompt) bool { return prompt.Names(prompt.Goal(texts(p))) }
	from := slices.IndexFunc(said, names)
	for i, p := range each.Head(said, 3) {
		begun := strings.Fields(prompt.Goal(texts(said[:i]...)))
		of := strings.Join(each.Head(begun, 5), " ") // the words that say what was asked for
		if prompt.Instead(p.Text) != "" && (of == "" || prompt.Discards(p.Text, of)) {
			return slices.Concat(said[i:], said[:i])
		} else if from == i && prompt.Discards(p.Text, p.Text) { // names what is no more
			return slices.Concat(said[i+1:], said[:i+1])
		}
	}
	first := c.firstChange()
	if from < 0 || first.IsZero() {
		return said
	}
	to := from
	for to+1 < len(said) && !said[to+1].Time.After(first) {
		to++
	}
	between := each.Reversed(said[from+1 : to+1])
	switch asked := said[from].Text; {
	case len(between) == 0:
	case prompt.OnlyLooks(asked):
		return slices.Concat(between, said[to+1:], said[:from+1])
	case !slices.ContainsFunc(prompt.Sentences(asked), states) && startsWork(said[to-1], between[0]):
		questions := func(p Prompt) bool { return prompt.Questions(p.Text) }
		return slices.Concat(each.Without(said[to:], questions), said)
	}
	return said
}

// states reports whether a sentence is no question, nor leads to some.
func states(s string) bool { return !prompt.Questions(s) && !strings.HasSuffix(s, ":") }

// startsWork reports whether a prompt, at which the first file changed after a question, says what the work is, and not
// which part of what was answered.
func startsWork(before, p Prompt) bool {
	return (orders(p) || statesWork(p, 8)) && len(prompt.Unpicked(before.Text, before.Answer, p.Text)) == 0
}

// statesWork reports whether a prompt names work in so many words, which are more than a reply, and asks nothing.
func statesWork(p Prompt, words int) bool {
	return len(strings.Fields(p.Text)) >= words && prompt.Names(p.Text) && !prompt.Questions(p.Text)
}

// orders reports whether a prompt asks for work of its own.
func orders(p Prompt) bool {
	work, _ := prompt.OtherWork(p.Text)
	return work != ""
}

// firstChange is when the first change of files began, zero for none.
func (c Conversation) firstChange() (first time.Time) {
	for _, made := range c.Changes {
		if first.IsZero() || made.From.Before(first) {
			first = made.From
		}
	}
	return first
}

// row is a text on one row without secrets, as long as a title may be.
func row(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	return prompt.Shorten(redact.Text(s), prompt.MaxGoal)
}

// mostChanged is the folder that most of the files are in; of one file, or in the root, a file.
func mostChanged(files []string) string {
	count, best := map[string]int{}, ""
	for _, f := range files {
		dir := path.Dir(strings.ReplaceAll(f, "\\", "/"))
		if count[dir]++; count[dir] > count[best] {
			best = dir
		}
	}
	if len(files) == 1 || best == "." {
		best = files[0]
	}
	parts := strings.Split(strings.Trim(strings.ReplaceAll(best, "\\", "/"), "/"), "/")
	return strings.Join(each.Tail(parts, 2), "/")
}
