package history

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

const (
	format   = "holdfast-sessions-1"
	maxCards = 1 << 30
	maxKept  = 256 << 20
	// lockTime is how long a query waits for another one that writes.
	lockTime = 2 * time.Second
	// cardText is how much text of a session a card is made of, in bytes, and
	// cardTurn how much of one prompt.
	cardText = 3 << 10
	cardTurn = 300
)

// The names of files in the folder; those of sessions have a dot before them.
const (
	cardsFile     = "cards"
	lockFile      = "lock"
	forgottenFile = "forgotten"
)

// A card is a session as it is listed, and in a few words: the first prompt of a
// session that begins is held to those.
type card struct {
	row
	words rank.Packed
}

// pack makes the words of a card: goal, files, commits and the beginnings of
// prompts, as many as fit.
func (c *card) pack(turns []transcript.Turn) {
	passages := []rank.Passage{{Text: c.Goal, Weight: titleWeight}}
	room := cardText
	add := func(text string, weight float64) {
		if text = text[:min(len(text), cardTurn)]; len(text) <= room {
			room -= len(text)
			passages = append(passages, rank.Passage{Text: text, Weight: weight})
		}
	}
	for _, f := range c.Files {
		add(f, 1)
	}
	for _, who := range []string{transcript.ToldCommit, transcript.ToldUser} {
		for _, t := range turns {
			if t.Who == who {
				add(t.Text, 1)
			}
		}
	}
	c.words = rank.Pack(passages)
}

// read returns the cards by session. Where the file is missing or broken they are
// those of the sessions that are kept.
func (s Store) read() map[string]card { return s.readBut(nil) }

// readBut is read, but for sessions that need not be looked at.
func (s Store) readBut(known map[string]bool) map[string]card {
	cards := map[string]card{}
	b, err := s.at(cardsFile).Read(maxCards)
	if err == nil {
		head, rest, _ := strings.Cut(string(b), "\n")
		if head == fmt.Sprintf("%s %08x", format, checksum([]byte(rest))) && readCards([]byte(rest), cards) {
			return cards
		}
	}
	entries, err := os.ReadDir(s.dir())
	if err != nil {
		return cards
	}
	for _, e := range entries {
		if name, ok := strings.CutPrefix(e.Name(), "."); ok && !known[name] {
			if k, err := s.loadFile(e.Name()); err == nil && fileOf(k.ID) == "."+name {
				c := card{row: k.row}
				c.pack(k.turns)
				cards[k.ID] = c
			}
		}
	}
	return cards
}

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// readCards reads what write wrote: of each card the sizes of row and words, the
// row as JSON, the words.
func readCards(b []byte, into map[string]card) bool {
	for len(b) > 0 {
		if len(b) < 8 {
			return false
		}
		n, w := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
		if b = b[8:]; uint64(n)+uint64(w) > uint64(len(b)) {
			return false
		}
		var c card
		if json.Unmarshal(b[:n], &c.row) != nil {
			return false
		}
		c.words, b = rank.Packed(b[n:n+w]), b[n+w:]
		into[c.ID] = c
	}
	return true
}

// write puts the cards in place, after what does not fit was dropped. Those that
// another process entered at the same time stay.
func (s Store) write(cards []card) error {
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	if err := s.Machine.Ensure(s.dir()); err != nil {
		return err
	}
	return s.at(lockFile).Locked(ctx, func() error {
		known := map[string]bool{}
		for _, c := range cards {
			known[c.ID] = true
		}
		forgotten := s.forgotten()
		for id, c := range s.readBut(known) {
			if !known[id] {
				cards = append(cards, c)
			}
		}
		cards = slices.DeleteFunc(cards, func(c card) bool { return forgotten[mark(c.ID)] })
		if err := s.prune(cards); err != nil {
			return err
		}
		var b bytes.Buffer
		for _, c := range cards {
			text, err := json.Marshal(c.row)
			if err != nil {
				return fmt.Errorf("writing the history: %w", err)
			}
			var sizes [8]byte
			binary.LittleEndian.PutUint32(sizes[:], uint32(len(text)))
			binary.LittleEndian.PutUint32(sizes[4:], uint32(len(c.words)))
			b.Write(sizes[:])
			b.Write(text)
			b.Write(c.words)
		}
		head := fmt.Sprintf("%s %08x\n", format, checksum(b.Bytes()))
		return s.at(cardsFile).ReplaceDerived(append([]byte(head), b.Bytes()...), 0o600)
	})
}

// prune drops what is kept of the sessions that ended first, until the rest fits.
func (s Store) prune(cards []card) error {
	var sum int64
	for _, c := range cards {
		sum += c.Kept
	}
	if sum <= s.Limit {
		return nil
	}
	slices.SortFunc(cards, func(a, b card) int { return cmp.Or(a.Ended.Compare(b.Ended), strings.Compare(a.ID, b.ID)) })
	for i := range cards {
		if c := &cards[i]; c.Kept > 0 && sum > s.Limit {
			if err := s.at(fileOf(c.ID)).Remove(); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			sum -= c.Kept
			c.Kept = 0
		}
	}
	return nil
}

// A kept session is all that is searched and shown of it: one line of JSON, the
// packed passages, and a line of JSON for each turn.
type kept struct {
	row
	Packed int `json:"packed"` // bytes
	words  rank.Packed
	lines  []byte // of the turns
	turns  []transcript.Turn
}

var errKept = errors.New("what is kept of the session is broken")

// fileOf is the name of a session's file. The name of a transcript is data: one
// that is no plain name is hashed.
func fileOf(id string) string {
	plain := len(id) > 0 && len(id) <= 80 && !strings.ContainsFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
	if !plain {
		id = machine.Sum([]byte(id))
	}
	return "." + id
}

// keep writes what is kept of a session.
func (s Store) keep(c *card, turns []transcript.Turn) error {
	words := rank.Pack(passages(c.row, turns))
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	enc.SetEscapeHTML(false)
	for _, t := range turns {
		if err := enc.Encode(t); err != nil {
			return err
		}
	}
	c.Kept = int64(len(words) + lines.Len())
	head, err := json.Marshal(kept{row: c.row, Packed: len(words)})
	if err != nil {
		return err
	}
	return s.at(fileOf(c.ID)).ReplaceDerived(slices.Concat(head, []byte("\n"), words, lines.Bytes()), 0o600)
}

// load reads what is kept of a session, with its turns.
func (s Store) load(id string) (kept, error) { return s.loadFile(fileOf(id)) }

func (s Store) loadFile(name string) (kept, error) {
	k, err := s.open(name)
	if err != nil {
		return k, err
	}
	for line := range bytes.Lines(k.lines) {
		var t transcript.Turn
		if json.Unmarshal(line, &t) != nil {
			return kept{}, errKept
		}
		k.turns = append(k.turns, t)
	}
	return k, nil
}

// open reads what is kept of a session, the turns not yet apart.
func (s Store) open(name string) (kept, error) {
	b, err := s.at(name).Read(maxKept)
	if err != nil {
		return kept{}, err
	}
	head, rest, _ := bytes.Cut(b, []byte("\n"))
	var k kept
	if json.Unmarshal(head, &k) != nil || k.Packed < 0 || k.Packed > len(rest) || k.ID == "" {
		return kept{}, errKept
	}
	k.words, k.lines = rank.Packed(rest[:k.Packed]), rest[k.Packed:]
	return k, nil
}

// Size is how much is kept of all sessions, in bytes, and of how many.
func (s Store) Size() (bytes int64, sessions int) {
	entries, err := os.ReadDir(s.dir())
	if err != nil {
		return 0, 0
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			bytes += info.Size()
			if strings.HasPrefix(e.Name(), ".") {
				sessions++
			}
		}
	}
	return bytes, sessions
}

// mark is what is remembered of a session that was forgotten, so that its
// transcript is not read again.
func mark(id string) string { return machine.Sum([]byte("forgotten " + id)) }

func (s Store) forgotten() map[string]bool {
	b, err := s.at(forgottenFile).Read(1 << 20)
	if err != nil {
		return nil
	}
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
	return s.write(nil)
}

// Redact changes every text that is kept, and returns of how many sessions it
// changed one.
func (s Store) Redact(clean func(string) string) (changed int, err error) {
	cards := s.read()
	all := make([]card, 0, len(cards))
	for _, c := range cards {
		k, err := s.load(c.ID)
		before := c.Goal
		c.Goal = clean(c.Goal)
		dirty := c.Goal != before
		for i, t := range k.turns {
			k.turns[i].Text = clean(t.Text)
			dirty = dirty || k.turns[i].Text != t.Text
		}
		if all = append(all, c); err != nil || !dirty {
			continue
		}
		changed++
		last := &all[len(all)-1]
		last.pack(k.turns)
		if err := s.keep(last, k.turns); err != nil {
			return changed, err
		}
	}
	if changed == 0 {
		return 0, nil
	}
	return changed, s.write(all)
}
