package recovery

import (
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/resume"
)

const (
	prompts      = "prompts" // the detail of the user's words, newest last
	toldSittings = 3
)

// details are what is known of a line, in the one order in which it is shown,
// with how old the open steps are; also is what others left beside it. No text is
// there twice: what goal and now say whole is no prompt and no sitting again.
func details(s line.State, q resume.Query, also string) []resume.Detail {
	var out []resume.Detail
	compacted := q.Source == "compact"
	said := words(s.Goal)
	for _, section := range s.Sections() {
		d := resume.Detail{Name: section.Name, Lines: section.Lines}
		switch d.Name {
		case "now", "since":
			told := s.Goal
			if n := len(s.Prompts); n > 0 && compacted { // which tells the last one whole
				told = s.Prompts[n-1].Text
			}
			d.Lines = unasked(d.Lines[0], told)
			said += words(strings.Join(d.Lines, " "))
		case "next":
			d.About = age(s.Plan, q)
		case prompts:
			d.Lines = slices.DeleteFunc(slices.Clone(d.Lines), func(p string) bool {
				return strings.Contains(said, words(p)) || prompt.OnlyGoesOn(p) && !compacted
			})
		case "sittings":
			d.Lines = nil
			for _, x := range s.LastSittings[max(0, len(s.LastSittings)-toldSittings):] {
				if x.Session == q.SessionID && q.SessionID != "" {
					continue // it knows
				}
				if line.Key(x.Title) == line.Key(s.Goal) {
					x.Title = ""
				}
				d.Lines = append(d.Lines, sittingRow(x.Session, x.Date, x.Title, ""))
			}
		}
		if len(d.Lines) > 0 {
			out = append(out, d)
		}
		if d.Name == "now" && also != "" {
			out = append(out, resume.Detail{Name: "also", Lines: []string{also}})
		}
	}
	return out
}

// unasked is what an automatic now says without the prompt that the goal is
// already: "asked: GOAL; answered: …" is told as "answered: …".
func unasked(now, goal string) []string {
	const same = 40 // characters that tell two texts apart
	const lead = 20 // characters that a goal leaves out before it: "Please", "ok, now"
	asked, is := strings.CutPrefix(now, "asked: ")
	beginning := line.Key(goal)
	beginning = beginning[:min(len(beginning), same)]
	if at := strings.Index(line.Key(asked), beginning); !is || beginning == "" || at < 0 || at > lead {
		return []string{now}
	}
	if _, answer, ok := strings.Cut(asked, "; answered: "); ok {
		return []string{"answered: " + answer}
	}
	return nil
}

// words makes whole words of a text comparable: one is not part of another word.
func words(text string) string { return " " + line.Key(text) + " " }

// beside says what else is in the folder of an own line: what others left there,
// or what a person edited.
func beside(e line.Entry, name, brought string) string {
	text := notOurs + ", " + brought
	switch {
	case e.Broken:
		return "a file that cannot be read, " + text + "; holdfast validate says why"
	case e.Mode == artifact.Finalize:
		return "finalized, " + text + "; " + fence.Typed("holdfast close %s", name) + " closes it here"
	}
	return "another save, " + text + "; " + fence.Typed("holdfast adopt %s", name) + " shows it and takes it over"
}

// age says how old the open steps are, and what happened since.
func age(plan line.Mark, q resume.Query) string {
	if plan.At.IsZero() {
		return ""
	}
	text := "set down " + fence.Ago(q.Now, plan.At)
	var since []string
	if plan.Sittings > 0 {
		since = append(since, fence.Count(plan.Sittings, "session"))
	}
	if plan.Commit != "" && q.Commit != "" && plan.Commit != q.Commit && q.History != nil {
		if n, ok := q.History.Since(plan.Commit); ok && n > 0 {
			since = append(since, fence.Count(n, "commit"))
		}
	}
	if len(since) > 0 {
		text += ", " + strings.Join(since, " and ") + " since"
	}
	return text
}
