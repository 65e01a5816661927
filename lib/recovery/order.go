package recovery

import "slices"

// A grant is room for a detail of the blocks of a kind: so many of its lines, each of a width in UTF-16 units.
// The name "" is each detail that no grant before it names.
type grant struct {
	of    blockKind
	name  string
	lines int
	width int
}

type blockKind int // which blocks a grant is for

const (
	none    blockKind = iota // told in a row only
	lead                     // the line that is told first
	sole                     // the entry that is told first where no own line is
	project                  // what belongs to the project and not to one line
	written                  // other lines that a person or model wrote to
	others                   // all other entries
	rows                     // no grant: here the rows of the other entries are told
)

const all = 1 << 16 // lines

// Each table is one order of what matters, weighed on real sessions (docs/performance.md).
var (
	// A new session needs to know what for, where and what next, then how to work here.
	atStart = []grant{
		{lead, "goal", 1, 200}, {lead, "now", 1, 220}, {lead, "since", 1, 200}, {lead, "also", 1, 200},
		{lead, "next", 4, 160}, {lead, "blockers", 2, 120}, {sole, "", 4, 300},
		{of: rows},
		{project, "rules", 5, 160}, {lead, lastPrompt, 1, 700},
		{project, "files", all, 300}, {project, "sessions", 1, 220},
		{project, "rules", all, 300}, {lead, "next", all, 200}, {lead, "blockers", 3, 160},
		{lead, "decisions", 6, 200}, {lead, "failed", 4, 200}, {lead, "questions", 4, 200},
		{written, "goal", 1, 200}, {written, "now", 1, 200}, {written, "next", 4, 140}, {written, "blockers", 2, 140},
		{lead, "since", 1, 400}, {lead, "checks", 3, 80}, {lead, "commands", 2, 80},
		{lead, "findings", 4, 200}, {lead, "continuation_prompt", 2, 600}, {lead, "worked", 3, 160},
		{written, "decisions", 4, 160}, {written, "failed", 3, 160}, {written, "", 3, 140},
		{sole, "", all, 200}, {others, "", 4, 200},
		{lead, "done", 3, 100},
	}
	// After a compaction the client's summary has files and narrative, and lacks words, rules, commands.
	afterCompaction = []grant{
		{lead, "goal", 1, 200}, {lead, "now", 1, 300}, {lead, "since", 1, 200}, {lead, "also", 1, 200},
		{lead, "next", 4, 160}, {project, "rules", 6, 200}, {lead, "blockers", 2, 200},
		{of: rows},
		{lead, prompts, 3, 900}, {lead, "commands", 12, 100}, {lead, "read", 3, 300}, {lead, prompts, 30, 80},
		{lead, "files", 4, 200}, {lead, "checks", 8, 100}, {lead, prompts, all, 300}, {lead, prompts, all, 900},
		{lead, prompts, all, whole}, {lead, "read", all, 400}, {lead, "failed", 5, 200},
		{lead, "decisions", 6, 200}, {lead, "next", all, 300}, {lead, "blockers", 3, 600}, {project, "rules", all, 300},
		{lead, "", all, 300}, {sole, "", all, 300}, {others, "", 4, 200},
	}
	// Who said much said it in a few long prompts.
	wholePrompts = []grant{{lead, prompts, 30, whole}}
	// The conversation is there, or the user wants room.
	shortForm = []grant{
		{lead, "goal", 1, 200}, {lead, "now", 1, 240}, {lead, "since", 1, 160}, {lead, "also", 1, 160},
		{lead, "next", 4, 120}, {project, "rules", 3, 140}, {sole, "", 3, 160}, {of: rows}, {lead, "blockers", 1, 160},
	}
	// The first prompt knows the work: what came of it, and where it is.
	atPrompt = []grant{
		{lead, "now", 1, 110}, {lead, "next", 3, 120}, {lead, "files", all, 160}, {project, "files", all, 300},
		{lead, "decisions", 2, 140}, {lead, "failed", 2, 140}, {project, "sessions", 1, 120},
	}
	// A person asks for all of it.
	uncut = []grant{
		{lead, "", all, whole}, {sole, "", all, whole}, {of: rows}, {project, "", all, whole},
		{written, "", all, whole}, {others, "", all, whole},
	}
)

// fill gives the room to the blocks in the order of the table; begin adds the blocks of the other entries (rows).
func (w *writer) fill(order []grant, begin func()) {
	for i, g := range order {
		if g.of == rows {
			begin()
			continue
		}
		for _, b := range w.blocks {
			if b.of != g.of {
				continue
			}
			for _, p := range b.items {
				names := func(before grant) bool { return before.of == g.of && before.name == p.Name }
				if p.Name == g.name || g.name == "" && !slices.ContainsFunc(order[:i], names) {
					w.raise(p, g.lines, g.width)
				}
			}
		}
	}
}
