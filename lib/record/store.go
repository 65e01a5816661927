package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// A Store is the records of a project.
type Store struct {
	Root    string // the project root, absolute
	Machine machine.Folder
}

// A CorruptError is why a file cannot be read as a record, without anything out of it.
type CorruptError struct{ error }

func (e CorruptError) Unwrap() error { return e.error }

const (
	MaxOwn     = 4 << 20   // bytes that are written of a record
	MaxForeign = 256 << 10 // mostly, of one that this machine did not write
)

// A Kind is a kind of records that are a file each, named after the record's id.
type Kind struct {
	Dir            string // relative to the project root
	Prefix, Suffix string // of the names of files
}

// IDForm says what an id may be.
const IDForm = `letters, digits, ".", "_" and "-", at most 80, not beginning with "." or "-", without ".."`

// IsID reports whether s may be the id of a record: no flag, no hidden file, no way out.
func IsID(s string) bool {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
	return s != "" && len(s) <= 80 && strings.Trim(s, plain) == "" &&
		s[0] != '.' && s[0] != '-' && !strings.Contains(s, "..")
}

// CheckID is a [fault.CodeInvalid] error for what is no id.
func CheckID(what, field, s string) error {
	if IsID(s) {
		return nil
	}
	return fault.Invalid(what, field, strconv.Quote(fault.Shorten(s)), IDForm)
}

// Path is where the record of an id is, relative to the project root.
func (k Kind) Path(id string) string { return k.Dir + "/" + k.Prefix + id + k.Suffix }

// ID is the id in the name of a file, "" where there is none.
func (k Kind) ID(name string) string {
	id, begins := strings.CutPrefix(name, k.Prefix)
	id, ends := strings.CutSuffix(id, k.Suffix)
	if !begins || !ends || !IsID(id) {
		return ""
	}
	return id
}

// IDs are the ids of all records of a kind, sorted.
func (s Store) IDs(k Kind) (ids []string, err error) {
	names, err := s.Names(k.Dir, false)
	ids = each.Head(each.Some(names, k.ID), 10_000)
	slices.Sort(ids)
	return ids, err
}

// A File is a record's as it was read: this machine and others write it in turns.
type File struct {
	Bytes []byte // nil if there is none
	Own   bool   // this machine wrote it as it is
}

// Read reads the record at rel, of at most limit bytes, of a foreign one at most so many.
// The file comes back also where it is not JSON.
func (s Store) Read(rel string, limit, foreign int64) (Value, File, error) {
	b, err := durable.In(s.Root, rel).Read(limit)
	for odd, what := range map[error]string{
		durable.ErrLink: "a link", durable.ErrNotRegular: "not a file", durable.ErrTooLarge: "too large",
	} {
		if errors.Is(err, odd) {
			err = CorruptError{errors.New("it is " + what)}
		}
	}
	if err != nil {
		return Value{}, File{}, err
	}
	file := File{append([]byte{}, b...), s.Machine.Wrote(machine.Sum(b))}
	if int64(len(b)) > foreign && !file.Own {
		return Value{}, file, CorruptError{errors.New("it is too large for one that this machine did not write")}
	}
	v, err := ParseObject(b)
	if err != nil {
		err = CorruptError{fmt.Errorf("it is %w", err)}
	}
	return v, file, err
}

// Write is Put of a record; one that could not be read again is a [fault.CodeInvalid] error.
func (s Store) Write(rel string, before *File, v Value, warn func(...error)) error {
	b := v.Bytes()
	if _, err := Parse(b); err != nil || len(b) > MaxOwn {
		return fault.Invalid("the record", rel, "too large, or nested too deeply", "at most 4 MiB, and no deep nesting")
	}
	return s.Put(rel, before, b, warn)
}

// Put puts data in the place of the file that was read. What was this machine's own stays so, as does a new file that
// says so, also where the ledger cannot be written. What another program changed by now is durable.ErrChanged.
func (s Store) Put(rel string, file *File, data []byte, warn func(...error)) error {
	var unrecorded error
	if file.Own { // the ledger comes first: a sum without a file harms nobody
		unrecorded = s.Machine.Own(data)
	}
	err := durable.In(s.Root, rel).Swap(file.Bytes, data, durable.Shared)
	if err == nil {
		warn(unrecorded)
		*file = File{data, file.Own && unrecorded == nil}
	}
	return err
}

// Turn is InTurn in a folder that is made where it is missing.
func (s Store) Turn(ctx context.Context, dir string, do func() error) error {
	if err := durable.In(s.Root, dir).Prepare(0o755); err != nil {
		return err
	}
	return s.InTurn(ctx, dir, do)
}

// InTurn runs do alone among our processes in dir, again where it finds durable.ErrChanged.
func (s Store) InTurn(ctx context.Context, dir string, do func() error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return durable.In(s.Root, dir).LockedFolder(ctx, func() (err error) {
		for range 10 {
			if err = ctx.Err(); err == nil {
				err = do()
			}
			if !errors.Is(err, durable.ErrChanged) || fault.CodeOf(err) == fault.CodeRefused {
				return err
			}
		}
		return &fault.Error{Code: fault.CodeRefused, Cause: err, Hint: "type the same command again"}
	})
}

// Entries lists the folder at rel, without what is still being written; none where it is missing.
func (s Store) Entries(rel string) (entries []fs.DirEntry, err error) {
	in := durable.In(s.Root, rel)
	if _, err = os.Lstat(in.Path()); err == nil { // one look costs least where there is none
		entries, err = in.ReadDir()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return durable.Temp(e.Name()) }), err
}

// Names are the files in the folder at rel, or the folders in it, sorted.
func (s Store) Names(rel string, folders bool) ([]string, error) {
	entries, err := s.Entries(rel)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.IsDir() != folders })
	return append([]string{}, each.Of(entries, fs.DirEntry.Name)...), err
}

// Stat looks at what is at rel, reached through no link.
func (s Store) Stat(rel string) (fs.FileInfo, error) { return durable.In(s.Root, rel).Lstat() }

// IsFile reports whether a regular file is at rel, a path in the project.
func (s Store) IsFile(rel string) bool {
	info, err := s.Stat(rel)
	return err == nil && IsLocal(rel) && info.Mode().IsRegular()
}

// Free is the first of base, base-2, … at which there is nothing.
func (s Store) Free(base string) (string, error) {
	return durable.Free(base, func(rel string) error {
		if _, err := s.Stat(rel); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("archiving %q: %w", rel, fs.ErrExist)
	})
}

// Keep copies bytes to a free name of the form stem, stem-2, … with an ending, in dir, and
// returns the path. A copy that is there already is as good, unless it is among but.
func (s Store) Keep(dir, stem, ending string, b []byte, but ...string) (string, error) {
	if err := durable.In(s.Root, dir).Prepare(0o755); err != nil {
		return "", err
	}
	name, err := durable.Free(stem, func(name string) error {
		to := path.Join(dir, name+ending)
		err := durable.In(s.Root, to).Create(b, durable.Shared)
		if errors.Is(err, fs.ErrExist) && !slices.Contains(but, to) {
			if there, unread := durable.In(s.Root, to).Read(int64(len(b))); unread == nil && bytes.Equal(there, b) {
				return nil
			}
		}
		return err
	})
	return path.Join(dir, name+ending), err
}
