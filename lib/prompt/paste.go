package prompt

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/fence"
)

// ownWords is a text without what was pasted into it: blocks, diffs, markup, outputs and logs.
func ownWords(text string) string {
	var kept []string
	pasted, gap := false, false
	isDiff := strings.Contains(text, "\n@@ ") || strings.Contains(text, "\n+ ") || strings.HasPrefix(text, "+ ")
	for _, line := range unsent(unfenced(unpictured(unpasted(head(text))))) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
			gap = pasted
			kept = append(kept, "")
		case quoted(trimmed) || isDiff && hasAnyPrefix(trimmed, "+", "-", "@@"):
		case output(trimmed):
			pasted, gap = true, false
		case pasted && !(gap && speaks(line)):
			gap = false
		case code(trimmed):
		default:
			pasted, gap = false, false
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// spoken is ownWords without what somebody else said: what is to be translated, and quotations of several sentences.
func spoken(text string) string {
	text, from, signs := unread(ownWords(text)), 0, "\"“„«»「『"
	if strings.Count(text, `"`)%2 == 1 { // of inches
		signs = signs[1:]
	}
	for {
		i := strings.IndexAny(text[from:], signs)
		if i < 0 {
			return text
		}
		sign, size := utf8.DecodeRuneInString(text[from+i:])
		from += i + size
		switch end := strings.IndexAny(text[from:], closing[sign]); {
		case end < 0:
			signs = strings.ReplaceAll(signs, string(sign), "")
		case len(Sentences(text[from:from+end])) > 1:
			text = text[:from] + "x" + text[from+end:]
			from += len("x") + size
		default:
			from += end + size // what ends one is as long as what begins it
		}
	}
}

// unread is a text without what is to be translated or corrected, up to an empty line: "translate this: …".
func unread(text string) string {
	var own []string
	for lines := strings.Split(text, "\n"); len(lines) > 0; {
		lead, what, is := cutColon(lines[0])
		own, lines = append(own, lines[0]), lines[1:]
		w := bareWords(lead)
		if !is || !has(w, "proofreads") || !only(w, "proofreads", "excerpts", "courtesies", "pleases") {
			continue
		}
		if own[len(own)-1] = lead; row(what) == "" && len(lines) > 0 && row(lines[0]) == "" {
			lines = lines[1:]
		}
		lines = lines[paragraph(lines):]
	}
	return strings.Join(own, "\n")
}

// paragraph is how many lines there are before the next empty one.
func paragraph(lines []string) int {
	return until(lines, func(line string) bool { return row(line) == "" })
}

// until is how many lines there are before one that is so.
func until(lines []string, is func(line string) bool) int {
	if i := slices.IndexFunc(lines, is); i >= 0 {
		return i
	}
	return len(lines)
}

// closing is what ends a quotation, by the sign that begins it.
var closing = map[rune]string{'"': `"`, '“': "”", '„': "“”", '«': "»", '»': "«", '「': "」", '『': "』"}

// unsent are lines without what others sent: mails, and what is indented behind an empty line, but for items and rules
// of the user's own.
func unsent(lines []string) (own []string) {
	lead, gap, deep := "", false, false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if output(strings.TrimSpace(line)) { // which is none of the user's anyway, and may be thousands
			own, lead, gap = append(own, line), line, false
			continue
		}
		w := bareWords(line)
		n := cmp.Or(remark(lines[i:], w, lead), mail(lines[i:], w))
		empty := row(line) == ""
		deep = deep && empty || !empty && indent(line) >= indent(lead)+4 && (deep || gap && lead != "" &&
			!listed(lead) && !listed(line) && !laysDown(row(lead)) && !begins(bareWords(lead), "strong", "henceforth"))
		if gap = empty; !empty && !deep {
			lead = line
		}
		if n > 0 {
			i += n - 1
		} else if !deep {
			own = append(own, line)
		}
	}
	return own
}

func indent(line string) int {
	line = strings.ReplaceAll(line, "\t", "    ")
	return len(line) - len(strings.TrimLeft(line, " "))
}

// chats match how a message of a chat begins: "Ana  10:42 AM", "10:42" alone; so that it may: "last run  10:42"; and
// "[10:42] Ana: …", "10:42 <ana> …".
var chats = sync.OnceValue(func() (c struct{ heads, may, says *regexp.Regexp }) {
	const clock = `(?:[\d./-]{6,10},? )?\d{1,2}[:h]\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?| Uhr)?`
	const word = `[\p{Lu}\p{Lo}@<][^\s:]*`
	head := func(name string) *regexp.Regexp {
		by := `(?:` + name + `(?:  +| — (?:\S+ \S+ )?))?`
		return regexp.MustCompile(`^(?:` + by + clock + `|` + name + ` +\[` + clock + `\])$`)
	}
	c.heads, c.may = head(word+`(?: `+word+`){0,2}`), head(`\S.{0,38}?`)
	c.says = regexp.MustCompile(`^\[?` + clock + `\]?(?: -)? (?:<\S+>|` + word + `(?: ` + word + `){0,2}:) `)
	return c
})

// clocked says whether the beginning of a line has a time of day, as all that chats match do: "10:42", "9h05".
func clocked(line string) bool {
	line = fence.Head(line, 100)
	digit := func(i int) bool { return line[i] >= '0' && line[i] <= '9' }
	for i := 1; i+2 < len(line); i++ {
		if (line[i] == ':' || line[i] == 'h') && digit(i-1) && digit(i+1) && digit(i+2) {
			return true
		}
	}
	return false
}

// remark is how many lines, the first of which has the words w, are a message of a chat or a remark on code, one
// paragraph, or settings that the line before them asks about; or a remark of one line, or a comment of several, which
// the line before them asks about or code follows.
func remark(lines []string, w, before string) int {
	line := strings.TrimSpace(lines[0])
	if line == "" {
		return 0
	}
	by, at, made := around(w, "comments")
	made = made && strings.Count(by, " ") < 2 && strings.Count(at, " ") < 8 && !begins(at, "outs") &&
		!begins(by, "yous", "theys", "pointers") && (at == "" || len(filesIn(line)) > 0 ||
		ends(strings.TrimRight(at, " 0123456789"), "agos"))
	_, value, is := cutColon(line)
	value = strings.TrimSpace(value)
	own := func(line string) bool { // no row of settings
		_, _, keyed := cutColon(row(line))
		return row(line) == "" || speaks(line) || !keyed && indent(line) == 0 && !listed(line)
	}
	set := 0
	if is && value != "" && !strings.Contains(value, " ") &&
		(marked(row(before)) || begins(bareWords(before), "interrogatives")) { // as few
		set = until(lines, own)
	}
	hash := until(lines, func(line string) bool { return !strings.HasPrefix(row(line), "# ") })
	below := row(strings.Join(lines[hash:min(hash+1, len(lines))], ""))
	comment := begins(bareWords(before), "interrogatives", "looks", "explains") || below != "" && code(below) ||
		strings.Contains(below, " = ") || strings.Contains(below, "):")
	by = strings.TrimLeft(line, "[0123456789./-:, ")
	by = by[:max(0, strings.IndexAny(by, ":>"))] // in a log many words
	ends := len(line) < 100 && strings.ContainsAny(line[len(line)-1:], "0123456789mM.r]")
	again := func(line string) bool { return clocked(line) && chats().may.MatchString(strings.TrimSpace(line)) }
	opens := clocked(line) && (ends && (chats().heads.MatchString(line) ||
		again(line) && slices.ContainsFunc(lines[1:], again)) ||
		strings.ContainsAny(line[:1], "[0123456789") && strings.Count(by, " ") < 5 && chats().says.MatchString(line))
	switch {
	case hash > 1 && comment:
		return hash
	case is && begins(w, "nits"):
		return 1
	case slices.ContainsFunc(lines[:set], func(line string) bool { return strings.HasSuffix(row(line), ":") }):
		return set
	case made, opens:
		return paragraph(lines)
	}
	return 0
}

// mail is how many lines, the first of which has the words w, are one: two headers or more, one of a subject or with an
// address, or a row of who wrote it, and all below them but for a last paragraph in which the user speaks of it.
func mail(lines []string, w string) (end int) {
	sent := (phrasesOf("forwards").is(w) || strings.HasSuffix(w, " ,") && has(w, "wrotes") && begins(w, "mailDays") &&
		hasDigits(w)) && !strings.HasPrefix(row(strings.Join(lines[1:], "")), ">")
	n, is := 0, sent
	for ; n < min(len(lines), 20); n++ {
		key, value, _ := cutColon(strings.TrimSpace(lines[n]))
		key = bareWords(key)
		if !(sent && n < 2) && !phrasesOf("mailHeads").is(key) && !phrasesOf("mailSubjects").is(key) {
			break
		}
		is = is || phrasesOf("mailSubjects").is(key) || strings.Contains(value, "@")
	}
	if n < 2 || !is {
		return 0
	}
	body := false // was a paragraph of it
	end = len(lines)
	for i, line := range lines[n:] {
		if body && row(line) != "" && row(lines[n+i-1]) == "" {
			end = n + i
		}
		body = body || row(line) != ""
	}
	if end < len(lines) && !(speaks(lines[end]) && has(words(lines[end]), "ofMails")) {
		return len(lines)
	}
	return end
}

// Looked is what of a prompt is looked at, though more is kept: of a long one the beginning and the end of the user's
// own words, else the beginning, by whose form it was pasted; both without stutter.
func Looked(text string) string {
	if len(text) <= maxRuled || isMarkup(unpasted(text)) {
		return fluent(fence.Head(text, maxRuled))
	}
	return fluent(fence.Ends(cmp.Or(ownWords(text), fence.Head(text, maxRuled/4)), maxRuled))
}

// fluent is a text without words of grammar that are at once said again: "that's, um, that's for later", not "no, no".
func fluent(text string) string {
	const commas, long = ",，、", 16 // bytes of what is said twice
	for i := strings.LastIndexAny(text, commas); i > 0; i = strings.LastIndexAny(text[:i], commas) {
		behind := strings.TrimLeft(text[i:], commas+" ")
		again := without(behind, "hesitates", "means")
		for j := max(0, i-long); j < i-1; j++ {
			said, apart := text[j:i], (j == 0 || spaceAt(text, j-1)) && strings.HasPrefix(text[i:], ", ")
			same := strings.EqualFold(fence.Head(again, i-j), said) && (unspaced(said) || apart && spaceAt(again, i-j))
			inner := again == behind && j > 0 && !strings.ContainsAny(text[max(0, j-2):j], clauseMarks+".!?\n")
			pronoun := inner && begins(bareWords(said), "articles") // "mets les, les autres restent"
			if same && !pronoun && begins(bareWords(said), "stuttered") &&
				!has(words(said), "refuses", "agrees", "emphases") {
				text, i = text[:j]+again, j
			}
		}
	}
	return text
}

// Condensed is a prompt, from its goal on if that is late, with only the row of what was pasted that says what failed.
func Condensed(text string) string {
	own := ownWords(text)
	if wrong, _ := failing(text); wrong != "" && !strings.Contains(own, wrong) {
		return strings.TrimSpace(own + "\n" + wrong)
	}
	typed := strings.TrimSpace(unpasted(text))
	if at := strings.Index(typed, firstWords(fromFirstAsk(Sentences(typed)), 5)); at > MaxGoal/2 {
		typed = typed[at:]
	}
	return cmp.Or(typed, text)
}

// failing is the last row of an output that says what went wrong, and the function that its stack trace names.
func failing(text string) (wrong, where string) {
	before, after := "", ""
	for line := range strings.Lines(head(text)) {
		s := strings.TrimLeft(row(line), "`~>|+❯⎿●│ ")
		kind, rest, found := strings.Cut(strings.ToLower(s), ": ")
		if next, _, more := strings.Cut(rest, ": "); more && !strings.ContainsAny(kind, " \t") {
			kind += " " + next // "train.py: error: ..."
		}
		faulty := func(fault string) bool { return strings.Contains(kind, fault) }
		if _, in, ok := strings.Cut(s, ", in "); ok && strings.HasPrefix(s, "File \"") {
			before = in
		} else if at, ok := strings.CutPrefix(s, "at "); ok && after == "" {
			after, _, _ = strings.Cut(firstWords(at, 1), "(")
		} else if found && strings.Count(kind, " ") < 5 && output(s) && contains(phrasesOf("faults").all, faulty) {
			wrong, after = s, ""
		}
	}
	return wrong, cmp.Or(after, before)
}

// unfenced are the lines of a text that are in no code block: one ends at marks that are as many as those it begins
// with, or more, and nothing else.
func unfenced(text string) (lines []string) {
	open := ""
	for line := range strings.Lines(text) {
		s := strings.TrimSpace(line)
		switch mark := fenceMark(s); {
		case open == "" && strings.HasPrefix(s, "/*") && !strings.Contains(s, "*/"):
			open = "*/"
		case open == "" && mark == "":
			lines = append(lines, line)
		case open == "":
			open = mark
		case mark == s && strings.HasPrefix(mark, open), open == "*/" && strings.HasSuffix(s, open):
			open = ""
		}
	}
	return lines
}

// unpictured is a text without the labels of its pictures: [Image], [Image #2].
func unpictured(text string) string {
	pieces := strings.Split(text, "[Image")
	for i, p := range pieces[1:] {
		number, rest, closed := strings.Cut(p, "]")
		if !closed || strings.Trim(number, " #0123456789") != "" {
			rest = "[Image" + p
		}
		pieces[i+1] = strings.TrimLeft(rest, " ")
	}
	return strings.Join(pieces, "")
}

const pasteTag = "pasted_content" // begins and ends what was pasted, as the client marks it

// unpasted is a text without the blocks that the client marks as pasted, nested and open ones too: each ends at its own
// id, which what is pasted does not know. So are elements that end: of a name with a hyphen, such as reminders, that
// show a text, or with an attribute that are no part of a sentence.
func unpasted(text string) string {
	if !strings.Contains(text, "<") { // as most
		return text
	}
	var own strings.Builder
	pieces, last := strings.Split("/>"+text, "<"), map[string]int{} // where each tag is last
	for i, p := range pieces {
		tag, _, _ := strings.Cut(p, ">")
		last[tag] = i
	}
	end, depth := "/", 0 // of the block that is open
	for i, p := range pieces {
		tag, behind, _ := strings.Cut(p, ">")
		name, _, _ := strings.Cut(tag, " ")
		begins := last["/"+name] > i && (strings.ContainsAny(name, "-_") || phrasesOf("elements").is(name) ||
			(tag != name || name == "pre" || name == "code") && shown(pieces[i-1], pieces[i:last["/"+name]]))
		if strings.HasPrefix(tag, pasteTag+" id=") {
			name, begins = tag, true
		}
		switch {
		case tag == end, depth == 0 && strings.HasPrefix(tag, "/"+pasteTag):
			if depth = max(0, depth-1); depth == 0 {
				own.WriteString(behind)
			}
		case "/"+name == end && depth > 0, depth == 0 && begins:
			end, depth = "/"+name, depth+1
		case depth == 0:
			own.WriteString("<" + p)
		}
	}
	return own.String()
}

// uncited is a text without the lines that are marked as somebody else's words: `> no export`, `tom: "no export"`.
func uncited(text string) string {
	cited := func(line string) bool {
		_, said, _ := cutColon(line)
		quote := strings.ContainsAny(said, "\"'“”„«»「『") && strings.TrimSpace(unquoted(said)) == "x"
		return quote || strings.HasPrefix(strings.TrimSpace(line), ">")
	}
	return strings.Join(slices.DeleteFunc(unfenced(text), cited), "")
}

// shown says whether the element that pieces begin with is no part of a sentence: it has several of them on a row, or
// several rows and begins one, behind what is before it.
func shown(before string, pieces []string) bool {
	all := strings.Join(pieces[:min(len(pieces), 16)], "<")
	if !strings.Contains(all, "\n") {
		return len(Sentences(all)) > 1
	}
	before = strings.TrimRight(before, " \t")
	return strings.HasSuffix(before, "\n") || strings.HasSuffix(before, ">")
}

// speaks says whether a line after pasted output is the user's own again.
func speaks(line string) bool {
	trimmed := strings.TrimSpace(line)
	first, _ := utf8.DecodeRuneInString(line)
	key, _, _ := strings.Cut(trimmed, ":")
	output := unicode.IsSpace(first) || unlisted(line) != trimmed || key != trimmed && strings.Count(key, " ") < 2
	return !output && (unicode.IsLetter(first) && !unicode.IsUpper(first) || strings.Contains(line, "?") ||
		has(words(line), "voices"))
}

// fenceMark is the mark of three signs or more that begins or ends a code block, "" for none.
func fenceMark(line string) string {
	rest := strings.TrimLeft(line, line[:min(len(line), 1)])
	if mark := line[:len(line)-len(rest)]; hasAnyPrefix(mark, "```", "~~~") && !strings.Contains(rest, mark[:3]) {
		return mark
	}
	return ""
}

// quoted says whether a line is marked as not the writer's own.
func quoted(line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return strings.ContainsRune(">|<{❯⎿●✗✓│├└┌╭╰", r) || hasAnyPrefix(line, "[{", "//", "/*")
}

// output says whether a line looks like the output of a program.
func output(line string) bool {
	low := strings.ToLower(line)
	first, rest, _ := strings.Cut(low, " ")
	name, at, _ := strings.Cut(first, ":") // as compilers print a place: "a/b.go:12:3:"
	place := strings.TrimLeft(at, digits) != at && strings.HasSuffix(at, ":") && strings.ContainsAny(name, "./\\")
	time := strings.TrimLeft(low, "[(") // 2026-11-21 …, 10:15:02 …
	time = time[:min(len(time), 8)]
	signs := strings.Count(time, "-") + strings.Count(time, "/") + strings.Count(time, ":")
	stamped := len(time) == 8 && signs < 3 && strings.Trim(time, "0123456789-/:") == ""
	begins := func(start string) bool { return strings.HasPrefix(low, start) }
	n := start(low, "spokenMarks")
	code, of, _ := strings.Cut(strings.TrimSpace(low[max(n, len(first)):]), " ")
	spoken := strings.IndexFunc(of, unicode.IsLetter) == 0
	hash := len(code) > 6 && strings.Trim(code, "abcdef.,:"+digits) == "" && !spoken
	switch {
	case stamped, place, contains(phrasesOf("outputs").all, begins),
		begins("usage: ") && strings.ContainsAny(low, "[<"),
		hasAnyPrefix(low, "$ ", "% ", "ok  \t", "date:   "),
		hash && hasAnyPrefix(low, "commit ", "index "): // "commit 7886c06 (main)", not "commit y push: …"
		return true
	case n > 0 && strings.ContainsAny(strings.TrimSuffix(code, ":"), ":/[]_."+digits):
		spoken = spoken && isNumber(code) && !strings.HasSuffix(of, "]") // "error 404 for every page"
		return !spoken && !strings.HasSuffix(rest, "?")
	}
	return contains(phrasesOf("outputParts").all, func(part string) bool {
		before, _, ok := strings.Cut(low, part)
		// "I get error: X when I save" is a sentence of the user's.
		return ok && strings.Count(before, " ") < 3 && !has(words(before), "owners")
	})
}

// code says whether a line ends like a program's text, or has more signs than letters.
func code(line string) bool {
	ends := func(end string) bool { return strings.HasSuffix(line, end) }
	letters := 0
	for _, r := range line {
		if unicode.IsLetter(r) || unicode.IsSpace(r) {
			letters++
		}
	}
	return slices.ContainsFunc([]string{"{", "};", ");", "})", "->", "=>"}, ends) ||
		letters*2 < utf8.RuneCountInString(line) && !strings.HasPrefix(line, "/")
}
