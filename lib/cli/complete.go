package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// completeWord is the command that shells call for completion. It is left out
// of help: nobody types it.
const completeWord = "complete"

// Files is the completion that stands for names of files.
const Files = ":files"

// A form is one line of a synopsis: what may be typed, in order.
type form struct {
	words [][]string        // the words that are not flags, each with its alternatives
	flags map[string]string // flag to what it takes, "" for nothing
}

// parseForm reads a line of a synopsis, such as
// "run begin RUN|CHECKPOINT N [--var K=V]... [< body]".
func parseForm(line string) form {
	f := form{flags: map[string]string{"--root": "DIR", "--json": ""}}
	line = strings.NewReplacer("[", " ", "]", " ", "...", " ", " | ", "|").Replace(line)
	tokens := strings.Fields(line)
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		switch {
		case t == "<":
			return f
		case t == "--":
			continue
		case strings.HasPrefix(t, "-"):
			takes := ""
			if i+1 < len(tokens) && isPlaceholder(tokens[i+1]) {
				i++
				takes = tokens[i]
			}
			for _, name := range strings.Split(t, "|") {
				f.flags[name] = takes
			}
		default:
			f.words = append(f.words, strings.Split(t, "|"))
		}
	}
	return f
}

// isPlaceholder reports whether a word of a synopsis stands for what is typed.
func isPlaceholder(word string) bool {
	first := strings.Split(strings.Split(word, "|")[0], "=")[0]
	return first != "" && first == strings.ToUpper(first) && !strings.HasPrefix(first, "-")
}

// described asks for what a name is, too: a tab and a few words after each.
const described = "--described"

// A Completer returns what can be typed in place of a placeholder such as LINE,
// or after a flag such as --mode; nil where it knows nothing. A tab and what a
// name is, such as a line's goal, may follow it.
type Completer func(inv *Invocation, placeholder, flag string) []string

// completions are what the last of words may become. The first one is the name
// of a verb.
func (p Program) completions(inv *Invocation, words []string) []string {
	v, ok := p.verb(words[0])
	if !ok || len(words) < 2 {
		return nil
	}
	var forms []form
	for _, line := range strings.Split(v.Synopsis, "\n") {
		forms = append(forms, parseForm(line))
	}
	typed, current := words[:len(words)-1], words[len(words)-1]
	inv.Root = rootOf(typed)
	plain, flagBefore := plainWords(typed, forms)
	value := func(placeholder, name string) []string {
		if p.Complete != nil {
			if live := p.Complete(inv, placeholder, name); live != nil {
				return live
			}
		}
		if slices.Contains([]string{"DIR", "PATH", "FILE"}, placeholder) {
			return []string{Files}
		}
		return nil
	}
	if flagBefore != "" {
		for _, f := range forms {
			if takes := f.flags[flagBefore]; takes != "" {
				return value(takes, flagBefore)
			}
		}
		return nil
	}
	var found []string
	for _, f := range forms {
		if !f.fits(plain) {
			continue
		}
		if strings.HasPrefix(current, "-") {
			for name := range f.flags {
				found = append(found, name)
			}
			continue
		}
		if len(plain) >= len(f.words) {
			continue
		}
		for _, word := range f.words[len(plain)] {
			if isPlaceholder(word) {
				found = append(found, value(word, "")...)
			} else {
				found = append(found, word)
			}
		}
	}
	return found
}

// fits reports whether the words typed so far are the beginning of the form.
func (f form) fits(plain []string) bool {
	if len(plain) > len(f.words) {
		return false
	}
	for i, word := range plain {
		alternatives := f.words[i]
		if !slices.Contains(alternatives, word) && !slices.ContainsFunc(alternatives, isPlaceholder) {
			return false
		}
	}
	return true
}

// plainWords are the typed words that are neither flags nor their values, and
// the flag whose value comes next.
func plainWords(typed []string, forms []form) (plain []string, flagBefore string) {
	takes := func(name string) bool {
		return slices.ContainsFunc(forms, func(f form) bool { return f.flags[name] != "" })
	}
	for _, word := range typed {
		switch {
		case flagBefore != "":
			flagBefore = ""
		case strings.HasPrefix(word, "-"):
			if takes(word) {
				flagBefore = word
			}
		default:
			plain = append(plain, word)
		}
	}
	return plain, flagBefore
}

// rootOf is the value of --root among words.
func rootOf(words []string) string {
	root := ""
	for i, w := range words {
		if w == "--root" && i+1 < len(words) {
			root = words[i+1]
		}
	}
	return root
}

// unsafe reports whether a shell might take a character for more than itself:
// names come from a project, and what is completed is run.
func unsafe(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._/:@+=,%-", r)
}

// complete prints the completions of words, one a line. It fails without a
// word: a shell would draw it between what is typed.
func (p Program) complete(env Env, words []string) int {
	withText := len(words) > 0 && words[0] == described
	if withText {
		words = words[1:]
	}
	if len(words) == 0 {
		words = []string{""}
	}
	ctx, stop := interruptible()
	defer stop()
	inv := &Invocation{Env: env, Ctx: ctx, program: p}
	current := words[len(words)-1]
	var found []string
	if len(words) == 1 {
		for _, v := range p.Verbs {
			found = append(found, v.Name)
		}
		found = append(found, "help", "version")
	} else {
		found = p.completions(inv, words)
	}
	if len(found) > 1 { // ids go before the names of files
		found = slices.DeleteFunc(found, func(w string) bool { return w == Files })
	}
	slices.Sort(found)
	last := ""
	for _, one := range found {
		word, text, _ := strings.Cut(one, "\t")
		if word == last && last != "" || word != Files && (!strings.HasPrefix(word, current) || strings.ContainsFunc(word, unsafe)) {
			continue
		}
		last = word
		if withText && text != "" {
			word += "\t" + text
		}
		fmt.Fprintln(env.Stdout, word)
	}
	return OK
}
