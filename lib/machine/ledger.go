package machine

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
)

// maxShard bounds what is read of one ledger file; at 66 bytes a record and
// 256 files it is reached after some 260 million records.
const maxShard = 64 << 20

// Sum is the SHA-256 of data in lower-case hex, as the ledger holds it.
func Sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// Key names what is kept of something of a project that has that hash.
func Key(hash, name string) string { return Sum([]byte(hash + "\x00" + name))[:32] }

// Mark is all that is remembered of a session that was forgotten.
func Mark(session string) string { return Sum([]byte("forgotten " + session)) }

// Forget has nothing that sessions said up to a time saved again, whatever work tree they go on in, or, with the zero
// time, has their transcripts read no more.
func (f Folder) Forget(until time.Time, sessions ...string) error {
	rows := each.Of(sessions, func(id string) string {
		return Mark(id) + until.UTC().Format("\t"+time.RFC3339Nano) + "\n"
	})
	return durable.Own(f.forgotten()).Append([]byte("\n"+strings.Join(rows, "")), 0o600)
}

// Forgotten is, by marks of sessions, up to when nothing of them is saved again, and whose transcripts are not read.
func (f Folder) Forgotten() (until map[string]time.Time, whole map[string]bool) {
	until, whole = map[string]time.Time{}, map[string]bool{}
	b, _ := durable.Read(f.forgotten(), maxShard)
	for row := range strings.Lines(string(b)) {
		mark, when, _ := strings.Cut(strings.TrimSpace(row), "\t")
		at, err := time.Parse(time.RFC3339Nano, when)
		until[mark] = slices.MaxFunc([]time.Time{until[mark], at}, time.Time.Compare)
		whole[mark] = whole[mark] || err == nil && at.IsZero()
	}
	return until, whole
}

func (f Folder) forgotten() string { return filepath.Join(f.State(), "forgotten") }

// Record enters a sum in the ledger, a folder of 256 files named for a sum's first two digits:
// this machine wrote files of these bytes. A record is an empty line and a line with the
// sum, so that one cut short by a crash spoils only itself.
func (f Folder) Record(sum string) error {
	if !IsSum(sum) {
		return fmt.Errorf("recording in the ledger: %q is not a SHA-256", sum)
	}
	if f.Wrote(sum) {
		return nil
	}
	if err := durable.Own(filepath.Join(f.ledger(), sum[:2])).Append([]byte("\n"+sum+"\n"), 0o600); err != nil {
		return fmt.Errorf("recording in the ledger: %w", err)
	}
	return nil
}

// Own enters data in the ledger; the error says what follows for a file of it that is saved all the same.
func (f Folder) Own(data []byte) error {
	if err := f.Record(Sum(data)); err != nil {
		return fmt.Errorf("%w; it is saved, but this machine will treat it as foreign; holdfast doctor shows why", err)
	}
	return nil
}

// Wrote reports whether the ledger holds sum. A ledger that cannot be read
// holds nothing: what is not known to be ours counts as foreign.
func (f Folder) Wrote(sum string) bool { return f.Ledger().Wrote(sum) }

// IsSum reports whether s is what [Sum] returns for some data; what is not must not become the name of a file.
func IsSum(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == sha256.Size && hex.EncodeToString(b) == s
}

// Writable reports why the machine folder cannot be written, or nil.
func (f Folder) Writable() error {
	file := durable.Own(filepath.Join(f.State(), "writable")).Derived()
	return cmp.Or(file.Replace(nil, 0o600), file.Remove())
}

func (f Folder) ledger() string { return filepath.Join(f.State(), "ledger") }

// A Ledger answers for many sums; what it read once it does not read again. It
// is for one process that looks at many files.
type Ledger struct {
	folder Folder
	mu     sync.Mutex
	shards map[string][]byte
}

// Ledger is the ledger as it is when it is first asked.
func (f Folder) Ledger() *Ledger { return &Ledger{folder: f, shards: map[string][]byte{}} }

// Wrote is as Folder.Wrote.
func (l *Ledger) Wrote(sum string) bool {
	if !IsSum(sum) {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	text, known := l.shards[sum[:2]]
	if !known {
		text, _ = durable.Read(filepath.Join(l.folder.ledger(), sum[:2]), maxShard)
		l.shards[sum[:2]] = text
	}
	return bytes.Contains(text, []byte("\n"+sum+"\n"))
}

// Empty reports whether the ledger holds nothing at all.
func (l *Ledger) Empty() bool {
	entries, _ := os.ReadDir(l.folder.ledger())
	return len(entries) == 0
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
