package line

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/project"
)

const (
	maxCache = 32 << 20
	// A file of more than spareRows times the rows that count, and spareBytes, is
	// rewritten: every start reads it whole.
	spareRows  = 3
	spareBytes = 64 << 10
	// longLine is from how many artifacts on a state is not folded again when one
	// is added, or when an old automatic one, which later ones hold, is gone.
	longLine = 64
)

// A cache keeps the states of lines in the machine folder, one row each, the
// newest last: what they were folded from, and the folding itself. It is
// derived: a row that is lost or torn costs a folding.
type cache struct {
	file string
	size int
	rows map[string][]byte // by id, nil until it was read
}

func (p *answer) cache() *cache {
	if p.states == nil {
		p.states = &cache{file: filepath.Join(p.Store.Machine.Project(project.Hash(p.Store.Root)), "states")}
	}
	return p.states
}

func (c *cache) rowOf(name string) []byte {
	if c.rows == nil {
		c.rows = map[string][]byte{}
		text, _ := durable.Read(c.file, 2*maxCache)
		c.size = len(text)
		for line := range bytes.Lines(text) {
			if id, row, ok := bytes.Cut(line, []byte("\t")); ok && len(id) == 2*idBytes && row[len(row)-1] == '\n' {
				c.rows[string(id)] = row
			}
		}
	}
	return c.rows[rowID(name)]
}

const idBytes = 12

func rowID(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:idBytes])
}

func (c *cache) put(name string, k kept) {
	b, err := json.Marshal(k)
	if err != nil {
		return
	}
	c.rows[rowID(name)] = append(b, '\n')
	live := 0
	for _, row := range c.rows {
		live += len(row) + 2*idBytes + 2
	}
	if c.size <= min(maxCache, spareRows*live+spareBytes) {
		row := renderRow(rowID(name), c.rows[rowID(name)])
		c.size += len(row)
		_ = durable.File(c.file).AppendDerived(row, 0o600)
		return
	}
	var all []byte
	for id, row := range c.rows {
		if live <= maxCache || id == rowID(name) {
			all = append(all, renderRow(id, row)...)
		}
	}
	c.size = len(all)
	_ = durable.File(c.file).Replace(all, 0o600)
}

func renderRow(id string, row []byte) []byte { return slices.Concat([]byte("\n"+id+"\t"), row) }

// kept is one row: of which artifacts the folding is.
type kept struct {
	Own     string   // a hash of all of them
	Written string   // of the written ones
	Autos   []string // sums of the automatic ones
	Newest  string   // the path of the one that was taken last
	Date    int64    // and its date, seconds since 1970
	Folding *folding
}

// folded is the state of the line's own artifacts, from what is kept of it where
// that is still true.
func (l *Line) folded() State {
	p := l.project
	all := slices.Clone(l.entries)
	slices.Reverse(all) // oldest first
	ahead := p.Now.Add(24 * time.Hour).Unix()
	if slices.ContainsFunc(all, func(e *Entry) bool { return e.date > ahead }) {
		return Fold(l.Artifacts(true), p.Now) // their order changes with the time
	}
	c := p.cache()
	var k kept
	known := json.Unmarshal(c.rowOf(l.Name), &k) == nil && k.Folding != nil
	if known && k.Own == hashOf(all) {
		return k.Folding.state() // of these very files, and the ledger forgets nothing
	}
	own := slices.DeleteFunc(all, func(e *Entry) bool { return !p.wrote(e) })
	key := hashOf(own)
	if known && k.Own == key {
		return k.Folding.state()
	}
	f, rest := newFolding(), own
	if known && len(own) > longLine && k.holds(own) {
		f = k.Folding
		rest = slices.DeleteFunc(slices.Clone(own), func(e *Entry) bool { return !k.before(e) })
	}
	whole := true
	for i, a := range p.loadAll(rest) {
		if a == nil || !p.ledger.Wrote(a.Sum) {
			whole = false
			continue
		}
		whole = whole && a.Sum == rest[i].Sum
		f.take(*a)
	}
	if whole && len(own) > 0 && p.Store.Machine.Ensure(filepath.Dir(c.file)) == nil {
		c.put(l.Name, keptOf(key, own, f))
	}
	return f.state()
}

// loadAll reads artifacts on all cores; one that cannot be read is nil.
func (p *answer) loadAll(entries []*Entry) []*artifact.Artifact {
	loaded := make([]*artifact.Artifact, len(entries))
	var next atomic.Int64
	load := func() {
		for i := int(next.Add(1)) - 1; i < len(entries); i = int(next.Add(1)) - 1 {
			if a, ok := p.load(entries[i]); ok {
				loaded[i] = &a
			}
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(entries)/longLine+1) - 1 {
		others.Go(load)
	}
	load()
	others.Wait()
	return loaded
}

func keptOf(key string, own []*Entry, f *folding) kept {
	k := kept{Own: key, Folding: f, Newest: own[len(own)-1].Path, Date: own[len(own)-1].date}
	var written []*Entry
	for _, e := range own {
		if e.isAuto() {
			k.Autos = append(k.Autos, e.Sum)
		} else {
			written = append(written, e)
		}
	}
	k.Written = hashOf(written)
	return k
}

// before reports whether an entry comes after all that the folding took.
func (k kept) before(e *Entry) bool {
	return artifact.Order(time.Unix(max(e.date, k.Date), 0))(e.date, e.Path, k.Date, k.Newest) < 0
}

// holds reports whether the folding took the entries but for those that come
// after it, and for automatic ones that are gone.
func (k kept) holds(own []*Entry) bool {
	var written []*Entry
	for _, e := range own {
		switch {
		case k.before(e):
		case e.isAuto():
			if !slices.Contains(k.Autos, e.Sum) {
				return false
			}
		default:
			written = append(written, e)
		}
	}
	return hashOf(written) == k.Written
}

func hashOf(entries []*Entry) string {
	h := sha256.New()
	h.Write([]byte("2\n")) // what a folding holds
	for _, e := range entries {
		h.Write([]byte(e.Path + "\x00" + e.Sum + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
