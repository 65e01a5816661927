package index

import (
	"context"
	"sync"
)

// Counted is src, and tells progress how many of its folders were looked into,
// one call at a time. progress may be nil.
func Counted(src Source, progress func(done, total int)) Source {
	if progress == nil {
		return src
	}
	return &counted{Source: src, progress: progress}
}

type counted struct {
	Source
	progress func(done, total int)

	mu          sync.Mutex
	done, total int
}

func (c *counted) Folders(ctx context.Context) ([]Folder, error) {
	folders, err := c.Source.Folders(ctx)
	c.total = len(folders)
	return folders, err
}

func (c *counted) Files(folder string) ([]File, error) {
	files, err := c.Source.Files(folder)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	c.progress(min(c.done, c.total), c.total)
	return files, err
}
