package prompt

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

const (
	maxSteps  = 12
	maxStep   = 300
	maxLead   = 7              // words that introduce what is left; a longer line is a sentence
	maxName   = 3              // words of a bullet that only names those below it
	maxColon  = 300            // bytes of a line in which the colon after them is looked for
	boxes     = "⬜☐🔲◻⏳🔜\ufe0f" // before what is not done
	ticks     = "✅☑✔"          // before or behind what is
	leadMarks = "*_ 🎉✅⏳🔜➡️👉📋🚧▶→⚠"
)

// Left are the steps that an answer leaves to do. says is false if they are loose: only sentences near its end say that
// something is not done; it is true also for an answer that says that nothing is left.
func Left(answer string) (steps []string, says bool) {
	inList, drafted, quotes, handed, told := false, false, false, false, false
	var loose, waits []string               // sentences outside of lists, and rows that say until when they wait
	rows, depth := math.MaxInt, math.MaxInt // how many steps only a box tells; of the first item
	lines := underLead(boxed(ungrouped(unfenced(withCommands(strings.ReplaceAll(head(answer), "\t", "    "))))))
	some := strings.Contains(strings.ToLower(strings.Join(lines, "")), "[x] ")
	for _, line := range lines {
		line = strings.TrimRight(line, " \t\r\n")
		quote := strings.HasPrefix(strings.TrimSpace(line), ">")
		if _, leads := afterLead(line, false); quote && leads { // the last list counts, though it is quoted
			says, steps, inList = says || len(steps) > 0, nil, false
		}
		if quote || line == "" {
			continue
		}
		item := listed(line)
		rest, begins := afterLead(line, inList && item)
		drafted = has(words(line), "drafts") || drafted && !heading(line) // the text of a pull request
		what := unlisted(line)
		lead := line
		quotes = item && quotes || !item && strings.HasSuffix(line, ":") && len(filesIn(line)) > 0 // "in `a.md`:"
		box := strings.TrimLeft(what, boxes) != what || hasAnyPrefix(what, "[ ] ", "`[ ]` ") &&
			(some || !quotes && !strings.HasPrefix(plain(what), "I have ")) // the form of a pull request
		inList = inList || item && box && !drafted
		for i := range line { // behind other sentences
			if begins || item || !hasAnyPrefix(line[i:], ". ", "! ", "; ", "。", "；", "！", "✅ ") {
				continue
			}
			_, size := utf8.DecodeRuneInString(line[i:])
			if more, is := leading(line[i+size:]); is {
				rest, begins, lead = more, true, line[i+size:]
			}
		}
		deep := indent(line)
		switch {
		case begins && finishes(cmp.Or(rest, line)):
			steps, says, inList = nil, true, false
		case begins && PointsBack(rest) && len(steps) > 0: // to the list above
		case begins:
			w, _ := leadOf(strings.TrimSpace(line))
			handed = handed || handsAway(w) || isChore(bareWords(rest))
			next := putBy(lead, inline(rest))
			other := each.Without(next, func(s string) bool { return Repeats(without(s, "startsWith"), steps) })
			first := start(bareWords(lead), "nexts") > 0 && len(steps) > 0
			if first && (len(other) < len(next) || !told) {
				next = other // which the list says, or is beside it
			} else if (rest != "" || len(steps) == 0) && !handed {
				steps = nil // the last list of an answer counts
			}
			rows = min(rows, len(steps))
			inList, depth = true, math.MaxInt
			steps = append(steps, next...)
		case inList && item && (deep-1 <= depth || len(steps) == 0 || box && deep < 3):
			steps, depth = append(steps, plain(what)), min(depth, deep)
		case inList && (item || deep > 2) && len(steps) > 0: // the rest of an item
			steps[len(steps)-1] = strings.TrimRight(steps[len(steps)-1], ":： ")
		default:
			waits = append(waits, postponed(line)...)
			if !item {
				loose = append(loose, Sentences(line)...)
				told = told || len(steps) > 0 && has(words(line), "dones", "finals")
			}
			first := inList && len(steps) == 0 && !heading(strings.TrimSpace(line)) && line[0] != '|'
			inList = first && strings.TrimRight(line, ":：") != line && len(Sentences(line)) == 1
			if first && !inList {
				steps = append(steps, plain(line))
			}
		}
	}
	if !says && len(steps) == 0 {
		steps = butFor(lastParagraph(answer))
	}
	if says = says || len(steps) > 0 || finishes(lastParagraph(answer)) || closes(lastParagraph(answer)); !says {
		if steps = append(waits, unfinished(loose[max(0, len(loose)-6):])...); len(steps) == 0 {
			steps = lackingAtEnd(lastParagraph(answer))
		}
	}
	return realSteps(toldOnce(steps, min(rows, len(steps)))), says
}

// toldOnce are steps without those of the first rows of them, which only a box tells, that a later one repeats.
func toldOnce(steps []string, rows int) []string {
	again := func(s string) bool { return Repeats(s, steps[rows:]) }
	return append(each.Without(steps[:rows], again), steps[rows:]...)
}

// withCommands is a text in which a few commands that stand below a line with a colon are in that line: "Run:".
func withCommands(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line = strings.TrimRight(line, " \r*_"); strings.TrimRight(line, ":：") == line { // as most
			continue
		}
		below := strings.TrimSpace(strings.Join(lines[i+1:min(i+1+maxLead, len(lines))], "\n"))
		first, more, _ := strings.Cut(below, "\n")
		code, _, is := strings.Cut(more, cmp.Or(fenceMark(first), "\n\n"))
		if fenceMark(first) == "" {
			code, is = first, hasAnyPrefix(first, "/", "$ ", "sudo ")
		}
		all := each.Of(strings.Split(strings.TrimSpace(code), "\n"), strings.TrimSpace)
		word := func(l string) bool { return strings.IndexAny(l, "abcdefghijklmnopqrstuvwxyz./$~") == 0 }
		if is && len(each.Without(all, word)) == 0 {
			lines[i] = line + " `" + strings.ReplaceAll(shortened(strings.Join(all, " && "), maxStep/2), "`", "'") + "`"
		}
	}
	return strings.Join(lines, "\n")
}

// postponed is an item, or a row of a table, that ends in until when it waits: "cache: wait until phase 2".
func postponed(line string) []string {
	s := strings.NewReplacer(" | — | ", ": ", " | - | ", ": ", " | ", ": ", "：", ": ").Replace(strings.Trim(line, "| "))
	at := strings.LastIndex(s, ": ")
	if at > 0 && !strings.Contains(s[:at], "`") && begins(bareWords(s[at+1:]), "deferUntils") {
		return []string{plain(unlisted(s))}
	}
	return nil
}

// ungrouped takes away the bullets that only name those below them, "**Template**", in whose place these are.
func ungrouped(lines []string) []string {
	for i := range lines[:max(len(lines)-1, 0)] {
		depth, below := indent(lines[i]), indent(lines[i+1])
		bullet := hasAnyPrefix(lines[i][depth:], "- ", "* ", "• ", "+ ")
		if below <= depth+1 || !bullet || !listed(lines[i+1]) || strings.ContainsAny(lines[i], boxes+"[") {
			continue
		}
		name := plain(unlisted(lines[i]))
		w := bareWords(name)
		does := isOrder(w) || hasEnding(firstWords(w, 1), "infinitives") || ends(w, "makes") && strings.Contains(w, " ")
		few := len(strings.Fields(name)) <= maxName && len(name) <= maxName*8 && !does
		if _, leads := afterLead(name, false); leads || ticked(name) || !few && !strings.HasSuffix(name, ":") {
			continue
		}
		lines[i] = ""
		for j := i + 1; j < len(lines) && indent(lines[j]) > depth; j++ {
			lines[j] = lines[j][min(below-depth, indent(lines[j])):]
		}
	}
	return lines
}

// boxed puts a box before what is open by its place: rows of a table by their states, items after one that is done.
func boxed(lines []string) []string {
	column, some, bare, above := -1, false, false, ""
	for i, line := range lines {
		s, all := strings.Trim(line, "|#*_ \t\r\n"), strings.Trim(line, " \t\r\n")
		titles := i+1 < len(lines) && strings.Trim(lines[i+1], "|:- \t\r\n") == "" && strings.Contains(lines[i+1], "-")
		if bare = strings.Contains(all, "|") && (bare || titles && all[0] != '|'); bare {
			all = "|" + all + "|" // a table may do without its outer lines
		}
		cells, item := strings.Split(all, "|"), strings.Trim(unlisted(s), "*_ ")
		if len(cells) == 1 {
			if column = -1; s != "" {
				above = strings.TrimSpace(line)
			}
		} else if column < 0 {
			column = slices.IndexFunc(cells, func(c string) bool { return isOne(bareWords(c), "states") })
			rest, under := afterLead(above, false)
			if column < 0 && under && rest == "" && cells[0] == "" { // all of its rows are open
				column, lines[i] = len(cells)-1, ""
			}
			above = ""
		} else if column < len(cells) {
			state, open := strings.Trim(cells[column], "*_` "), column == len(cells)-1
			cells = slices.DeleteFunc(slices.Delete(cells, column, column+1), func(cell string) bool {
				return !strings.ContainsFunc(cell, unicode.IsLetter) // a number
			})
			rest := strings.Join(each.Of(cells, strings.TrimSpace), ": ")
			if strings.Contains(state, "❌") && namesTest(rest) {
				rest = "❌ " + rest // which ends once it passes
			}
			if w := bareWords(state); ticked(state) || begins(w, "finals") {
				lines[i] = "- [x] " + rest
			} else if isOne(w, "leads") && !has(w, "deferreds") ||
				w == "" && (open || strings.ContainsAny(state, boxes+"❌")) {
				lines[i] = strings.TrimSuffix("- [ ] "+rest, "- [ ] ") // nothing of the line between
			}
		}
		number := firstWords(past(bareWords(s), "phases"), 1)
		if number != "" && unicode.IsDigit(rune(number[0])) && (heading(line) || listed(line) && s[0] == number[0]) {
			some = ticked(item) || some && number != "1"
			if some && !ticked(item) && !strings.ContainsAny(item, ticks) && !has(words(item), "dones") {
				lines[i] = "- ⬜ " + item
			}
		}
	}
	return lines
}

// finishes says whether a text says that nothing is left, of its ticket at least: "everything of OPS-4 is in: …".
func finishes(text string) bool {
	whole := func(s string) bool {
		of, _, _ := cutColon(s)
		w := bareWords(of)
		return begins(w, "alls") && Ticket(of) != "" && ends(w, "stands", "dones", "finals", "landeds")
	}
	return (has(words(text), "finished") || slices.ContainsFunc(Sentences(text), whole)) && !has(words(text), "excepts")
}

// closes says whether a paragraph says that no more is open on a branch, and else only what is done.
func closes(text string) bool {
	before, after, is := around(bareWords(text), "elses")
	beside := before + " " + after
	return is && !asks(text) && has(beside, "branchWords") && !has(beside, "undones", "awaits", "excepts", "leads") &&
		!slices.ContainsFunc(Sentences(text), func(s string) bool {
			return !has(words(s), "elses", "dones", "finals", "landeds") && !strings.ContainsAny(s, ticks)
		})
}

// IsLoose reports whether a step is loose (Left).
func IsLoose(step string) bool {
	steps, says := Left(step)
	return len(steps) > 0 && !says
}

// Waits reports whether a text says that something waits for an event, or somebody else than the user, who will answer:
// "once the review is through".
func Waits(text string) bool {
	return (Awaits(text) || has(words(text), "awaits", "onces")) && !HandsBack(text)
}

// PointsBack reports whether a step only points to what is before it: "the two open hypotheses above", "review the
// story at the path above", and names nothing else.
func PointsBack(step string) bool {
	w := bareWords(step)
	n := start(w, "articles", "asides", "links")
	back := begins(w, "looksBack") && ends(w, "aboves") && !strings.ContainsAny(step, digits+"`/_")
	return back || n > 0 && len(strings.Fields(w)) <= maxLead && !has(w[n:], "ways") &&
		(begins(strings.TrimSpace(w[n:]), "aboves") || ends(w, "aboves")) || begins(w, "aboves")
}

// lacking are the parts of sentences that say that something is not done: "b.go is not written yet".
func lacking(sentences []string) (parts []string) {
	runs := slices.ContainsFunc(sentences, func(s string) bool { return begins(bareWords(s), "launcheds") })
	all := strings.Split(strings.Join(sentences, "; "), "; ")
	for i, part := range all {
		part = strings.TrimRight(part, ".。 ")
		w, behind, _ := cutColon(part)
		if only(bareWords(w), "cautions") {
			w = behind
		}
		w = opened(bareWords(w), "onlys")
		plainly, but := !has(w, "whens"), allBut(w)
		says := func(clause string) bool {
			of, what := copied(clause)
			_, only, _ := strings.Cut(of, " ")
			alone := of != "" && has(what, "lasts") || begins(of, "onlys") && begins(only, "pointers")
			undone := has(clause, "lacks") && has(clause, "yets") && has(clause, "dones", "jobs")
			named := !begins(clause, "things", "theys") || begins(clause, "theres")
			_, when, for_ := around(clause, "leftFor")
			when = trimStart(when, "articles")
			work := has(firstWords(past(when, "nextOnes"), 2), "occasions") // "the next release", not "the next row"
			due := for_ && of+what != "" && (begins(when, "afters", "laters", "days", "weekdays") ||
				work && begins(when, "nextOnes"))
			return runs && has(clause, "willBes") || due || named && (plainly && has(clause, "misses") ||
				begins(trimStart(clause, "selves"), "unrun") || !begins(w, "topics") && (plainly && undone &&
				!has(clause, "landeds") || ends(clause, "lefts", "upNexts") || remainsOpen(clause) ||
				alone && isOne(what, "leads")))
		}
		said := bareWords(part)
		tells := (begins(said, "tellMes") || dense(said)) && has(said, "tellMes") && has(said, "onceDone")
		if tells && i > 0 && HandsBack(part) && !asks(all[i-1]) { // "Run it. Tell me when it is through"
			part = strings.TrimRight(all[i-1], ".。 ") + ". " + part
			parts = each.Without(parts, func(s string) bool { return strings.HasPrefix(plain(part), s) })
		}
		if !asks(part) && (but || HandsBack(part) || slices.ContainsFunc(strings.Split(w, " , "), says)) {
			parts = append(parts, plain(part))
		}
	}
	return parts
}

// lackingAtEnd are the parts of a last paragraph, a list but no menu, that say that something is missing.
func lackingAtEnd(paragraph string) []string {
	if strings.ContainsAny(paragraph, "?？") {
		return nil
	}
	beside := func(s string) bool { return !has(words(s), "misses") || strings.ContainsAny(s, "(（\"“„«「") }
	return lacking(each.Without(Sentences(paragraph), beside))
}

// butFor is the sentence of a paragraph that says that all is done but for what it names.
func butFor(paragraph string) []string {
	is := func(s string) bool { return allBut(opened(bareWords(s), "onlys")) && !asks(s) }
	return each.Some([]string{each.First(Sentences(paragraph), is)}, func(s string) string {
		return plain(strings.TrimRight(s, ".。 "))
	})
}

// allBut says whether the words of a sentence say that all is done but for what they name.
func allBut(w string) bool {
	last := strings.TrimSpace(w[strings.LastIndexByte(w, ',')+1:])
	slow := begins(last, "excepts") && has(last, "copulas") // "all done, but it is slow"
	whole := has(w, "alls") && has(w, "finals") || has(w, "wholePlans")
	return has(w, "excepts") && (!has(w, "whens") && whole || has(w, "finished") && !slow)
}

// unfinished are parts of sentences that say that something is not done, else what the user is to roll out.
func unfinished(sentences []string) []string {
	parts := lacking(sentences)
	if n := until(sentences, rollsOut); len(parts) == 0 && n < len(sentences) {
		parts = []string{plain(strings.TrimRight(sentences[n], ".。:： *"))}
	}
	return parts
}

// rollsOut says whether the user is told to bring what was done to where it runs: "you need to restart the server".
func rollsOut(s string) bool {
	w := bareWords(unquoted(s))
	rest, order := consume(trimStart(w, "courtesies", "pleases", "thens", "joints"), "rollouts")
	order = order && (rest == "" || begins(rest, "articles", "links", "prepositions", "theys")) && !has(rest, "dones")
	return (order || has(w, "yourDuties") && has(w, "rollouts")) && !has(w, "ifs", "whens", "nots", "moots", "toLook")
}

// remainsOpen says whether a clause says that work remains: "the two reviews remain when you want to go on".
func remainsOpen(clause string) bool {
	before, _, _ := around(clause, "untils")
	of := trimEnd(before, "overs")
	return of != before && has(of, "phases", "tasks") && !begins(past(of, "joints"), "topics") &&
		!has(of, "nothing", "alls", "formers", "interrogatives")
}

// isOne says whether the words, as they are or without the asides, are one of the phrases.
func isOne(w, name string) bool {
	said := slices.DeleteFunc(strings.Fields(w), func(word string) bool {
		return word == "," || begins(word, "asides")
	})
	return phrasesOf(name).is(w) || phrasesOf(name).is(strings.Join(said, " "))
}

// cutColon cuts a line at its first colon that ends a word outside code, near its beginning.
func cutColon(s string) (before, after string, ok bool) {
	code := false
	for i, r := range fence.Head(s, maxColon) {
		end := i + utf8.RuneLen(r)
		code = code != (r == '`')
		if !code && (r == '：' || r == ':' && (end == len(s) || strings.IndexByte(" *_", s[end]) >= 0)) {
			return s[:i], s[end:], true
		}
	}
	return s, "", false
}

// inline are the steps that stand on one line, behind more such words too: "1. a 2. b", "a; b. Next: c".
func inline(s string) (steps []string) {
	s = strings.TrimSpace(s)
	for i, sentence := range Sentences(s) { // "Next up: the sheet. One question: …?"
		if from := strings.Index(s, sentence); i > 0 && from > 0 && asks(sentence) {
			s = strings.TrimSpace(s[:from])
			break
		}
	}
	for i := 0; i < len(s); i++ {
		if next, is := strings.CutPrefix(s[i:], ". "); is {
			if more, is := leading(next); is || leaves(fence.Head(next, maxColon)) {
				steps = append(steps, splitSteps(s[:i])...)
				s, i = strings.TrimSpace(more), -1
			}
		}
	}
	return append(steps, splitSteps(s)...)
}

// splitSteps are the steps of a sentence: "1. a 2. b", "a; b", "the a, and the b", or one.
func splitSteps(s string) (steps []string) {
	if s = strings.Trim(s, " ,\t\n"); s == "" { // "open is still, whether …"
		return nil
	}
	fields := strings.Fields(s)
	for n, i := 1, 0; n <= maxSteps && i < len(fields); n++ { // one of them may be done
		marks := strings.Fields(strings.ReplaceAll("n. n) (n)", "n", strconv.Itoa(n)))
		j := slices.IndexFunc(fields[i:], func(w string) bool { return slices.Contains(marks, w) })
		if j == 0 || j > 0 && i > 0 {
			i += j + 1
			fields[i-1] = ";"
		}
	}
	s = strings.ReplaceAll(strings.Join(fields, " "), " ;", ";")
	if steps = strings.Split(strings.ReplaceAll(s, "；", "; "), "; "); len(steps) == 1 {
		steps = things(s)
	}
	return each.Of(steps, plain)
}

// plain is a step without boxes and bold marks.
func plain(s string) string {
	for _, box := range []string{"`[ ]`", "[ ]"} {
		s = strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(s), box), boxes+" ")
	}
	return shortened(row(strings.ReplaceAll(s, "**", "")), maxStep)
}

// realSteps are steps without those that are done, or say that nothing is left.
func realSteps(steps []string) []string {
	kept := slices.DeleteFunc(steps, func(s string) bool {
		named, _, _ := strings.Cut(s, " (")
		clauses := strings.NewReplacer(". ", ", ", "。", ", ", " - ", ", ").Replace(named)
		first, _, _ := strings.Cut(bareWords(clauses), " , ")
		of := strings.Join(slices.DeleteFunc(strings.Fields(first), isNumber), " ") // "3 of 5 done"
		opens := strings.TrimRight(s, ":：") != s                                    // it introduces what follows
		nothing := (isOne(first, "nothing") || only(of, "finals", "ofs")) && !has(words(s), "excepts")
		none := nothing || !strings.ContainsFunc(named, unicode.IsLetter) ||
			strings.Contains(named, "://") && !strings.Contains(named, " ") // an address alone
		trouble := begins(bareWords(s), "ifs") && has(first, "fails", "brokens", "troubles")
		return none || opens || trouble || asks(s) || ticked(s) || theirs(s) && !strings.HasPrefix(s, "I ")
	})
	return kept[:min(len(kept), maxSteps)]
}

func hasAnyPrefix(s string, marks ...string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(s, mark) })
}

func listed(line string) bool { return unlisted(line) != strings.TrimSpace(line) }

// heading says whether a line is one: marked as such, or all of it bold.
func heading(line string) bool {
	s := strings.TrimRight(line, ": ")
	bold := strings.HasPrefix(s, "**") && strings.HasSuffix(s, "**") && strings.Count(s, "**") == 2
	return bold || strings.HasPrefix(line, "#")
}

func lastParagraph(s string) string {
	s = strings.TrimSpace(head(s))
	return s[strings.LastIndex(s, "\n\n")+1:]
}
