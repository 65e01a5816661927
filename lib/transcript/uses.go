package transcript

import (
	"path"
	"slices"
	"strings"
)

const (
	// maxUses bounds the commands and the files that are counted.
	maxUses = 2000
	// recentUses is how many of the last commands count however often they were run.
	recentUses = 20
	maxCommits = 50
)

// uses are the commands and files that a session uses, in the order of their last
// use.
type uses struct {
	kinds map[string]Command
	order []string // of kinds, the newest last; one that was run again is there again
	files map[string]int
	seen  []string // files, likewise
}

func newUses() uses { return uses{kinds: map[string]Command{}, files: map[string]int{}} }

func (u *uses) command(line string, end outcome) {
	kind := Kind(line)
	known, ok := u.kinds[kind]
	if common(line) || !ok && len(u.kinds) == maxUses {
		return
	}
	u.kinds[kind] = Command{Command: line, Times: known.Times + 1, Time: end.at.UTC(), Failed: end.failed}
	u.order = append(u.order, kind)
}

func (u *uses) file(path string) {
	if path == "" || u.files[path] == 0 && len(u.files) == maxUses {
		return
	}
	u.files[path]++
	u.seen = append(u.seen, path)
}

// commands are those that were run twice, or lately, the last run first.
func (u *uses) commands() []Command {
	late := u.order[max(0, len(u.order)-recentUses):]
	var all []Command
	for _, kind := range newestFirst(u.order) {
		if c := u.kinds[kind]; c.Times > 1 || slices.Contains(late, kind) {
			all = append(all, c)
		}
	}
	return all
}

// read are the files that were read and not changed: first those of the last
// reads and those that were read more than once.
func (u *uses) read(changed []string) []string {
	var again, once []string
	for i, path := range newestFirst(u.seen) {
		switch {
		case slices.Contains(changed, path):
		case i < recentUses || u.files[path] > 1:
			again = append(again, path)
		default:
			once = append(once, path)
		}
	}
	return append(again, once...)
}

// newestFirst are names in the order of their last place in a list.
func newestFirst(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, name := range slices.Backward(list) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// everyday are commands that read and move files, or make others wait: what a
// session does anywhere.
const everyday = " mkdir rm rmdir cp mv touch chmod chown ln sed export source . set unset kill pkill wait tee " +
	"for if while until case exit date env clear history open code tar unzip zip } { ( done fi "

// common says whether a shell line is of no kind of its own: it reads or moves
// files, or is one of git's everyday verbs.
func common(line string) bool {
	words := strings.Fields(ownCommand(line))
	if len(words) == 0 || strings.HasPrefix(words[0], "#") || strings.HasPrefix(words[0], "/*") {
		return true
	}
	git := words[0] == "git" || len(words) > 2 && words[1] == "git"
	return git || oneOf(lookups, words[0]) || oneOf(everyday, words[0])
}

// readers print files; of those with a script or a number before it, the last word is
// the file.
const readers = " cat head tail sed less more nl bat "

// fileRead is the path of the one file that a shell line prints, "" where it does
// anything else, absolute where cwd is.
func fileRead(line, cwd string) string {
	line, _, _ = strings.Cut(strings.TrimSpace(line), " | ")
	if dir, rest, ok := strings.Cut(line, " && "); ok && strings.HasPrefix(dir, "cd ") {
		line, cwd = rest, under(cwd, strings.Trim(strings.TrimSpace(dir[len("cd "):]), `"'`))
	}
	line = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(line), " 2>/dev/null"), " 2>&1")
	words := strings.Fields(line)
	if len(words) < 2 || !oneOf(readers, words[0]) || words[0] == "sed" && !slices.Contains(words, "-n") {
		return ""
	}
	last := len(words) - 1
	for i, w := range words[1:last] {
		script := words[0] == "sed" && strings.ContainsAny(w, "'\"") && words[i] == "-n"
		if !script && !strings.HasPrefix(w, "-") && strings.Trim(w, "+0123456789") != "" {
			return ""
		}
	}
	file := strings.Trim(words[last], `"'`)
	if strings.HasPrefix(file, "-") || strings.HasPrefix(file, "/dev/") || strings.Trim(file, "0123456789") == "" ||
		strings.ContainsAny(file, "|&;<>$`*?[]{}()'\"\\~") {
		return ""
	}
	return under(cwd, file)
}

func under(dir, file string) string {
	if path.IsAbs(file) || dir == "" {
		return file
	}
	return path.Join(dir, file)
}

// ownCommand is a shell line without the change of folder and the variables before
// its command.
func ownCommand(line string) string {
	line = strings.TrimSpace(line)
	for {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case assigns(word) && rest != "" && !strings.ContainsAny(word, "\"'$(`"):
			line = strings.TrimSpace(rest)
		case word == "cd":
			folder, after, found := strings.Cut(rest, "&&")
			if !found || strings.ContainsAny(strings.TrimSpace(folder), " \n;|") {
				return line
			}
			line = strings.TrimSpace(after)
		default:
			return line
		}
	}
}

// commitsIn are the first lines of the messages of the commits that git says a
// command made: "[main 1a2b3c4] message".
func commitsIn(command string, end outcome) []Commit {
	if !strings.Contains(command, "git") || !strings.Contains(command, "commit") {
		return nil
	}
	var all []Commit
	for line := range strings.Lines(text(member(end.result, "stdout"))) {
		at, message, ok := strings.Cut(strings.TrimSpace(line), "] ")
		words := strings.Fields(at)
		if !ok || !strings.HasPrefix(at, "[") || len(words) < 2 ||
			strings.Trim(words[len(words)-1], "0123456789abcdef") != "" {
			continue
		}
		if all = append(all, Commit{clip(message, maxTitle), end.at.UTC()}); len(all) == maxCommits {
			break
		}
	}
	return all
}
