package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxReply is the longest prompt, in bytes, that answers a question of the model.
	maxReply = 300
	// maxFree is how many words a reply has at most that settles an open question.
	maxFree = 5
)

// asks says whether a sentence is a question.
func asks(s string) bool {
	s = strings.TrimRight(s, "*_)\" ")
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
}

// Decided is the question that an answer of the model ends with and what the user
// said to it, ok is false where they settle nothing: there is no question, or it is
// one about going on, or the words after it are no answer.
func Decided(answer, reply string) (question, said string, ok bool) {
	sentences := Sentences(lastParagraph(answer))
	for _, s := range sentences[max(0, len(sentences)-maxSteps):] {
		if asks(s) {
			question = s
		}
	}
	reply = row(cmp.Or(ownWords(reply), reply))
	noReply := reply == "" || len(reply) > maxReply || strings.HasSuffix(reply, "?") || strings.HasPrefix(reply, "/")
	if question == "" || noReply || OnlyGoesOn(reply) || Concludes(reply) {
		return "", "", false
	}
	question = strings.ReplaceAll(strings.TrimLeft(question, "-*>#0123456789. "), "**", "")
	if phrasesOf("idle").in(words(question)) || !replies(question, strings.Join(sentences, " "), reply) {
		return "", "", false
	}
	if picksOne(reply) {
		reply = option(answer, reply)
	}
	return shortened(question, maxStep), reply, true
}

// replies reports whether words are an answer to a question: they choose, are few, or
// take up a word of it.
func replies(question, asked, reply string) bool {
	w := bareWords(reply)
	said, known := strings.Fields(w), words(asked)
	if picksOne(reply) || phrasesOf("chooses").start(w) > 0 ||
		len(said) <= maxFree && phrasesOf("opens").in(words(question)) {
		return true
	}
	return slices.ContainsFunc(said, func(w string) bool {
		says := utf8.RuneCountInString(w) > 3 && phrasesOf("common").start(w) == 0
		return says && strings.Contains(known, " "+stem(w))
	})
}

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
