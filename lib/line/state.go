// Package line knows lines of work: what is continued, where a session is only one sitting at it. A line is one
// session folder of artifacts, with the folders that were merged into it. Its state is computed from its own
// artifacts by one pure function, State.With, that takes them in one by one, for the brief, the commands and the next
// save. Foreign artifacts never change a state; they are shown beside it.
package line

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

// A Head is the part of a state that the line's row in the register holds: a new field goes into Line.fields too.
type Head struct {
	Goal        string    `json:"goal"`
	Written     bool      `json:"written"` // a person or model wrote to the line
	Closed      bool      `json:"closed"`
	Began       time.Time `json:"began,omitzero"`
	Saved       time.Time `json:"saved,omitzero"`  // of the newest artifact
	Wrote       time.Time `json:"wrote,omitzero"`  // when the newest written one was saved
	Path        string    `json:"path"`            // of the newest artifact, project-relative
	Beads       []string  `json:"beads,omitempty"` // of all artifacts
	Follows     string    `json:"follows,omitempty"`
	Team        string    `json:"team,omitempty"`         // of agents, whose line it is
	PullRequest string    `json:"pull_request,omitempty"` // its address or number
	// Branches are those on which sittings changed files, newest last.
	Branches []string `json:"branches"`
	Branch   string   `json:"branch,omitempty"` // that the newest artifact was saved on
	Commit   string   `json:"commit,omitempty"`
	Clean    bool     `json:"clean,omitempty"`    // nothing was uncommitted then
	Sessions []string `json:"sittings"`           // the ids of those that saved to the line, oldest first
	OnlyFor  string   `json:"only_for,omitempty"` // the one session that it is told to, "" for all
	Outcome  string   `json:"outcome,omitempty"`  // of the newest written artifact
	Rules    []Item   `json:"rules"`              // oldest first, as all lists of items
	Lifted   []Item   `json:"lifted,omitempty"`   // what was resolved and was no step: it may be a rule of any line
}

// A State is all that is known of a line, as it was saved: whoever shows a text neutralises it.
type State struct {
	Head
	Now   string `json:"now"`             // as the newest written artifact says, in an automatic line the newest
	Since string `json:"since,omitempty"` // what a hook saved after the written now
	Bead  string `json:"bead,omitempty"`

	Next      []Item    `json:"next"`
	Blockers  []Item    `json:"blockers"`
	Questions []Item    `json:"questions"`
	Decisions []Item    `json:"decisions"`
	Worked    []Item    `json:"worked"`
	Failed    []Item    `json:"failed"`
	Checks    []Command `json:"checks"`  // newest first, one of a kind
	Prompts   []Item    `json:"prompts"` // the user's words, whole
	Done      []Done    `json:"done"`    // newest first
	Files     []string  `json:"files"`   // changed files, newest first
	Changed   []File    `json:"changed"` // the same, with when each was changed last
	More      []More    `json:"more,omitempty"`
	// Commands and Read are what the sittings used again, newest first.
	Commands     []Command `json:"commands,omitempty"`
	Read         []string  `json:"read,omitempty"`
	LastSittings []Sitting `json:"last_sittings,omitempty"` // at most ten, oldest first
	// Resolved are the texts that the line's artifacts recorded as done or resolved and
	// that nothing said again, also those of other lines, such as a rule.
	Resolved []Item `json:"resolved,omitempty"`

	Plan      Mark `json:"plan"`                // when the open steps were last set down as a whole, and where
	Artifacts int  `json:"artifacts"`           // that were folded
	Recovered bool `json:"recovered,omitempty"` // the newest was made after its session ended without a save
	Ended     bool `json:"ended,omitempty"`     // it was made as its session ended
}

// What begins the parts of a now that a hook saved where no answer says where the work is: the last prompt, what came
// of it, with "; " between, and in that how far a turn got that no answer ended.
const (
	Asked    = "asked: "
	Answered = "answered: "
	SoFar    = "[so far "
)

// Answer is what the newest now says was answered; is is false where it says no such thing.
func (s State) Answer() (text string, is bool) {
	_, text, is = strings.Cut(cmp.Or(s.Since, s.Now), Answered)
	return text, is
}

// over reports whether the newest session of a line ended once its last prompt was answered, without a question.
func (s State) over() bool {
	answer, is := s.Answer()
	return is && s.Ended && !strings.HasPrefix(answer, SoFar) && prompt.Asked(answer) == ""
}

// An Item is one entry of a list, and when it was said: a blocker or prompt last, a decision as it is now, else first.
type Item struct {
	Name string    `json:"name,omitempty"` // of a decision
	Text string    `json:"text"`
	At   time.Time `json:"at,omitzero"`
	// Listed of a step: it stands only in an answer, so that it ends with the next work (passed).
	Listed bool `json:"listed,omitempty"`
}

// String is the item as one text: "name: text" where it has a name that is not its own beginning.
func (i Item) String() string {
	begin, cut := strings.CutSuffix(i.Name, "…")
	if i.Name == "" || i.Name == i.Text || cut && strings.HasPrefix(i.Text, begin) {
		return i.Text
	}
	return i.Name + ": " + i.Text
}

// A Command is one that a sitting used again, or a check, such as a test, that succeeded.
type Command = transcript.Command

// A Sitting is what one Claude Code session did on a line.
type Sitting struct {
	Date    time.Time `json:"date,omitzero"`
	Title   string    `json:"title"`
	Files   []string  `json:"files,omitempty"`
	Commits []string  `json:"commits,omitempty"`
	Session string    `json:"session_id,omitempty"`

	// What follows is known of the sittings of a project alone.
	Began   time.Time   `json:"-"`
	Line    string      `json:"line,omitempty"`
	Branch  string      `json:"branch,omitempty"`
	Read    []string    `json:"read,omitempty"`
	Prompts []string    `json:"prompts,omitempty"` // the beginnings of those that say something
	Ran     []string    `json:"-"`                 // as in a Conversation; what worked, where it had failed
	Words   rank.Packed `json:"-"`                 // by which a question finds it
}

// String is the sitting on one row.
func (s Sitting) String() string {
	text := strings.TrimSpace(ShortID(s.Session) + " " + s.Date.UTC().Format(time.DateOnly))
	if s.Title != "" {
		text += ": " + s.Title
	}
	text += inBrackets(s.Files)
	if len(s.Commits) > 0 {
		text += "; committed " + strings.Join(s.Commits, ", ")
	}
	return text
}

// A Done is something that was finished, with the files it touched.
type Done struct {
	Task  string    `json:"task"`
	Files []string  `json:"files,omitempty"`
	At    time.Time `json:"at,omitzero"`
}

// String is what was done on one row.
func (d Done) String() string { return d.Task + inBrackets(d.Files) }

func inBrackets(files []string) string {
	if len(files) == 0 {
		return ""
	}
	return " (" + strings.Join(files, ", ") + ")"
}

// More is a body key that only its newest writer decides, such as findings.
type More struct {
	Name  string   `json:"name"`
	Lines []string `json:"lines"`
}

// moreKeys are those, in the order in which they are shown. A start tells only those that atStart of recovery names.
var moreKeys = []string{
	"findings", "files_to_review", "continuation_prompt", "test", "related_beads", "final_solutions", "final_decisions",
	"artifacts_produced",
}

// A Mark is a moment of a line, and how many other sessions saved to it since.
type Mark struct {
	At       time.Time `json:"at,omitzero"`
	Commit   string    `json:"commit,omitempty"`
	Sessions int       `json:"sittings"`
}

// Texts are the items as lines, oldest first.
func Texts(items []Item) []string { return each.Of(items, Item.String) }

// PutOff tells which steps the user put off since then, or before by weeks or months: a step is his words, or a
// question with his reply behind it.
func (s State) PutOff(since time.Time) func(step Item) bool {
	prompts := slices.DeleteFunc(slices.Clone(s.Prompts), func(p Item) bool {
		return p.At.Before(since) && prompt.Far(p.Text) == 0
	})
	steps := func(p Item) []string {
		said := prompt.Looked(p.Text)
		return append(prompt.PutsOff(said), prompt.Unpicked("", "", said)...)
	}
	all := sync.OnceValue(func() []string { return slices.Concat(each.Of(prompts, steps)...) }) // there may be many
	return func(step Item) bool {
		end := strings.ToLower(strings.Trim(step.Text[strings.LastIndexByte(step.Text, ' ')+1:], "()"))
		ends := func(said string) bool {
			text, bare := strings.TrimRight(step.Text, ".。"), strings.TrimRight(said, ".。")
			whole := strings.Contains(said, " ") && (strings.HasSuffix(text, " "+bare) ||
				strings.HasSuffix(text, "("+bare+")")) // "the screenshots (screenshots only after the redesign)"
			return whole || strings.HasSuffix(step.Text, prompt.Until(said))
		}
		names := func(said string) bool { return said == step.Text || prompt.Repeats(said, []string{step.Text}) }
		return slices.ContainsFunc(all(), names) || slices.ContainsFunc(prompts, func(p Item) bool {
			return strings.Contains(strings.ToLower(p.Text), end) && slices.ContainsFunc(prompt.Sentences(p.Text), ends)
		})
	}
}

const maxNamed = 60 // changed files that are told

// Sections are what is known of a line in its one order, without what is empty.
func (s State) Sections() []More {
	command := func(c Command) string {
		if c.Failed {
			return "failed: " + c.Command
		}
		return c.Command
	}
	all := slices.Concat([]More{
		{"goal", []string{s.Goal}}, {"pull request", []string{s.Numbered()}},
		{"now", []string{s.Now}}, {"since", []string{s.Since}},
		{"rules", Texts(each.Reversed(NewestOf(s.Rules, 30)))}, {"next", Texts(s.Next)},
		{"blockers", Texts(s.Blockers)}, {"decisions", Texts(s.Decisions)}, {"failed", Texts(s.Failed)},
		{"prompts", Texts(s.Prompts)}, {"checks", each.Of(s.Checks, command)},
		{"commands", each.Of(s.Commands, command)}, {"questions", Texts(s.Questions)}, {"worked", Texts(s.Worked)},
		{"sittings", each.Of(NewestOf(s.LastSittings, 3), Sitting.String)},
		{"done", each.Of(each.Without(s.Done, Done.Counts), Done.String)},
		{"files", ByFolder(s.Files)}, {"read", ByFolder(s.Read)},
	}, s.More, []More{{"follows", []string{s.Follows}}})
	return slices.DeleteFunc(all, func(m More) bool { return strings.TrimSpace(strings.Join(m.Lines, "")) == "" })
}

// Numbered is the pull request as people name it, "#7", where its address ends with its number.
func (h Head) Numbered() string {
	n := strings.TrimPrefix(path.Base(strings.TrimRight(h.PullRequest, "/")), "#")
	if n == "" || strings.Trim(n, "0123456789") != "" {
		return h.PullRequest
	}
	return "#" + n
}

// Counts reports whether it is what a hook says of changed files, which are told by their names.
func (d Done) Counts() bool {
	n, ok := strings.CutPrefix(d.Task, "changed ")
	return ok && strings.Trim(strings.TrimSuffix(n, "s"), "0123456789") == " file"
}

// ByFolder names files, those of one folder together.
func ByFolder(changed []string) []string {
	told := each.Head(changed, maxNamed)
	in := each.Group(told, path.Dir)
	out := each.Of(each.Once(each.Of(told, path.Dir)), func(dir string) string {
		names := strings.Join(each.Of(in[dir], path.Base), ", ")
		if dir == "." || len(in[dir]) == 1 {
			return path.Join(dir, names)
		}
		return dir + "/: " + names
	})
	if more := len(changed) - maxNamed; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}
