package cli

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// A Command is one of holdfast. From its forms, which may be typed behind its name, follow its flags
// and words, the program that runs it, its help and its completion.
type Command struct {
	Name          string // of two words for one that is behind `holdfast files` only
	Group         string // what a person wants, a heading of holdfast's help; "" for none
	Program       string // that owns it; "" for holdfast itself
	Summary       string
	Forms         string
	Reader, Shows string   // the program of the forms that only show, which are Shows
	Words         []string // the commands behind this one, each of the same program
}

// synopses are all commands, below "#" and their group. A command is a row, with its program, or its program and
// reader, and what it does; below it are its forms, behind ">" those that only show, behind "+" the commands behind it.
//
//go:embed verbs.txt
var synopses string

// Front is the table of all commands of holdfast.
var Front = sync.OnceValue(func() (all []Command) {
	group := ""
	for row := range strings.SplitSeq(strings.TrimSpace(synopses), "\n") {
		mark, rest, _ := strings.Cut(row, " ")
		rest = strings.TrimSpace(rest)
		switch mark {
		case "#":
			group = rest
		case "":
			c := &all[len(all)-1]
			c.Forms = strings.TrimPrefix(c.Forms+"\n"+rest, "\n")
		case ">":
			all[len(all)-1].Shows = rest
		case "+":
			all[len(all)-1].Words = strings.Fields(rest)
		default:
			name, summary, _ := strings.Cut(row, ": ")
			name, programs, _ := strings.Cut(strings.TrimSuffix(name, ")"), " (")
			program, reader, _ := strings.Cut(programs, ", ")
			all = append(all, Command{Name: name, Group: group, Program: program, Summary: summary, Reader: reader})
		}
	}
	return all
})

func frontCommand(name string) (c Command, ok bool) {
	c = each.First(Front(), func(c Command) bool { return c.Name == name })
	return c, c.Name != ""
}

// verb is the command's name in the program that owns it.
func (c Command) verb() string { return strings.TrimPrefix(c.Name, "files ") }

// Owner is the program that runs the command with these arguments: the reader where they
// are one word at most, and no form of the owner begins with it.
func (c Command) Owner(args []string) string {
	writes := parseForms(c.Forms)
	words, _ := plainWords(args, slices.Concat(writes, parseForms(c.Shows)))
	begins := func(f form) bool { return len(words) > 1 || slices.Equal(f.words[0].choices, words) }
	if c.Reader == "" || slices.ContainsFunc(writes, begins) {
		return c.Program
	}
	return c.Reader
}

// A form is one way to type a command: words in order, and flags anywhere.
type form struct {
	line  string // as it is written
	words []word
	flags map[string]option
}

// A word stands for what is typed in its place.
type word struct {
	choices  []string // each itself, or a placeholder such as LINE
	optional bool
	repeated bool
}

type option struct {
	takes    string // what its value is, "" for none
	required bool
	after    int // how many words must be there for it
}

func dashed(flag string) string {
	if len(flag) == 1 {
		return "-" + flag
	}
	return "--" + flag
}

func parseForms(lines string) []form { return each.Of(strings.Split(lines, "\n"), parseForm) }

// parseForm reads a form such as "begin RUN|CHECKPOINT N [--var K=V]... [< body]".
func parseForm(line string) form {
	f := form{line: line, flags: map[string]option{"root": {takes: "DIR"}, "json": {}}}
	tokens := strings.Fields(strings.NewReplacer("[", " [ ", "]...", " ] ", "]", " ] ").Replace(line))
	var opened []int // how many words each open bracket holds, with those before it
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t == "<":
			return f
		case t == "[":
			opened = append(opened, len(f.words))
		case t == "]":
			opened = opened[:len(opened)-1]
		case t == "--":
		case strings.HasPrefix(t, "-"):
			o := option{required: len(opened) == 0}
			if len(opened) > 1 && len(f.words) > opened[0] {
				o.after = len(f.words)
			}
			if value := append(tokens[i+1:], "")[0]; value != "" && !strings.ContainsAny(value[:1], "[]-<") {
				o.takes = value
				i++
			}
			f.flags[strings.TrimLeft(t, "-")] = o
		default:
			name, repeated := strings.CutSuffix(t, "...")
			f.words = append(f.words, word{strings.Split(name, "|"), len(opened) > 0, repeated})
		}
	}
	return f
}

// isPlaceholder reports whether a word of a form stands for what is typed.
func isPlaceholder(word string) bool {
	first, _, _ := strings.Cut(word, "=")
	return first != "" && first == strings.ToUpper(first) && !strings.HasPrefix(first, "-")
}

// place is how many words are the beginning of the form.
func (f form) place(words []string) int {
	for i, typed := range words {
		switch {
		case i >= len(f.words):
			if i == 0 || !f.words[len(f.words)-1].repeated {
				return i
			}
		case !slices.Contains(f.words[i].choices, typed) && !slices.ContainsFunc(f.words[i].choices, isPlaceholder):
			return i
		}
	}
	return len(words)
}

// check finds a form that was typed, or says what else could be.
func (inv *Invocation) check() error {
	forms := parseForms(inv.command.Forms)
	at := slices.Max(each.Of(forms, func(f form) int { return f.place(inv.Rest) }))
	meant := slices.DeleteFunc(forms, func(f form) bool { return f.place(inv.Rest) < at })
	if at == len(inv.Rest) && slices.ContainsFunc(meant, inv.typed) {
		return nil
	}
	var known, takes []string
	for _, f := range meant {
		if at < min(len(inv.Rest), len(f.words)) {
			known = append(known, f.words[at].choices...)
		}
		takes = append(takes, strings.TrimRight(inv.command.verb()+" "+f.line, " "))
	}
	if known != nil {
		typed := inv.Rest[at]
		return inv.UsageError("it takes one of %s, not %q%s", strings.Join(known, ", "), typed, Meant(typed, known))
	}
	return inv.UsageError("it takes: %s", strings.Join(takes, "; "))
}

// typed reports whether the arguments, which begin a form, are all that it and the flags need.
func (inv *Invocation) typed(f form) bool {
	least := len(slices.DeleteFunc(slices.Clone(f.words), func(w word) bool { return w.optional }))
	for flag := range inv.values {
		o, ok := f.flags[flag]
		if !ok {
			return false
		}
		least = max(least, o.after)
	}
	for name, o := range f.flags {
		if o.required && !inv.Has(name) {
			return false
		}
	}
	return len(inv.Rest) >= least
}

const (
	described = "--described" // asks for what a name is about, too
	files     = ":files"      // the completion that stands for names of files
)

// completions are what the last of words may become, the first of which is a command.
func (inv *Invocation) completions(words []string) (found []string) {
	c, ok := frontCommand(words[0])
	if ok && c.Words != nil {
		if words = words[1:]; len(words) == 1 {
			return c.Words
		}
		if c, ok = frontCommand("files " + words[0]); !ok {
			c, ok = frontCommand(words[0])
		}
	}
	if !ok {
		return nil
	}
	forms := append(parseForms(c.Forms), parseForms(c.Shows)...)
	current := words[len(words)-1]
	plain, flag := plainWords(words[1:len(words)-1], forms)
	for _, f := range forms {
		switch {
		case flag != "":
			if takes := f.flags[strings.TrimLeft(flag, "-")].takes; takes != "" {
				return inv.alternatives(c, strings.Split(takes, "|"), flag)
			}
		case f.place(plain) < len(plain):
		case strings.HasPrefix(current, "-"):
			for name := range f.flags {
				found = append(found, dashed(name))
			}
		case len(plain) < len(f.words):
			found = append(found, inv.alternatives(c, f.words[len(plain)].choices, "")...)
		}
	}
	return found
}

// alternatives are what can be typed for the words of a form.
func (inv *Invocation) alternatives(c Command, words []string, flag string) (found []string) {
	for _, word := range words {
		if !isPlaceholder(word) {
			found = append(found, word)
		} else if live := inv.program.Complete(inv, c.Name, word, flag); live != nil {
			found = append(found, live...)
		} else if slices.Contains([]string{"DIR", "PATH", "FILE"}, word) {
			found = append(found, files)
		}
	}
	return found
}

// plainWords are those that are neither flags nor values; flagBefore wants the next one.
func plainWords(typed []string, forms []form) (plain []string, flagBefore string) {
	for i, word := range typed {
		takes := func(f form) bool { return f.flags[strings.TrimLeft(word, "-")].takes != "" }
		switch {
		case flagBefore != "":
			flagBefore = ""
		case word == "--":
			return append(plain, typed[i+1:]...), ""
		case !strings.HasPrefix(word, "-") || word == "-":
			plain = append(plain, word)
		case slices.ContainsFunc(forms, takes):
			flagBefore = word
		}
	}
	return plain, flagBefore
}

// complete prints the completions of words, one a line, and no error: a shell would draw it.
func (inv *Invocation) complete(words []string) int {
	describes := slices.Contains(words, described)
	if words = slices.DeleteFunc(words, func(w string) bool { return w == described }); len(words) == 0 {
		words = []string{""}
	}
	current := words[len(words)-1]
	if i := slices.Index(words, "--root"); i >= 0 && i+2 < len(words) {
		inv.Root = words[i+1]
	}
	if len(words) > 1 && words[0] == "help" {
		words = words[1:]
	}
	found := append(each.Of(inv.program.commands(), func(c Command) string { return c.Name }), "help", "version")
	if len(words) > 1 {
		found = inv.completions(words)
	}
	slices.Sort(found)
	unsafe := func(r rune) bool { // in a project's name, as a shell might run it
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._/:@+=,%-", r)
	}
	last := ""
	for _, one := range found {
		word, about, _ := strings.Cut(one, "\t")
		if word == last || word == files || !strings.HasPrefix(word, current) || strings.ContainsFunc(word, unsafe) {
			continue
		}
		last = word
		if describes && about != "" {
			word += "\t" + fence.Line(about, 60)
		}
		fmt.Fprintln(inv.Stdout, word)
	}
	if last == "" && slices.Contains(found, files) { // ids go before the names of files
		fmt.Fprintln(inv.Stdout, files)
	}
	return OK
}
