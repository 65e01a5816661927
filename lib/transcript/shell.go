package transcript

import (
	"cmp"
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"
)

const (
	// maxCheck is the longest command of a check, in bytes: longer ones are
	// scripts made for one occasion.
	maxCheck = 400
	// kindWords are how many words of a command say of which kind it is.
	kindWords = 3
)

// A part is one command of a shell line up to a redirection, and the operator
// after it: "&&", "||", ";", "|", or "" at the end of the line. A command that
// is put into the background stays in one part with what follows it.
type part struct {
	words      []string
	end        string
	background bool
}

// shellParts splits a shell line outside quotes, up to a document in it.
func shellParts(line string) (parts []part) {
	var text []byte
	quote, cut, background := byte(0), false, false
	flush := func(end string) {
		if words := strings.Fields(string(text)); len(words) > 0 {
			parts = append(parts, part{words, end, background})
		}
		text, cut, background = text[:0], false, false
	}
	for i := 0; i < len(line); i++ {
		c, end, two := line[i], "", line[i:min(i+2, len(line))]
		switch {
		case quote == '"' && c == '\\' && len(two) > 1:
			if !cut {
				text = append(text, c)
			}
			i++
			c = line[i]
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case two == "\\\n":
			i++
			c = ' '
		case two == "&&" || two == "||":
			end = two
			i++
		case two == "<<":
			flush("")
			return parts
		case c == '\n':
			end = ";"
		case c == ';' || c == '|':
			end = line[i : i+1]
		case c == '>' || c == '<':
			if n := len(text); !cut && n > 1 && text[n-2] == ' ' && (text[n-1] == '1' || text[n-1] == '2') {
				text = text[:n-1] // the number of what is redirected
			}
			cut = true
		case two == "&>":
			continue
		case c == '&':
			background = background || !cut
		}
		if end != "" {
			flush(end)
		} else if !cut {
			text = append(text, c)
		}
	}
	flush("")
	return parts
}

// folder is where a shell line goes first, and the rest of it: "cd DIR && …".
func folder(parts []part) (dir string, rest []part) {
	if len(parts) > 0 && len(parts[0].words) == 2 && parts[0].words[0] == "cd" && parts[0].end == "&&" {
		return parts[0].words[1], parts[1:]
	}
	return "", parts
}

// own are the words of the command of a shell line, after changes of folder and
// variables.
func own(parts []part) []string {
	for _, p := range parts {
		words := p.words
		for len(words) > 1 && assigns(words[0]) {
			words = words[1:]
		}
		if words[0] != "cd" || p.end != "&&" {
			return words
		}
	}
	return nil
}

func assigns(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.Trim(name, letters+digits+"_") == ""
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

// program is the name of the program that words begin with, and verb what it is told
// to do: the first word after it that is no option, and the one after that.
func program(words []string) (name, verb, after string) {
	name = strings.Trim(words[0], `"'`)
	name = name[strings.LastIndexByte(name, '/')+1:]
	if name == "git" && len(words) > 2 && words[1] == "-C" {
		words = words[2:]
	}
	for i, w := range words[1:] {
		if !strings.HasPrefix(w, "-") || w == "-m" || w == "--build" {
			return name, w, strings.Join(words[min(i+2, len(words)):min(i+3, len(words))], "")
		}
	}
	return name, "", ""
}

// Kind is of which kind a command is: its first three words, after a change of
// folder and variables.
func Kind(command string) string { return kindOf(shellParts(command)) }

func kindOf(parts []part) string {
	words := own(parts)
	return strings.Join(words[:min(len(words), kindWords)], " ")
}

// does is what a shell line does, whatever options it is given.
func does(parts []part) string {
	isOption := func(w string) bool { return strings.HasPrefix(w, "-") }
	return strings.Join(slices.DeleteFunc(slices.Clone(own(parts)), isOption), " ")
}

// A check is one command of a shell line. sure says that the line's success is
// the command's own.
type check struct {
	command string
	sure    bool
}

// checksIn are the build, test, lint and run commands of a shell line.
func checksIn(line string) (all []check) {
	if len(line) > maxCommand-1 {
		return nil
	}
	dir, parts := folder(shellParts(line))
	for i, p := range parts {
		c := check{command: strings.Join(p.words, " "), sure: !p.background}
		if !isCheck(p.words) || len(c.command) > maxCheck {
			continue
		}
		for _, after := range parts[i:] {
			c.sure = c.sure && (after.end == "&&" || after.end == "")
		}
		if dir != "" && !strings.HasPrefix(dir, "/") && dir != "." {
			c.command = "cd " + dir + " && " + c.command
		}
		all = append(all, c)
	}
	return all
}

// CheckCommands are the build, test, lint and run commands of a shell line, as Check has
// them.
func CheckCommands(line string) (commands []string) {
	for _, c := range checksIn(line) {
		commands = append(commands, c.command)
	}
	return commands
}

// oneOf reports whether a list, words between blanks, holds a word.
func oneOf(list, word string) bool { return strings.Contains(list, " "+word+" ") }

var (
	//go:embed commands.txt
	commandFile string
)

// commands are the words of that file by their classes.
var commands = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for line := range strings.Lines(commandFile) {
		class, words, _ := strings.Cut(line, ":")
		if all[class] == nil {
			all[class] = map[string]bool{}
		}
		for word := range strings.FieldsSeq(words) {
			all[class][word] = true
		}
	}
	return all
})

// isOf reports whether a program is of a class by itself, or with its verb.
func isOf(class, program, verb string) bool {
	return commands()[class][program] || commands()[class+" "+program][verb]
}

// partOf reports of a part of a shell line whether it is of a class.
func partOf(class string) func(part) bool {
	return func(p part) bool {
		name, verb, _ := program(p.words)
		return isOf(class, name, verb)
	}
}

var purposes = []string{
	"test", "build", "lint", "check", "e2e", "fmt", "format", "start", "serve", "dev", "compile", "tsc", "verify",
	"bench", "ci", "spec",
}

// isCheck says whether a command builds, tests, lints or runs the project.
func isCheck(words []string) bool {
	for skip := 1; skip > 0; words = words[skip:] {
		switch skip = 0; {
		case len(words) > 1 && (assigns(words[0]) || commands()["runner"][words[0]]):
			skip = 1
		case len(words) > 2 && (words[0] == "timeout" || commands()["runner "+words[0]][words[1]]):
			skip = 2
		}
	}
	name, verb, after := program(words)
	switch {
	case commands()["script"][name]:
		if verb == "run" || verb == "exec" {
			verb = after
		}
		return verb != "ci" && hasPurpose(verb)
	case isOf("check", name, verb), commands()["check "+name+" "+verb][after]:
		return true
	}
	return strings.HasPrefix(words[0], "./") && strings.HasSuffix(name, ".sh") && hasPurpose(name)
}

func hasPurpose(name string) bool {
	return slices.ContainsFunc(purposes, func(p string) bool { return strings.Contains(name, p) })
}

// looksUp says whether all commands of a shell line only look at things.
func looksUp(parts []part) bool { return !slices.ContainsFunc(parts, works) }

// works says whether a command does more than to look at things: that one finds nothing
// is not a failure of the work, nor is a refusal of ours.
func works(p part) bool {
	name, verb, _ := program(p.words)
	return !isOf("look", name, verb) && (name != "sed" || slices.Contains(p.words, "-i"))
}

// blocks says whether a command that fails leaves something to do that nothing else
// tells: what git did not record is told as files that are not committed.
func blocks(p part) bool {
	name, verb, after := program(p.words)
	if verb == "git" { // behind a program that runs it
		name, verb = verb, after
	}
	return works(p) && !isOf("record", name, verb)
}

// moves says whether a shell line only brings files that others changed.
func moves(parts []part) bool {
	rest := slices.DeleteFunc(slices.Clone(parts), partOf("bring"))
	return len(rest) < len(parts) && looksUp(rest)
}

// common says whether a shell line is of no kind of its own: it reads or moves
// files, or is one of git's everyday verbs.
func common(parts []part) bool {
	words := own(parts)
	return len(words) == 0 || !strings.ContainsAny(words[0], letters) ||
		strings.HasPrefix(words[0], "#") || strings.HasPrefix(words[0], "/*") ||
		words[0] == "git" || len(words) > 2 && words[1] == "git" ||
		commands()["look"][words[0]] || commands()["everyday"][words[0]]
}

// givesScript says whether a program is given a script on further rows: the first one
// says nothing of what was run.
func givesScript(line string) bool {
	first, _, more := strings.Cut(line, "\n")
	return more && (strings.Contains(first, "<<") || strings.HasSuffix(first, `"`) || strings.HasSuffix(first, "'"))
}

// fileRead is the path of the one file that a shell line prints, "" where it does
// anything else, absolute where cwd is.
func fileRead(parts []part, cwd string) string {
	dir, parts := folder(parts)
	if len(parts) == 0 || parts[0].end != "" && parts[0].end != "|" {
		return ""
	}
	words := parts[0].words
	name, options, last := words[0], words[1:], len(words)-1
	if last < 1 || !commands()["print"][name] || name == "sed" && !slices.Contains(options, "-n") {
		return ""
	}
	for _, w := range words[1:last] {
		script := name == "sed" && strings.ContainsAny(w, "'\"")
		if !script && !strings.HasPrefix(w, "-") && strings.Trim(w, "+"+digits) != "" {
			return ""
		}
	}
	file := strings.Trim(words[last], `"'`)
	if strings.HasPrefix(file, "-") || strings.HasPrefix(file, "/dev/") || strings.Trim(file, digits) == "" ||
		strings.ContainsAny(file, "|&;<>$`*?[]{}()'\"\\~") {
		return ""
	}
	return under(under(cwd, strings.Trim(dir, `"'`)), file)
}

func under(dir, file string) string {
	if path.IsAbs(file) || dir == "" || file == "" {
		return cmp.Or(file, dir)
	}
	return path.Join(dir, file)
}

// failures begin lines that tell of a failure.
var failures = []string{
	"fail\t", "fail:", "--- fail", "failed ", "error:", "error[", "make: ***", "npm err!", "panic:", "traceback (most",
	"✗", "✖", "fatal:", "exit status 1", "build failed",
}

// looksFailed says whether what a command printed tells of a failure that its
// line's exit code hides, as behind a pipe.
func looksFailed(result value) bool {
	out := result.get("stdout").text() + "\n" + result.get("stderr").text()
	for line := range strings.Lines(out) {
		line = strings.ToLower(strings.TrimSpace(line))
		switch {
		case line == "fail", line == "failed",
			strings.Contains(line, " failed,") && !strings.Contains(line, " 0 failed"),
			strings.HasSuffix(line, " failed") && strings.Contains(line, "test"),
			hasPrefixOf(line, failures):
			return true
		}
	}
	return false
}

// writers are in shell commands that change files.
var writers = []string{
	"git commit", "git merge", "git cherry-pick", "git apply", "git am ", "git revert", "sed -i", "perl -i", "perl -pi",
	"apply_patch", "tee ", ">>", "cat >",
}

// writes says whether a shell command is one that changes files.
func writes(command string) bool {
	_, to, redirects := strings.Cut(command, " > ")
	return redirects && !strings.HasPrefix(strings.TrimSpace(to), "/dev/") ||
		slices.ContainsFunc(writers, func(mark string) bool { return strings.Contains(command, mark) })
}
