package autosave

import (
	"cmp"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// decisions are the user's answers to questions, what answers say was chosen, and what a prompt corrects,
// redirects or throws away for a reason, under their own beginnings; gone are the line's that one corrects.
func (f Facts) decisions(t talk) (m *yamldoc.Node, gone []string) {
	m = yamldoc.Map()
	add := func(name, text string) {
		if name != "" {
			put(m, name, short(text, maxAnswer))
		}
	}
	var settled []transcript.Answer
	var chosen, last []string    // what was decided last is of prompt at
	menu, about, at := "", "", 0 // menu: of which an option was taken last
	answer, _ := f.State.Answer()
	if f.firstTurn() > 0 || f.Conversation.Before.Answer != "" { // the first prompt may reply to it
		answer = ""
	}
	for i := f.firstTurn(); i < len(t.prompts); i++ {
		puts := func(why string) bool { return noDecision(t.prompts[i], why) }
		said := slices.DeleteFunc(prompt.Dropped(t.prompts[i], false), puts)
		drops, why := said, t.prompts[i]
		if prompt.Redirects(why) || len(why) <= maxNow && prompt.Discards(why, why) && !puts(why) {
			said = []string{why}
		}
		so, not := prompt.Corrected(t.prompts[i])
		other, back := prompt.Reverses(t.prompts[i], menu)
		made := !back && i > 0 && f.changes(i-1) // just before, which nobody had decided
		reversed := other != "" && (made || len(last) > 0 && (i == at+1 || back && i < at+few))
		if fixes := so != "" && answer != ""; fixes || len(drops) > 0 || reversed || len(prompt.TakesBack(why)) > 0 {
			wrong := func(text string) bool {
				held := fixes && prompt.Holds(text, not) || reversed && slices.Contains(last, text)
				return held || prompt.TakesOut(drops, text) || prompt.Lifts(why, text)
			}
			settled = slices.DeleteFunc(settled, func(a transcript.Answer) bool {
				return wrong(a.Question + " " + a.Answer)
			})
			if chosen = slices.DeleteFunc(chosen, wrong); fixes {
				chosen = append(chosen, so)
			}
			gone = append(gone, each.If(f.State.Decisions, func(d line.Item) (string, bool) {
				return d.String(), d.At.Before(f.Conversation.Prompts[i].Time) && wrong(d.String())
			})...)
		}
		q, reply, ok := prompt.Decided(answer, t.prompts[i])
		if reversed {
			drops = append(drops, other)
		}
		if !ok && menu != "" && len(drops) > 0 { // "drop bloom, do b", "hm, actually a"
			_, reply, ok = prompt.Decided(menu, drops[len(drops)-1])
			ok, q = ok && prompt.Vague("", reply), about
		} else if ok && prompt.Vague("", reply) {
			if prompt.Vague(q, reply) && prompt.Questions(q) { // what "we could" do, its option says
				q = strings.TrimSpace(short(cmp.Or(prompt.Topic(answer), t.asksBefore(i)), 80) + " " + q)
			}
			menu, about = answer, q
		}
		if ok {
			settled, said = append(settled, transcript.Answer{Question: q, Answer: reply}), nil // told with it
			chosen = slices.DeleteFunc(chosen, func(text string) bool { return text == so })
		}
		asked := cmp.Or(prompt.Asked(answer), prompt.Topic(answer), t.questionBefore(i))
		answer = t.answers[i]
		within := func(s string) bool { return ok && strings.Contains(reply, s) || laysDown(t.prompts[i], s) }
		states := prompt.About(t.prompts[i], asked, each.Without(prompt.Settled(t.prompts[i]), within))
		if reversed && !ok {
			states = append(states, other)
		}
		said = each.Once(slices.DeleteFunc(said, brief), states)
		if ok || len(said) > 0 {
			last, at = append(said, q+" "+reply), i
		}
		chosen = slices.Concat(chosen, said, prompt.Chosen(t.answers[i]))
	}
	for _, text := range line.NewestOf(chosen, 5) {
		add(short(text, 60), text)
	}
	answers := each.Without(f.Conversation.Answers, leavesOpen)
	for _, a := range slices.Concat(line.NewestOf(settled, 8), answers) {
		add(short(a.Question, maxTaskLength), a.Answer)
	}
	return m, gone
}

// asksBefore is what the prompt before one asks for, "" where it only picks or goes on.
func (t talk) asksBefore(i int) string {
	if i == 0 || prompt.OnlyPicks(t.prompts[i-1]) || prompt.OnlyGoesOn(t.prompts[i-1]) {
		return ""
	}
	return prompt.Condensed(t.prompts[i-1])
}

// questionBefore is the first question of the prompt before one.
func (t talk) questionBefore(i int) string {
	return each.First(prompt.Sentences(append([]string{""}, t.prompts...)[i]), prompt.Questions)
}

// brief says whether a reason says too little to be told.
func brief(why string) bool { return len(strings.Fields(why)) <= few && !prompt.Redirects(why) }

// leavesOpen says whether an answer neither settles its question nor says much of its own.
func leavesOpen(a transcript.Answer) bool {
	return !prompt.Settles(a.Question, a.Answer) && !(prompt.Weighs(a.Answer) && prompt.Names(a.Answer))
}

// noDecision says whether what a prompt leaves out is a rule of it, put off, wrong, or done today by the user: "todo
// for monday: drop the flag".
func noDecision(text, why string) bool {
	return len(prompt.PutsOff(why)) > 0 || prompt.Scolds(why) || prompt.Due(why) || laysDown(text, why)
}

// laysDown says whether a sentence of a prompt is a rule, which is told as one: "and no npm deps".
func laysDown(text, why string) bool {
	return slices.ContainsFunc(prompt.Rules(text), func(r string) bool {
		lead, is := strings.CutSuffix(why, r)
		return is && (len(lead) <= len("and ") || strings.HasSuffix(strings.TrimSpace(lead), ":"))
	})
}
