package prompt

import (
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/each"
)

// allSteps is more than any plan has.
const allSteps = 1 << 20

// Planned is an answer with what a plan before it leaves, which an answer gave or else the user approved, where it
// lists no more than one step itself and says which one is done or comes next: "Step 1 is ready. Step 2 (the replica) next."
func Planned(answer string, before []string, approved string) string {
	next, said := reached(answer)
	if next == 0 {
		return answer // as most
	}
	steps, _ := Left(answer)
	if len(steps) > 1 {
		return answer
	}
	for i, text := range slices.Backward(append([]string{approved}, before...)) {
		plan, _ := stepsOfPlan(text, i == 0)
		if len(plan) > 1 && next <= len(plan) && !whichOne(Asked(text)) {
			only := append(steps, said)[0] // which "**Next:** M2" lists
			return strings.Replace(strings.Replace(answer, said, "", 1), only, "", 1) + "\n\nLeft:\n" + strings.Join(plan[next-1:], "\n")
		}
	}
	return answer
}

// Unfinished are the steps of a plan from the last one on of which a file was changed, nil for none: what is left of it
// where the turn broke off that works on it.
func Unfinished(plan string, changed []string) []string {
	steps, bodies := stepsOfPlan(plan, true)
	for i, body := range slices.Backward(bodies) {
		if slices.ContainsFunc(changed, parsed{words: words(body)}.namesFile) {
			return each.Of(steps[i:], func(s string) string { return strings.TrimLeft(s, "-. "+digits) })
		}
	}
	return nil
}

// stepsOfPlan are the steps of a plan, which count from 1 in rows behind what says so, of an approved one also in its
// headings and names: "### Phase 1: the schema"; and each with what stands under it.
func stepsOfPlan(text string, approved bool) (plan, bodies []string) {
	last, lead := "", "" // the two lines before it
	named := false       // whether the first of them, and so the others, is no mere row
	level, under := 0, false
	for line := range strings.Lines(head(text)) {
		title := strings.TrimLeft(row(unbold(line)), "#-*• ")
		number := title
		if approved {
			number = title[min(start(strings.ToLower(title), "phases"), len(title)):]
		}
		key, step := choiceOf(number)
		marks := len(line) - len(strings.TrimLeft(line, "#"))
		names := approved && (number != title || marks > 0) && strings.TrimLeft(line, " \t") == line
		if len(plan) == 0 {
			named = names
		}
		next := key == strconv.Itoa(len(plan)+1) && named == names
		switch {
		case next && number != title:
			plan = append(plan, "- "+title)
		case next && (named || len(plan) > 0 || has(words(lead+last), "planned", "stepCounters")):
			plan = append(plan, key+". "+strings.TrimSpace(step))
		default:
			if under = under && (marks == 0 || marks > level); under {
				bodies[len(bodies)-1] += line
			}
			if strings.TrimSpace(line) != "" {
				last, lead = line, last
			}
			continue
		}
		bodies, level, under = append(bodies, line), marks, true
	}
	return plan, bodies
}

// reached is the number of the step of a plan that comes next, as an answer says, and the sentence that only says so;
// 0 if it says nothing of that.
func reached(answer string) (next int, said string) {
	answer = head(answer)
	if !has(milestones(words(answer)), "phases", "stepCounters") {
		return 0, ""
	}
	most := 0 // the last that it only names
	for _, s := range Sentences(answer) {
		for _, clause := range clausesOf(s) {
			w := milestones(bareWords(clause))
			of, last := w, 0
			before, after, is := around(w, "phases", "stepCounters")
			if dense(w) {
				of, after = after, before[len(strings.TrimRight(before, digits)):]
			}
			for more := true; more; after, more = consume(after, "ands") {
				n := len(after) - len(strings.TrimLeft(after, digits))
				if n == 0 {
					break
				}
				last, _ = strconv.Atoi(after[:n])
				after = strings.TrimSpace(after[n:])
			}
			whole := len(counted(before, "dones")) == 0 // not "questions of step 1"
			if _, few, all := around(before, "everys", "alls"); is && last == 0 && all && !strings.Contains(few, " ") {
				last, whole = allSteps, true // "all five phases"
			}
			switch {
			case !is || last == 0 || has(of, "nots", "undones", "agains"):
			case asks(s) && has(w, "startsWith", "goesOn"):
				return last, ""
			case has(w, "nexts"):
				return last, s
			case whole && has(of, "dones", "finals", "landeds"):
				next = max(next, last+1)
			default:
				most = max(most, last)
			}
		}
	}
	if most > next { // as an account of all steps does
		return 0, ""
	}
	return next, ""
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

// passed says whether the turn reached a later step of the plan of which a step is by its name: "M2 is complete".
func (t Turn) passed(step Step) bool {
	n, _ := phaseOf(step.words)
	return n > 0 && n < t.reached
}

// phaseOf is the number of the step of a plan by which words begin, 0 for none, and what is behind it: "M2 commands".
func phaseOf(w string) (n int, rest string) {
	w = milestones(w)
	number := trimStart(w, "phases")
	if n, err := strconv.Atoi(firstWords(number, 1)); err == nil && number != w {
		return n, past(number[len(firstWords(number, 1)):])
	}
	return 0, w
}

// IsNext reports whether the one step of a list is only what comes next: "Next: the shards".
func (l List) IsNext() bool {
	is := func(s string) bool { return start(bareWords(s), "nexts") > 0 && strings.Contains(s, l.Steps[0]) }
	return len(l.Steps) == 1 && each.First(Sentences(head(l.Answer)), is) != ""
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
	return len(all) > 0 && s.all(all) && (slices.ContainsFunc(all, isContentWord) || label())
}
