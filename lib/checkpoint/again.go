package checkpoint

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
)

// maxEarlier bounds how many bytes of checkpoint.json are read to find backups
// that serve again.
const maxEarlier = 32 << 20

// A backup is where bytes lie already.
type backup struct {
	of   Checkpoint
	file File
}

// earlier knows the backups of the checkpoints that are there: by hash, newest
// first, and the sizes among them.
type earlier struct {
	byHash map[string][]backup
	sizes  map[int64]bool
	any    bool // the size of some is unknown
}

func (e earlier) mayHold(size int64) bool { return e.any || e.sizes[size] }

// earlierBackups reads the newest checkpoints, those of the same task first.
func (s Store) earlierBackups(taskID string) earlier {
	e := earlier{byHash: map[string][]backup{}, sizes: map[int64]bool{}}
	all, _, err := s.List("")
	if err != nil {
		return e
	}
	left := maxEarlier
	for _, own := range []bool{true, false} {
		for _, c := range all {
			if (c.TaskID == taskID) != own || left < len(c.Raw) {
				continue
			}
			left -= len(c.Raw)
			e.add(c)
		}
	}
	return e
}

// maxLinks is how many backups of one hash are kept in mind: one that is
// damaged, or has as many names as a file can have, is followed by another.
const maxLinks = 4

func (e *earlier) add(c Checkpoint) {
	for _, f := range c.Files {
		if f.BackupPath == "" || len(e.byHash[f.Hash]) >= maxLinks {
			continue
		}
		e.byHash[f.Hash] = append(e.byHash[f.Hash], backup{c, f})
		if f.Size != nil {
			e.sizes[*f.Size] = true
		} else {
			e.any = true
		}
	}
}

// linked gives an earlier backup of the same hash a second name, if it still
// holds those bytes, and returns it; nil if there is none.
func (s Store) linked(c *copying, rel, hash string) fs.FileInfo {
	for _, b := range c.earlier().byHash[hash] {
		file, err := s.Backup(b.of, b.file)
		if err != nil {
			continue
		}
		info, err := file.Stat()
		if err == nil {
			var found string
			if found, err = sumOf(c.ctx, file); err == nil && found == hash {
				err = c.staged.Link(backupName(rel), inDir(b.file.BackupPath), info)
			} else {
				err = errDamaged
			}
		}
		file.Close()
		if err == nil {
			return info
		}
	}
	return nil
}

var errDamaged = errors.New("damaged")

// knownFile holds, per path, as which file it was found and where its backup
// is, so that a file that was not touched since need not be read again. It
// is in the machine folder, where no repository can put it, and can be missing.
const (
	knownFile = "checkpoint-files"
	maxKnown  = 16 << 20
	// A file that changed so shortly before it was read may change again
	// without another time: file systems count in ticks, some in whole seconds.
	oneTick     = 50 * time.Millisecond
	coarseTicks = 2 * time.Second
	// A program that wrote to a file through a mapping of its memory may write
	// on without another time until the system has brought the first write to
	// the disk: half a minute on Linux, more on others. One that changed since
	// is read again, until it was read once after that.
	mappedTime = 5 * time.Minute
)

// A known is a file as it was found, and its backup.
type known struct {
	ID     platform.Identity `json:"id"`
	Size   int64             `json:"size"`
	Hash   string            `json:"hash"`
	Backup string            `json:"backup"` // relative to the project root
	// Settled says that it had not changed for mappedTime when it was read.
	Settled bool     `json:"settled"`
	Without []string `json:"without,omitempty"`
	// The backup as it was left; a second name changes its Changed alone.
	Inode uint64    `json:"inode"`
	Time  time.Time `json:"time"`
}

func (s Store) loadKnown() map[string]known {
	all := map[string]known{}
	if b, err := durable.Read(filepath.Join(s.folder(), knownFile), maxKnown); err == nil &&
		json.Unmarshal(b, &all) != nil {
		return nil
	}
	return all
}

// saveKnown enters what a checkpoint found. What it did not look at stays.
func (s Store) saveKnown(all, found map[string]known) {
	if len(found) == 0 || s.Machine.Ensure(s.folder()) != nil {
		return
	}
	for rel, k := range all {
		if _, ok := found[rel]; !ok && len(found) < 2*maxFiles {
			found[rel] = k
		}
	}
	if b, err := json.Marshal(found); err == nil && len(b) <= maxKnown {
		_ = durable.File(filepath.Join(s.folder(), knownFile)).Replace(b, 0o600)
	}
}

// remember notes as which file a path was found, if that can be told.
func (c *copying) remember(f *File, info fs.FileInfo) {
	id, ok := platform.IdentityOf(info)
	if !ok {
		return
	}
	tick := oneTick
	if id.Changed%int64(time.Second) == 0 {
		tick = coarseTicks
	}
	age := c.began.Sub(time.Unix(0, id.Changed))
	if age < tick {
		return
	}
	c.mu.Lock()
	c.found[f.Path] = known{ID: id, Size: info.Size(), Settled: age >= mappedTime, Without: f.Without}
	c.mu.Unlock()
}

// again gives the backup of a file that was not touched since an earlier
// checkpoint a second name; nil where that is not so.
func (s Store) again(c *copying, rel string, info fs.FileInfo, sources, backups *reach) *File {
	k, ok := c.known[rel]
	id, told := platform.IdentityOf(info)
	if !ok || !told || k.ID != id || k.Size != info.Size() || !isHash(k.Hash) || !info.Mode().IsRegular() ||
		!fs.ValidPath(k.Backup) {
		return nil
	}
	folder, name, err := backups.at(inDir(k.Backup))
	if err != nil {
		return nil
	}
	there, err := folder.Lstat(name)
	if err != nil || !there.Mode().IsRegular() || there.Size() != k.Size || !there.ModTime().Equal(k.Time) {
		return nil
	}
	if own, told := platform.IdentityOf(there); !told || own.Inode != k.Inode {
		return nil
	}
	if !k.Settled {
		if !c.stillHolds(sources, rel, k.Hash) {
			return nil
		}
		k.Settled = c.began.Sub(time.Unix(0, id.Changed)) >= mappedTime
	}
	if c.staged.Link(backupName(rel), inDir(k.Backup), there) != nil {
		return nil
	}
	f := fileOf(rel, info)
	f.Hash, f.BackupPath, f.Without = k.Hash, c.backupPath(rel), k.Without
	k.Backup = f.BackupPath
	c.mu.Lock()
	c.found[rel] = k
	c.mu.Unlock()
	return f
}

// stillHolds reads a file and reports whether its bytes are those of hash.
func (c *copying) stillHolds(sources *reach, rel, hash string) bool {
	folder, name, err := sources.at(rel)
	if err != nil {
		return false
	}
	file, _, err := folder.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	sum, err := sumOf(c.ctx, file)
	return err == nil && sum == hash
}

// settle completes what is remembered of a file with its backup, as it was
// hashed.
func (c *copying) settle(f *File, copied fs.FileInfo) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.found[f.Path]
	if own, told := platform.IdentityOf(copied); ok && told && copied.Size() == k.Size {
		k.Hash, k.Backup, k.Inode, k.Time = f.Hash, f.BackupPath, own.Inode, copied.ModTime()
		c.found[f.Path] = k
	}
}

// settled is what is remembered of files whose backups are known.
func (c *copying) settled() map[string]known {
	maps.DeleteFunc(c.found, func(_ string, k known) bool { return k.Hash == "" })
	return c.found
}
