package prompt

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/each"
)

// allSteps is more than any plan has.
const allSteps = 1 << 20

// Planned is an answer with what a plan before it leaves, a list of an answer that counts from 1 or else one that the
// user approved at a turn (approved has one more than before), where it lists no more than one step itself and says
// which one is done or comes next: "Step 1 is ready. Step 2 (the replica) next." What is before a step is done, too, if
// the first one is, or was spoken of since. At is which turn planned it, -1 for none.
func Planned(answer string, before, approved []string) (all string, at int) {
	title := Heading(cmp.Or(each.Reversed(approved)...))
	done, said := reached(answer, title)
	if done == nil {
		return answer, -1 // as most
	}
	rest := strings.Replace(answer, said, "", 1)
	own, _ := Left(rest)
	for i := len(before); i >= 0 && len(own) < 2; i-- {
		var plan []string
		since := before[i:]
		if i < len(before) {
			plan, since = Proposed(before[i]), before[i+1:]
		}
		if len(plan) < 2 {
			plan, _ = stepsOfPlan(approved[i], true)
			since = before[i:]
		}
		if len(plan) < 2 {
			continue
		}
		for _, text := range since {
			also, _ := reached(text, title)
			done = append(done, also...)
		}
		from, item := 1, "%d. %s\n"
		if n, _ := phaseOf(bareWords(plan[0])); n == 0 {
			from, item = 0, "- %[2]s\n"
		}
		last, first := slices.Max(done), slices.Contains(done, 1)
		if last >= len(plan)+from {
			return answer, -1
		}
		var told parsed
		if !first {
			told = parse(head(strings.Join(append(slices.Clip(since), answer), "\n")))
		}
		_, number, _ := around(milestones(bareWords(strings.Join(own, " "))), "phases")
		n, _ := leadingNumbers(trimStart(number, "phases"), "") // "the Stripe part (step 2)", not a new one behind them
		of := len(n) > 0 && n[0] <= len(plan)
		if len(own) == 1 && (strings.Contains(said, own[0]) || of || Repeats(own[0], plan)) {
			before, behind, _ := strings.Cut(rest, own[0]) // "Next: the replica. One question: …?"
			rest, own = before[:strings.LastIndexAny(before, "\n.")+1]+" "+strings.TrimLeft(behind, ". "), nil
		}
		left := "" // by their numbers
		for n, step := range plan {
			n += from
			if !slices.Contains(done, n) && (n >= last || !first && told.held(StepOf(step)) == 0) {
				left += fmt.Sprintf(item, n, step)
			}
		}
		if left == "" && len(own) == 0 {
			return rest + "\n\nNothing is left.", i
		}
		return rest + "\n\nLeft:\n" + left, i
	}
	return answer, -1
}

// Proposed are the steps of the plan that an answer lists, nil where it only lists ways to choose from.
func Proposed(answer string) []string {
	if whichOne(Asked(answer)) {
		return nil
	}
	plan, _ := stepsOfPlan(answer, false)
	return plan
}

// Unfinished are the steps of a plan from the last one on of which a file was changed, or from the first of those
// before it that are of the same file: what is left of it where the turn broke off that works on it.
func Unfinished(plan string, changed []string) []string {
	steps, bodies := stepsOfPlan(plan, true)
	n := len(steps)
	for i, body := range slices.Backward(bodies) {
		other := func(file string) bool {
			name, _, _ := strings.Cut(path.Base(file), ".") // "the model `fct_churn`"
			return !strings.Contains(body, "`"+name+"`") && !(parsed{words: words(body)}).namesFile(file)
		}
		if of := slices.DeleteFunc(slices.Clone(changed), other); len(of) > 0 {
			changed, n = of, i
		} else if n < len(steps) {
			break
		}
	}
	return steps[n:]
}

// stepsOfPlan are the steps of the first list in a text that counts from 1, in rows behind what says so, of an approved
// plan also in its headings and names: "### Phase 1: the schema"; and each with what stands under it.
func stepsOfPlan(text string, approved bool) (plan, bodies []string) {
	last, lead := "", "" // the two lines before it
	indent, level, from := 0, 0, 1
	named, under := false, false // whether its first step, and so the others, is no mere row
	code := false                // whether the line is in a block of code, where "# 1. install" is no heading
	for line := range strings.Lines(head(text)) {
		fence := approved && strings.HasPrefix(strings.TrimSpace(line), "```")
		if code = code != fence; code || fence {
			if under {
				bodies[len(bodies)-1] += line
			}
			continue
		}
		title, key, step, next := "", "", "", strconv.Itoa(len(plan)+from)
		deep, marks := len(line)-len(strings.TrimLeft(line, " \t")), len(line)-len(strings.TrimLeft(line, "#"))
		names := approved && marks > 0
		cells := strings.Split(line, "|")
		table := approved && len(cells) > 3 && strings.TrimSpace(cells[0]) == ""
		if strings.Contains(line, next) || strings.ContainsAny(line, "01") { // as few
			title = line
			if table {
				title = strings.TrimSpace(cells[1]) + ": " + strings.TrimSpace(cells[2])
			}
			own := strings.TrimLeft(row(unbold(title)), "#-*•[] ")
			own = strings.Replace(own, " : ", ": ", 1) // "Étape 1 : l'analyseur"
			title = own
			if n := start(strings.ToLower(own), "phases"); approved && deep == 0 && n > 0 && n <= len(own) {
				title, step, names = strings.TrimSpace(own[n:]), own, true
			}
			k, thing := choiceOf(title)
			if number, aside, _ := strings.Cut(title, " "); step != "" && (aside == "" || aside[0] == '(') {
				k = cmp.Or(k, number) // "Phase 1 (Database)"
			}
			if key = k; step == "" {
				step = strings.TrimSpace(thing)
				if approved { // later answers may tell only its number
					step = "Step " + key + ": " + step
				}
			}
			if len(plan) == 0 && names && key == "0" {
				next, from = key, 0
			}
		}
		switch {
		case len(plan) > 0 && (deep > indent || key != "" && (names != named || (marks > 0) != (level > 0))):
			key = ""
		case len(plan) > 1 && key == "1": // of another list
			return plan, bodies
		case key == next && (names || len(plan) > 0 || approved && strings.HasPrefix(last, "# ") ||
			has(words(last+lead), "planned", "stepCounters") || table && has(words(lead), "phases")):
			plan, bodies, under = append(plan, step), append(bodies, line), true
			indent, level, named = deep, marks, names
			continue
		case strings.TrimSpace(line) != "":
			last, lead = line, last
		}
		if under = under && (marks == 0 || marks > level); under {
			bodies[len(bodies)-1] += line
		}
	}
	return plan, bodies
}

// reached are the numbers of steps of a plan that an answer says are done, with 1 and the one before that which it says
// comes next, 0 before the first, and the sentence that only says so; title is what the plan is for.
func reached(answer, title string) (done []int, said string) {
	answer = head(answer)
	if !has(milestones(words(answer)), "phases", "stepCounters", "remarks") {
		return nil, ""
	}
	named := []int{0} // and no more
	for _, s := range Sentences(answer) {
		if len(s) > maxDescribed { // which says no such thing
			continue
		}
		lead, clauses := "", clausesOf(spanned(s))
		for i, clause := range clauses {
			w := strip(milestones(bareWords(clause)), "ofPlans")
			if only(w, "dones", "finals", "landeds") { // "Phase 4: done"
				w = row(lead + " " + w)
			}
			before, after, is := around(w, "phases", "stepCounters", "remarks")
			if n := len(strings.TrimRight(before, digits)); dense(w) && n < len(before) { // "第1步完成"
				before, after = before[:n], before[n:]+after
			}
			numbers, rest := leadingNumbers(after, clause)
			verb, behind, over := around(before+" | "+rest, "dones", "finals", "landeds")
			over = over || only(rest, "areIn") || rest == "" && ticked(clause)
			ready := over && !strings.Contains(verb, "|") && begins(behind, "towards") // "ready for step 2"
			// "all five phases", not "the tests of all phases"
			some, few, every := around(before, "everys", "alls", "remainders")
			every = is && numbers == nil && !strings.Contains(few, " ") &&
				!has(strip(w, "remainders"), "excepts", "partly", "taskNames") &&
				(every && !ends(some, "ofs", "prepositions", "mishaps") || begins(rest, "remainders"))
			starts := ready || has(strip(w, "articles"), "startsWith", "begin", "goesOn")
			if every && over {
				numbers, before, w = []int{1, allSteps}, "", strip(w, "remainders", "planned")
			}
			switch {
			case !is || numbers == nil ||
				begins(rest, "ofs") && !dense(w) && !has(rest, "planned") && !hasDigits(rest) &&
					!slices.ContainsFunc(counted(rest), parse(title).has),
				over && !dense(w) && len(counted(before, "dones", "finals", "landeds")) > 0: // "the test of step 2"
			case ready, starts && asks(s) && !has(words(s), "ors"), !over && (has(w, "nexts") || only(lead, "nexts")):
				done = append(done, min(1, numbers[0]-1), numbers[0]-1)
				if !asks(s) {
					said = s
				}
			case over && !starts && (!asks(s) || i < len(clauses)-1) && !has(w, "nots", "undones", "agains") &&
				!has(verb, "stillTo", "shoulds", "doubts", "befores", "cans"):
				done = append(done, numbers...)
			case !has(w, "nots", "undones", "agains") && !asks(s):
				named = append(named, numbers...)
			}
			lead = w
		}
	}
	if len(done) > 0 && slices.Max(named) > slices.Max(done) { // as an account of all steps does
		return nil, ""
	}
	return done, said
}

// leadingNumbers are the numbers that words of a clause begin with, "1 and 2", or that are in a range of them, "1-3".
func leadingNumbers(w, clause string) (all []int, rest string) {
	for more, span := true, false; more; {
		behind := strings.TrimLeft(w, digits)
		n, err := strconv.Atoi(w[:len(w)-len(behind)])
		if err != nil {
			break
		}
		for span && all[len(all)-1]+1 < min(n, maxClauses) {
			all = append(all, all[len(all)-1]+1)
		}
		all, behind = append(all, n), strings.TrimSpace(behind)
		w, more = consume(behind, "ands", "throughs", "mores")
		if span = strings.Contains(clause, strconv.Itoa(n)+"-") || begins(behind, "throughs"); more {
			w = trimStart(w, "phases")
		}
		more = more || span
	}
	return all, w
}

// milestones are words with "milestone 2" for "m2".
func milestones(w string) string {
	return strings.Join(each.Of(strings.Fields(w), func(f string) string {
		if n, is := strings.CutPrefix(f, "m"); is && isNumber(n) && len(n) < 3 {
			return "milestone " + n
		}
		return f
	}), " ")
}

// spanned is a sentence with "1-3" for "1–3", and "1 and 3" for "1 & 3".
var spanned = strings.NewReplacer(" & ", " and ", "–", "-").Replace

// passed says whether the turn reached a step of a plan by its name, or a later one after the first: "M2 is complete".
func (t Turn) passed(step Step) bool {
	n, _ := phaseOf(step.words)
	return n >= 0 && (slices.Contains(t.reached, n) || slices.Contains(t.reached, 1) && n < slices.Max(t.reached))
}

// planless says whether what a prompt leaves out is a step of a plan: "scrap the plan", "drop phases 3 and 4".
func (t Turn) planless(step Step, what []string) bool {
	n, _ := phaseOf(step.words)
	name := strings.Join(what, " ")
	return n >= 0 && has(t.asked.words, "throws", "skips") && (only(name, "planned", "remainders", "stepCounters") ||
		begins(name, "phases", "stepCounters") && slices.Contains(what, strconv.Itoa(n)))
}

// phaseOf is the number of the step of a plan by which words begin, -1 for none, and what is behind it: "M2 commands".
func phaseOf(w string) (n int, rest string) {
	w = milestones(trimStart(w, "articles"))
	number := trimStart(w, "phases", "remarks")
	if n, err := strconv.Atoi(firstWords(number, 1)); err == nil && number != w {
		return n, past(number[len(firstWords(number, 1)):])
	}
	return -1, w
}

// Numbers reports whether a text names a step of a plan by its number: "phase 4 only after the release".
func Numbers(text, step string) bool {
	n, _ := phaseOf(bareWords(step))
	_, after, _ := around(milestones(bareWords(text)), "phases", "stepCounters")
	all, _ := leadingNumbers(after, spanned(text))
	return n >= 0 && slices.Contains(all, n)
}

// IsNext reports whether the one step of a list is only what comes next: "Next: the shards", "tomorrow we go on with
// step 3".
func (l List) IsNext() bool {
	is := func(s string) bool {
		n, rest := phaseOf(bareWords(l.Steps[0]))
		return (start(bareWords(s), "nexts") > 0 || n >= 0 && rest == "") && strings.Contains(s, l.Steps[0])
	}
	return len(l.Steps) == 1 && each.First(Sentences(head(l.Answer)), is) != ""
}

// Before reports whether the one step of a list is one of a plan before another one, by their numbers.
func (l List) Before(step string) bool {
	n, _ := phaseOf(bareWords(l.Steps[0]))
	m, _ := phaseOf(bareWords(step))
	return n >= 0 && m > n
}

// Passed reports whether a list, of what comes next of some steps, tells of one before that: "The cache works. Next:
// the shards".
func (l List) Passed(step string, steps []string) bool {
	next := slices.IndexFunc(steps, func(s string) bool { return Repeats(l.Steps[0], []string{s}) })
	return slices.Index(steps, step) < next && Shares(step, l.Answer)
}

// Lands reports whether a commit, later than a turn, has the words by which its prompt called a step of a list, and no
// other one: "start s3", whose answer asks something or whose check failed, then "terraform: s3 replication".
func (t Turn) Lands(list []Step, n int, subject string) bool {
	x := parse(subject)
	called := func(s Step) bool {
		return slices.ContainsFunc(t.ordered(s), func(clause string) bool {
			all := calls(clause)
			return s.isCalled(all) && x.all(all)
		})
	}
	others := slices.Delete(slices.Clone(list), n, n+1)
	return called(list[n]) && !slices.ContainsFunc(others, called) && !t.putsOff(list[n]) && !has(x.words, "undones")
}

// calls are the words by which a clause takes something up: "the streaming", "just the CI", "that thing with the csv".
func calls(clause string) []string {
	clause = bareWords(clause)
	if _, then, is := around(clause, "ands"); is && begins(then, "goesOn", "begin") { // "commit and start the import"
		clause = then
	}
	rest := past(clause, "takings", "onlys", "startsWith", "chooses", "writings", "begin")
	if !dense(rest) {
		rest = trimEnd(past(rest, "makes"), "makes") // "die Übersicht bauen"
	}
	all, n := each.Of(strings.Fields(rest), denseCore), 0
	for n < min(len(all), maxPutOff) && !only(strings.Join(all[n:], " "), "trailings") {
		n++
	}
	if n < maxPutOff {
		all = all[:n]
	}
	rest = strings.Join(all, " ")
	all = counted(rest, "fillers", "todays", "hurries", "efforts")
	if _, what, is := around(clause, "abouts"); is {
		all = strings.Fields(what[start(what, "articles"):])
	} else if len(all) == 0 && !has(clause, "nots", "laters", "waits") && !begins(clause, "interrogatives") {
		all = called(rest)
	}
	if begins(clause, "nots") || has(clause, "nots") && has(clause, "yets") { // "don't document it yet"
		return nil
	}
	return all
}

// isCalled says whether a step is called so, in short words by its name: no docs "of the CI".
func (s Step) isCalled(all []string) bool {
	label := func() bool {
		name, _ := explained(s.text)
		return parse(name).all(all) && !parse(name).aside(StepOf(strings.Join(all, " ")))
	}
	if when, thing, is := strings.Cut(s.text, ": "); is && leadsWhen(when) && !parse(thing).all(all) {
		return false
	}
	return len(all) > 0 && s.all(all) && (slices.ContainsFunc(all, isContentWord) || label())
}
