package main

import (
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/settings"
)

// hookTimeout is what Claude Code gives a hook, in seconds; the hooks stop by
// themselves after half of it.
const hookTimeout = 10

// hookPrograms are the four programs that Claude Code runs.
var hookPrograms = []string{"session-start", "pre-compact", "handoff-index", "post-tool"}

// programs are all that is installed, this one last: it is what is run again
// where copying breaks off.
var programs = append(slices.Clone(hookPrograms), "holdfast")

// wiring is the hooks as they are to be in a settings file.
func (s site) wiring() settings.Wiring {
	w := settings.Wiring{Program: func(command string) string {
		return recognise(command, append([]string{s.machine.Bin()}, s.record.Bins...), isFile)
	}}
	for _, e := range [][3]string{
		{"SessionStart", "session-start", ""},
		{"PreCompact", "pre-compact", ""},
		{"SessionEnd", "pre-compact", ""},
		{"PostCompact", "pre-compact", ""},
		{"StopFailure", "pre-compact", ""},
		{"UserPromptSubmit", "session-start", ""},
		{"UserPromptSubmit", "post-tool", ""},
		{"PostToolUse", "handoff-index", "Write|Edit"},
		{"PostToolUse", "post-tool", "Write|Edit|NotebookEdit|Bash|PowerShell|EnterWorktree"},
	} {
		w.Entries = append(w.Entries, settings.Entry{
			Event: e[0], Program: e[1], Matcher: e[2], Command: s.program(e[1]), Timeout: hookTimeout})
	}
	return w
}

// recognise names the hook program that a command is, or "". Ours is one of
// the four names in a folder where we installed, in any "holdfast/bin", or
// beside the program holdfast; the same name anywhere else is foreign.
func recognise(command string, bins []string, there func(string) bool) string {
	cut := strings.LastIndexAny(command, `/\`)
	if cut < 0 || !absolute(command) {
		return ""
	}
	dir, file := command[:cut], command[cut+1:]
	name := strings.TrimSuffix(file, ".exe")
	if !slices.Contains(hookPrograms, name) {
		return ""
	}
	for _, bin := range bins {
		if filepath.Clean(dir) == filepath.Clean(bin) {
			return name
		}
	}
	if strings.HasSuffix(strings.ReplaceAll(dir, `\`, "/"), "/holdfast/bin") ||
		there(dir+command[cut:cut+1]+"holdfast"+strings.TrimPrefix(file, name)) {
		return name
	}
	return ""
}

// absolute reports whether a path is absolute on any system: settings travel.
func absolute(path string) bool {
	return strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\\`) ||
		len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
}
