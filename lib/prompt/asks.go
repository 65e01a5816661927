package prompt

import (
	"cmp"
	"slices"
	"strings"

	"holdfast/lib/each"
)

// TakesUp reports whether a prompt begins with that something spoken of before is to be done: "do it. with a test".
func TakesUp(text string) bool {
	all := Sentences(head(text))
	return len(all) > 1 && OnlyGoesOn(all[0]) && (Resumes(all[0]) || has(bare(all[0]), "goesOn"))
}

// OnlyGoesOn reports whether a prompt asks for nothing but to go on: "weiter", "продолжай", "继续".
func OnlyGoesOn(text string) bool {
	said, lists := bare(text), []string{"goesOn", "agrees", "others", "statuses"}
	return only(said, lists...) || only(past(said, "greetings"), lists...) || said == "do" // "please do"
}

// Resumes reports whether a prompt asks to go on with something, or about what was told before ("link it from there").
func Resumes(text string) bool {
	clauses := allClauses(head(text))
	for len(clauses) > 1 && only(bare(clauses[0]), "agrees", "greetings") {
		clauses = clauses[1:]
	}
	if len(clauses) == 0 {
		return false
	}
	rest := past(bare(clauses[0]), "agrees")
	over := past(rest, "goesOn")
	ends := only(bare(clauses[len(clauses)-1]), "goesOn")
	told := begins(rest, "pointers") || strings.HasPrefix(rest, "i ") || has(rest, "crashes")
	known := begins(over, "definites") && strings.Count(over, " ") < 4 && !has(over, "reports", "copulas")
	return len(clauses) > 1 && (only(rest, "goesOn") || told && ends) || existing(rest) != "" ||
		refers(text) || known || AsksRest(text)
}

// Gives reports whether a prompt only gives what the work is to be done with: "here are the texts: texts.txt".
func Gives(text string) bool {
	return begins(bare(text), "handOvers") && !slices.ContainsFunc(allClauses(head(text)), wants)
}

// OtherWork is OwnWork of a prompt that orders some. beside says that it calls it further work.
func OtherWork(text string) (goal string, beside bool) { return Ordered(text, OwnWork(text)) }

// Ordered is OtherWork of a prompt whose OwnWork is known.
func Ordered(text, own string) (goal string, beside bool) {
	if !slices.ContainsFunc(allClauses(own), wants) {
		return "", false
	}
	return own, has(bareWords(written(text)), "besides")
}

// OwnWork is the goal of a prompt, ordered or not, "" for one that goes on with what was before: that replies, begins
// with a question, points back, or asks for that again or for less of it.
func OwnWork(text string) string {
	text = written(text)
	g, w, all := weakName(text), bareWords(text), Sentences(ownWords(text))
	i := start(w, "pointers", "theys")
	if len(all) == 0 || !Names(g) || ruled(g) || Resumes(text) || OnlyLooks(text) || Gives(text) ||
		GoesOnWith(g) != "" ||
		len(all) > 1 && asks(all[0]) || Questions(text) && asks(g) ||
		strings.HasSuffix(g, "?") && !isOrder(asking(bareWords(g))) || // "for the next phases, we will have it too?"
		begins(clauseless(all[0]), "refuses", "thens", "hesitates") || has(w, "objections", "redresses") ||
		isPick(trimStart(bareWords(g), "efforts")) || // "do option 1"
		dense(all[0]) && has(bareWords(all[0]), "interrogatives") || // "怎么启动项目"
		i > 0 && begins(strings.TrimSpace(w[i:]), "those") || has(bareWords(g), "things", "refers", "otherOnes") ||
		len(counted(strings.Join(all, " "), "anything")) < 2 && !dense(g) {
		return ""
	}
	return g
}

// wants says whether a clause orders something, or says that somebody wants or needs it.
func wants(clause string) bool {
	w := asking(bareWords(clause))
	return isOrder(w, "removes", "turns") || has(w, "wishes", "needs", "ourNeeds", "shoulds", "builds", "woulds")
}

// existing is the work that a request asks to go on with or to finish.
func existing(asked string) string {
	const few = 4
	if over, found := consume(asked, "goesOn"); found && begins(over, "withs") {
		return trimStart(over, "withs")
	}
	first, last := start(asked, "finishes"), len(asked)
	n, end := start(asked, "parted"), last-end(asked, "trails")
	if end < last && (n > 0 || unspaced(asked[end:])) {
		first, last = n, end
	}
	work := strings.TrimSpace(asked[first:max(first, last)])
	if first == 0 && last == len(asked) || len(strings.Fields(work)) > few || has(work, "unasked") {
		return ""
	}
	return work
}

// OnlyLooks reports whether a prompt asks only to look at something, or to change nothing yet.
func OnlyLooks(text string) bool {
	looks, more, work := false, false, false
	for _, s := range Sentences(ownWords(text)) {
		w := bareWords(s)
		what, wish := consume(asking(w), "ourNeeds", "wishes")
		seen := has(w, "looks", "tellings", "statuses", "forbids")
		work = work || wish && !begins(trimStart(what, "tos"), "looks", "tellings", "unscoped", "chats", "yous") &&
			!has(firstWords(what, 4), "ponderings") || // "I want a plan, no code yet"
			!seen && (dense(w) && has(w, "obliges", "wishes") || isOrder(asking(w), "removes", "turns"))
		for clause := range strings.SplitSeq(w, " , ") {
			if only(clause, "forbids", "once") && has(clause, "forbids") {
				return !work // "I want to add seats. Plan it first, no code yet"
			}
		}
		asked := trimStart(past(strings.ReplaceAll(w, " , ", " "), "courtesies", "greetings", "pulls"), "ands")
		open := asks(s) && has(w, "interrogatives") && has(w, "inLeads") // "which are still open, and why?"
		looking := open || begins(asked, "looks", "statuses", "tellings") ||
			dense(w) && has(w, "looks", "statuses", "tellings")
		looks = looks || looking
		at, n := first(asked, []string{"ands"}, false)
		// not of what is told: "tell me how the check works that finds an open session and stops the prompt"
		also := n > 0 && (at < 40 || !begins(asked, "tellings") || wants(asked[at+n:]))
		more = more || looking && !open && also || !looking && !asks(s) && asked != ""
	}
	return looks && !more
}

// AsksRest reports whether a prompt asks for all that was left, not "the REST endpoint fails" or "the rest tomorrow".
func AsksRest(text string) bool {
	asked := asking(bare(text))
	of := trimStart(asked, "others")
	whole := of == "" || unspaced(asked) || begins(of, "ofs", "todays", "joints", "fillers", "agrees")
	return begins(asked, "others") && whole && !has(of, "laters")
}

// refers reports whether a request is about what was told before, and names nothing itself.
func refers(text string) bool {
	asked := past(bareWords(text), "courtesies")
	verb, object, _ := strings.Cut(asked, " ")
	rest := trimStart(object, "refers")
	told := !strings.Contains(rest, " ") || rest[0] == ',' || begins(rest, "follows")
	return begins(object, "refers") && told && !begins(verb, "unasked") || unspaced(asked) && has(asked, "refers")
}

// GoesOnWith are the first words of what a prompt asks to go on with, "" for none.
func GoesOnWith(text string) string {
	first, _, _ := strings.Cut(text, ",")
	return firstWords(cmp.Or(existing(bare(text)), existing(bare(first))), 3)
}

// Asks reports whether a prompt asks for something of its own: not only to go on, for a branch, or for saved work.
func Asks(text string) bool {
	s := bare(text)
	rest := past(s,
		"goesOn", "agrees", "contents", "greetings", "pulls", "others", "statuses", "goodbyes", "laters", "workings")
	asks := s == "" && len(text) > maxBare || rest != "" && s != "do" && !switchesBranch(text)
	return asks && !IsOurs(strings.TrimSpace(text))
}

// Concludes reports whether a prompt only ends finished work: "perfect, commit and push", "android is ok too. push it".
func Concludes(text string) bool {
	works := func(s string) bool { // a few words that end in that it does
		w := trimEnd(bareWords(s), "toos")
		return strings.Count(w, " ") < maxName+1 && ends(w, "workings", "agrees", "contents") && !isOrder(w) && !asks(s)
	}
	if all := Sentences(head(text)); len(all) > 1 && works(all[0]) {
		text = strings.Join(all[1:], " ")
	}
	s := bare(text)
	return s != "" && past(s, "goesOn", "agrees", "greetings", "concluding", "workings") == ""
}

// Records reports whether a prompt asks only for a commit and for what tells of it: "commit, and update the changelog".
func Records(text string) bool {
	s := bare(text)
	return has(s, "commits") && past(s, "goesOn", "agrees", "greetings", "concluding", "committing", "recording") == ""
}

// Blocked reports whether an answer to an order to commit or push says that this failed, or asks what to do.
func Blocked(text, answer string) bool {
	return has(bare(text), "commits") && (Asked(answer) != "" || has(words(answer), "fails"))
}

// OnlyCommits reports whether a step is done once all is committed, or says that it is: "commit the changes", "commit
// tomorrow", "committed and pushed".
func OnlyCommits(step string) bool {
	what, _ := undelayed(bareWords(step))
	return past(what, "committing", "landeds") == "" && has(what, "commits", "landeds")
}

// Landed is an answer without the sentences that say no more than that nothing is committed, where it was since.
func Landed(answer string, committed bool) string {
	all := Sentences(answer)
	kept := each.Without(all, func(s string) bool {
		short := committed && len(strings.Fields(s)) <= 2*maxLead
		return short && !asks(s) && has(words(s), "landeds") && has(words(s), "undones")
	})
	if len(kept) == len(all) {
		return answer
	}
	return strings.Join(kept, "\n")
}

// ours are our slash commands about saved work: what comes after them is about that, too.
var ours = []string{"recover", "checkpoint", "handoff", "finalize", "rollback", "task-checkpoint"}

// Recovers reports whether a slash command is the one that continues earlier work.
func Recovers(name string) bool { return strings.TrimPrefix(name, "holdfast:") == ours[0] }

// IsOurs reports whether a text is one of our slash commands.
func IsOurs(text string) bool {
	name, ok := strings.CutPrefix(firstWords(text, 1), "/")
	return ok && strings.HasPrefix(text, "/") && slices.Contains(ours, strings.TrimPrefix(name, "holdfast:"))
}

const thumbs = "👍👌🙏✅💪🆗🏻🏼🏽🏾🏿 !" // are a yes where a prompt is nothing else

// bare is a short text's words without those of courtesy in its middle, "" for a longer one.
func bare(text string) string {
	if text = untold(strings.TrimSpace(unpictured(text))); len(text) > maxBare {
		return ""
	} else if text != "" && strings.Trim(text, thumbs) == "" {
		return "yes"
	}
	polite := []string{",", "please", "bitte", "mal", "doch", "jetzt", "пожалуйста"}
	kept := slices.DeleteFunc(strings.Fields(words(text)), func(w string) bool { return slices.Contains(polite, w) })
	return strings.Join(kept, " ")
}

// untold is a text without the clauses before its last that only greet or tell why work ended: "it crashed, go on".
func untold(text string) string {
	i := strings.IndexFunc(text[:min(len(text), maxBare)], func(r rune) bool {
		return (r < 'A' || r > 'z') && strings.ContainsRune(clauseMarks+".!\n。！", r) // as few are
	})
	w := bareWords(text[:max(i, 0)])
	tells := only(w, "crashes", "machines", "pointers", "articles", "copulas", "ands", "greetings", "selves",
		"runnings")
	after := strings.TrimLeft(text[max(i, 0):], clauseMarks+" .!\n。！")
	if !tells || after == "" || !has(w, "crashes", "greetings", "runnings") {
		return text
	}
	return untold(after)
}

// switchesBranch reports whether a short text only asks for a branch: "work on feat/login".
func switchesBranch(text string) bool {
	s := strings.ToLower(row(strings.TrimRight(strings.TrimSpace(text), ".!。")))
	s = past(strings.NewReplacer("'", " ", "’", " ").Replace(s), "switchLeads")
	if before, name, makes := around(s, "makesBranch"); makes && (before == "" || dense(s)) {
		name = past(trimEnd(name, "trunks"), "articles")
		signs := !strings.Contains(name, " ") && !dense(name) && strings.ContainsAny(name, "/-_#."+digits)
		return name == "" || signs || begins(name, "called") || !dense(s) && begins(name, "links") && !has(name, "ands")
	}
	n := start(s, "switches")
	branch := past(trimEnd(strings.TrimSpace(s[n:]), "trunks"), "articles")
	left := len(strings.Fields(branch))
	// What is vague is of a branch only where the word is said.
	return n > 0 && !strings.ContainsAny(s, ",;?") && !has(branch, "ands") &&
		(has(s[n:], "branchWords") && left <= 5 || left == 1 && !phrasesOf("vagueSwitches").is(s[:n]))
}
