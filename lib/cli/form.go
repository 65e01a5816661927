package cli

import (
	"fmt"
	"slices"
	"strings"
)

// A form is one way to type a command: words in order, and flags anywhere.
type form struct {
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
	f := form{flags: map[string]option{"--root": {takes: "DIR"}, "--json": {}}}
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

// check finds the form that was typed, or says what is wrong.
func (inv *Invocation) check() error {
	meant := parseForms(inv.verb.forms)
	n := len(inv.Rest)
	for at := range n {
		fitting := slices.DeleteFunc(slices.Clone(meant), func(f form) bool { return !f.follows(inv.Rest[:at+1]) })
		if len(fitting) == 0 {
			return inv.unknownAction(meant, at)
		}
		meant = fitting
	}
	forms, err := inv.withFlags(meant)
	if err != nil {
		return err
	}
	fewer, most := true, 0
	for _, f := range forms {
		least := f.least(inv.given)
		if n >= least && (f.most() < 0 || n <= f.most()) {
			return nil
		}
		fewer, most = fewer && n < least, max(most, f.most())
	}
	if fewer {
		return inv.UsageError("too few arguments: " + strings.Join(usage(inv.verb.Name, inv.verb.forms), "; "))
	}
	return inv.UsageError(fmt.Sprintf("unexpected argument %q", inv.Rest[most]))
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

// withFlags are the forms that have every given flag, and of which none that they
// need is missing.
func (inv *Invocation) withFlags(meant []form) ([]form, error) {
	action := inv.verb.Name
	if at := meant[0].action(); at < len(inv.Rest) {
		action = inv.Rest[at]
	}
	forms := meant
	for i, name := range inv.given {
		having := with(forms, name)
		if len(having) > 0 {
			forms = having
			continue
		}
		why := fmt.Sprintf("%s takes no %s", action, name)
		if i > 0 {
			why += " with " + strings.Join(inv.given[:i], " ")
		}
		return nil, inv.UsageError(why)
	}
	missing := ""
	whole := slices.DeleteFunc(slices.Clone(forms), func(f form) bool {
		for name, o := range f.flags {
			if o.required && !slices.Contains(inv.given, name) {
				missing = strings.TrimSpace(name + " " + o.takes)
				return true
			}
		}
		return false
	})
	if len(whole) == 0 {
		return nil, inv.UsageError(fmt.Sprintf("%s takes %s", action, missing))
	}
	return whole, nil
}

// with are the forms that have a flag.
func with(forms []form, name string) []form {
	return slices.DeleteFunc(slices.Clone(forms), func(f form) bool {
		_, ok := f.flags[name]
		return !ok
	})
}
