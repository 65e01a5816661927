package artifact

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

const (
	foldersFormat = "holdfast-folders-1"
	maxFolders    = 64 << 20 // bytes of what is kept of the folders
	// racy is how long before it was read a folder must have changed for its time
	// to be trusted, as in the index.
	racy = 2 * time.Second
	// lookTime is what a query with a deadline takes for folders that it has not
	// looked into before.
	lookTime = 250 * time.Millisecond
	// spareLines are kept of what later lines replaced, beside three of each folder.
	spareLines = 200
	// maxHead is how many bytes of a file are looked through for its date.
	maxHead = 4 << 10
	// fewFolders are looked into on one core: to wake another takes longer.
	fewFolders = 8
)

// A Folder is a session folder as the names in it tell. Whether one holds a file
// of this machine is found by its files' hashes once, and kept until the folder
// changes: what a hook needs of a clone with any number of foreign artifacts is
// one look at each folder's time.
type Folder struct {
	Name   string // "" of the files beside the session folders
	Own    bool   // one of its files is in the ledger
	Count  int    // files where artifacts belong
	Newest string // the newest by the names, of those that can be read
	Date   int64  // of Newest, by its own word, else by its name; seconds since 1970

	Modified int64 // of the folder, nanoseconds since 1970
	Racy     bool  // it changed so lately that it may change again without another time
}

// Folders are the session folders of a store.
type Folders struct {
	All []Folder
	// Unread is how many folders there was no time to look into; the next query
	// goes on with them.
	Unread int
}

// Folders looks at the session folders, but for those of which known says that they
// need no look.
func (s Store) Folders(ctx context.Context, now time.Time, known func(name string) bool) (found Folders, err error) {
	dir, err := s.dir()
	if err != nil {
		return found, err
	}
	listed, err := listFolders(ctx, dir, known)
	if err != nil || len(listed) == 0 {
		return found, err
	}
	kept := s.knownFolders(known)
	var fresh []Folder
	found.All = make([]Folder, 0, len(listed))
	for _, f := range listed {
		if k, ok := kept.folders[f.Name]; ok && k.Modified == f.Modified {
			if k.Own || k.Count > 0 {
				k.Racy = k.justChanged(now)
				found.All = append(found.All, k)
			}
		} else {
			fresh = append(fresh, f)
		}
	}
	// Those that were this machine's are looked into first: time may not be left
	// for the others.
	slices.SortStableFunc(fresh, func(a, b Folder) int {
		return first(kept.folders[a.Name].Own) - first(kept.folders[b.Name].Own)
	})
	looked := s.lookInto(ctx, dir, fresh, now)
	if err := ctx.Err(); err != nil {
		return found, fmt.Errorf("reading the artifacts: %w", err)
	}
	found.Unread = len(fresh) - len(looked)
	for _, f := range looked {
		if f.Own || f.Count > 0 {
			found.All = append(found.All, f)
		}
	}
	s.keepFolders(kept, looked)
	return found, nil
}

// listFolders lists the session folders that are not known with their times, the one
// that changed last first, and the folder that holds them where artifacts are in it
// directly.
func listFolders(ctx context.Context, dir string, known func(string) bool) ([]Folder, error) {
	var folders []Folder
	beside := false
	err := platform.Entries(dir, func(name string, folder bool, stat platform.Stat) error {
		if !folder {
			beside = beside || InStore(path.Join(Dir, name))
		} else if known == nil || !known(name) {
			if _, modified, is := stat(); is {
				folders = append(folders, Folder{Name: name, Modified: modified})
			}
		}
		return ctx.Err()
	})
	if missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the artifacts: %w", err)
	}
	slices.SortStableFunc(folders, func(a, b Folder) int { return cmp.Compare(b.Modified, a.Modified) })
	if info, err := os.Lstat(dir); beside && err == nil {
		folders = append(folders, Folder{Modified: info.ModTime().UnixNano()})
	}
	return folders, nil
}

func first(is bool) int {
	if is {
		return 0
	}
	return 1
}

// lookInto looks into folders, as many as there is time for.
func (s Store) lookInto(ctx context.Context, dir string, folders []Folder, now time.Time) []Folder {
	if len(folders) == 0 {
		return nil
	}
	if _, limited := ctx.Deadline(); limited {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, lookTime)
		defer stop()
	}
	ledger := s.Machine.Ledger()
	if ledger.Empty() {
		ledger = nil
	}
	var mu sync.Mutex
	var looked []Folder
	parallel.Each(min(runtime.GOMAXPROCS(0), len(folders)/fewFolders), len(folders), func(i int) {
		if ctx.Err() != nil {
			return
		}
		f := folders[i]
		if f.look(dir, ledger, now) != nil {
			f = Folder{Name: f.Name, Racy: true} // as if it were empty, for now
		}
		mu.Lock()
		defer mu.Unlock()
		looked = append(looked, f)
	})
	return looked
}

// look finds out what is in the folder; without a ledger no file is own.
func (f *Folder) look(dir string, ledger *machine.Ledger, now time.Time) error {
	names, err := NamesIn(dir, f.Name)
	if err != nil {
		return err
	}
	f.Racy = f.justChanged(now)
	f.Count, f.Own = len(names), f.Name == "" && len(names) > 0 // whose line is not in their path
	sortNamed(names, now)
	read := false
	for i, name := range names {
		if read && (ledger == nil || f.Own) {
			break
		}
		b, err := readIn(dir, path.Join(f.Name, name))
		if i == 0 || err == nil && !read {
			f.Newest, f.Date = name, dateOf(name, Head(b[:min(len(b), maxHead)]).Text("date")).Unix()
		}
		read = read || err == nil
		f.Own = f.Own || err == nil && ledger != nil && ledger.Wrote(machine.Sum(b))
	}
	return nil
}

func (f Folder) justChanged(now time.Time) bool { return now.UnixNano()-f.Modified < int64(racy) }

// sortNamed puts the files of a folder in the order of sortNewest, by the dates in
// their names.
func sortNamed(names []string, now time.Time) {
	dates := make(map[string]int64, len(names))
	for _, name := range names {
		if minute, _, ok := NameOf(name); ok {
			dates[name] = minute.Unix()
		}
	}
	order := Order(now)
	slices.SortFunc(names, func(a, b string) int { return order(dates[a], a, dates[b], b) })
}

// NamesIn lists the files of a session folder of the folder dir that are where
// artifacts belong, by name.
func NamesIn(dir, folder string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, folder))
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", path.Join(Dir, folder), err)
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && isFile(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Held is what the files of a session folder of the folder dir are together: how many,
// their sizes, and the times when they changed last.
func Held(dir, folder string) (count int, sizes, times int64) {
	_ = platform.Entries(filepath.Join(dir, folder), func(name string, folder bool, stat platform.Stat) error {
		if folder || !isFile(name) {
			return nil
		}
		if size, changed, is := stat(); is {
			count, sizes, times = count+1, sizes+size, times^changed
		}
		return nil
	})
	return count, sizes, times
}

// kept is what is kept of the folders between queries: a head with the number of
// adoptions that it knows of, then a line a folder, of which the last counts.
type kept struct {
	head    string
	lines   int  // that were read, 0 where all is to be written
	part    bool // lines were passed over
	folders map[string]Folder
}

func (s Store) foldersFile() string { return filepath.Join(s.Kept(), "folders") }

// knownFolders reads what is kept, but for folders that need no look. After an
// adoption, which makes files this machine's without a change to their folders, only
// the own ones are known.
func (s Store) knownFolders(unneeded func(name string) bool) kept {
	k := kept{head: s.foldersHead(), folders: map[string]Folder{}}
	b, _ := durable.Read(s.foldersFile(), maxFolders)
	head, rest, _ := strings.Cut(string(b), "\n")
	if !strings.HasPrefix(head, foldersFormat+"\t") {
		return k
	}
	current := head+"\n" == k.head
	k.folders = make(map[string]Folder, strings.Count(rest, "\n"))
	for line := range strings.Lines(rest) {
		if current {
			k.lines++
		}
		if name, _, _ := strings.Cut(line, "\t"); current && unneeded != nil && unneeded(name) {
			k.part = true
			continue
		}
		if f, ok := parseFolder(line); ok && (current || f.Own) {
			k.folders[f.Name] = f
		}
	}
	return k
}

// keepFolders adds what was found, or writes all where most is new.
func (s Store) keepFolders(k kept, looked []Folder) {
	var added strings.Builder
	for _, f := range looked {
		old := k.folders[f.Name]
		if f.Racy {
			f.Modified = 0
		}
		if f.Racy = false; f != old {
			k.folders[f.Name] = f
			added.WriteString(f.line())
		}
	}
	long := !k.part && k.lines >= 4*len(k.folders)+spareLines
	if added.Len() == 0 && !long || s.Machine.Ensure(s.Kept()) != nil {
		return
	}
	if k.part || k.lines > len(looked) && !long {
		_ = durable.File(s.foldersFile()).AppendDerived([]byte("\n"+added.String()), 0o600)
		return
	}
	var all strings.Builder
	all.WriteString(k.head)
	for _, f := range k.folders {
		all.WriteString(f.line())
	}
	_ = durable.File(s.foldersFile()).ReplaceDerived([]byte(all.String()), 0o600)
}

// distrust has the folder of a file looked into again: the file was just entered
// in the ledger, which does not change its folder.
func (s Store) distrust(rel string) {
	if _, err := os.Lstat(s.foldersFile()); err == nil {
		_ = durable.File(s.foldersFile()).AppendDerived([]byte("\n"+Folder{Name: sessionOf(rel)}.line()), 0o600)
	}
}

// foldersHead begins the file of what is kept.
func (s Store) foldersHead() string {
	return foldersFormat + "\t" + strconv.FormatInt(s.Adoptions(), 10) + "\n"
}

// line renders a folder; "" where a name would not read back.
func (f Folder) line() string {
	if strings.ContainsAny(f.Name+f.Newest, "\t\r\n") {
		return ""
	}
	return fmt.Sprintf("%s\t%d\t%t\t%d\t%d\t%s\n", f.Name, f.Modified, f.Own, f.Count, f.Date, f.Newest)
}

func parseFolder(line string) (f Folder, ok bool) {
	rest, whole := strings.CutSuffix(line, "\n")
	fields := strings.Split(rest, "\t")
	if !whole || len(fields) != 6 {
		return f, false
	}
	f.Name, f.Own, f.Newest = fields[0], fields[2] == "true", fields[5]
	var errs [3]error
	f.Modified, errs[0] = strconv.ParseInt(fields[1], 10, 64)
	f.Count, errs[1] = strconv.Atoi(fields[3])
	f.Date, errs[2] = strconv.ParseInt(fields[4], 10, 64)
	return f, errs == [3]error{}
}

// Adopt enters bytes of files that are in a project already in the ledger.
func (s Store) Adopt(contents ...[]byte) error {
	for _, b := range contents {
		if err := s.Record(b); err != nil {
			return err
		}
	}
	return durable.File(s.adopted()).Append([]byte("+"), 0o600)
}

// adopted is the file that counts the adoptions of this machine: the same file
// may be in other projects, whose folders did not change.
func (s Store) adopted() string { return filepath.Join(s.Machine.State(), "adopted") }

// Adoptions counts how often files that others wrote were adopted on this machine.
func (s Store) Adoptions() int64 {
	info, err := os.Lstat(s.adopted())
	if err != nil {
		return 0
	}
	return info.Size()
}

// ForgetFolders forgets all that is known of the folders.
func (s Store) ForgetFolders() error { return durable.File(s.foldersFile()).Remove() }
