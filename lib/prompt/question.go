package prompt

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// maxReply is the longest prompt, in bytes, that answers a question of the model.
const maxReply = 300

// Decided is the question that an answer of the model ends with and what the user
// said to it, ok is false where they settle nothing: there is no question, or it is
// one about going on, or the words after it are no answer.
func Decided(answer, reply string) (question, said string, ok bool) {
	sentences := Sentences(lastParagraph(answer))
	at := -1
	for i, s := range sentences {
		if strings.HasSuffix(strings.TrimRight(s, "*_)\" "), "?") || strings.HasSuffix(s, "？") {
			at = i
		}
	}
	reply = row(cmp.Or(ownWords(reply), reply))
	if at < 0 || len(sentences)-at > maxSteps {
		return "", "", false
	}
	if reply == "" || len(reply) > maxReply || strings.HasSuffix(reply, "?") || strings.HasPrefix(reply, "/") {
		return "", "", false
	}
	question = strings.ReplaceAll(strings.TrimLeft(sentences[at], "-*>#0123456789. "), "**", "")
	idle := holds(words(question), phrasesOf("idle")) || OnlyGoesOn(reply) || Concludes(reply)
	if idle || !replies(question, strings.Join(sentences, " "), reply) {
		return "", "", false
	}
	if picksOne(reply) {
		reply = option(answer, reply)
	}
	return shortened(question, maxStep), reply, true
}

// maxFree is how many words a reply has at most that settles an open question.
const maxFree = 5

// replies reports whether words are an answer to a question: they choose, are few, or
// take up a word of it.
func replies(question, asked, reply string) bool {
	said := strings.Fields(words(reply))
	if picksOne(reply) || prefix(strings.TrimSpace(words(reply)), phrasesOf("chooses")) > 0 {
		return true
	}
	if holds(words(question), phrasesOf("opens")) && len(said) <= maxFree {
		return true
	}
	known := words(asked)
	for _, w := range said {
		says := utf8.RuneCountInString(w) > 3 && !strings.Contains(common, " "+w+" ")
		if says && strings.Contains(known, " "+stem(w)) {
			return true
		}
	}
	return false
}

// common are words that two texts share by chance.
const common = ` this that with have your would like want what which there here from into also just then ` +
	`them they when should could will does make need some more only about now `

// option is a choice from a menu with the words that the menu has for it.
func option(answer, choice string) string {
	key := strings.ToLower(strings.Trim(choice, " .)("))
	if utf8.RuneCountInString(key) > 2 {
		return choice
	}
	for line := range strings.Lines(answer) {
		s := strings.TrimLeft(strings.TrimSpace(line), "-*( ")
		rest, ok := strings.CutPrefix(strings.ToLower(s), key)
		if ok && rest != "" && strings.IndexByte(".):", rest[0]) >= 0 {
			text := strings.TrimLeft(strings.ReplaceAll(row(s[len(key)+1:]), "**", ""), " ")
			return choice + ": " + shortened(text, maxStep)
		}
	}
	return choice
}
