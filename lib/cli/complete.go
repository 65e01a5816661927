package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/fence"
)

// completeWord is the command that shells call for completion. It is left out
// of help: nobody types it.
const completeWord = "complete"

// Files is the completion that stands for names of files.
const Files = ":files"

// described asks for what a name is about, too.
const described = "--described"

// A Completer returns what can be typed in a command in place of a placeholder such
// as LINE, which is the value of flag unless that is ""; nil where it knows nothing.
// Behind a name a tab and what it is about may follow.
type Completer func(inv *Invocation, command, placeholder, flag string) []string

// completions are what the last of words may become. The first one is the name
// of a command.
func (p Program) completions(inv *Invocation, words []string) []string {
	c, ok := commandIn(p.commands(), words[0])
	if ok && c.Words != nil {
		if words = words[1:]; len(words) == 1 {
			return c.Words
		}
		if c, ok = commandIn(p.commands(), "files "+words[0]); !ok {
			c, ok = commandIn(p.commands(), words[0])
		}
	}
	if !ok {
		return nil
	}
	forms := parseForms(c.Forms)
	if c.Reader != "" {
		forms = append(forms, parseForms(c.Shows)...)
	}
	typed, current := words[1:len(words)-1], words[len(words)-1]
	plain, flagBefore := plainWords(typed, forms)
	value := func(placeholder, flag string) []string {
		if live := p.Complete(inv, c.Name, placeholder, flag); live != nil {
			return live
		}
		if slices.Contains([]string{"DIR", "PATH", "FILE"}, placeholder) {
			return []string{Files}
		}
		return nil
	}
	var found []string
	for _, f := range forms {
		switch {
		case flagBefore != "":
			if takes := f.flags[flagBefore].takes; takes != "" {
				return alternatives(takes, func(placeholder string) []string { return value(placeholder, flagBefore) })
			}
		case !f.fits(plain):
		case strings.HasPrefix(current, "-"):
			found = slices.AppendSeq(found, maps.Keys(f.flags))
		case len(plain) < len(f.words):
			for _, choice := range f.words[len(plain)].choices {
				found = append(found, alternatives(choice, func(word string) []string { return value(word, "") })...)
			}
		}
	}
	return found
}

// alternatives are the words that are typed as they are, and what stands in place of
// the others.
func alternatives(words string, value func(placeholder string) []string) []string {
	var found []string
	for word := range strings.SplitSeq(words, "|") {
		if isPlaceholder(word) {
			found = append(found, value(word)...)
		} else {
			found = append(found, word)
		}
	}
	return found
}

// plainWords are the typed words that are neither flags nor their values, and
// the flag whose value comes next.
func plainWords(typed []string, forms []form) (plain []string, flagBefore string) {
	takes := func(name string) bool {
		return slices.ContainsFunc(forms, func(f form) bool { return f.flags[name].takes != "" })
	}
	for i, word := range typed {
		switch {
		case flagBefore != "":
			flagBefore = ""
		case word == "--":
			return append(plain, typed[i+1:]...), ""
		case !strings.HasPrefix(word, "-") || word == "-":
			plain = append(plain, word)
		case takes("--"+strings.TrimLeft(word, "-")) || takes(word):
			flagBefore = word
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
	describes := slices.Contains(words, described)
	if words = slices.DeleteFunc(words, func(w string) bool { return w == described }); len(words) == 0 {
		words = []string{""}
	}
	ctx, stop := interruptible()
	defer stop()
	inv := &Invocation{Env: env, Ctx: ctx, program: p, Root: rootOf(words[:len(words)-1])}
	current := words[len(words)-1]
	var found []string
	if len(words) > 1 && words[0] == "help" {
		words = words[1:]
	}
	if len(words) == 1 {
		found = append(p.names(), "help", "version")
	} else {
		found = p.completions(inv, words)
	}
	slices.Sort(found)
	files, last := slices.Contains(found, Files), ""
	for _, one := range found {
		word, about, _ := strings.Cut(one, "\t")
		if word == last || word == Files || !strings.HasPrefix(word, current) || strings.ContainsFunc(word, unsafe) {
			continue
		}
		last = word
		if describes && about != "" {
			word += "\t" + fence.Line(about, maxAbout)
		}
		fmt.Fprintln(env.Stdout, word)
	}
	if files && last == "" { // ids go before the names of files
		fmt.Fprintln(env.Stdout, Files)
	}
	return OK
}

// maxAbout is how much is shown beside a name.
const maxAbout = 60
