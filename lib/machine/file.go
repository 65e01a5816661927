package machine

import (
	"holdfast/lib/durable"
)

// A File is a file of a project as it was read: a record that this machine and
// others write in turns.
type File struct {
	Bytes []byte // nil if there is no such one
	Own   bool   // this machine wrote it as it stands
}

// ReadFile reads the file at rel below root, both of a project, of at most limit
// bytes. No link leads to it: durable.ErrLink.
func (f Folder) ReadFile(root, rel string, limit int64) (File, error) {
	b, err := durable.In(root, rel).Read(limit)
	if err != nil {
		return File{}, err
	}
	return File{append([]byte{}, b...), f.Wrote(Sum(b))}, nil
}

// WriteFile puts data in the place of what was read there, with the permissions
// of the present file, and returns the file as it is then. One that was this
// machine's own is its own afterwards, as is a new one where before says so; a
// foreign one stays foreign whatever is changed in it. unrecorded says why the ledger does not
// hold a file that should be own: it is saved all the same. What is no file by
// now is durable.ErrNotRegular, and what another program changed
// durable.ErrChanged.
func (f Folder) WriteFile(root, rel string, before File, data []byte) (after File, unrecorded, err error) {
	// The ledger comes first: a sum without a file harms nobody.
	if before.Own {
		unrecorded = f.Record(Sum(data))
	}
	if err := durable.In(root, rel).Swap(before.Bytes, data, durable.Shared); err != nil {
		return before, nil, err
	}
	return File{data, before.Own && unrecorded == nil}, unrecorded, nil
}
