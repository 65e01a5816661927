package artifact

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
)

// The keys of what is recorded of a Claude Code session.
const (
	NoteTold  = "told"  // the lines that its brief told, how it began, and where its transcript is, with tabs between
	NoteTaken = "taken" // the line that it took over
	NoteBead  = "bead"  // the issue that it took
	NoteEnded = "ended" // when it ended, whether or not there was anything to save
	NoteAdded = "added" // of its last save: AddedAt
	// NoteAnswered says that a prompt asked for something, and which lines it was told.
	NoteAnswered = "answered"
	noteSaved    = "saved" // when, and the path: the file was written
)

// Cleared stands for the session that "/clear" ended last: what it was told is its line, and its source is when.
const Cleared = "cleared"

// Notes are what is recorded of one Claude Code session: a loss costs a default, no more.
type Notes struct {
	Told, Taken, Bead, Added string // Told is the line that its brief told first
	Ended                    time.Time
	Source, Transcript       string               // how it began, and where the client keeps its conversation
	Asked                    bool                 // one of its prompts asked for something
	Beside                   []string             // the lines of which its brief told rows
	Answered                 []string             // the lines that its prompts were told
	Saved                    []string             // paths of what it saves, oldest first
	Beyond                   []string             // of what others saved since it was told its lines
	at                       map[string]time.Time // by path, when it was written
}

// Line is the line of work that the session saved to last, "" for none.
func (x Notes) Line() string {
	if len(x.Saved) == 0 {
		return ""
	}
	return path.Base(path.Dir(x.Saved[len(x.Saved)-1]))
}

// Notes returns what is recorded of a session.
func (s Store) Notes(sessionID string) Notes {
	x, own := Notes{at: map[string]time.Time{}}, []byte(sessionID+"\t")
	_ = s.notes().Each(func(line []byte) { // nothing where it cannot be read
		if text, is := bytes.CutPrefix(line, own); is {
			x.take(string(text))
		} else if x.Source != "" && bytes.Count(line, own[len(own)-1:]) == 1 {
			_, path, _ := strings.Cut(string(line), "\t")
			x.Beyond = append(x.Beyond, path)
		}
	})
	return x
}

func (x *Notes) take(row string) {
	texts := map[string]*string{NoteTaken: &x.Taken, NoteBead: &x.Bead, NoteAdded: &x.Added}
	switch key, value, noted := strings.Cut(row, "\t"); {
	case !noted:
		x.Saved = append(x.Saved, row)
	case texts[key] != nil:
		*texts[key] = value
	case key == NoteTold:
		lines, value, _ := strings.Cut(value, "\t")
		x.Told, lines, _ = strings.Cut(lines, " ")
		x.Beside = strings.Fields(lines)
		x.Source, x.Transcript, _ = strings.Cut(value, "\t")
		x.Beyond = nil
	case key == NoteEnded:
		x.Ended, _ = time.Parse(time.RFC3339Nano, value)
	case key == NoteAnswered:
		x.Asked = true
		x.Answered = append(x.Answered, strings.Fields(value)...)
	case key == noteSaved:
		when, rel, _ := strings.Cut(value, " ")
		if at, err := time.Parse(time.RFC3339Nano, when); err == nil {
			x.at[rel] = at
		}
	}
}

// A LastSave is what a Claude Code session saved last.
type LastSave struct {
	Path     string    // of the newest whose file is as this machine wrote it, "" for none
	Artifact Artifact  // what is there
	Newest   string    // the path of the newest of all
	Until    time.Time // up to when the session is saved, zero where a clock was set back since
	Forgot   time.Time // up to when nothing of it is saved again
	// Notes are what is recorded of the session, also where it saved nothing.
	Notes Notes
}

// slack is what a date in an artifact may lack to the moment of the save.
const slack = 2 * time.Second

// LastBySession returns what this machine saved last for a session, whose file may be gone.
func (s Store) LastBySession(sessionID string, now time.Time) (last LastSave, err error) {
	until, _ := s.Machine.Forgotten()
	last.Notes, last.Forgot = s.Notes(sessionID), until[machine.Mark(sessionID)]
	if _, err := s.Folder(); err != nil && len(last.Notes.Saved) > 0 {
		return last, err
	}
	for _, rel := range slices.Backward(last.Notes.Saved) {
		b, err := s.Bytes(rel)
		a := Parse(rel, b)
		isOf := cmp.Or(a.SessionID(), sessionID) == sessionID
		there := err == nil && s.Machine.Wrote(a.Sum) && a.Broken == nil && isOf
		at, written := last.Notes.at[rel]
		if !written { // it was killed just then, or is of an earlier release
			at = a.Date.Add(slack)
		}
		if last.Newest == "" && (there || written) {
			last.Newest, last.Until = rel, at
		}
		if there {
			last.Path, last.Artifact = rel, a
			break
		}
	}
	if last.Until.After(now.Add(slack)) { // what is said until then is not saved
		last.Until = time.Time{}
	}
	if last.Forgot.After(last.Until) { // also where a clock was set back since
		last.Until = last.Forgot
	}
	return last, nil
}

// NoteSaved records up to when a session's conversation is saved, whatever becomes of the file.
func (s Store) NoteSaved(ctx context.Context, sessionID, rel string, now time.Time) error {
	return s.Note(ctx, sessionID, noteSaved, now.UTC().Format(time.RFC3339Nano)+" "+rel)
}

// Note records a fact of a session under one of the keys above.
func (s Store) Note(ctx context.Context, sessionID, key, value string) error {
	return s.record(ctx, sessionID, key+"\t"+value)
}

// remember records what is saved, by which session, and where.
func (s Store) remember(ctx context.Context, sessionID, rel, added string) {
	rows := []string{rel}
	if added != "" {
		rows = append(rows, NoteAdded+"\t"+AddedAt(added, rel))
	}
	_ = s.record(ctx, cmp.Or(sessionID, "-"), rows...) // "-" is what was saved outside of all sessions
}

// AddedAt is what is recorded of a save that added this hash and wrote that file.
func AddedAt(added, path string) string { return added + " " + path }

func (s Store) record(ctx context.Context, id string, rows ...string) error {
	if id == "" || strings.Contains(id, "\t") || strings.ContainsAny(id+strings.Join(rows, ""), "\r\n") {
		return nil
	}
	return s.notes().Add(ctx, id+"\t"+strings.Join(rows, "\n"+id+"\t"))
}

func (s Store) notes() machine.Rows {
	return machine.Rows{Path: filepath.Join(s.Kept(), "sessions"), Bound: 128 << 10}
}

const maxSummary = 256 << 10

// KeepSummary keeps the client's own summary of a session, redacted, without the client's notes,
// in place of the earlier one. The oldest beyond a number go.
func (s Store) KeepSummary(session, text string) error {
	text = strings.TrimSpace(text)
	if _, rest, ok := strings.Cut(text, "</analysis>"); ok && strings.HasPrefix(text, "<analysis>") {
		text = strings.TrimSpace(rest)
	}
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "<summary>"), "</summary>"))
	text = redact.Text(strings.ToValidUTF8(text, "\uFFFD"))
	// That of a session of which something was forgotten may tell it again.
	if until, _ := s.Machine.Forgotten(); session == "" || text == "" || !until[machine.Mark(session)].IsZero() {
		return nil
	}
	file := s.summaryFile(session)
	err := durable.Own(file).Replace([]byte(fence.Head(text, maxSummary)), 0o600)
	if files, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); err == nil && len(files) > 200 {
		older := func(a, b string) int { return durable.ChangedAt(a).Compare(durable.ChangedAt(b)) }
		err = durable.File(slices.MinFunc(files, older)).Derived().Remove()
	}
	if err != nil {
		return fmt.Errorf("keeping the client's summary: %w", err)
	}
	return nil
}

// Summary is the client's last one of a session, and when; ok is false for none.
func (s Store) Summary(session string) (text string, at time.Time, ok bool) {
	file := s.summaryFile(session)
	b, err := durable.Read(file, maxSummary)
	if session == "" || err != nil {
		return "", time.Time{}, false
	}
	return string(b), durable.ChangedAt(file), true
}

func (s Store) summaryFile(session string) string {
	return filepath.Join(s.Kept(), "summaries", machine.Sum([]byte(session))[:32])
}
