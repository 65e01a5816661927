package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/each"
)

// Planned is an answer with what a plan before it leaves, a list that counts from 1, where it lists no more than one
// step itself and says which one is done or comes next: "Step 1 is ready. Step 2 (the replica) next." What is before a
// step is done, too, if the first one is, or was spoken of since. At is which answer planned it, -1 for none.
func Planned(answer string, before []string) (all string, at int) {
	done, said := reached(answer)
	if done == nil {
		return answer, -1 // as most
	}
	rest := strings.Replace(answer, said, "", 1)
	own, _ := Left(rest)
	for i := len(before) - 1; i >= 0 && len(own) < 2; i-- {
		plan := planIn(before[i])
		if len(plan) < 2 {
			continue
		}
		for _, text := range before[i+1:] {
			also, _ := reached(text)
			done = append(done, also...)
		}
		last, first := slices.Max(done), slices.Contains(done, 1)
		if last > len(plan) || whichOne(Asked(before[i])) {
			return answer, -1
		}
		var since parsed
		if !first {
			since = parse(head(strings.Join(append(before[i+1:len(before):len(before)], answer), "\n")))
		}
		if next := func(s string) bool { return strings.Contains(s, own[0]) }; len(own) == 1 && Repeats(own[0], plan) {
			rest, own = strings.Replace(rest, each.First(Sentences(rest), next), "", 1), nil // "Next: the replica"
		}
		left := "" // by their numbers
		for n, step := range plan {
			over := slices.Contains(done, n+1)
			if !over && (n+1 >= last || !first && since.held(StepOf(step)) == 0) {
				left += fmt.Sprintf("\n%d. %s", n+1, step)
			}
		}
		if left == "" && len(own) == 0 {
			return rest + "\n\nNothing is left.", i
		}
		return rest + "\n\nLeft:" + left, i
	}
	return answer, -1
}

// planIn are the steps of the first list in a text that counts from 1 behind words that call it a plan.
func planIn(text string) (plan []string) {
	last, lead, indent := "", "", 0 // the two lines before it
	for line := range strings.Lines(head(text)) {
		key, step, next := "", "", strconv.Itoa(len(plan)+1)
		if strings.Contains(line, next) || strings.Contains(line, "1") { // as few
			key, step = choiceOf(line)
		}
		deep := len(line) - len(strings.TrimLeft(line, " \t"))
		switch {
		case len(plan) > 0 && deep > indent:
		case len(plan) > 1 && key == "1": // of another list
			return plan
		case key == next && (len(plan) > 0 || has(words(last+lead), "planned", "stepCounters")):
			plan, indent = append(plan, strings.TrimSpace(step)), deep
		case strings.TrimSpace(line) != "":
			last, lead = lead, line
		}
	}
	return plan
}

// reached are the numbers of steps of a plan that an answer says are done, with 1 and the one before that which it says
// comes next, 0 before the first, and the sentence that only says so.
func reached(answer string) (done []int, said string) {
	answer = head(answer)
	if w := words(answer); !hasDigits(w) || !has(w, "phases", "stepCounters") {
		return nil, ""
	}
	for _, s := range Sentences(answer) {
		lead, clauses := "", clausesOf(s)
		for i, clause := range clauses {
			w := bareWords(clause)
			before, after, is := around(w, "phases", "stepCounters")
			if n := len(strings.TrimRight(before, digits)); dense(w) && n < len(before) { // "第1步完成"
				before, after = before[:n], before[n:]+after
			}
			numbers, rest := leadingNumbers(after, clause)
			verb, behind, over := around(before+" | "+rest, "dones", "finals", "landeds")
			ready := over && !strings.Contains(verb, "|") && begins(behind, "towards") // "ready for step 2"
			starts := ready || has(w, "startsWith", "begin", "goesOn")
			switch {
			case !is || numbers == nil || begins(rest, "ofs") && !dense(w) && !has(rest, "planned") && !hasDigits(rest),
				over && !dense(w) && len(counted(before, "dones", "finals", "landeds")) > 0: // "the test of step 2"
			case ready, starts && asks(s), !over && (has(w, "nexts") || only(lead, "nexts")):
				done = append(done, min(1, numbers[0]-1), numbers[0]-1)
				if !asks(s) {
					said = s
				}
			case over && !starts && (!asks(s) || i < len(clauses)-1) && !has(w, "nots", "undones", "agains") &&
				!has(verb, "stillTo", "shoulds", "doubts", "befores", "cans"):
				done = append(done, numbers...)
			}
			lead = w
		}
	}
	return done, said
}

// leadingNumbers are the numbers that words of a clause begin with, "1 and 2", or the ends of a range of them, "1-3".
func leadingNumbers(w, clause string) (all []int, rest string) {
	for more := true; more; {
		behind := strings.TrimLeft(w, digits)
		n, err := strconv.Atoi(w[:len(w)-len(behind)])
		if err != nil || n == 0 {
			break
		}
		all = append(all, n)
		w, more = consume(strings.TrimSpace(behind), "ands", "throughs")
		more = more || strings.Contains(clause, strconv.Itoa(n)+"-")
	}
	return all, w
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
