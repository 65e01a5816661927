package autosave

import (
	"strings"

	"holdfast/lib/fence"
)

// maxSummary bounds the text for the summarizer, in UTF-16 units.
const maxSummary = 1000

// Summary is what the summarizer of a compaction is told, at most 1,000
// characters: where the state is saved, and the ids, goal, decisions and open
// steps that its summary should keep.
func (r Result) Summary() string {
	d := r.Saved.Document
	var b strings.Builder
	room := maxSummary
	add := func(s string) {
		if n := fence.Units(s); n <= room {
			room -= n
			b.WriteString(s)
		}
	}
	add("Holdfast saved the state of this work in " + fence.Line(r.Saved.Path, 300) + ". The summary should keep that path")
	if bead := d.Text("primary_bead"); bead != "" && bead != "none" {
		add(", the issue " + fence.Line(bead, 60))
	}
	add(" and, quoted from that file:\n")
	for _, line := range r.Facts.waveLines() {
		add(line)
	}
	add("- goal: " + fence.Line(d.Text("goal"), 200) + "\n")
	for _, s := range d.Lines("next") {
		add("- open step: " + fence.Line(s, 120) + "\n")
	}
	for _, s := range d.Lines("decisions") {
		add("- decided: " + fence.Line(s, 160) + "\n")
	}
	return b.String()
}
