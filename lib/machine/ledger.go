package machine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"holdfast/lib/durable"
)

// maxShard bounds what is read of one ledger file; at 66 bytes a record and
// 256 files it is reached after some 260 million records.
const maxShard = 64 << 20

// Sum is the SHA-256 of data in lower-case hex, as the ledger holds it.
func Sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// Record enters sums (as Sum returns them) in the ledger: this machine wrote
// files of these bytes, from what its model or user said.
//
// The ledger is a folder of 256 files named for a sum's first two digits. A
// record is an empty line and a line with the sum, so that a record cut short
// by a crash spoils only itself.
func (f Folder) Record(sums ...string) error {
	dir := f.ledger()
	if err := f.Ensure(dir); err != nil {
		return fmt.Errorf("recording in the ledger: %w", err)
	}
	for _, sum := range sums {
		if !isSum(sum) {
			return fmt.Errorf("recording in the ledger: %q is not a SHA-256", sum)
		}
		if f.Wrote(sum) {
			continue
		}
		if err := durable.File(filepath.Join(dir, sum[:2])).Append([]byte("\n"+sum+"\n"), 0o600); err != nil {
			return fmt.Errorf("recording in the ledger: %w", err)
		}
	}
	return nil
}

// Wrote reports whether the ledger holds sum. A ledger that cannot be read
// holds nothing: what is not known to be ours counts as foreign.
func (f Folder) Wrote(sum string) bool {
	if !isSum(sum) {
		return false
	}
	b, err := durable.Read(filepath.Join(f.ledger(), sum[:2]), maxShard)
	return err == nil && bytes.Contains(b, []byte("\n"+sum+"\n"))
}

// isSum reports whether s is what Sum returns for some data; what is not must
// not become the name of a file.
func isSum(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == sha256.Size && hex.EncodeToString(b) == s
}

// Writable reports why the machine folder cannot be written, or nil.
func (f Folder) Writable() error {
	if err := f.Ensure(f.State()); err != nil {
		return err
	}
	return durable.Writable(f.State())
}

func (f Folder) ledger() string { return filepath.Join(f.State(), "ledger") }

// A Ledger answers for many sums; what it read once it does not read again. It
// is for one process that looks at many files.
type Ledger struct {
	folder Folder
	mu     sync.Mutex
	shards map[string]*shard
	there  map[string]bool // the shards that exist
}

// A shard is one file of the ledger, and its sums once many were asked for.
type shard struct {
	text  []byte
	asked int
	sums  map[string]bool
}

// manyAsked is how many sums are looked for in a shard's text before it is taken
// apart.
const manyAsked = 16

// Ledger is the ledger as it is when it is first asked.
func (f Folder) Ledger() *Ledger { return &Ledger{folder: f, shards: map[string]*shard{}} }

// Wrote is as Folder.Wrote.
func (l *Ledger) Wrote(sum string) bool {
	if len(sum) != 2*sha256.Size {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s, known := l.shards[sum[:2]]
	if !known {
		s = l.read(sum[:2])
		l.shards[sum[:2]] = s
	}
	switch s.asked++; {
	case len(s.text) == 0:
		return false
	case s.asked < manyAsked:
		return isSum(sum) && bytes.Contains(s.text, []byte("\n"+sum+"\n"))
	case s.sums == nil:
		s.sums = map[string]bool{}
		for line := range bytes.Lines(s.text) {
			if len(line) == 2*sha256.Size+1 {
				s.sums[string(line[:2*sha256.Size])] = true
			}
		}
	}
	return s.sums[sum]
}

// Empty reports whether the ledger holds nothing at all.
func (l *Ledger) Empty() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.list()) == 0
}

// list is the shards that exist.
func (l *Ledger) list() map[string]bool {
	if l.there == nil {
		l.there = map[string]bool{}
		if dir, err := os.Open(l.folder.ledger()); err == nil {
			names, _ := dir.Readdirnames(-1)
			_ = dir.Close()
			for _, n := range names {
				l.there[n] = true
			}
		}
	}
	return l.there
}

func (l *Ledger) read(name string) *shard {
	if !l.list()[name] {
		return &shard{}
	}
	text, _ := durable.Read(filepath.Join(l.folder.ledger(), name), maxShard)
	return &shard{text: text}
}

// Unrecord takes sums out of the ledger.
func (f Folder) Unrecord(sums ...string) error {
	durable.In(f.ledger(), ".").Sweep() // what a killed one left
	for _, sum := range sums {
		if !f.Wrote(sum) {
			continue
		}
		shard := durable.File(filepath.Join(f.ledger(), sum[:2]))
		b, err := shard.Read(maxShard)
		if err == nil {
			err = shard.Swap(b, bytes.ReplaceAll(b, []byte("\n"+sum+"\n"), nil), 0o600)
		}
		if err != nil {
			return fmt.Errorf("taking a sum out of the ledger: %w", err)
		}
	}
	return nil
}
