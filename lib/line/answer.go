package line

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/index"
	"holdfast/lib/machine"
)

// answer is what the lines of one answer share.
type answer struct {
	Project
	ledger  *machine.Ledger
	states  *cache
	folders []artifact.Folder
	// dir is the folder of the session folders, view the index of the own ones.
	dir  func() string
	view func() (*index.View, error)
}

func (p Project) answer(ctx context.Context, folders []artifact.Folder) *answer {
	a := &answer{Project: p, ledger: p.Store.Machine.Ledger(), folders: folders}
	a.dir = sync.OnceValue(func() string {
		dir, _ := p.Store.Folder() // it was read
		return dir
	})
	a.view = sync.OnceValues(func() (*index.View, error) { return p.Store.Own(ctx, p.Now, folders) })
	return a
}

// read reads the entries of own folders from the index, both by name.
func (p *answer) read(names map[string]artifact.Folder) (map[string][]*Entry, error) {
	view, err := p.view()
	if err != nil {
		return nil, err
	}
	folders := map[string][]*Entry{}
	maybe := func(row string) bool {
		folder := index.LineFolder(row)
		return names[folder].Own || folder == path.Base(artifact.Dir)
	}
	err = view.Scan(maybe, func(r index.Raw) {
		folder := r.Path[:max(strings.LastIndexByte(r.Path, '/'), 0)]
		name := ""
		if folder != artifact.Dir {
			name = path.Base(folder)
		}
		if names[name].Own && r.Sum != "" { // else it cannot be read
			folders[name] = append(folders[name], &Entry{Path: r.Path, Sum: r.Sum, Saved: time.Unix(r.Date, 0).UTC(), date: r.Date, raw: r})
		}
	})
	if err != nil {
		return nil, fmt.Errorf("reading the artifacts: %w", err)
	}
	return folders, nil
}

// LookAhead begins to read what is kept of lines and of the one that a session saved
// to last, and counts the names in its folder where that is to be done, for an answer
// that is asked for later. The caller does something else in the meantime.
func (p Project) LookAhead(sessionID string) Project {
	var c *cache
	var done sync.WaitGroup
	p.ahead = func() *cache {
		done.Wait()
		return c
	}
	done.Go(func() {
		c = p.readCache()
		x, _ := p.Store.Sitting(sessionID)
		if len(x.Saved) == 0 {
			return
		}
		name := folderOf(x.Saved[len(x.Saved)-1])
		h, k := c.headOf(name), c.foldingOf(name)
		c.ahead.name, c.ahead.head, c.ahead.folding = name, h, k
		if dir, err := p.Store.Folder(); err == nil && h != nil && h.Ours {
			c.ahead.count = artifact.CountIn(dir, name)
		}
	})
	return p
}

// count counts the names in a folder, where that was not begun ahead.
func (p *answer) count(f artifact.Folder) artifact.Count {
	if a := p.cache().ahead; a.name == f.Name && a.count.Modified == f.Modified {
		return a.count
	}
	return artifact.CountIn(p.dir(), f.Name)
}
