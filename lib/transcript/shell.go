package transcript

import (
	"cmp"
	_ "embed"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

const (
	maxCheck = 400 // bytes of a check: a longer command is a script made for one occasion
	letters  = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits   = "0123456789"
)

// A shellLine is "cd DIR &&", commands, and the words of the first of these without variables.
type shellLine struct {
	dir   string
	parts []part
	own   []string
}

// A part is one command of a shell line up to a redirection, and the operator after it: "&&", "||", ";", "|", or ""
// at the end of the line. A command that is put into the background stays in one part with what follows it.
type part struct {
	words []string
	// path is the program that runs, behind variables and others that start it, and name
	// the last of it; verb and after are the first words behind it that are no options.
	path, name, verb, after string
	end                     string
	background              bool
	into                    string // the file that its output goes into, "" for none
}

func parseShell(line string) shellLine {
	l := shellLine{parts: shellParts(line)}
	if p := l.parts; len(p) > 1 && len(p[0].words) == 2 && p[0].words[0] == "cd" && p[0].end == "&&" {
		l.dir, l.parts = p[0].words[1], p[1:]
	}
	if len(l.parts) > 0 {
		l.own = l.parts[0].own()
	}
	return l
}

// own are the words of a command without variables, "bash" and "./" before it.
func (p part) own() []string {
	words := slices.Clone(unassigned(p.words))
	if len(words) > 1 && commands()["shell"][words[0]] && !isOption(words[1]) {
		words = words[1:]
	}
	words[0] = strings.TrimPrefix(words[0], "./")
	return words
}

// unassigned are the words of a command without variables before it.
func unassigned(words []string) []string {
	for len(words) > 1 {
		name, _, ok := strings.Cut(words[0], "=")
		if !ok || name == "" || strings.Trim(name, letters+digits+"_") != "" {
			break
		}
		words = words[1:]
	}
	return words
}

// besides begin the paths of files to which output goes that is not kept.
var besides = []string{"/dev/", "$null", "/tmp/", "/var/tmp/", "/private/tmp/", "$TMPDIR/"}

// keeps reports whether a command writes its output into a file of the session in cwd.
func (p part) keeps(cwd string) bool {
	return p.into != "" && (cwd != "" && strings.HasPrefix(p.into, cwd+"/") || !hasPrefixOf(p.into, besides))
}

// takes reports whether a command removes or moves a file of the session in cwd; a folder that it removes may be built.
func (p part) takes(cwd string) bool {
	folder := func(w string) bool { return isOption(w) && strings.ContainsAny(w, "rR") }
	inside := cwd != "" && strings.HasPrefix(p.verb, cwd+"/") || !hasPrefixOf(p.verb, []string{"/", "~", "$", ".git/"})
	return inside && p.verb != "" && (p.name == "mv" || p.name == "rm" && !slices.ContainsFunc(p.words, folder))
}

// firstWord is what a rest of a shell line begins with, without quotes.
func firstWord(line string) string {
	line = strings.TrimLeft(line, "-> ") // what is left of "<<-" and ">>"
	return strings.Trim(line[:strings.IndexAny(line+"\n", " \n;&|<>)")], `"'\`)
}

// shellParts splits a shell line outside quotes, without the documents in it.
func shellParts(line string) (parts []part) {
	var text []byte
	var document, into string       // document: the word that ends one
	cut, background := false, false // cut: behind a redirection
	flush := func(end string) {
		said := strings.TrimLeft(string(text), "( ")
		if strings.HasPrefix(said, "cd ") { // in a subshell it holds there alone
			said = string(text)
		}
		if strings.Count(said, ")") > strings.Count(said, "(") {
			said = strings.TrimRight(said, ") ")
		}
		if words := strings.Fields(said); len(words) > 0 {
			p := part{words: words, end: end, background: background, into: into}
			p.program()
			if p.name == "tee" {
				p.into = firstWord(words[len(words)-1])
			}
			parts = append(parts, p)
		}
		text, cut, background, into = text[:0], false, false, ""
	}
	for line != "" {
		n := tokenEnd(line)
		token := line[:n]
		line = line[n:]
		switch token {
		case "<<":
			document, cut = firstWord(line), true
		case "&&", "||", ";", "|":
			flush(token)
			continue
		case "\n":
			if document != "" {
				_, line, _ = strings.Cut("\n"+line+"\n", "\n"+document+"\n")
				document = ""
			}
			flush(";")
			continue
		case ">", "<", "&>":
			if token != "<" && (into == "" || hasPrefixOf(into, besides)) {
				into = cmp.Or(firstWord(line), into)
			}
			if n := len(text); !cut && n > 1 && text[n-2] == ' ' && (text[n-1] == '1' || text[n-1] == '2') {
				text = text[:n-1] // the number of what is redirected
			}
			cut = true
		case "&":
			background = background || !cut
		case "\\\n":
			token = " "
		}
		if !cut {
			text = append(text, token...)
		}
	}
	flush("")
	return parts
}

// tokenEnd measures the quotation, operator or (escaped) character that a shell line begins with.
func tokenEnd(s string) int {
	switch {
	case s[0] == '\'':
		return min(strings.IndexByte(s[1:]+"'", '\'')+2, len(s))
	case s[0] == '"':
		if end := skipString(s, 0); end > 0 {
			return end
		}
		return len(s)
	case len(s) > 1 && (s[0] == '\\' || slices.Contains([]string{"&&", "||", "<<", "&>"}, s[:2])):
		return 2
	}
	return 1
}

// started are the words of a command without what starts it, with its options: "nice -n 10", "env A=b", "uv run".
func started(words []string) []string {
	for n := 1; n > 0; {
		words = unassigned(words)
		runs, at := commands()["runner"][words[0]], 1
		switch n = 0; {
		case len(words) > 3 && commands()["valued "+path.Base(words[0])][words[1]]:
			n = 2
		case len(words) > 2 && isOption(words[1]) && (runs || words[0] == "timeout"):
			n = 1
		case len(words) > 1 && (runs || commands()["shell"][words[0]] && !isOption(words[1])):
			at, n = 0, 1
		case len(words) > 2 && (words[0] == "timeout" || commands()["runner "+words[0]][words[1]]):
			at, n = 0, 2
		}
		words = slices.Concat(words[:at], words[at+n:])
	}
	return words
}

// program finds out what a command runs.
func (p *part) program() {
	words := started(p.words)
	p.path = strings.Trim(words[0], `"'`)
	p.name = path.Base(p.path)
	told := slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool {
		return isOption(w) && w != "-m" && w != "--build"
	})
	told = append(told, "", "")
	p.verb, p.after = told[0], told[1]
}

// is reports whether a command is of a class, by its program or with its verb.
func (p part) is(class string) bool {
	return commands()[class][p.name] || commands()[class+" "+p.name][p.verb]
}

// Kind is the first three words of a command, after a change of folder and variables.
func Kind(command string) string { return parseShell(command).kind() }

func (l shellLine) kind() string { return strings.Join(each.Head(l.own, 3), " ") }

// program is the first command as checks are compared: what it runs, and how.
func (l shellLine) program() (words []string) {
	words = slices.Clone(l.own)
	for n := 1; n > 0 && len(words) > n; words = words[n:] { // with options, which may name a package, it stays
		switch n = 0; {
		case commands()["runner"][words[0]] && !isOption(words[1]):
			n = 1
		case len(words) > 2 && commands()["runner "+words[0]][words[1]]:
			n = 2
		}
	}
	switch {
	case len(words) > 2 && words[1] == "-m" && strings.HasPrefix(words[0], "python"):
		words = words[2:]
	case len(words) > 2 && words[1] == "run" && strings.Contains(" npm pnpm yarn ", " "+words[0]+" "):
		words = slices.Delete(words, 1, 2) // "npm run test" is "npm test"
	}
	return slices.DeleteFunc(words, prints)
}

// unrecorded is a command without what git records at its end, which is told with its commit.
func (l shellLine) unrecorded(text string) string {
	records := func(p part) bool { return p.name == "git" && (p.verb == "add" || p.verb == "commit") }
	n := slices.IndexFunc(l.parts, records)
	if n > 0 && !slices.ContainsFunc(l.parts[n:], func(p part) bool { return p.name != "git" }) {
		text, _, _ = strings.Cut(text, " && git add ")
		text, _, _ = strings.Cut(text, " && git commit ")
	}
	return text
}

// Plain is a command without the options that change only what it prints or shows.
func Plain(command string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(command), prints), " ")
}

func prints(w string) bool {
	return strings.Contains(" -q -v -vv -s --quiet --verbose --tb=short --debug --headed --ui ", " "+w+" ")
}

func isOption(word string) bool { return strings.HasPrefix(word, "-") }

// checks are the build, test, lint and run commands of a line, or those that surely ended as it did.
func (l shellLine) checks(sure bool) (all []string) {
	for i, p := range l.parts {
		command := strings.Join(p.words, " ")
		if !p.isCheck() || len(command) > maxCheck || sure && !l.sure(i) {
			continue
		}
		if l.dir != "" && !strings.HasPrefix(l.dir, "/") && l.dir != "." {
			command = "cd " + l.dir + " && " + command
		}
		all = append(all, command)
	}
	return each.Once(all)
}

// sure reports whether a command surely ended as its line did.
func (l shellLine) sure(i int) bool {
	hides := func(p part) bool { return p.end != "&&" && p.end != "" }
	return !l.parts[i].background && !slices.ContainsFunc(l.parts[i:], hides)
}

// sends says whether a command posts or changes something on a forge, which is not done twice.
func (p part) sends() bool {
	posts := func(w string) bool { return commands()["sending"][w] }
	return p.is("sends") && slices.ContainsFunc(p.words, posts) || commands()["sends "+p.name+" "+p.verb][p.after]
}

// CheckCommands are the build, test, lint and run commands of a shell line.
func CheckCommands(line string) []string { return parseShell(line).checks(false) }

//go:embed commands.txt
var commandFile string

// commands are the words of that file by their classes.
var commands = sync.OnceValue(func() map[string]map[string]bool {
	rows := strings.Split(strings.ReplaceAll(commandFile, "\n\t", " "), "\n") // a class may go on in the next one
	return each.By(rows, func(row string) (string, map[string]bool) {
		class, words, _ := strings.Cut(row, ":")
		return class, each.Set(strings.Fields(words))
	})
})

// isCheck says whether a command builds, tests, lints or runs the project.
func (p part) isCheck() bool {
	name := p.name
	switch {
	case p.is("check"), commands()["check "+p.name+" "+p.verb][p.after]:
		return true
	case p.verb == "run" && p.is("script"), p.verb == "exec" && p.is("script"):
		name = p.after
	case p.is("script"):
		name = p.verb
	case !p.isScript():
		return false
	}
	says := func(purpose string) bool { return strings.Contains(name, purpose) && name != "ci" }
	return slices.ContainsFunc(slices.Collect(maps.Keys(commands()["purpose"])), says)
}

// isScript says whether a command is a file of the project, by its path: neither from outside, nor installed in it.
func (p part) isScript() bool {
	named := strings.Contains(p.path, "/") || strings.HasSuffix(p.path, ".sh")
	foreign := func(dir string) bool { return strings.Contains(" .. node_modules vendor venv .venv ", " "+dir+" ") }
	return named && !strings.ContainsAny(p.path[:1], "/~$") && !strings.Contains(p.path, ":") &&
		!slices.ContainsFunc(strings.Split(p.path, "/"), foreign)
}

// Stays reports whether a shell line that failed is still to be run when its files are committed as they are: it holds
// a check, or a script of the project.
func Stays(line string) bool {
	stays := func(p part) bool { return p.isCheck() || p.isScript() || p.is("script") && p.verb == "run" }
	return slices.ContainsFunc(parseShell(line).parts, stays)
}

// works says whether a command does more than to look, or to call us: its failure is the work's.
func (p part) works() bool {
	edits := func(w string) bool { return strings.HasPrefix(w, "-i") || strings.HasPrefix(w, "--in-place") }
	sed := slices.Index(p.words, "sed")
	return sed >= 0 && slices.ContainsFunc(p.words[sed:], edits) || !p.is("look") && p.name != "sed"
}

// blocks says whether a command that fails leaves something to do that nothing else
// tells: what git did not record is told as files that are not committed.
func (p part) blocks() bool {
	return p.works() && !p.is("record") && (p.verb != "git" || !commands()["record git"][p.after])
}

// publishes says whether a command tags, pushes, deploys, or opens or merges a pull request.
func (p part) publishes() bool {
	not := " -l --list -d --delete -n --dry-run "
	if p.name != "git" {
		not = " --dry-run --dry-run=client --dry-run=server --check status history "
	}
	unmade := func(w string) bool { return strings.Contains(not, " "+w+" ") }
	deploys := func(w string) bool { return w == "deploy" || strings.HasPrefix(w, "deploy.") }
	return (p.verb != "tag" || p.after != "") && !slices.ContainsFunc(p.words, unmade) && (p.is("publish") ||
		commands()["publish "+p.name+" "+p.verb][p.after] || p.works() && !commands()["everyday"][p.name] &&
		slices.ContainsFunc([]string{p.name, p.verb, p.after}, deploys))
}

// moves says whether a shell line only brings files that others changed, and may push.
func (l shellLine) moves(cwd string) bool {
	brings := func(p part) bool { return p.is("bring") }
	return slices.ContainsFunc(l.parts, brings) && !slices.ContainsFunc(l.parts, func(p part) bool {
		pushes := p.name == "git" && p.verb == "push"
		return !brings(p) && (p.works() && !pushes || p.keeps(cwd))
	})
}

func (p part) switches() bool { return p.is("switch") }

// squashes is the branch that a command squash-merges, "" for none.
func (p part) squashes() string {
	if p.name != "git" || p.verb != "merge" || !slices.Contains(p.words, "--squash") {
		return ""
	}
	names := slices.DeleteFunc(slices.Clone(p.words[slices.Index(p.words, "merge")+1:]), isOption)
	return strings.TrimPrefix(strings.Trim(strings.Join(names, " "), `"'`), "origin/")
}

// common says whether a shell line, whose text is given, is of no kind of its own: it reads or
// moves files, is one of git's everyday verbs, or gives a program a script on further rows.
func (l shellLine) common(text string) bool {
	first, _, more := strings.Cut(text, "\n")
	if more && (strings.Contains(first, "<<") || strings.HasSuffix(first, `"`) || strings.HasSuffix(first, "'")) {
		return true
	}
	words := l.own
	return len(words) == 0 || !strings.ContainsAny(words[0], letters) ||
		strings.HasPrefix(words[0], "#") || strings.HasPrefix(words[0], "/*") ||
		words[0] == "git" || len(words) > 2 && words[1] == "git" ||
		commands()["look"][path.Base(words[0])] || commands()["everyday"][path.Base(words[0])]
}

// fileRead is the path of the one file that a shell line prints, "" where it does
// anything else but through a pipe, absolute where cwd is.
func (l shellLine) fileRead(cwd string) string {
	if len(l.parts) == 0 || len(l.parts[0].words) < 2 || l.parts[0].end != "" && l.parts[0].end != "|" {
		return ""
	}
	words := l.parts[0].words
	last := len(words) - 1
	name, options, file := words[0], words[1:last], strings.Trim(words[last], `"'`)
	names := func(w string) bool { // it is no option of the program
		return !isOption(w) && !strings.ContainsAny(w, `"'`) && strings.Trim(w, "+"+digits) != ""
	}
	if !commands()["print"][name] || name == "sed" && !slices.Contains(options, "-n") ||
		slices.ContainsFunc(options, names) || !names(file) ||
		strings.HasPrefix(file, "/dev/") || strings.ContainsAny(file, "|&;<>$`*?[]{}()\\~") {
		return ""
	}
	for _, dir := range []string{strings.Trim(l.dir, `"'`), cwd} {
		if !path.IsAbs(file) && dir != "" {
			file = path.Join(dir, file)
		}
	}
	return file
}

// failures begin lines that tell of a failure.
var failures = []string{
	"fail\t", "fail:", "fail ", "--- fail", "failed ", "error:", "error[", "make: ***", "npm err!", "panic:",
	"traceback (most", "✗", "✖", "fatal:", "exit status 1", "build failed",
}

// looksFailed says whether an output, or its first line, tells of a failure that the exit code hides, as behind a pipe.
func looksFailed(result value, first bool) bool {
	output := strings.TrimSpace(result.get("stdout").text() + "\n" + result.get("stderr").text())
	if first {
		output, _, _ = strings.Cut(output, "\n")
	}
	for line := range strings.Lines(output) {
		line = strings.ToLower(strings.TrimSpace(line)) + " "
		of, said, _ := strings.Cut(line, ": ")
		if strings.Contains(line, " failed,") && !strings.Contains(line, " 0 failed") ||
			strings.HasSuffix(line, " failed ") && strings.Contains(line, "test") || hasPrefixOf(line, failures) ||
			strings.HasSuffix(said, ": not found ") && commands()["shell"][of[strings.LastIndexAny(of, "/.")+1:]] ||
			strings.HasSuffix(line, ": command not found ") {
			return true
		}
	}
	return false
}

// mistypes are in what a program says of a call that it does not understand: nothing of the work failed.
const mistypes = "unknown option|unknown flag|unknown shorthand flag|unknown argument|unknown command|" +
	"unknown compiler option|unknown subcommand|unknown task|unrecognized option|unrecognized argument|" +
	"unrecognized subcommand|unrecognized command|unexpected argument|invalid option|invalid choice|" +
	"invalid subcommand|illegal option|bad option|no such option|no such command|no such subcommand|" +
	"flag provided but not defined|no task |missing script|script not found|task not found|is not a git command|" +
	"does not contain recipe|no rule to make target|don't know how to build task"

// mistyped says whether the first rows of an output tell that a command, or what it is told to run, does not exist.
func mistyped(output string) bool {
	rows := strings.SplitN(strings.ToLower(output), "\n", 6)
	return slices.ContainsFunc(each.Head(rows, 5), func(row string) bool {
		is := func(mark string) bool { return strings.Contains(row, mark) }
		return slices.ContainsFunc(strings.Split(mistypes, "|"), is) && !strings.Contains(row, "needed by")
	})
}

// shown are the checks that the output of a script shows as it starts them: "> vitest run", "[test] $ go test ./...".
func (l shellLine) shown(result value) (checks []string) {
	rows := strings.SplitN(fence.Head(result.get("stdout").text(), maxCommand), "\n", 10)
	for _, row := range rows {
		before, command, is := strings.Cut(row, "$ ")
		if is = is && (before == "" || strings.HasSuffix(before, "] ")); is || strings.HasPrefix(row, "> ") {
			checks = append(checks, CheckCommands(cmp.Or(command, row[2:]))...)
		}
	}
	return checks
}

// writers are in shell commands that change files.
var writers = []string{
	"git commit", "git merge", "git cherry-pick", "git apply", "git am ", "git revert", "sed -i", "perl -i", "perl -pi",
	"apply_patch", "git rm ", "git mv ",
}

// writes says whether a shell line, whose text is given, is one that changes files.
func (l shellLine) writes(text, cwd string) bool {
	return slices.ContainsFunc(l.parts, func(p part) bool { return p.keeps(cwd) || p.takes(cwd) }) ||
		slices.ContainsFunc(writers, func(mark string) bool { return strings.Contains(text, mark) })
}

// Argument is the first argument behind the verb that is finds (0 for none) in the words of the last such command.
func Argument(commands []string, is func(words []string) int) string {
	ends := func(r rune) bool { return strings.ContainsRune(";&|\n", r) }
	for _, line := range slices.Backward(commands) {
		for command := range strings.FieldsFuncSeq(line, ends) {
			words := each.Of(strings.Fields(command), func(w string) string { return strings.Trim(w, `"'`) })
			verb := is(words)
			for i := verb + 1; verb > 0 && i < len(words); i++ {
				valued := slices.Contains([]string{"--root", "--status", "-s"}, words[i-1])
				if !valued && !strings.HasPrefix(words[i], "-") {
					return words[i]
				}
			}
		}
	}
	return ""
}
