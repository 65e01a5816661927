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

// literal reports whether a word is typed as it is.
func (w word) literal() bool { return len(w.choices) == 1 && !isPlaceholder(w.choices[0]) }

// action is the place of the first word that is typed as it is, or the number of words.
func (f form) action() int {
	if i := slices.IndexFunc(f.words, word.literal); i >= 0 {
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

// follows reports whether the words that are typed as they are were typed so.
func (f form) follows(words []string) bool {
	for i, w := range f.words[:min(len(f.words), len(words))] {
		if w.literal() && w.choices[0] != words[i] {
			return false
		}
	}
	return true
}

// fits reports whether words are the beginning of the form.
func (f form) fits(words []string) bool {
	if f.most() >= 0 && len(words) > len(f.words) {
		return false
	}
	for i, typed := range words[:min(len(f.words), len(words))] {
		choices := f.words[i].choices
		if !slices.Contains(choices, typed) && !slices.ContainsFunc(choices, isPlaceholder) {
			return false
		}
	}
	return true
}

// check finds a form that was typed, or says which there are.
func (inv *Invocation) check() error {
	meant := parseForms(inv.verb.forms)
	for at := range inv.Rest {
		fitting := slices.DeleteFunc(slices.Clone(meant), func(f form) bool { return !f.follows(inv.Rest[:at+1]) })
		if len(fitting) == 0 {
			return inv.unknownAction(meant, at)
		}
		meant = fitting
	}
	if i := slices.IndexFunc(meant, inv.typed); i >= 0 {
		return inv.checkWords(meant[i])
	}
	var takes []string
	for _, f := range meant {
		takes = append(takes, strings.TrimRight(inv.verb.Name+" "+f.line, " "))
	}
	return inv.UsageError("it takes: " + strings.Join(takes, "; "))
}

// checkWords refuses a word in a place where the form names all that may be there.
func (inv *Invocation) checkWords(f form) error {
	for i, w := range f.words[:min(len(f.words), len(inv.Rest))] {
		typed := inv.Rest[i]
		if slices.Contains(w.choices, typed) || slices.ContainsFunc(w.choices, isPlaceholder) {
			continue
		}
		return inv.UsageError(fmt.Sprintf("it takes one of %s, not %q%s",
			strings.Join(w.choices, ", "), typed, Meant(typed, w.choices)))
	}
	return nil
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

// unknownAction is the error about a word that none of the forms has in its place.
func (inv *Invocation) unknownAction(forms []form, at int) error {
	var known []string
	for _, f := range forms {
		if at < len(f.words) {
			known = append(known, f.words[at].choices...)
		}
	}
	return Unknown("action", inv.Rest[at], known, inv.helpOf(inv.verb.Name))
}
