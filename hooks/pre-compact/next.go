package main

import (
	"fmt"
	"path"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/recovery"
	"holdfast/lib/resume"
)

const ahead = 5 * time.Minute

// whatNext says whether the next session of the project starts with what was
// saved: its line may be closed, or it may be dated back, or of another branch.
func whatNext(inv *cli.Invocation, saved artifact.Saved) string {
	if saved.Document.Text("mode") == artifact.Finalize {
		return "It closes this line of work: the next session does not start with it."
	}
	const itself = "The next session in this project starts with it; holdfast brief shows how."
	root, folder := inv.Project, inv.Machine
	store := artifact.Of(root, folder)
	lines := recovery.Lines{Project: line.In(store, inv.Now())}
	q := resume.Query{Now: inv.Now(), Source: "startup", History: resume.NoHistory{}}
	if p := lines.Project; p.InGit() {
		head := p.Repo.Head()
		lines.Checkout = p.Checkout(head, nil)
		q.Branch, q.Commit = lines.Checkout.Branch, head.Commit
	}
	// What was saved last, on this branch, comes first: this spares a look at
	// everything that others saved. Of several saves in a row each is dated a second
	// after the one before, which may be ahead of the clock.
	a := artifact.Artifact{Document: saved.Document}
	date, ok := artifact.ParseDate(saved.Document.Text("date"))
	if age := q.Now.Sub(date); ok && age > -ahead && age < time.Minute && (a.Branch() == "" || a.Branch() == q.Branch) {
		return itself
	}
	entries, err := lines.Resume(inv.Ctx, q)
	if err != nil {
		return ""
	}
	for _, e := range entries {
		switch {
		case !e.Ours || e.Pointer:
			continue
		case e.ID == path.Base(path.Dir(saved.Path)):
			return itself
		}
		return fmt.Sprintf("The next session in this project starts with %s instead; holdfast brief shows how.",
			fence.Shown(e.ID))
	}
	return "The next session in this project does not start with it; holdfast brief shows what it starts with."
}
