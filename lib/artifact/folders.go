package artifact

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
)

const (
	// racy is how much older than its reading a folder must be for its time to be trusted.
	racy = 2 * time.Second
	// maxHead is how many bytes of a file are looked through for its date.
	maxHead = 4 << 10
)

// A Folder is a session folder as its names tell. Whether one holds a file of this machine is
// found once and kept: a clone with any number of foreign artifacts costs a look at times.
type Folder struct {
	Name   string // "" of the files beside the session folders
	Own    bool   // one of its files is in the ledger
	Newest string // the newest by the names, of those that can be read; "" of one that holds none
	Date   int64  // of Newest, by its own word, else by its name; seconds since 1970

	Modified int64 // of the folder, nanoseconds since 1970; 0 where it may change again without another time
}

// Folders looks at the session folders, but for those of which known says that they
// need no look. For unread of them there was no time: the next query goes on with them.
func (s Store) Folders(
	ctx context.Context, now time.Time, known func(name string) bool,
) (found []Folder, unread int, err error) {
	dir, err := s.Folder()
	if err != nil {
		return nil, 0, err
	}
	listed, err := listFolders(ctx, dir, known)
	if durable.Missing(err) || err == nil && len(listed) == 0 {
		return nil, 0, nil
	} else if err != nil {
		return nil, 0, fmt.Errorf("reading the artifacts: %w", err)
	}
	var kept keptFolders
	if b, err := durable.Read(s.foldersFile(), 64<<20); err != nil || json.Unmarshal(b, &kept) != nil {
		kept = keptFolders{}
	}
	before := each.By(kept.Folders, func(f Folder) (string, Folder) { return f.Name, f })
	next := keptFolders{Adoptions: s.Adoptions()}
	var fresh []Folder
	for _, f := range listed {
		// An adoption makes files this machine's without a change to their folders.
		k, is := before[f.Name]
		if is && k.Modified == f.Modified && (k.Own || kept.Adoptions == next.Adoptions) {
			next.Folders = append(next.Folders, k)
		} else {
			fresh = append(fresh, f)
		}
	}
	slices.SortFunc(fresh, func(a, b Folder) int { return cmp.Compare(b.Modified, a.Modified) })
	looked := s.lookInto(ctx, dir, fresh, now)
	if err := ctx.Err(); err != nil {
		return nil, 0, fmt.Errorf("reading the artifacts: %w", err)
	}
	for _, f := range looked {
		if now.UnixNano()-f.Modified < int64(racy) {
			f.Modified = 0
		}
		next.Folders = append(next.Folders, f)
	}
	found = each.If(next.Folders, func(f Folder) (Folder, bool) { return f, f.Own || f.Newest != "" })
	if next.Adoptions != kept.Adoptions || !slices.Equal(next.Folders, kept.Folders) {
		b, _ := json.Marshal(next) // of texts and numbers
		_ = durable.Own(s.foldersFile()).Derived().Replace(b, 0o600)
	}
	return found, len(fresh) - len(looked), nil
}

// listFolders lists the session folders that are not known with their times, and the folder that holds
// them if artifacts are in it directly. To look at each from the open folder costs less than by path.
func listFolders(ctx context.Context, dir string, known func(string) bool) (folders []Folder, err error) {
	root, err := os.OpenRoot(dir + "/.") // which is no pipe
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var names []string
	f, err := root.Open(".")
	if err == nil {
		names, err = f.Readdirnames(-1)
		f.Close()
	}
	beside := false
	for _, name := range names {
		if err = cmp.Or(err, ctx.Err()); err != nil || known != nil && known(name) {
			continue
		}
		if info, err := root.Lstat(name); err == nil && info.IsDir() {
			folders = append(folders, Folder{Name: name, Modified: info.ModTime().UnixNano()})
		} else if err == nil {
			beside = beside || isFile(name)
		}
	}
	if info, err := os.Lstat(dir); beside && err == nil {
		folders = append(folders, Folder{Modified: info.ModTime().UnixNano()})
	}
	return folders, err
}

// lookInto looks into folders, as many as there is time for.
func (s Store) lookInto(ctx context.Context, dir string, folders []Folder, now time.Time) (looked []Folder) {
	if _, limited := ctx.Deadline(); limited {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, 250*time.Millisecond)
		defer stop()
	}
	ledger := s.Machine.Ledger()
	if len(folders) > 0 && ledger.Empty() {
		ledger = nil
	}
	var mu sync.Mutex
	cores := min(runtime.GOMAXPROCS(0), len(folders)/8) // for fewer to wake another takes longer
	parallel.Each(cores, len(folders), func(i int) {
		if ctx.Err() != nil {
			return
		}
		f := folders[i]
		if f.look(dir, ledger, now) != nil {
			f = Folder{Name: f.Name} // as if it were empty, for now
		}
		mu.Lock()
		defer mu.Unlock()
		looked = append(looked, f)
	})
	return looked
}

// look finds out what is in the folder; without a ledger no file is own.
func (f *Folder) look(dir string, ledger *machine.Ledger, now time.Time) error {
	names, err := NamesIn(dir, f.Name, now)
	if err != nil {
		return err
	}
	f.Own = f.Name == "" && len(names) > 0 // whose line is not in their path
	dated := false
	for i, name := range names {
		if dated && (ledger == nil || f.Own) {
			break
		}
		b, err := read(durable.In(dir, path.Join(f.Name, name)))
		if i == 0 || err == nil && !dated {
			f.Newest, f.Date = name, dateOf(name, Head(b).Text("date")).Unix()
		}
		dated = dated || err == nil
		f.Own = f.Own || err == nil && ledger != nil && ledger.Wrote(machine.Sum(b))
	}
	return nil
}

// NamesIn lists the artifacts in a folder of dir, the newest by their names first.
func NamesIn(dir, folder string, now time.Time) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, folder))
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", path.Join(Dir, folder), err)
	}
	names := each.If(entries, func(e os.DirEntry) (string, bool) { return e.Name(), !e.IsDir() && isFile(e.Name()) })
	dates := each.By(names, func(name string) (string, int64) {
		minute, _, _, _ := NameOf(name)
		return name, minute.Unix()
	})
	order := Order(now)
	slices.SortFunc(names, func(a, b string) int { return order(dates[a], a, dates[b], b) })
	return names, nil
}

// Held is how many artifacts a folder of dir holds, their sizes together, and their times.
func Held(dir, folder string) (count int, sizes, times int64) {
	files, _ := os.ReadDir(filepath.Join(dir, folder)) // few: to look at each by its path costs less than a root
	for _, f := range files {
		if info, err := f.Info(); isFile(f.Name()) && err == nil && !info.IsDir() {
			count, sizes, times = count+1, sizes+info.Size(), times^info.ModTime().UnixNano()
		}
	}
	return count, sizes, times
}

// keptFolders is what is kept between queries, and of how many adoptions it knows.
type keptFolders struct {
	Adoptions int64
	Folders   []Folder
}

func (s Store) foldersFile() string { return filepath.Join(s.Kept(), "folders") }

// Adopt enters bytes of files that are in a project already in the ledger.
func (s Store) Adopt(contents ...[]byte) error {
	for _, b := range contents {
		if err := s.Machine.Own(b); err != nil {
			return err
		}
	}
	return durable.File(s.adopted()).Append([]byte("+"), 0o600)
}

// adopted counts the adoptions of this machine: folders of other projects may hold the file too.
func (s Store) adopted() string { return filepath.Join(s.Machine.State(), "adopted") }

// Adoptions counts how often files that others wrote were adopted on this machine.
func (s Store) Adoptions() int64 {
	info, err := os.Lstat(s.adopted())
	if err != nil {
		return 0
	}
	return info.Size()
}

// ForgetDerived removes what is known of folders and files, which a query finds again.
func (s Store) ForgetDerived() error {
	return cmp.Or(durable.File(s.foldersFile()).Remove(), s.Index().Remove())
}
