package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
)

// maxBody is how many bytes a body on standard input may have.
const maxBody = 256 << 10

// maxListed is how many faults or candidates a person is shown.
const maxListed = 64

var errHelp = errors.New("help asked for")

// An Invocation is one call of a verb.
type Invocation struct {
	Env
	// Ctx ends with Ctrl-C. A command stops then at the next point where nothing
	// is half done, and returns an error.
	Ctx  context.Context
	Root string // --root as given, may be empty
	// Project is the root of the project that the command is about, and Machine the
	// machine folder; not for a verb that runs anywhere.
	Project string
	Machine machine.Folder
	JSON    bool     // --json
	Rest    []string // the arguments that are not flags, in order
	// Literal is how many of Rest came after "--".
	Literal int

	given   []string // the verb's own flags among the arguments, each once, with their dashes
	values  []Value  // of all flags, as they were typed
	program Program
	verb    Verb
}

// begin reads the arguments and finds the project, as far as the verb wants both.
func (inv *Invocation) begin(v Verb) (err error) {
	if v.Raw {
		return nil
	}
	if err = inv.parse(); err == nil && !v.Anywhere {
		inv.Project, inv.Machine, err = inv.Place()
	}
	return err
}

// parse reads the verb's arguments by its forms: flags and others in any order, "--"
// ends the flags.
func (inv *Invocation) parse() error {
	fs := flag.NewFlagSet(inv.verb.Name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	for _, f := range parseForms(inv.verb.forms) {
		for name, o := range f.flags {
			if bare := strings.TrimLeft(name, "-"); fs.Lookup(bare) == nil {
				inv.declare(fs, name, bare, o)
			}
		}
	}
	args, literal := inv.Env.Args, []string(nil)
	if i := slices.Index(args, "--"); i >= 0 {
		args, literal = args[:i], args[i+1:]
	}
	for len(args) > 0 {
		if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
			return errHelp
		} else if err != nil {
			return inv.flagError(fs, err)
		}
		args = fs.Args()
		if len(args) > 0 {
			inv.Rest = append(inv.Rest, args[0])
			args = args[1:]
		}
	}
	inv.Rest, inv.Literal = append(inv.Rest, literal...), len(literal)
	if inv.Root = inv.Flag("root"); inv.Root == "" && inv.Has("root") {
		return inv.UsageError("--root takes a folder")
	}
	inv.JSON = inv.On("json")
	if _, err := inv.Number("n", 0); err != nil {
		return err
	}
	return inv.check()
}

// declare has the values of a flag kept.
func (inv *Invocation) declare(fs *flag.FlagSet, name, bare string, o option) {
	keep := func(value string) error {
		if !inv.Has(bare) && bare != "root" && bare != "json" {
			inv.given = append(inv.given, name)
		}
		inv.values = append(inv.values, Value{bare, value})
		return nil
	}
	if o.takes != "" {
		fs.Func(bare, "", keep)
		return
	}
	fs.BoolFunc(bare, "", func(value string) error {
		on, err := strconv.ParseBool(value)
		if err != nil {
			return errors.New("want true or false")
		}
		return keep(strconv.FormatBool(on))
	})
}

// A Value is one of a flag.
type Value struct{ Flag, Value string }

// Given are the values of some flags, as they were typed.
func (inv *Invocation) Given(flags ...string) []Value {
	return slices.DeleteFunc(slices.Clone(inv.values), func(v Value) bool { return !slices.Contains(flags, v.Flag) })
}

// Has reports whether a flag was given.
func (inv *Invocation) Has(flag string) bool { return len(inv.Given(flag)) > 0 }

// All are the values of a flag that may be repeated.
func (inv *Invocation) All(flag string) (values []string) {
	for _, v := range inv.Given(flag) {
		values = append(values, v.Value)
	}
	return values
}

// Flag is the value of a flag, the last one that was given, else "".
func (inv *Invocation) Flag(flag string) string {
	if all := inv.All(flag); len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

// On reports whether a flag without a value was given.
func (inv *Invocation) On(flag string) bool { return inv.Flag(flag) == "true" }

// Number is the value of a flag that is 0 or more, otherwise where it was not given.
func (inv *Invocation) Number(flag string, otherwise int) (int, error) {
	if !inv.Has(flag) {
		return otherwise, nil
	}
	n, err := strconv.Atoi(inv.Flag(flag))
	if err != nil || n < 0 {
		return 0, inv.BadValue(Value{flag, inv.Flag(flag)}, "want a number of 0 or more")
	}
	return n, nil
}

// BadValue is the usage error about the value of a flag.
func (inv *Invocation) BadValue(v Value, why string) error {
	dashes := "--"
	if len(v.Flag) == 1 {
		dashes = "-"
	}
	return inv.UsageError(fmt.Sprintf("invalid value %q for flag %s%s: %s", v.Value, dashes, v.Flag, why))
}

// Filled is an error about the first of some flags that was given an empty value.
func (inv *Invocation) Filled(flags ...string) error {
	for _, v := range inv.Given(flags...) {
		if strings.TrimSpace(v.Value) == "" {
			return inv.BadValue(v, "it is empty")
		}
	}
	return nil
}

// undefined begins the flag package's error about an unknown flag.
const undefined = "flag provided but not defined: -"

func (inv *Invocation) flagError(fs *flag.FlagSet, err error) error {
	name, ok := strings.CutPrefix(err.Error(), undefined)
	if !ok {
		return inv.UsageError(strings.ReplaceAll(err.Error(), ": -", ": --"))
	}
	var known []string
	fs.VisitAll(func(f *flag.Flag) { known = append(known, "--"+f.Name) })
	return Unknown("flag", "--"+strings.TrimPrefix(name, "-"), known, inv.helpOf(inv.verb.Name))
}

// UsageError is an error about the command line, with the verb's help as hint.
func (inv *Invocation) UsageError(message string) error {
	return usageError(message, inv.helpOf(inv.verb.Name))
}

// helpOf is the command that prints the help of a verb of this program. A verb
// that holdfast gives to another program is one of its files commands.
func (inv *Invocation) helpOf(verb string) string {
	c, _ := FrontCommand(verb)
	if c.Program != "" && c.Program != inv.program.own && c.Reader != inv.program.own {
		verb = "files " + verb
	}
	return front + " help " + verb
}

// Body reads the content on standard input; nil when that is a terminal or
// empty. More than maxBody bytes are refused.
func (inv *Invocation) Body() ([]byte, error) {
	if inv.Terminal(inv.Stdin) {
		return nil, nil
	}
	b, err := inv.read(func() ([]byte, error) { return io.ReadAll(io.LimitReader(inv.Stdin, maxBody+1)) })
	if err != nil {
		return nil, fmt.Errorf("reading standard input: %w", err)
	}
	if len(b) > maxBody {
		return nil, &Error{
			Code:    Invalid,
			Message: "standard input is too large",
			Hint:    "keep the body short and name files instead of quoting them",
			Faults:  []fault.Fault{{Field: "standard input", Found: "more than 256 KiB", Allowed: "at most 256 KiB"}},
		}
	}
	if len(b) == 0 {
		return nil, nil
	}
	return b, nil
}

// OnTerminal reports whether standard output is a terminal, and a person reads.
func (inv *Invocation) OnTerminal() bool { return inv.Terminal(inv.stdout()) }

// stdout is the stream that standard output is.
func (inv *Invocation) stdout() any {
	if w, ok := inv.Stdout.(*checked); ok {
		return w.w
	}
	return inv.Stdout
}

// Colour reports whether standard output may be coloured: not on a terminal of
// which nothing is known.
func (inv *Invocation) Colour() bool {
	kind := inv.Getenv("TERM")
	known := kind != "" && kind != "dumb" || runtime.GOOS == "windows"
	return known && inv.OnTerminal() && inv.Getenv("NO_COLOR") == ""
}

// PrintJSON writes v as the one JSON document of the command; nothing without
// --json.
func (inv *Invocation) PrintJSON(v any) error {
	if !inv.JSON {
		return nil
	}
	return writeJSON(inv.Stdout, v)
}

// A Report is the result of a command in one shape: a person reads what Print
// writes, and with --json it is encoded as it is.
type Report interface{ Print(inv *Invocation) }

// Report writes the result of the command, unless it failed, and its Warnings in
// any case.
func (inv *Invocation) Report(r Report, failed error) error {
	if w, ok := r.(interface{ Tell(*Invocation) }); ok {
		w.Tell(inv)
	}
	if failed != nil {
		return failed
	}
	r.Print(inv)
	return inv.PrintJSON(r)
}

// Warnf says something that changes no exit code.
func (inv *Invocation) Warnf(format string, a ...any) {
	fmt.Fprintf(inv.Stderr, "%s: warning: %s\n", inv.speaker(), inv.Typed(said(fmt.Sprintf(format, a...))))
}

// speaker begins what is said on standard error: the program that was started,
// without the command.
func (inv *Invocation) speaker() string {
	name, _, _ := strings.Cut(inv.program.Name, " ")
	return name
}

// listed writes what belongs to an error, a row each.
func listed[T any](inv *Invocation, all []T, row func(T) string) {
	for _, v := range all[:min(len(all), maxListed)] {
		fmt.Fprintf(inv.Stderr, "  %s\n", row(v))
	}
	if more := len(all) - maxListed; more > 0 {
		fmt.Fprintf(inv.Stderr, "  and %d more, which --json lists\n", more)
	}
}

func (inv *Invocation) fail(err error) int {
	e, message := *asError(err), err.Error()
	var missing *fault.MissingError
	if errors.As(err, &missing) {
		message += Meant(missing.Name, missing.Known)
	}
	message = said(message)
	if inv.Ctx != nil && inv.Ctx.Err() != nil {
		e.Code, message = Interrupted, strings.ReplaceAll(message, context.Canceled.Error(), "interrupted")
	}
	if e.Silent {
		return e.Code
	}
	name := inv.speaker()
	fmt.Fprintf(inv.Stderr, "%s: error: %s\n", name, inv.Typed(message))
	listed(inv, e.Faults, func(f fault.Fault) string {
		f.Field, f.Found = said(f.Field), said(f.Found)
		return f.String()
	})
	listed(inv, e.Candidates, func(c string) string {
		c, _ = redact.Text(c)
		return fence.Shown(c)
	})
	if e.Hint != "" {
		fmt.Fprintf(inv.Stderr, "%s: hint: %s\n", name, inv.Typed(said(e.Hint)))
	}
	if inv.JSON && !e.Shown {
		writeJSON(inv.Stdout, map[string]any{"error": errorBody{e.Code, message,
			append([]fault.Fault{}, e.Faults...), append([]string{}, e.Candidates...)}})
	}
	return e.Code
}

type errorBody struct {
	Code       int           `json:"code"`
	Message    string        `json:"message"`
	Faults     []fault.Fault `json:"faults"`
	Candidates []string      `json:"candidates"`
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// hasJSONFlag reports whether arguments that may not be read to their end ask for JSON.
func hasJSONFlag(args []string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "-json")
}

// said is what is printed on standard error: one line without secrets, which a
// mistyped flag or a path may hold.
func said(s string) string {
	s, _ = redact.Text(s)
	return OneLine(s)
}

// OneLine keeps what a file or an argument holds from drawing on the terminal:
// line breaks become spaces, what cannot be seen is escaped.
func OneLine(s string) string {
	return fence.Screen(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s))
}
