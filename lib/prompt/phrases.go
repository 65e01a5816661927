package prompt

import (
	_ "embed"
	"strings"
	"sync"
)

var (
	//go:embed phrases.txt
	phraseFile string
)

// lists are the phrases by name, as words writes them, "|" between them.
var lists = sync.OnceValue(func() map[string]string {
	all, name := map[string]string{}, ""
	for line := range strings.Lines(phraseFile) {
		line = strings.TrimRight(line, "\r\n")
		switch text, indented := strings.CutPrefix(line, "  "); {
		case indented:
			all[name] += text
		case strings.HasSuffix(line, ":"):
			name = strings.TrimSuffix(line, ":")
		}
	}
	return all
})

// phrasesOf are the phrases of that name.
func phrasesOf(name string) string { return lists()[name] }
