package line

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/project"
)

const (
	maxCache = 32 << 20
	// longLine is from how many artifacts on a state is not folded anew when one
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
	row := slices.Concat([]byte("\n"+rowID(name)+"\t"), b, []byte("\n"))
	if c.size += len(row); c.size > maxCache {
		_ = durable.File(c.file).Replace(row, 0o600)
		return
	}
	_ = durable.File(c.file).AppendDerived(row, 0o600)
}

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
	var own []*Entry // oldest first
	for _, e := range slices.Backward(l.entries) {
		if p.wrote(e) {
			own = append(own, e)
		}
	}
	ahead := p.Now.Add(24 * time.Hour).Unix()
	if slices.ContainsFunc(own, func(e *Entry) bool { return e.date > ahead || e.copied != nil }) {
		return Fold(l.Artifacts(true), p.Now) // their order changes with the time, or they are elsewhere
	}
	c := p.cache()
	key := hashOf(own)
	var k kept
	known := json.Unmarshal(c.rowOf(l.Name), &k) == nil && k.Folding != nil
	if known && k.Own == key {
		return k.Folding.state()
	}
	f, rest := newFolding(), own
	if known && len(own) > longLine && k.holds(own) {
		f = k.Folding
		rest = slices.DeleteFunc(slices.Clone(own), func(e *Entry) bool { return !k.before(e) })
	}
	whole := true
	for _, e := range rest {
		a, ok := p.load(e)
		if !ok || !p.ledger.Wrote(a.Sum) {
			whole = false
			continue
		}
		whole = whole && a.Sum == e.Sum
		f.take(a)
	}
	if whole && len(own) > 0 && p.Store.Machine.Ensure(filepath.Dir(c.file)) == nil {
		c.put(l.Name, keptOf(key, own, f))
	}
	return f.state()
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
