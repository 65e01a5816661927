package history

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

const (
	format        = 2 // of a session's file; one of another is read again
	maxKept       = 256 << 20
	forgottenFile = "forgotten" // beside the files of sessions, whose names begin with a dot
)

// A head is the first line of a session's file: what is listed of it.
type head struct {
	Session
	Format   int    `json:"format"`
	Size     int64  `json:"size"`     // of the transcript, as it was read
	Modified int64  `json:"modified"` // nanoseconds since 1970
	Foreign  bool   `json:"foreign"`  // of another project
	Bare     bool   `json:"bare"`     // made without texts of prompts
	Titled   bool   `json:"titled"`   // the goal is a title that the user or the client gave
	Packed   int    `json:"packed"`   // bytes of the packed passages
	Words    string `json:"words"`    // the form in which they were packed

	file     int64       // its size, in bytes
	words    rank.Packed // of one that could not be kept
	abstract Abstract    // of one that was read just now
}

// current reports whether the head is of a transcript as it is now.
func (h head) current(f transcript.File, withPrompts bool) bool {
	return h.ID != "" && h.Size == f.Size && h.Modified == f.Touched.UnixNano() && h.Bare != withPrompts
}

// A kept session is all that is searched and shown of it: the head as a line of
// JSON, the packed passages, and a line of JSON for each turn.
type kept struct {
	head
	turns []transcript.Turn
}

var errKept = errors.New("what is kept of the session is broken")

// fileOf is the name of a session's file. The name of a transcript is data: one
// that is no plain name is hashed.
func fileOf(id string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	if id == "" || len(id) > 80 || strings.Trim(id, plain) != "" {
		id = machine.Sum([]byte(id))
	}
	return "." + id
}

func (s Store) keep(h *head, turns []transcript.Turn) error {
	words := rank.Pack(passages(*h, turns))
	h.abstract = abstractOf(*h, turns)
	err := s.put(h, words, turns)
	if err != nil {
		h.words = words
	}
	return err
}

func (s Store) put(h *head, words rank.Packed, turns []transcript.Turn) error {
	h.Packed, h.Format, h.Words = len(words), format, rank.Form
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(h)
	b.Write(words)
	for _, t := range turns {
		err = cmp.Or(err, enc.Encode(t))
	}
	h.file = int64(b.Len())
	if err = cmp.Or(err, s.Machine.Ensure(s.dir())); err != nil {
		return err
	}
	return s.at(fileOf(h.ID)).Derived().Replace(b.Bytes(), 0o600)
}

// load reads what is kept of a session, where it is wanted with its turns.
func (s Store) load(id string, turns bool) (kept, error) {
	b, err := s.at(fileOf(id)).Read(maxKept)
	if err != nil {
		return kept{}, err
	}
	first, rest, _ := bytes.Cut(b, []byte("\n"))
	var k kept
	if json.Unmarshal(first, &k.head) != nil || k.Packed < 0 || k.Packed > len(rest) || k.ID != id {
		return kept{}, errKept
	}
	k.words = rank.Packed(rest[:k.Packed])
	if !turns && k.Words == rank.Form {
		return k, nil
	}
	for line := range bytes.Lines(rest[k.Packed:]) {
		var t transcript.Turn
		if json.Unmarshal(line, &t) != nil {
			return kept{}, errKept
		}
		k.turns = append(k.turns, t)
	}
	if k.Words != rank.Form { // another release packed it, and the transcript may be gone
		k.words = rank.Pack(passages(k.head, k.turns))
	}
	return k, nil
}

func (s Store) heads() map[string]head {
	entries, _ := os.ReadDir(s.dir())
	all, forgotten := make([]head, len(entries)), s.forgotten()
	parallel.Each(workers, len(entries), func(i int) {
		h, err := headOf(filepath.Join(s.dir(), entries[i].Name()))
		if err == nil && h.Format == format && fileOf(h.ID) == entries[i].Name() && !forgotten[mark(h.ID)] {
			all[i] = h
		}
	})
	known := map[string]head{}
	for _, h := range all {
		if h.ID != "" {
			known[h.ID] = h
		}
	}
	return known
}

func headOf(path string) (h head, err error) {
	f, info, err := platform.OpenRegular(path)
	if err != nil {
		return h, err
	}
	defer f.Close()
	first, err := bufio.NewReader(f).ReadBytes('\n')
	h.file = info.Size()
	return h, cmp.Or(err, json.Unmarshal(first, &h))
}

// prune drops all but the heads of the sessions that ended first, until the rest fits.
func (s Store) prune(newestFirst []head) error {
	sum := int64(0)
	for _, h := range newestFirst {
		sum += h.file
	}
	for _, h := range slices.Backward(newestFirst) {
		if sum <= s.Limit {
			break
		}
		before := h.file
		if h.Packed > 0 {
			if err := s.put(&h, nil, nil); err != nil {
				return err
			}
		}
		sum -= before - h.file
	}
	return nil
}

// mark is what is remembered of a forgotten session, whose transcript is read no more.
func mark(id string) string { return machine.Sum([]byte("forgotten " + id)) }

func (s Store) forgotten() map[string]bool {
	b, _ := s.at(forgottenFile).Read(1 << 20)
	marks := map[string]bool{}
	for m := range strings.FieldsSeq(string(b)) {
		marks[m] = true
	}
	return marks
}

// Forget removes all that is kept of sessions, and reads them no more.
func (s Store) Forget(ids ...string) error {
	if err := s.Machine.Ensure(s.dir()); err != nil {
		return err
	}
	var marks strings.Builder
	for _, id := range ids {
		marks.WriteString(mark(id) + "\n")
	}
	if err := s.at(forgottenFile).Append([]byte(marks.String()), 0o600); err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.at(fileOf(id)).Remove(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return s.abstract(context.Background(), nil, ids...)
}

// Redact changes every text that is kept, and says in how many sessions there was one.
func (s Store) Redact(clean func(string) string) (changed int, err error) {
	var abstracts []Abstract
	var broken []string // nothing of them is shown
	for id, h := range s.heads() {
		k, err := s.load(id, true)
		if err != nil {
			broken = append(broken, id)
			continue
		}
		h.Goal = clean(k.Goal)
		dirty := h.Goal != k.Goal
		for i, t := range k.turns {
			k.turns[i].Text = clean(t.Text)
			dirty = dirty || k.turns[i].Text != t.Text
		}
		if !dirty {
			continue
		}
		changed++
		if err := s.keep(&h, k.turns); err != nil {
			return changed, err
		}
		abstracts = append(abstracts, h.abstract)
	}
	return changed, s.abstract(context.Background(), abstracts, broken...)
}
