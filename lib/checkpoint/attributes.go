package checkpoint

import (
	"fmt"
	"io/fs"
	"os"
	"slices"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
)

// What a restore does not bring back of a file.
const (
	WithoutOwner   = "owner"
	WithoutSpecial = "setuid bit"
	WithoutLinks   = "hard links"
	WithoutXattrs  = "extended attributes"
)

// An inode is a file, whatever its names, and how many it has.
type inode struct{ device, number, links uint64 }

// note records what a file is beyond its bytes and permissions.
func (c *copying) note(f *File, info fs.FileInfo) {
	facts, ok := platform.FactsOf(info)
	if !ok {
		return
	}
	if facts.UID != os.Geteuid() {
		f.Owner = fmt.Sprintf("%d:%d", facts.UID, facts.GID)
	}
	f.Without = Lost(info)
	if facts.Links > 1 {
		at := inode{facts.Device, facts.Inode, facts.Links}
		c.mu.Lock()
		if c.names == nil {
			c.names = map[inode][]string{}
		}
		if !slices.Contains(c.names[at], f.Path) {
			c.names[at] = append(c.names[at], f.Path)
		}
		c.mu.Unlock()
	}
}

// Lost is what the file that info describes has and a new file in its place has
// not: another name of it goes on with the old one.
func Lost(info fs.FileInfo) (without []string) {
	facts, ok := platform.FactsOf(info)
	if !ok {
		return nil
	}
	if facts.UID != os.Geteuid() && os.Geteuid() != 0 {
		without = append(without, WithoutOwner)
	}
	if facts.Special {
		without = append(without, WithoutSpecial)
	}
	if facts.Links > 1 {
		without = append(without, WithoutLinks)
	}
	return without
}

// linkNames makes all names of a file but the first links to that one. Where every
// name is captured, nothing of that is lost.
func (c *copying) linkNames(captured []*File) {
	byPath := map[string]*File{}
	for _, f := range captured {
		if f != nil {
			byPath[f.Path] = f
		}
	}
	for at, names := range c.names {
		slices.Sort(names)
		if len(names) < 2 {
			continue
		}
		for i, name := range names {
			f := byPath[name]
			if f == nil || f.Hash != byPath[names[0]].Hash && f.Size != nil && *f.Size != *byPath[names[0]].Size {
				continue
			}
			if i > 0 {
				f.LinkTo = names[0]
			}
			if uint64(len(names)) >= at.links {
				f.Without = slices.DeleteFunc(f.Without, func(w string) bool { return w == WithoutLinks })
			}
		}
	}
}

// Attributes are those of a file as it was, with its permissions.
func (f File) Attributes(mode fs.FileMode) durable.Attributes {
	a := durable.Attributes{Mode: mode, Xattrs: f.Xattrs}
	var owner durable.Owner
	if n, err := fmt.Sscanf(f.Owner, "%d:%d", &owner.UID, &owner.GID); n == 2 && err == nil && os.Geteuid() == 0 {
		a.Owner = &owner
	}
	return a
}
