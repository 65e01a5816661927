package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/txtar"

	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
)

// A Program is one binary: a hook when it is called without arguments, else verbs.
type Program struct {
	Name     string
	Summary  string
	Verbs    map[string]func(*Invocation) error // the commands of the table that it does itself
	Anywhere []string                           // those that are about no project, or find it themselves
	Others   func(*Invocation, Command) error   // does the commands of other programs, which read their arguments
	Pages    []byte                             // the help of the verbs, each under its name
	Hook     func(Env) int                      // runs it as a hook and returns the exit code; nil if it is not a hook
	// Complete returns what can be typed in a command in place of a placeholder such as LINE, which is the value of
	// flag unless that is "". Behind a name a tab and what it is about may follow. It is nil for a hook.
	Complete func(inv *Invocation, command, placeholder, flag string) []string

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
	if p.own = p.Name; env.Called == front || strings.HasPrefix(env.Called, front+" ") {
		p.Name = env.Called // in messages
	}
	if len(env.Args) == 0 {
		if p.Hook != nil && !env.Terminal(env.Stdin) {
			return p.Hook(env)
		}
		fmt.Fprint(env.Stderr, p.help())
		return Usage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the next Ctrl-C ends the process at once
	flags := env.Args            // as far as an error of theirs can tell
	if end := slices.Index(flags, "--"); end >= 0 {
		flags = flags[:end]
	}
	out := &checked{Writer: env.Stdout}
	inv := &Invocation{Env: env, Ctx: ctx, out: env.Stdout, program: p,
		JSON: slices.Contains(flags, "--json") || slices.Contains(flags, "-json")}
	env.Stdout, inv.Stdout = out, out
	switch {
	case slices.Contains([]string{"help", "-h", "-help", "--help"}, env.Args[0]):
		if len(env.Args) < 2 {
			fmt.Fprint(env.Stdout, p.help())
			return OK
		}
		env.Args = append(slices.Clone(env.Args[1:]), "-h")
	case env.Args[0] == "version" || env.Args[0] == "--version":
		fmt.Fprintf(env.Stdout, "%s %s\n", p.Name, Version())
		return OK
	case env.Args[0] == "complete" && p.Complete != nil: // by a shell, and not in help: nobody types it
		return inv.complete(env.Args[1:])
	}
	all, names := p.commands(), []string{"help", "version"}
	i := slices.IndexFunc(all, func(c Command) bool { return c.verb() == env.Args[0] })
	if i < 0 {
		return inv.fail(Unknown("command", env.Args[0], append(names, each.Of(all, Command.verb)...), front+" help"))
	}
	inv.command, inv.Env.Args = all[i], env.Args[1:]
	// At its usual pace the collector takes a third of the time of one that reads much. From
	// 200 MB on it works harder all the same.
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(200 << 20)
	err := parallel.Try(func() error {
		do := p.Verbs[inv.command.verb()]
		if do == nil {
			return p.Others(inv, inv.command)
		}
		err := inv.parse()
		if err == nil && !slices.Contains(p.Anywhere, inv.command.verb()) {
			err = inv.Place()
		}
		if err != nil {
			return err
		}
		return do(inv)
	})
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(env.Stdout, env.Typed(p.verbHelp(inv.command)))
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

type checked struct {
	io.Writer
	err error
}

func (c *checked) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.err = cmp.Or(c.err, err)
	return n, err
}

// commands are those of the table that the program has, with its forms.
func (p Program) commands() []Command {
	return each.If(Front(), func(c Command) (Command, bool) {
		owns := p.own == front && !strings.Contains(c.Name, " ") || p.own == c.Program && c.Words == nil
		if !owns {
			c.Forms = c.Shows
		}
		return c, owns || p.own == c.Reader
	})
}

func (p Program) usage(c Command) string {
	return strings.Join(each.Of(strings.Split(c.Forms, "\n"), func(line string) string {
		return strings.TrimRight("  "+p.Name+" "+c.verb()+" "+line, " ") + "\n"
	}), "")
}

func (p Program) help() string {
	if p.own == front {
		return overview()
	}
	hook := "  " + p.Name + "            as a hook: the payload on standard input\n"
	last := "  help [COMMAND] this text, or all about a command\n  version        the release\n"
	more, usage, summaries := p.Name+" help", "", ""
	_, word, part := strings.Cut(p.Name, " ")
	group, _ := frontCommand(word)
	if part { // holdfast files: some of its commands
		p.Summary, hook, last, more = group.Summary, "", "", front+" help "+word
	}
	for _, c := range p.commands() {
		if !part || slices.Contains(group.Words, c.verb()) {
			usage += p.usage(c)
			summaries += fmt.Sprintf("  %-14s %s\n", c.verb(), c.Summary)
		}
	}
	return fmt.Sprintf("%s: %s\n\nUsage:\n%s%s\nCommands:\n%s%s\n%s\n%s COMMAND prints more.\n",
		p.Name, p.Summary, hook, usage, summaries, last, exitCodes, more)
}

func overview() string {
	text, group := "holdfast saves your work with Claude Code, brings it back, and undoes edits.\n", ""
	for _, c := range Front() {
		if c.Group == "" {
			continue
		}
		if c.Group != group {
			group = c.Group
			text += "\n" + group + "\n"
		}
		text += fmt.Sprintf("  %-12s%s\n", c.Name, c.Summary)
	}
	return text + "\nholdfast help COMMAND prints options and examples; holdfast version the release.\n"
}

func (p Program) verbHelp(c Command) string {
	page := each.First(txtar.Parse(p.Pages).Files, func(f txtar.File) bool { return f.Name == c.verb() })
	return fmt.Sprintf("Usage:\n%s\n%s\n\n%s", p.usage(c), strings.TrimSpace(string(page.Data)), exitCodes)
}

// Release is the release that these programs are of, as plugin.json has it.
const Release = "0.1.0"

// Version is the release, and after a plus sign the commit that was built, if known.
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
