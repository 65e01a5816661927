package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/moved"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
)

// An Invocation is one call of a verb.
type Invocation struct {
	Env
	Ctx  context.Context // ends with Ctrl-C: then a command stops where nothing is half done
	Root string          // --root as given, may be empty
	// Project is the root of the project that the command is about, and Machine the
	// machine folder; not for a verb that runs anywhere.
	Project string
	Machine machine.Folder
	JSON    bool     // --json
	Rest    []string // the arguments that are not flags, in order
	Literal int      // how many of Rest came after "--"

	out     io.Writer           // standard output, as the process was given it
	printed bool                // the document of --json: an error has none then
	values  map[string][]string // of each flag, as they were typed
	program Program
	command Command
}

// parse reads the arguments by the command's forms, in any order; "--" ends the flags.
func (inv *Invocation) parse() error {
	fs := flag.NewFlagSet(inv.command.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	inv.values = map[string][]string{}
	for _, f := range parseForms(inv.command.Forms) {
		for name, o := range f.flags {
			switch {
			case fs.Lookup(name) != nil:
			case o.takes == "":
				fs.Bool(name, false, "")
			default:
				fs.Func(name, "", func(value string) error {
					inv.values[name] = append(inv.values[name], value)
					return nil
				})
			}
		}
	}
	args, literal := inv.Env.Args, []string(nil)
	if i := slices.Index(args, "--"); i >= 0 {
		args, literal = args[:i], args[i+1:]
	}
	for len(args) > 0 {
		if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
			return err
		} else if err != nil {
			return inv.flagError(fs, err)
		}
		if args = fs.Args(); len(args) > 0 {
			inv.Rest, args = append(inv.Rest, args[0]), args[1:]
		}
	}
	fs.Visit(func(f *flag.Flag) {
		if inv.values[f.Name] == nil { // it takes no value
			inv.values[f.Name] = []string{f.Value.String()}
		}
	})
	inv.Rest, inv.Literal = append(inv.Rest, literal...), len(literal)
	if inv.Root = inv.Flag("root"); inv.Root == "" && inv.Has("root") {
		return inv.UsageError("--root takes a folder")
	}
	inv.JSON = inv.On("json")
	_, err := inv.Number("n", 0)
	return cmp.Or(err, inv.check())
}

func (inv *Invocation) flagError(fs *flag.FlagSet, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return inv.UsageError("%s", strings.ReplaceAll(err.Error(), ": -", ": --"))
	}
	var known []string
	fs.VisitAll(func(f *flag.Flag) { known = append(known, "--"+f.Name) })
	return Unknown("flag", "--"+strings.TrimPrefix(name, "-"), known, inv.help())
}

// Has reports whether a flag was given.
func (inv *Invocation) Has(flag string) bool { return len(inv.values[flag]) > 0 }

// All are the values of a flag that may be repeated.
func (inv *Invocation) All(flag string) []string { return inv.values[flag] }

// Flag is the value of a flag, the last one that was given, else "".
func (inv *Invocation) Flag(flag string) string {
	all := append([]string{""}, inv.values[flag]...)
	return all[len(all)-1]
}

// On reports whether a flag without a value was given.
func (inv *Invocation) On(flag string) bool { return inv.Flag(flag) == "true" }

// Number is the value of a flag, 0 or more; otherwise where it was not given.
func (inv *Invocation) Number(flag string, otherwise int) (int, error) {
	if !inv.Has(flag) {
		return otherwise, nil
	}
	n, err := strconv.Atoi(inv.Flag(flag))
	if err != nil || n < 0 {
		return 0, inv.BadValue(flag, inv.Flag(flag), "want a number of 0 or more")
	}
	return n, nil
}

// BadValue is the usage error about a value of a flag.
func (inv *Invocation) BadValue(flag, value, why string) error {
	return inv.UsageError("invalid value %q for flag %s: %s", value, dashed(flag), why)
}

// Filled is an error about the first of some flags that was given an empty value.
func (inv *Invocation) Filled(flags ...string) error {
	for _, flag := range flags {
		if slices.ContainsFunc(inv.values[flag], func(value string) bool { return strings.TrimSpace(value) == "" }) {
			return inv.BadValue(flag, "", "it is empty")
		}
	}
	return nil
}

// UsageError is an error about the command line, with the verb's help as hint.
func (inv *Invocation) UsageError(format string, values ...any) error {
	return Fail(Usage, inv.help(), format, values...)
}

func (inv *Invocation) help() string { return front + " help " + inv.command.Name }

// Place finds the project, by --root or from the working directory, and the machine folder.
func (inv *Invocation) Place() error {
	dir, err := inv.Absolute(".")
	if err == nil {
		inv.Project, err = project.Root(project.Start{Explicit: inv.Root, WorkingDir: dir, Home: inv.Home()})
	}
	if err == nil {
		inv.Machine, err = machine.Locate(inv.Getenv)
	}
	if err != nil {
		return err
	}
	from, err := moved.Project{Root: inv.Project, Machine: inv.Machine, Git: inv.Git}.Follow(inv.Ctx)
	inv.Warn(err)
	if err == nil && from != "" {
		inv.Warnf("this project was at %q; what is kept of it came along", from)
	}
	return nil
}

// Absolute is a path that was given from the working directory.
func (inv *Invocation) Absolute(path string) (string, error) {
	if filepath.IsAbs(path) {
		return path, nil
	}
	dir, err := inv.WorkingDir()
	if err != nil {
		return "", fmt.Errorf("finding the working directory: %w", err)
	}
	return filepath.Join(dir, path), nil
}

// InProject is a path that was given from the working directory, where there is
// such a file, or from the root, as the project stores it; false for one outside.
func (inv *Invocation) InProject(root, p string) (rel string, ok bool) {
	if full, err := inv.Absolute(p); err == nil && full != p {
		_, missing := os.Lstat(full)
		if rel, ok := project.Rel(root, full); ok && missing == nil {
			return rel, true
		}
	}
	return project.Rel(root, p)
}

const maxBody = 256 << 10

// Body is what is on standard input, maxBody bytes at most; nil for a terminal or nothing.
func (inv *Invocation) Body() ([]byte, error) {
	if inv.Terminal(inv.Stdin) {
		return nil, nil
	}
	var b []byte
	err := parallel.Wait(inv.Ctx, func() (err error) { // a read from a pipe cannot be called off
		b, err = io.ReadAll(io.LimitReader(inv.Stdin, maxBody+1))
		return err
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading standard input: %w", err)
	case len(b) > maxBody:
		e := Fail(Invalid, "keep the body short and name files instead of quoting them", "standard input is too large")
		e.Faults = []fault.Fault{{Field: "standard input", Found: "more than 256 KiB", Allowed: "at most 256 KiB"}}
		return nil, e
	}
	return append([]byte(nil), b...), nil // nil for nothing
}

// Asks reports whether there is a person to answer a question.
func (inv *Invocation) Asks() bool { return !inv.JSON && inv.Terminal(inv.Stdin) && inv.OnTerminal() }

// Confirm asks a question on the terminal; only y and yes agree.
func (inv *Invocation) Confirm(question string) (bool, error) {
	fmt.Fprintf(inv.Stderr, "%s [y/N] ", question)
	var line string
	err := parallel.Wait(inv.Ctx, func() error { // nor can one from a terminal
		line, _ = bufio.NewReader(io.LimitReader(inv.Stdin, 1000)).ReadString('\n')
		return nil
	})
	if err != nil {
		fmt.Fprintln(inv.Stderr)
		return false, err
	}
	answer := strings.ToLower(strings.TrimSpace(line))
	return answer == "y" || answer == "yes", nil
}
