package cli

import (
	"fmt"
	"slices"
	"strings"
)

// A form is one way to type a command: words in order, and flags anywhere.
type form struct {
	line  string // as it is written
	words []word
	flags map[string]option // by name with its dashes
}

// A word stands for what is typed in its place.
type word struct {
	choices  []string // each itself, or a placeholder such as LINE
	optional bool
	repeated bool
}

// An option is what a form says of a flag.
type option struct {
	takes    string // what its value is, "" for none
	required bool
	after    int // how many words must be there for it
}

// parseForms reads forms, one a line.
func parseForms(lines string) []form {
	var all []form
	for line := range strings.SplitSeq(lines, "\n") {
		all = append(all, parseForm(line))
	}
	return all
}

// parseForm reads a form such as "begin RUN|CHECKPOINT N [--var K=V]... [< body]".
func parseForm(line string) form {
	f := form{line: line, flags: map[string]option{"--root": {takes: "DIR"}, "--json": {}}}
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
			f.flags[t] = o
		default:
			name, repeated := strings.CutSuffix(t, "...")
			f.words = append(f.words, word{strings.Split(name, "|"), len(opened) > 0, repeated})
		}
	}
	return f
}

// isPlaceholder reports whether a word of a form stands for what is typed.
func isPlaceholder(word string) bool {
	first := strings.Split(strings.Split(word, "|")[0], "=")[0]
	return first != "" && first == strings.ToUpper(first) && !strings.HasPrefix(first, "-")
}

// action is the place of the first word that is typed as it is, or the number of words.
func (f form) action() int {
	literal := func(w word) bool { return len(w.choices) == 1 && !isPlaceholder(w.choices[0]) }
	if i := slices.IndexFunc(f.words, literal); i >= 0 {
		return i
	}
	return len(f.words)
}

// least is how many words the form needs, also for those flags that are given.
func (f form) least(given []string) int {
	n := 0
	for _, w := range f.words {
		if !w.optional {
			n++
		}
	}
	for _, name := range given {
		n = max(n, f.flags[name].after)
	}
	return n
}

// most is how many words the form takes, -1 for any number.
func (f form) most() int {
	if n := len(f.words); n == 0 || !f.words[n-1].repeated {
		return n
	}
	return -1
}

// place is how many words are the beginning of the form.
func (f form) place(words []string) int {
	for i, typed := range words {
		switch {
		case i >= len(f.words) && f.most() >= 0:
			return i
		case i < len(f.words) && !f.words[i].takes(typed):
			return i
		}
	}
	return len(words)
}

// takes reports whether a word may be typed in this place.
func (w word) takes(typed string) bool {
	return slices.Contains(w.choices, typed) || slices.ContainsFunc(w.choices, isPlaceholder)
}

// fits reports whether words are the beginning of the form.
func (f form) fits(words []string) bool { return f.place(words) == len(words) }

// check finds a form that was typed, or says what else could be.
func (inv *Invocation) check() error {
	meant, at := []form(nil), -1 // those that most words are of
	for _, f := range parseForms(inv.verb.forms) {
		if n := f.place(inv.Rest); n > at {
			meant, at = []form{f}, n
		} else if n == at {
			meant = append(meant, f)
		}
	}
	if at == len(inv.Rest) && slices.ContainsFunc(meant, inv.typed) {
		return nil
	}
	var known, takes []string
	for _, f := range meant {
		if at < min(len(inv.Rest), len(f.words)) {
			known = append(known, f.words[at].choices...)
		}
		takes = append(takes, strings.TrimRight(inv.verb.Name+" "+f.line, " "))
	}
	if known != nil {
		typed := inv.Rest[at]
		return inv.UsageError(fmt.Sprintf("it takes one of %s, not %q%s",
			strings.Join(known, ", "), typed, Meant(typed, known)))
	}
	return inv.UsageError("it takes: " + strings.Join(takes, "; "))
}

// typed reports whether the arguments are of a form: as many words as it takes, and
// its flags, among them those that it needs.
func (inv *Invocation) typed(f form) bool {
	n := len(inv.Rest)
	for _, name := range inv.given {
		if _, ok := f.flags[name]; !ok {
			return false
		}
	}
	for name, o := range f.flags {
		if o.required && !slices.Contains(inv.given, name) {
			return false
		}
	}
	return n >= f.least(inv.given) && (f.most() < 0 || n <= f.most())
}
