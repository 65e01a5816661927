package autosave

import (
	"cmp"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
)

// which is what tells the line that a session works on.
type which struct {
	session      Session
	conversation transcript.Conversation
	read         bool // the transcript could be read
	last         artifact.LastSave
	known        bool // there is one
	branch       string
	changed      []string // files of the project
	title        string   // what a person calls a new line
}

func (w which) question() line.Question {
	c := w.conversation
	q := line.Question{
		SessionID: w.session.ID, Last: w.last.Newest, Sitting: w.last.Sitting, Prompts: c.Prompts, Team: c.Team,
		Agent: w.agent(), Working: w.session.Working, Branch: w.branch, Changed: w.changed, Title: w.title,
	}
	if q.Title == "" {
		title, _ := c.Title(!w.session.NoPrompts)
		q.Title = short(title, prompt.MaxGoal)
	}
	if len(c.Prompts) > 0 && !c.Cut && !c.Compacted {
		q.GoesOn = prompt.OnlyGoesOn(c.Prompts[0].Text)
	}
	if c.Recovers {
		q.Picked = shownLine(c.Succeeded)
	}
	if w.last.Sitting.Source == "fork" && !w.known {
		q.Parents = transcript.Origins(cmp.Or(w.session.Transcript, w.last.Sitting.Transcript))
	}
	if bead := tookBead(c.Succeeded); slices.ContainsFunc(q.Working, func(b beads.Issue) bool { return b.ID == bead }) {
		q.Bead, q.Taken = bead, true
	}
	return q
}

// agent reports whether no person spoke in the session, as far as the
// transcript tells.
func (w which) agent() bool {
	c := w.conversation
	return w.read && !w.known && len(c.Prompts) == 0 && !c.Cut && !c.Compacted && !c.First.IsZero()
}

// tookBead is the issue that the session took last: by "bd update ID --status
// in_progress", "--claim", "bd start ID" or "bd claim ID". Source: bd's help.
func tookBead(commands []string) string {
	for words := range lastCommands(commands) {
		if len(words) < 3 || filepath.Base(words[0]) != "bd" {
			continue
		}
		takes := words[1] == "start" || words[1] == "claim" ||
			words[1] == "update" && (slices.Contains(words, "--claim") || slices.Contains(words, "in_progress") ||
				slices.Contains(words, "--status=in_progress") || slices.Contains(words, "-s=in_progress"))
		if !takes {
			continue
		}
		for _, w := range words[2:] {
			if !strings.HasPrefix(w, "-") && w != "in_progress" {
				return w
			}
		}
	}
	return ""
}

// shownLine is the line of work that the session was shown last, as the skill
// recover does with the one that the user picks: "handoff-index show NAME".
func shownLine(commands []string) string {
	for words := range lastCommands(commands) {
		at := slices.Index(words, "show")
		if at < 1 || !slices.Contains([]string{"handoff-index", "holdfast"}, filepath.Base(words[at-1])) {
			continue
		}
		for i, w := range words[at+1:] {
			if !strings.HasPrefix(w, "-") && words[at+i] != "--root" {
				return w
			}
		}
	}
	return ""
}

// lastCommands are the words of each command of shell lines without quotes around
// them, those of the last line first.
func lastCommands(lines []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, line := range slices.Backward(lines) {
			for command := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(";&|\n", r) }) {
				words := strings.Fields(command)
				for i, w := range words {
					words[i] = strings.Trim(w, `"'`)
				}
				if len(words) > 0 && !yield(words) {
					return
				}
			}
		}
	}
}
