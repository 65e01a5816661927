package prompt

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// maxReply is the longest prompt, in bytes, that answers a question of the model.
const maxReply = 300

// idle are questions about what to do next, whose answers decide nothing.
const idle = `anything else|what next|what s next|shall i continue|should i continue|shall i proceed|should i proceed|ready to|want me to commit|should i commit|shall i commit|does that|does this|is that ok|sound good|look good|
noch etwas|weitermachen|soll ich fortfahren|autre chose|je continue|algo más|continúo|mais alguma|continuo|altro|что дальше|продолжить|ещё что|还有什么|继续吗|他に|続けますか`

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
	if at < 0 || len(sentences)-at > maxSteps || reply == "" || len(reply) > maxReply || strings.HasSuffix(reply, "?") || strings.HasPrefix(reply, "/") {
		return "", "", false
	}
	question = strings.ReplaceAll(strings.TrimLeft(sentences[at], "-*>#0123456789. "), "**", "")
	if holds(words(question), idle) || OnlyGoesOn(reply) || Concludes(reply) || !replies(question, strings.Join(sentences, " "), reply) {
		return "", "", false
	}
	if picksOne(reply) {
		reply = option(answer, reply)
	}
	return shortened(question, maxStep), reply, true
}

// chooses begins a reply that settles a question.
const chooses = `yes|yeah|yep|no|nope|don t|do not|not|both|neither|either|the first|the second|the third|the former|the latter|option|let s go with|go with|take|use|keep|
ja|nein|beide|keines|nimm|option|oui|non|les deux|prends|plutôt|sí|si|no|ambos|usa|toma|sim|não|ambos|use|sì|entrambi|prendi|да|нет|оба|возьми|используй|是|不|用|都|选|はい|いいえ|両方|使`

// maxFree is how many words a reply has at most that settles an open question.
const maxFree = 5

// replies reports whether words are an answer to a question: they choose, are few, or
// take up a word of it.
func replies(question, asked, reply string) bool {
	said := strings.Fields(words(reply))
	if picksOne(reply) || prefix(strings.TrimSpace(words(reply)), chooses) > 0 {
		return true
	}
	if holds(words(question), opens) && len(said) <= maxFree {
		return true
	}
	known := words(asked)
	for _, w := range said {
		if utf8.RuneCountInString(w) > 3 && strings.Contains(known, " "+stem(w)) && !strings.Contains(common, " "+w+" ") {
			return true
		}
	}
	return false
}

// opens is in a question that any words may answer; common are words that two texts
// share by chance.
const (
	opens  = `which|what|where|who|when|how|why|welche|welcher|welches|was|wo|wer|wann|wie|quel|quelle|quels|quoi|où|comment|cuál|qué|dónde|cómo|qual|quale|onde|como|dove|come|какой|какая|какие|что|где|как|哪|什么|どの|どれ|何`
	common = ` this that with have your would like want what which there here from into also just then them they when should could will does make need some more only about now `
)

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
			return choice + ": " + shortened(strings.TrimLeft(strings.ReplaceAll(row(s[len(key)+1:]), "**", ""), " "), maxStep)
		}
	}
	return choice
}
