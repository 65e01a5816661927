package durable

import "path"

// A Reach is a way to many files that keeps the folder of the last one open, as the
// next is mostly in the same.
type Reach struct {
	In interface {
		Folder(rel string) (*Tree, error)
	}
	dir  string
	open *Tree
}

// At returns the folder that rel is in, and its name there.
func (r *Reach) At(rel string) (*Tree, string, error) {
	dir, name := path.Dir(rel), path.Base(rel)
	if r.open != nil && r.dir == dir {
		return r.open, name, nil
	}
	r.Close()
	open, err := r.In.Folder(dir)
	if err == nil {
		r.dir, r.open = dir, open
	}
	return open, name, err
}

// Close gives the folder up.
func (r *Reach) Close() {
	if r.open != nil {
		r.open.Close()
		r.open = nil
	}
}
