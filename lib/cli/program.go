package cli

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"holdfast/lib/machine"
	"holdfast/lib/parallel"
)

// A Verb is one thing that a program does on demand.
type Verb struct {
	Name     string
	Help     string // what it does, the options, worked examples
	Run      func(*Invocation) error
	Anywhere bool // it is about no project
	Raw      bool // the arguments are another program's to read

	summary, forms string // of the table of commands
}

// A Program is one binary: a hook when it is called without arguments, verbs
// otherwise.
type Program struct {
	Name    string
	Summary string
	Verbs   []Verb
	// Pages are the help of the verbs that have none of their own, each under its name.
	Pages []byte
	// Hook runs the program as a hook and returns its exit code; nil for a
	// program that does not exist.
	Hook func(Env) int
	// Complete returns what can be typed in a command in place of a placeholder such as
	// LINE, which is the value of flag unless that is "". Behind a name a tab and what it
	// is about may follow. It is nil for a hook.
	Complete func(inv *Invocation, command, placeholder, flag string) []string
	// Overview replaces the program's own help, "" for none.
	Overview string

	own string // its name where it was not started as another
}

const exitCodes = `Exit codes:
  0  done
  1  failed: input or output, or an internal fault
  2  usage
  3  invalid input (each fault is named), or a state that forbids it
  4  not found, or ambiguous (the candidates are named)
  5  refused: it would lose work, or someone else was faster
  130  interrupted
`

const (
	gcPercent   = 400
	memoryLimit = 200 << 20 // from which on it works harder all the same
)

// Main runs the program and returns the exit code. Called as a hook it is 0, or
// Claude Code would stop what it is doing, whatever happens.
func (p Program) Main(env Env) (code int) {
	err := parallel.Try(func() error {
		code = p.main(env)
		return nil
	})
	if err == nil {
		return code
	}
	told := "internal fault"
	_ = parallel.Try(func() error { told = OneLine(err.Error()); return nil })
	fmt.Fprintf(env.Stderr, "%s: error: %s\n", p.Name, told)
	if len(env.Args) > 0 {
		return Failed
	}
	_ = parallel.Try(func() error {
		folder, locateErr := machine.Locate(env.Getenv)
		if locateErr != nil {
			return locateErr
		}
		return folder.LogFailure(machine.Failure{Time: env.Now(), Program: p.Name, Message: err.Error()})
	})
	return OK
}

func (p Program) main(env Env) int {
	p.own, p.Name = p.Name, env.Name(p.Name)
	if len(env.Args) == 0 {
		if p.Hook != nil && !env.Terminal(env.Stdin) {
			return p.Hook(env)
		}
		fmt.Fprint(env.Stderr, p.help())
		return Usage
	}
	switch {
	case slices.Contains([]string{"help", "-h", "-help", "--help"}, env.Args[0]):
		if len(env.Args) < 2 {
			fmt.Fprint(env.Stdout, p.help())
			return OK
		}
		env.Args = []string{env.Args[1], "-h"}
	case env.Args[0] == "version" || env.Args[0] == "--version":
		fmt.Fprintf(env.Stdout, "%s %s\n", p.Name, Version())
		return OK
	case env.Args[0] == completeWord && p.Complete != nil:
		return p.complete(env, env.Args[1:])
	}
	out := &checked{Writer: env.Stdout}
	env.Stdout = out
	ctx, stop := interruptible()
	defer stop()
	inv := &Invocation{Env: env, Ctx: ctx, program: p, JSON: slices.Contains(env.Args, "--json")}
	v, ok := p.verb(env.Args[0])
	if !ok {
		return inv.fail(p.unknown(env.Args[0]))
	}
	inv.verb, inv.Env.Args = v, env.Args[1:]
	// A command ends soon: at the usual pace the garbage collector would take a
	// third of the time of one that reads much.
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	err := parallel.Try(func() (err error) {
		if !v.Raw {
			err = inv.parse()
		}
		if err == nil && !v.Raw && !v.Anywhere {
			err = inv.Place()
		}
		if err != nil {
			return err
		}
		return v.Run(inv)
	})
	if errors.Is(err, errHelp) {
		fmt.Fprint(env.Stdout, env.Typed(p.verbHelp(v)))
		err = nil
	}
	if err == nil && out.err != nil {
		err = fmt.Errorf("writing standard output: %w", out.err)
	}
	if err != nil {
		return inv.fail(err)
	}
	return OK
}

// checked remembers that a result could not be written, so that no verb need
// look at every line that it prints.
type checked struct {
	io.Writer
	err error
}

func (c *checked) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

func (p Program) unknown(name string) error {
	names := append(p.names(), "help", "version")
	for _, v := range p.Verbs {
		names = append(names, v.Name)
	}
	return Unknown("command", name, names, front+" help")
}

// names are the commands of holdfast, none for another program.
func (p Program) names() (all []string) {
	for _, c := range Front() {
		if p.own == front && !strings.Contains(c.Name, " ") {
			all = append(all, c.Name)
		}
	}
	return all
}

// verb is the verb of that name, with what the table of commands says of it.
func (p Program) verb(name string) (v Verb, ok bool) {
	for _, one := range p.Verbs {
		if one.Name == name {
			v, ok = one, true
		}
	}
	for _, c := range Front() {
		if forms, has := c.of(p.own); has && strings.TrimPrefix(c.Name, "files ") == name {
			v.summary, v.forms = c.Summary, forms
		}
	}
	return v, ok
}

func (p Program) usage(v Verb) string {
	var b strings.Builder
	for line := range strings.SplitSeq(v.forms, "\n") {
		b.WriteString(strings.TrimRight("  "+p.Name+" "+v.Name+" "+line, " ") + "\n")
	}
	return b.String()
}

func (p Program) help() string {
	if p.Overview != "" {
		return p.Overview
	}
	hook, more := "", p.Name+" help"
	last := "  help [COMMAND] this text, or all about a command\n  version        the release\n"
	if p.Hook != nil {
		hook = "  " + p.Name + "            as a hook: the payload on standard input\n"
	}
	if _, word, part := strings.Cut(p.Name, " "); part { // holdfast files: some of its commands
		c, _ := FrontCommand(word)
		p.Summary, hook, last, more = c.Summary, "", "", front+" help "+word
		p.Verbs = slices.DeleteFunc(slices.Clone(p.Verbs), func(v Verb) bool {
			return !slices.Contains(c.Words, v.Name)
		})
	}
	usage, summaries := "", ""
	for _, v := range p.Verbs {
		v, _ = p.verb(v.Name)
		usage += p.usage(v)
		summaries += fmt.Sprintf("  %-14s %s\n", v.Name, v.summary)
	}
	return fmt.Sprintf("%s: %s\n\nUsage:\n%s%s\nCommands:\n%s%s\n%s\n%s COMMAND prints more.\n",
		p.Name, p.Summary, hook, usage, summaries, last, exitCodes, more)
}

func (p Program) verbHelp(v Verb) string {
	for _, page := range txtar.Parse(p.Pages).Files {
		if page.Name == v.Name {
			v.Help = string(page.Data)
		}
	}
	return fmt.Sprintf("Usage:\n%s\n%s\n\n%s", p.usage(v), strings.TrimSpace(v.Help), exitCodes)
}

// Release is the release that these programs are of, as plugin.json has it.
const Release = "0.1.0"

// Version is the release, and after a plus sign the commit that the build was
// made of where it recorded one.
func Version() string {
	commit, changed := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision" && len(s.Value) >= 12:
				commit = "+" + s.Value[:12]
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = ".changed"
			}
		}
	}
	return Release + commit + changed
}
