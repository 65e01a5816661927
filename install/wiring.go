package main

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/settings"
)

const hookTimeout = 10 // seconds, from Claude Code; hooks stop by themselves after half

var hookPrograms = []string{"session-start", "pre-compact", "handoff-index", "post-tool"}

// programs are all, this one last: it is run again where copying breaks off.
var programs = append(slices.Clone(hookPrograms), "holdfast")

func (s site) wiring() settings.Wiring {
	w := settings.Wiring{Program: func(command string) string {
		return recognise(command, append([]string{s.machine.Bin()}, s.record.Bins...), isFile)
	}}
	for _, e := range [][3]string{
		{"SessionStart", "session-start", ""}, {"PreCompact", "pre-compact", ""}, {"SessionEnd", "pre-compact", ""},
		{"PostCompact", "pre-compact", ""}, {"StopFailure", "pre-compact", ""},
		{"UserPromptSubmit", "session-start", ""}, {"UserPromptSubmit", "post-tool", ""},
		{"PostToolUse", "handoff-index", "Write|Edit"},
		{"PostToolUse", "post-tool", "Write|Edit|NotebookEdit|Bash|PowerShell|EnterWorktree"},
	} {
		w.Entries = append(w.Entries, settings.Entry{
			Event: e[0], Program: e[1], Matcher: e[2], Command: s.program(e[1]), Timeout: hookTimeout})
	}
	return w
}

// recognise names the hook program of ours that a command is: in a folder where we installed, in any
// "holdfast/bin", or beside holdfast. Settings travel: the path may be of any system.
func recognise(command string, bins []string, there func(string) bool) string {
	dir, file := path.Split(strings.ReplaceAll(command, `\`, "/"))
	name := strings.TrimSuffix(file, ".exe")
	absolute := strings.HasPrefix(dir, "/") || len(dir) > 2 && dir[1:3] == ":/"
	isOf := func(bin string) bool { return path.Clean(filepath.ToSlash(bin)) == path.Clean(dir) }
	if absolute && slices.Contains(hookPrograms, name) && (slices.ContainsFunc(bins, isOf) ||
		strings.HasSuffix(dir, "/holdfast/bin/") || there(dir+"holdfast"+strings.TrimPrefix(file, name))) {
		return name
	}
	return ""
}
