package main

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// What counts as kept: so many characters of a prompt, a direction or a command,
// white space apart.
const (
	promptKept    = 50
	directionKept = 100
	commandKept   = 40
	// shortPrompt is the longest prompt whose sentences are directions; longer
	// ones are mostly pasted.
	shortPrompt = 600
	maxChecks   = 8

	// What a session needs next is measured by so much: sentences of so many
	// characters of prompts that are not longer, files and commands used after the
	// compaction.
	leastSentence, maxSentence, sentenceKept = 12, 400, 120
	longestPrompt                            = 6000
	maxNextFiles, maxNextCommands            = 10, 6
)

var (
	directive = regexp.MustCompile(`(?i)\b(don'?t|do not|never|always|must|instead|should not|shouldn'?t|only|make sure|no need|not )\b`)
	odd       = regexp.MustCompile(`[<>]|REDACTED|[A-Za-z0-9_]{32,}`)
	checked   = regexp.MustCompile(`^(?:(?:go (?:test|build|vet)|cargo (?:test|build|clippy|check)|(?:npm|pnpm|yarn|bun|mise|just|task|nx|turbo)(?: run)? \S*(?:test|build|lint|check|typecheck|e2e|fmt)\S*` +
		`|(?:npx |uv run |poetry run )?(?:pytest|vitest|jest|tsc|eslint|ruff|mypy|playwright test)\b|python3? -m (?:pytest|unittest)|dotnet (?:test|build)|mvn|\./gradlew|make\b|golangci-lint))`)
	before = regexp.MustCompile(`^(?:cd \S+ ?&& ?|[A-Z_]+=\S+ )+`)
	common = regexp.MustCompile(`^(?:git (?:status|diff|log|add|commit|push|show|checkout|branch)|ls|cat|grep|rg|head|tail|sed|awk|find|wc|echo|cd|pwd|which|mkdir|rm|cp|mv|sleep|touch|chmod|true|for|if|while|export|source)\b`)
	marked = regexp.MustCompile(`[<>{}|]|REDACTED`)
	tail   = regexp.MustCompile(` (?:2>|\||&&|;|>)`)
	noise  = regexp.MustCompile(`(?i)^(<|\{|((hi|hello|hey|ok|okay|yes|y|go on|go ahead|continue|resume|proceed|thanks|please)\b\W*){1,3}$|` +
		`(please )?(switch to|check ?out|work on)( the)?( branch)? \S+( branch)?$)`)
)

// kinds are what is counted, in the order of the table.
var kinds = []string{"prompts", "directions", "files", "checks", "last"}

// neededKinds are what a session needs right after a compaction.
var neededKinds = []string{"sentences", "next files", "read before", "commands"}

// facts are what a segment of a conversation held, by kind.
func facts(segment []record) map[string][]string {
	said := humans(segment)
	all := map[string][]string{"directions": directions(said)}
	for _, h := range said {
		all["prompts"] = append(all["prompts"], first(squeeze(h), promptKept))
	}
	if n := len(all["prompts"]); n > 0 {
		all["last"] = all["prompts"][n-1:]
	}
	all["files"], all["checks"] = work(segment)
	return all
}

func humans(segment []record) (said []string) {
	for _, r := range segment {
		if h := r.human(); h != "" {
			said = append(said, h)
		}
	}
	return said
}

// needs are what a segment held that the one after it uses: the user's sentences, the
// first files that are touched again, those of them that were only read before, and
// the first kinds of command that are run again.
func needs(segment, next []record) map[string][]string {
	all := map[string][]string{}
	for _, h := range humans(segment) {
		if utf8.RuneCountInString(h) > longestPrompt {
			continue
		}
		for _, s := range sentences(h, ".!?。！？") {
			s = squeeze(s)
			if n := utf8.RuneCountInString(s); n >= leastSentence && n <= maxSentence && !marked.MatchString(s) {
				all["sentences"] = append(all["sentences"], first(s, sentenceKept))
			}
		}
	}
	edits := []string{"Edit", "Write", "MultiEdit", "NotebookEdit"}
	touched, changed := inputs(segment, append(edits, "Read")), inputs(segment, edits)
	var used []string
	for _, file := range inputs(next, append(edits, "Read")) {
		if slices.Contains(touched, file) && !slices.Contains(used, file) && len(used) < maxNextFiles {
			used = append(used, file)
			all["next files"] = append(all["next files"], base(file))
			if !slices.Contains(changed, file) {
				all["read before"] = append(all["read before"], base(file))
			}
		}
	}
	ran := kindsOf(segment)
	for _, kind := range kindsOf(next) {
		known := all["commands"]
		if slices.Contains(ran, kind) && !slices.Contains(known, kind) && !common.MatchString(kind) && len(known) < maxNextCommands {
			all["commands"] = append(known, kind)
		}
	}
	return all
}

// inputs are the paths, or the commands, that tools of these names were given.
func inputs(segment []record, tools []string) (all []string) {
	for _, r := range segment {
		if truthy(r.data.Get("isSidechain")) {
			continue
		}
		for _, b := range r.blocks() {
			if b.Get("type").String() != "tool_use" || !slices.Contains(tools, b.Get("name").String()) {
				continue
			}
			for _, key := range []string{"file_path", "notebook_path", "command"} {
				if v := b.Get("input." + key); v.Type == gjson.String && v.Str != "" {
					all = append(all, v.Str)
					break
				}
			}
		}
	}
	return all
}

// kindsOf are the first three words of the shell commands of a segment.
func kindsOf(segment []record) (all []string) {
	for _, c := range inputs(segment, []string{"Bash"}) {
		words := strings.Fields(before.ReplaceAllString(squeeze(c), ""))
		all = append(all, strings.Join(words[:min(len(words), 3)], " "))
	}
	return all
}

func directions(said []string) []string {
	var all []string
	for _, h := range said {
		if utf8.RuneCountInString(h) > shortPrompt {
			continue
		}
		for _, s := range sentences(h, ".!?\n") {
			d := first(squeeze(s), directionKept)
			if directive.MatchString(plain(s)) && !odd.MatchString(s) && !slices.Contains(all, d) {
				all = append(all, d)
			}
		}
	}
	return all
}

// work is the base names of the files that edits changed, sorted, and the checks
// that succeeded, the newest of each kind first.
func work(segment []record) (files, checks []string) {
	type ran struct{ id, command string }
	failed, names := map[string]bool{}, map[string]string{}
	var runs []ran
	for _, r := range segment {
		if truthy(r.data.Get("isSidechain")) {
			continue
		}
		for _, b := range r.blocks() {
			if b.Get("type").String() == "tool_result" && truthy(b.Get("is_error")) {
				failed[b.Get("tool_use_id").String()] = true
			}
			if b.Get("type").String() != "tool_use" {
				continue
			}
			input := b.Get("input")
			switch b.Get("name").String() {
			case "Edit", "Write", "MultiEdit", "NotebookEdit":
				if p := input.Get("file_path"); p.Type == gjson.String {
					names[p.String()] = base(p.String())
				}
			case "Bash":
				if c := input.Get("command"); c.Type == gjson.String {
					command := before.ReplaceAllString(squeeze(c.String()), "")
					if checked.MatchString(command) {
						runs = append(runs, ran{b.Get("id").String(), command})
					}
				}
			}
		}
	}
	for _, name := range names {
		if !slices.Contains(files, name) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	var order []string
	newest := map[string]string{}
	for _, r := range runs {
		if failed[r.id] {
			continue
		}
		words := strings.Fields(r.command)
		kind := strings.Join(words[:min(len(words), 3)], " ")
		order = append(slices.DeleteFunc(order, func(k string) bool { return k == kind }), kind)
		newest[kind] = strings.TrimSpace(first(tail.Split(r.command, 2)[0], commandKept))
	}
	for _, kind := range slices.Backward(order) {
		if c := newest[kind]; !slices.Contains(checks, c) {
			checks = append(checks, c)
		}
	}
	return files, checks[:min(len(checks), maxChecks)]
}

// base is the last part of a path of either kind.
func base(p string) string {
	p = strings.ReplaceAll(p, "\\", "/")
	if strings.HasSuffix(p, "/") {
		return ""
	}
	return path.Base(p)
}

// squeeze is a text on one row.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// first is the first n characters of s.
func first(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// plain is s with one letter for each letter outside ASCII, so that the word
// boundaries of regular expressions are those of words.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf:
			return r
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return 'x'
		case unicode.IsSpace(r):
			return ' '
		}
		return '-'
	}, s)
}

// sentences splits a prompt at line ends, and after one of ends before white space.
func sentences(s, ends string) []string {
	var all []string
	from := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		last, _ := utf8.DecodeLastRuneInString(s[:i])
		if r == '\n' || unicode.IsSpace(r) && i > 0 && strings.ContainsRune(ends, last) {
			all = append(all, s[from:i])
			for i < len(s) && unicode.IsSpace(r) {
				if i += n; i < len(s) {
					r, n = utf8.DecodeRuneInString(s[i:])
				}
			}
			from = i
			continue
		}
		i += n
	}
	return append(all, s[from:])
}
