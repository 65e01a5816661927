package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// Task is what a prompt that gives the model a role, as programs write those of their workers, has done: what is behind
// "Task:" or "Your task is to", else behind who it is and how it is to work. is is false for other prompts.
func Task(text string) (task string, is bool) {
	text = fence.Head(text, maxRuled)
	all := each.Of(Sentences(fence.Head(text, maxRule)), Unmarked)
	if !slices.ContainsFunc(all[:min(len(all), 4)], givesRole) {
		return "", false
	}
	orders, told := "", "" // from the first sentence on that orders something for once, or says no more how to work
	for rest := text; rest != ""; rest = behindSentence(rest) {
		line, more, _ := strings.Cut(rest, "\n")
		s := append(Sentences(Unmarked(fence.Head(line, maxRule))), "")[0]
		lead, _, colon := cutColon(s)
		if w := bareWords(lead); (colon || s == w || strings.HasPrefix(line, "#")) && phrasesOf("taskLeads").is(w) {
			_, task, _ = cutColon(line)
			if task = strings.Trim(task+"\n"+more, "* \n"); task != "" {
				return task, true
			}
		}
		if task := without(s, "taskIs"); task != s {
			return strings.TrimSpace(rest[max(0, strings.Index(rest, task)):]), true
		}
		w := asking(bareWords(s))
		how := begins(w, "nevers", "nots", "refuses", "bans", "withouts", "always", "commits") || givesRole(s)
		if orders == "" && !how && wants(s) && len(Rules(s)) == 0 {
			orders = rest
		}
		if told == "" && !how && w != "" {
			told = rest
		}
	}
	return strings.TrimSpace(cmp.Or(orders, told, text)), true
}

// behindSentence is what of a text is behind its first sentence or line.
func behindSentence(text string) string {
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if r == '\n' || strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && spaceAt(text, end) {
			return strings.TrimLeftFunc(text[end:], unicode.IsSpace)
		}
	}
	return ""
}

// givesRole says whether a sentence says who the model is: "You are worker 3 of 8", not "you are right".
func givesRole(s string) bool {
	w := past(strings.ReplaceAll(bareWords(s), " , ", " "), "courtesies", "joints")
	if now := trimStart(w, "fromNows", "henceforth"); now != w { // "from now on work and act as a senior developer"
		before, _, is := around(now, "roles")
		if w = now; is && strings.Count(before, " ") < 4 && !has(before, "nots", "nevers", "articles") {
			w = strings.TrimSpace(now[len(before):])
		}
	}
	n := start(w, "roles")
	who := past(strings.TrimSpace(w[n:]))
	verb, _, _ := strings.Cut(who, " ")
	return n > 0 && who != "" && !asks(s) && !begins(who, "unroles") && !strings.HasSuffix(verb, "ing")
}
