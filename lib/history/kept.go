package history

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

const format = 2 // of a session's file; one of another is read again

// A head is the first line of a session's file: what is listed of it.
type head struct {
	Session
	Format   int    `json:"format"`
	Size     int64  `json:"size"`     // of the transcript, as it was read
	Modified int64  `json:"modified"` // nanoseconds since 1970
	Foreign  bool   `json:"foreign"`  // of another project
	Bare     bool   `json:"bare"`     // made without texts of prompts
	Titled   bool   `json:"titled"`   // the goal is a title that the user or the client gave
	Redacted bool   `json:"redacted"` // a text was removed: what is kept counts more than the transcript
	Packed   int    `json:"packed"`   // bytes of the packed passages
	Words    string `json:"words"`    // the form in which they were packed

	file     int64       // its size, in bytes
	words    rank.Packed // of one that was read just now
	abstract Abstract    // the same
}

// listed are the heads of sessions that were at this project, the one that ended last first.
func listed(heads []head) []head {
	heads = slices.DeleteFunc(heads, func(h head) bool { return h.Foreign || h.Prompts == 0 })
	slices.SortFunc(heads, func(a, b head) int { return cmp.Or(b.Ended.Compare(a.Ended), strings.Compare(a.ID, b.ID)) })
	return heads
}

var errKept = errors.New("what is kept of the session is broken")

// fileOf is the name of a session's file. An id that is no plain name is hashed.
func fileOf(id string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	if id == "" || len(id) > 80 || strings.Trim(id, plain) != "" {
		id = machine.Sum([]byte(id))
	}
	return "." + id
}

// keep writes all that is searched and shown of a session: the head as a line of JSON, the
// packed passages, and a line of JSON for each turn.
func (s Store) keep(h *head, turns []transcript.Turn) error {
	h.words, h.abstract = rank.Pack(passages(*h, turns)), abstractOf(*h, turns)
	return s.put(h, turns)
}

func (s Store) put(h *head, turns []transcript.Turn) error {
	h.Packed, h.Format, h.Words = len(h.words), format, rank.Form
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(h)
	b.Write(h.words)
	for _, t := range turns {
		err = cmp.Or(err, enc.Encode(t))
	}
	if h.file = int64(b.Len()); err != nil {
		return err
	}
	return s.at(fileOf(h.ID)).Derived().Replace(b.Bytes(), 0o600)
}

// load reads what is kept of a session: its words, and its turns where they are wanted.
func (s Store) load(id string, wanted bool) (h head, turns []transcript.Turn, err error) {
	b, err := s.at(fileOf(id)).Read(256 << 20)
	if err != nil {
		return h, nil, err
	}
	first, rest, _ := bytes.Cut(b, []byte("\n"))
	if json.Unmarshal(first, &h) != nil || h.Packed < 0 || h.Packed > len(rest) || h.ID != id {
		return head{}, nil, errKept
	}
	h.words = rank.Packed(rest[:h.Packed])
	if !wanted && h.Words == rank.Form {
		return h, nil, nil
	}
	for line := range bytes.Lines(rest[h.Packed:]) {
		var t transcript.Turn
		if json.Unmarshal(line, &t) != nil {
			return head{}, nil, errKept
		}
		turns = append(turns, t)
	}
	if h.Words != rank.Form { // another release packed it, and the transcript may be gone
		h.words = rank.Pack(passages(h, turns))
	}
	return h, turns, nil
}

func (s Store) heads() []head {
	entries, _ := os.ReadDir(s.dir())
	heads := make([]head, len(entries))
	_, forgotten := s.Machine.Forgotten()
	parallel.Each(workers, len(entries), func(i int) { heads[i] = s.head(entries[i].Name()) })
	return slices.DeleteFunc(heads, func(h head) bool { return h.ID == "" || forgotten[machine.Mark(h.ID)] })
}

// head is that of a session's file, the zero one where it has none of today's format.
func (s Store) head(name string) (h head) {
	f, info, err := platform.OpenRegular(filepath.Join(s.dir(), name))
	if err != nil {
		return h
	}
	defer f.Close()
	first, err := bufio.NewReader(f).ReadBytes('\n')
	if err != nil || json.Unmarshal(first, &h) != nil || h.Format != format || fileOf(h.ID) != name {
		return head{}
	}
	h.file = info.Size()
	return h
}

// prune drops all but the heads of the sessions that ended first, until the rest fits.
func (s Store) prune(newestFirst []head) error {
	sum := int64(0)
	for _, h := range newestFirst {
		if sum += h.file; sum > s.Limit && h.Packed > 0 {
			h.words = nil
			if err := s.put(&h, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// Forget removes all that is kept of sessions, and reads them no more.
func (s Store) Forget(ids ...string) error {
	if err := s.Machine.Forget(time.Time{}, ids...); err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.at(fileOf(id)).Remove(); err != nil {
			return err
		}
	}
	return s.abstractAgain()
}

// Redact changes every text that is kept, which stays so while a session goes on, and names the sessions in which there
// was one, with when it was said last. A file that cannot be read is removed: nothing of it is shown.
func (s Store) Redact(clean func(string) string) (changed map[string]time.Time, err error) {
	changed = map[string]time.Time{}
	for _, h := range s.heads() {
		_, turns, err := s.load(h.ID, true)
		goal, last := clean(h.Goal), time.Time{}
		dirty := goal != h.Goal
		for i, t := range turns {
			if turns[i].Text = clean(t.Text); turns[i].Text != t.Text {
				dirty, last = true, t.At
			}
		}
		if err != nil {
			err = s.at(fileOf(h.ID)).Remove()
		} else if dirty {
			changed[h.ID] = last
			h.Goal, h.Redacted = goal, true
			err = s.keep(&h, turns)
		}
		if err != nil {
			return changed, err
		}
	}
	return changed, s.abstractAgain()
}
