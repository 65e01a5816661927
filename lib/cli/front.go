package cli

import (
	"os"
	"path/filepath"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/platform"
)

// front is the name of the program for people.
const front = "holdfast"

// Name is what the running program is called in its messages: holdfast, or
// holdfast files, where it was started as that, else its own name.
func (e Env) Name(own string) string {
	if e.Called == front || strings.HasPrefix(e.Called, front+" ") {
		return e.Called
	}
	return own
}

// Holdfast is how the front command is typed here, as one word of a shell.
func (e Env) Holdfast() string { return fence.Word(e.holdfast()) }

// Command is a command of holdfast as it can be typed here.
func (e Env) Command(words ...string) fence.Command {
	return append(fence.Command{e.holdfast()}, words...)
}

// holdfast is the front command's name where PATH has it, else its absolute
// path.
func (e Env) holdfast() string {
	if _, err := platform.LookPath(front, e.Getenv("PATH")); err == nil || e.Executable == nil {
		return front
	}
	exe, err := e.Executable()
	at := filepath.Join(filepath.Dir(exe), front+filepath.Ext(exe))
	if info, missing := os.Stat(at); err == nil && missing == nil && platform.MayRun(info) {
		return at
	}
	return front
}

// Typed returns text with each command in it, `holdfast list` for instance, in
// the form that works here.
func (e Env) Typed(text string) string { return typed(text, e.Holdfast) }

// Typable is a command as [fence.Typed] makes it, as it can be typed here.
func (e Env) Typable(form fence.Words, values ...string) string {
	return e.Typed(fence.Typed(form, values...))
}

func typed(text string, form func() string) string {
	const lead = front + " "
	if !strings.Contains(text, lead) {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, lead)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		word := rest
		if i := strings.IndexFunc(rest, func(r rune) bool { return r < 'a' || r > 'z' }); i >= 0 {
			word = rest[:i]
		}
		_, isCommand := FrontCommand(word)
		if !isCommand && word != "help" || strings.HasSuffix(before, "/") {
			b.WriteString(lead)
		} else {
			b.WriteString(form() + " ")
		}
		text = rest
	}
}
