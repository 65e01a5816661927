package transcript

import (
	"cmp"
	"strings"
	"time"
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
func (o *Outline) block(b block, at time.Time) {
	switch {
	case string(b.typ) == "text":
		o.turn(ToldModel, ends(strings.TrimSpace(text(b.text)), maxTold), at)
	case tools[string(b.name)] == edit:
		path := cmp.Or(text(member(b.input, "file_path")), text(member(b.input, "notebook_path")))
		o.Files = addNew(o.Files, path)
	case tools[string(b.name)] == shell:
		command := strings.TrimSpace(clip(text(member(b.input, "command")), maxCommand))
		if message := commitMessage(command); message != "" {
			o.turn(ToldCommit, message, at)
		} else {
			o.turn(ToldCommand, clip(command, maxRun), at)
		}
	}
}

// commitMessage is the message that a shell command gives a commit, "" where it
// makes none or takes the message from elsewhere.
func commitMessage(command string) string {
	_, rest, ok := strings.Cut(command, "git commit")
	if !ok {
		return ""
	}
	if _, after, ok := strings.Cut(rest, "<<"); ok {
		word, body, _ := strings.Cut(strings.TrimLeft(after, "-~"), "\n")
		word, _, _ = strings.Cut(strings.TrimSpace(word), " ")
		message, _, _ := strings.Cut(body, "\n"+strings.Trim(word, `"'`))
		return strings.TrimSpace(message)
	}
	message := ""
	for i, word := range strings.SplitAfter(rest, " ") {
		if rest = rest[len(word):]; i > 0 && strings.HasPrefix(word, "-") && strings.HasSuffix(word, "m ") {
			message = strings.TrimSpace(rest)
			break
		}
	}
	if message == "" {
		return ""
	}
	if quote := message[:1]; quote == `"` || quote == "'" {
		message, _, _ = strings.Cut(message[1:], quote)
	} else {
		message, _, _ = strings.Cut(message, " ")
	}
	return strings.TrimSpace(message)
}

// title takes in a record that names the session: the user's name for it counts
// more than the client's, and that more than its summary; of equals the last.
func (o *Outline) title(r *record) {
	for i, typ := range []string{"summary", "ai-title", "custom-title"} {
		// A summary before the first record of the session is another one's.
		if string(r.typ) != typ || i < o.titled || i == 0 && o.First.IsZero() {
			continue
		}
		if name := strings.Join(strings.Fields(clip(text(r.title), maxRun)), " "); name != "" {
			o.Title, o.titled = name, i
		}
	}
}
