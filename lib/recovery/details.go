package recovery

import (
	"fmt"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/resume"
)

// details are what is known of a line, in the one order in which it is shown,
// with how old the open steps are; also is what others left beside it.
func details(s line.State, q resume.Query, also string) []resume.Detail {
	var out []resume.Detail
	for _, section := range s.Sections() {
		d := resume.Detail{Name: section.Name, Lines: section.Lines}
		switch d.Name {
		case "next":
			d.About = age(s.Plan, q)
		case "now":
			out = append(out, d)
			if also != "" {
				out = append(out, resume.Detail{Name: "also", Lines: []string{also}})
			}
			continue
		}
		out = append(out, d)
	}
	return out
}

// beside says what else is in the folder of an own line: what others left there,
// or what a person edited.
func beside(e line.Entry, name, brought string) string {
	text := notOurs + ", " + brought
	switch {
	case e.Broken:
		return "a file that cannot be read, " + text + "; holdfast validate says why"
	case e.Mode == artifact.Finalize:
		return "finalized, " + text + "; holdfast close " + name + " closes it here"
	}
	return "another save, " + text + "; holdfast adopt " + name + " shows it and takes it over"
}

// age says how old the open steps are, and what happened since.
func age(plan line.Mark, q resume.Query) string {
	if plan.At.IsZero() {
		return ""
	}
	text := "set down " + fence.Ago(q.Now, plan.At)
	var since []string
	if plan.Sittings > 0 {
		since = append(since, plural(plan.Sittings, "session"))
	}
	if plan.Commit != "" && q.Commit != "" && plan.Commit != q.Commit && q.History != nil {
		if n, ok := q.History.Since(plan.Commit); ok && n > 0 {
			since = append(since, plural(n, "commit"))
		}
	}
	if len(since) > 0 {
		text += ", " + strings.Join(since, " and ") + " since"
	}
	return text
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
