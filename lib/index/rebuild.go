package index

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/parallel"
	"holdfast/lib/rank"
)

// Rebuild forgets the index and rebuilds it from its source. progress, which may be
// nil, is called with how many folders are done.
func (x Index) Rebuild(ctx context.Context, src Source, now time.Time, progress func(done, total int)) (*View, error) {
	folders, err := src.Folders(ctx)
	if err != nil {
		return nil, err
	}
	return x.rebuild(ctx, src, folders, now, rebuildTime, progress)
}

func (x Index) rebuild(
	ctx context.Context, src Source, folders []Folder, now time.Time, wait time.Duration, progress func(done, total int),
) (*View, error) {
	read, err := readAll(ctx, src, folders, progress)
	if err != nil {
		return nil, err
	}
	l := &loaded{known: map[string]*Row{}, folders: map[string]int64{}}
	v := &View{loaded: l, dir: x.Dir, fresh: map[string]rank.Packed{}}
	unread := map[string]bool{}
	var rows []Row
	for _, r := range read {
		rows = append(rows, r.rows...)
		if r.err != nil {
			v.Unread = append(v.Unread, r.err)
			unread[r.folder] = true
		}
	}
	for i := range folders {
		if now.UnixNano()-folders[i].Modified < int64(racy) || unread[folders[i].Path] {
			folders[i].Modified = 0
		}
		l.folders[folders[i].Path] = folders[i].Modified
	}
	for i := range rows {
		l.known[rows[i].Path] = &rows[i]
		v.fresh[rows[i].Path] = rows[i].Words
	}
	if len(folders) > 0 || x.exists() {
		v.Unstored = x.replace(ctx, rows, folders, wait)
	}
	return v, nil
}

// exists reports whether there is an index to replace: of a store without a
// folder none is made.
func (x Index) exists() bool {
	_, err := os.Lstat(x.rows())
	return err == nil
}

// readAll describes every file, on all cores.
func readAll(ctx context.Context, src Source, folders []Folder, progress func(done, total int)) ([]folderRows, error) {
	var mu sync.Mutex
	var all []folderRows
	parallel.Each(runtime.GOMAXPROCS(0), len(folders), func(i int) {
		if ctx.Err() != nil {
			return
		}
		rows := readFolder(src, folders[i].Path)
		mu.Lock()
		defer mu.Unlock()
		if all = append(all, rows); progress != nil {
			progress(len(all), len(folders))
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("rebuilding the index: %w", err)
	}
	return all, nil
}

// folderRows is what one folder holds, or why it could not be read.
type folderRows struct {
	folder string
	rows   []Row
	err    error
}

func readFolder(src Source, folder string) folderRows {
	files, err := src.Files(folder)
	rows := make([]Row, 0, len(files))
	for _, f := range files {
		if r, err := src.Read(f.Path); err == nil {
			rows = append(rows, r)
		}
	}
	return folderRows{folder, rows, err}
}

// replace writes a new base of rows.
func (x Index) replace(ctx context.Context, rows []Row, folders []Folder, wait time.Duration) error {
	if err := durable.Make(x.Dir, 0o700); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return durable.File(x.lock()).Locked(ctx, func() error { return x.write(rows, folders) })
}

// write puts the new text file in place, then the rows file that names it,
// then removes the text file of before. The caller holds the lock.
func (x Index) write(rows []Row, folders []Folder) error {
	before, _ := x.textName()
	name := nextText(before)
	var lines, texts bytes.Buffer
	for _, r := range rows {
		lines.WriteString(r.line(int64(texts.Len()), int64(len(r.Words))))
		texts.Write(r.Words)
	}
	base := lines.Len()
	for _, f := range folders {
		fmt.Fprintf(&lines, "%c\t%s\t%d\n", kindFolder, escape(f.Path), f.Modified)
	}
	if err := durable.File(filepath.Join(x.Dir, name)).Replace(texts.Bytes(), 0o600); err != nil {
		return err
	}
	head := strings.Join([]string{format, name, strconv.Itoa(base), checksum(lines.Bytes()[:base])}, "\t") + "\n"
	if err := durable.File(x.rows()).Replace(append([]byte(head), lines.Bytes()...), 0o600); err != nil {
		return err
	}
	if before == "" || before == name {
		return nil
	}
	return durable.File(filepath.Join(x.Dir, before)).Remove()
}

// nextText is another name for the text file than the one in use.
func nextText(before string) string {
	n, _ := strconv.Atoi(strings.TrimPrefix(before, textPrefix))
	return textPrefix + strconv.Itoa(n+1)
}
