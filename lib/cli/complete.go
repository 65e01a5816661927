package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/fence"
)

const (
	described = "--described" // asks for what a name is about, too
	files     = ":files"      // the completion that stands for names of files
)

// completions are what the last of words may become, the first of which is a command.
func (p Program) completions(inv *Invocation, words []string) (found []string) {
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
	forms := parseForms(c.Forms)
	if c.Reader != "" {
		forms = append(forms, parseForms(c.Shows)...)
	}
	current := words[len(words)-1]
	plain, flag := plainWords(words[1:len(words)-1], forms)
	for _, f := range forms {
		switch {
		case flag != "":
			if takes := f.flags[strings.TrimLeft(flag, "-")].takes; takes != "" {
				return p.alternatives(inv, c, takes, flag)
			}
		case f.place(plain) < len(plain):
		case strings.HasPrefix(current, "-"):
			for name := range f.flags {
				found = append(found, dashed(name))
			}
		case len(plain) < len(f.words):
			for _, choice := range f.words[len(plain)].choices {
				found = append(found, p.alternatives(inv, c, choice, "")...)
			}
		}
	}
	return found
}

// alternatives are what can be typed for the words of a form.
func (p Program) alternatives(inv *Invocation, c Command, words, flag string) (found []string) {
	for word := range strings.SplitSeq(words, "|") {
		if !isPlaceholder(word) {
			found = append(found, word)
		} else if live := p.Complete(inv, c.Name, word, flag); live != nil {
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

// unsafe reports whether a shell might run a character out of a project's name.
func unsafe(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._/:@+=,%-", r)
}

// complete prints the completions of words, one a line, and no error: a shell would draw it.
func (p Program) complete(env Env, words []string) int {
	describes := slices.Contains(words, described)
	if words = slices.DeleteFunc(words, func(w string) bool { return w == described }); len(words) == 0 {
		words = []string{""}
	}
	ctx, stop := interruptible()
	defer stop()
	inv := &Invocation{Env: env, Ctx: ctx, program: p}
	current := words[len(words)-1]
	if i := slices.Index(words, "--root"); i >= 0 && i+2 < len(words) {
		inv.Root = words[i+1]
	}
	if len(words) > 1 && words[0] == "help" {
		words = words[1:]
	}
	found := []string{"help", "version"}
	for _, c := range p.commands() {
		found = append(found, c.Name)
	}
	if len(words) > 1 {
		found = p.completions(inv, words)
	}
	slices.Sort(found)
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
		fmt.Fprintln(env.Stdout, word)
	}
	if last == "" && slices.Contains(found, files) { // ids go before the names of files
		fmt.Fprintln(env.Stdout, files)
	}
	return OK
}
