package transcript

import (
	"cmp"
	"strings"
	"time"

	"holdfast/lib/fence"
)

// The kinds of a turn.
const (
	ToldUser    = "user"
	ToldModel   = "claude"
	ToldCommand = "command" // that the model ran
	ToldCommit  = "commit"  // the message of one that it made
	ToldSummary = "summary" // of what was compacted, by the client
)

// A Turn is something that was said or done in a session.
type Turn struct {
	Who  string    `json:"who"`
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

func (o *Outline) turn(who, words string, at time.Time) {
	if words != "" && len(o.Turns) < maxTurns {
		o.Turns = append(o.Turns, Turn{Who: who, Text: words, At: at})
	}
}

// block takes in a piece of a message of the model.
func (o *Outline) block(block value, at time.Time) {
	input := block.get("input")
	switch tool := tools[block.get("name").str()]; {
	case block.get("type").str() == "text":
		o.turn(ToldModel, ends(strings.TrimSpace(block.get("text").text()), maxTold), at)
	case tool == edit:
		o.Files = addNew(o.Files, pathIn(input))
	case tool == shell:
		command := strings.TrimSpace(fence.Head(input.get("command").text(), maxCommand))
		if message := commitMessage(command); message != "" {
			o.turn(ToldCommit, message, at)
		} else {
			o.turn(ToldCommand, fence.Head(command, maxRun), at)
		}
	}
}

// commitMessage is the message that a shell command gives a commit, "" where it
// makes none or takes the message from elsewhere.
func commitMessage(command string) string {
	_, rest, _ := strings.Cut(command, "git commit")
	if _, document, ok := strings.Cut(rest, "<<"); ok {
		word, body, _ := strings.Cut(strings.TrimLeft(document, "-~"), "\n")
		word, _, _ = strings.Cut(strings.TrimSpace(word), " ")
		message, _, _ := strings.Cut(body, "\n"+strings.Trim(word, `"'`))
		return strings.TrimSpace(message)
	}
	for word := range strings.SplitAfterSeq(rest, " ") {
		if rest = rest[len(word):]; !strings.HasPrefix(word, "-") || !strings.HasSuffix(word, "m ") {
			continue
		}
		end, message := " ", strings.TrimSpace(rest)
		if message != "" && (message[0] == '"' || message[0] == '\'') {
			end, message = message[:1], message[1:]
		}
		message, _, _ = strings.Cut(message, end)
		return strings.TrimSpace(message)
	}
	return ""
}

// Title is what the user calls the session, else the client, else its summary.
func (o *Outline) Title() string {
	title := cmp.Or(o.titles.Custom, o.titles.Client, o.titles.Summary)
	return fence.Head(strings.Join(strings.Fields(title), " "), maxRun)
}
