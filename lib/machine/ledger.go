package machine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

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
			return fmt.Errorf("recording in the ledger: %q is no SHA-256", sum)
		}
		if f.Wrote(sum) {
			continue
		}
		if err := durable.Append(filepath.Join(dir, sum[:2]), []byte("\n"+sum+"\n"), 0o600); err != nil {
			return fmt.Errorf("recording in the ledger: %w", err)
		}
	}
	return nil
}

// Wrote reports whether the ledger holds sum. A ledger that cannot be read
// holds nothing: what is not known to be ours counts as another's.
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
	probe := filepath.Join(f.State(), "probe")
	if err := durable.Replace(probe, nil, 0o600); err != nil {
		return err
	}
	if err := durable.Remove(probe); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (f Folder) ledger() string { return filepath.Join(f.State(), "ledger") }
