package cli

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// A Command is one command of holdfast, the program for people: whose it is, and what
// may be typed behind its name, one form a line. From the forms follow its flags, how
// many other words it takes, the program that runs it, its help and its completion.
type Command struct {
	Name    string // of two words for one that is behind `holdfast files` only
	Group   string // what a person wants: one of Groups
	Program string // that owns it; "" for holdfast itself
	Summary string
	Forms   string
	// Reader is the program of the forms that only show, which are Shows.
	Reader, Shows string
	// Words are the commands behind this one, each of the same program.
	Words []string
}

// Groups are the headings of holdfast's help, in order.
var Groups = []string{"see", "save", "find", "undo", "set up"}

// synopses are all commands, below "#" and their group. A command is a row, with its
// program, or its program and reader, and what it does; below it are its forms, behind
// ">" those that only show, behind "+" the commands behind it.
var (
	//go:embed verbs.txt
	synopses string
)

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

// FrontCommand is the command of holdfast with that name.
func FrontCommand(name string) (Command, bool) { return commandIn(Front(), name) }

func commandIn(table []Command, name string) (Command, bool) {
	for _, c := range table {
		if c.Name == name {
			return c, true
		}
	}
	return Command{}, false
}

// of are the forms of a command that a program has.
func (c Command) of(program string) (forms string, ok bool) {
	switch {
	case program == c.Program, program == front && c.Program == "":
		return c.Forms, true
	case program == c.Reader:
		return c.Shows, true
	}
	return "", false
}

// Owner is the program that runs the command with these arguments: the reader where
// they are one of its forms, and none of the owner's was begun.
func (c Command) Owner(args []string) string {
	if c.Reader == "" {
		return c.Program
	}
	writes, shows := parseForms(c.Forms), parseForms(c.Shows)
	words, _ := plainWords(args, append(slices.Clone(writes), shows...))
	begun := func(f form) bool { return f.fits(words) && len(words) > f.action() }
	if slices.ContainsFunc(shows, func(f form) bool { return f.fits(words) }) && !slices.ContainsFunc(writes, begun) {
		return c.Reader
	}
	return c.Program
}
