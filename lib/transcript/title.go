package transcript

import (
	"iter"
	"path"
	"slices"
	"strings"

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
	said := c.Prompts[:min(len(c.Prompts), 200)]
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
	for _, p := range said {
		if !strings.HasPrefix(p.Text, "/") || prompt.IsOurs(p.Text) {
			continue
		}
		answer := each.Of(prompt.Sentences(unsecret(p.Answer)), prompt.Unmarked)
		// A question is for the user, and a cheer says nothing of the work.
		answer = slices.DeleteFunc(answer, func(s string) bool { return strings.TrimRight(s, "?!") != s })
		if does := prompt.Goal(slices.Values(answer)); prompt.Names(does) {
			return strings.Fields(p.Text)[0] + ": " + does, true
		}
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

// beginners are prompts, those first that may have begun the work: of the first three the one
// that throws away all that was asked for and says what instead; where one before asks only to look,
// the one at which the first file changed and those before, back to it, or that one alone where it
// shares no word with a question before it and the answer.
func (c Conversation) beginners(said []Prompt) []Prompt {
	texts := func(all ...Prompt) iter.Seq[string] {
		return slices.Values(each.Of(all, func(p Prompt) string { return p.Text }))
	}
	names := func(p Prompt) bool { return prompt.Names(prompt.Goal(texts(p))) }
	from := slices.IndexFunc(said, names)
	for i, p := range said[:min(len(said), 3)] {
		begun := strings.Fields(prompt.Goal(texts(said[:i]...)))
		of := strings.Join(begun[:min(len(begun), 5)], " ") // the words that say what was asked for
		if prompt.Instead(p.Text) != "" && (of == "" || prompt.Discards(p.Text, of)) {
			return slices.Concat(said[i:], said[:i])
		} else if from == i && prompt.Discards(p.Text, p.Text) { // names what is no more
			return slices.Concat(said[i+1:], said[:i+1])
		}
	}
	if from < 0 || len(c.Changes) == 0 {
		return said
	}
	first := slices.MinFunc(c.Changes, func(a, b Change) int { return a.From.Compare(b.From) }).From
	to := from
	for to+1 < len(said) && !said[to+1].Time.After(first) {
		to++
	}
	between := each.Reversed(said[from+1 : to+1])
	if len(between) > 0 && prompt.OnlyLooks(said[from].Text) {
		return slices.Concat(between, said[to+1:], said[:from+1])
	} else if len(between) > 0 && names(between[0]) && prompt.Wonders(said[from].Text) &&
		!prompt.Shares(said[from].Text+" "+said[from].Answer, between[0].Text) {
		return slices.Concat(between[:1], said)
	}
	return said
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
	return strings.Join(parts[max(0, len(parts)-2):], "/")
}
