package line

import (
	"cmp"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/transcript"
)

// A failing command is a blocker: its first row is the command and failedSuffix, the output follows. It is known by its
// command (aboutKey), is kept while it fails again, and ends where the command succeeds in a later save, which says so
// in resolved, or where git and later checks disprove it at reading (passes). Which commands count, and which of them
// stay blockers after a commit, is told by lib/transcript (CheckCommands, Stays).
const failedSuffix = " failed"

// FailedCommand is the command of a blocker whose first row ends in failedSuffix, as a hook writes it, "" of another.
func FailedCommand(blocker string) string {
	first, _, _ := strings.Cut(blocker, "\n")
	if command, ok := strings.CutSuffix(first, failedSuffix); ok {
		return command
	}
	return ""
}

// Blocker is what a hook writes of a failing command.
func Blocker(command string, output []string) string {
	return strings.Join(append([]string{command + failedSuffix}, output...), "\n")
}

// aboutKey is by what a later item takes the place of an earlier one: its name, of a blocker the command that failed.
func aboutKey(i Item) string {
	if c := FailedCommand(i.Text); c != "" {
		return Key(c + failedSuffix)
	}
	return Key(cmp.Or(i.Name, i.Text))
}

func commandOf(b Item) Item { return Item{Text: FailedCommand(b.Text), At: b.At} }

// Landed are the blockers that State leaves out only because the files were committed since; nil for no line.
func (l *Line) Landed() []Item {
	if l == nil || !l.Own {
		return nil
	}
	return each.Without(l.folding().Blockers, func(b Item) bool {
		return !l.among.passes(l, commandOf(b)) || l.among.passed(l, commandOf(b))
	})
}

// StillFailing are the blockers that are failing commands and that nothing disproved.
func (l *Line) StillFailing() []string {
	failing := func(f Item) (string, bool) { return f.Text + failedSuffix, !l.among.passes(l, f) }
	return each.If(l.failedCommands, failing)
}

// passes reports whether a command that failed is no blocker any more: the line's files were committed since, or, for a
// check that was red in a clean tree, something on its branch; or its checks passed since there (passed).
func (ls *Lines) passes(l *Line, failing Item) bool {
	if failing.Text == "" || !ls.InGit() || !l.changes || l.Elsewhere {
		return ls.passed(l, failing)
	}
	landed := ls.record().committed.After(failing.At) && len(l.Dirty()) == 0 && ls.dirtyKnown
	if l.Clean {
		landed = transcript.Stays(failing.Text) && slices.ContainsFunc(ls.record().steps,
			func(s gitrepo.Step) bool { return s.Commit && s.Branch == l.Branch && s.At.After(failing.At) })
	}
	return landed || ls.passed(l, failing)
}

// passed reports whether the checks of a command that failed, or broader ones, passed since in any line of its branch.
func (ls *Lines) passed(l *Line, failing Item) bool {
	checks := transcript.CheckCommands(failing.Text)
	open := slices.Clone(checks)
	for of, at := range ls.lastPass() {
		if of[0] == l.Branch && at.After(failing.At) {
			open = slices.DeleteFunc(open, func(failed string) bool { return transcript.Covers(of[1], failed) })
		}
	}
	return len(checks) > 0 && len(open) == 0
}
