package line

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
)

const (
	// layout is of what a row holds; it is to be changed with what a line is or a
	// folding takes in, so that what another release kept is read once more.
	layout   = "4"
	maxCache = 32 << 20
	// A file of spareBytes more than the rows that count is rewritten before another
	// is added: every start reads it whole.
	spareBytes = 64 << 10
	// longLine is from how many artifacts on a state is not folded again when one
	// is added, or when an old automatic one, which later ones hold, is gone.
	longLine = 64
)

// A cache keeps what is known of lines in the machine folder, one row each, the
// newest last. It is derived: a row that is lost or torn costs a reading.
type cache struct {
	file string
	size int
	rows map[string]row // by id
}

// A row is what the line is and its folding, each with the sessions that saved to it: a
// long line has thousands, too many for JSON. Those of a head that is of the same
// artifacts as the folding are left out.
type row struct{ head, sittings, folding, folded string }

func (r row) render(id string) string {
	return "\n" + strings.Join([]string{id, r.head, r.sittings, r.folding, r.folded}, "\t") + "\n"
}

func (p *answer) cache() *cache {
	if p.states != nil {
		return p.states
	}
	c := &cache{file: filepath.Join(p.Store.Kept(), "states"), rows: map[string]row{}}
	p.states = c
	text, _ := durable.Read(c.file, 2*maxCache)
	c.size = len(text)
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(line, "\t")
		if len(fields) == 5 && len(fields[0]) == len(layout)+2*idBytes && strings.HasPrefix(fields[0], layout) && line[len(line)-1] == '\n' {
			c.rows[fields[0]] = row{fields[1], fields[2], fields[3], fields[4][:len(fields[4])-1]}
		}
	}
	return c
}

func (c *cache) rowOf(name string) row { return c.rows[rowID(name)] }

const idBytes = 12

func rowID(name string) string {
	sum := sha256.Sum256([]byte(name))
	return layout + hex.EncodeToString(sum[:idBytes])
}

// put replaces the rows of lines, by their names.
func (c *cache) put(rows map[string]row) {
	var added strings.Builder
	for name, r := range rows {
		c.rows[rowID(name)] = r
		added.WriteString(r.render(rowID(name)))
	}
	live := 0
	for id, r := range c.rows {
		live += len(id) + len(r.head) + len(r.sittings) + len(r.folding) + len(r.folded) + 6
	}
	if c.size <= min(maxCache, live+spareBytes) {
		c.size += added.Len()
		_ = durable.File(c.file).AppendDerived([]byte(added.String()), 0o600)
		return
	}
	if live <= maxCache {
		added.Reset()
		for id, r := range c.rows {
			added.WriteString(r.render(id))
		}
	}
	c.size = added.Len()
	_ = durable.File(c.file).ReplaceDerived([]byte(added.String()), 0o600)
}

// A head is what a line is, as long as its folder is as it was.
type head struct {
	At    int64 // the time of the folder, nanoseconds
	Count int   // artifacts in it, all of them this machine's
	// Ours says that the folder got that time when this machine saved there: others
	// may have added to it in that moment, so they are counted again.
	Ours   bool
	Folded bool // the state is of these artifacts
	Autos  []auto
	Line   *Line
}

// An auto is an automatic artifact.
type auto struct {
	Path, Sum string
	Date      int64
}

func (a auto) entry() *Entry {
	return &Entry{filled: true, Path: a.Path, Sum: a.Sum, Mode: artifact.Checkpoint, Saved: time.Unix(a.Date, 0).UTC(), date: a.Date, auto: true}
}

// known is the line of a folder from what is kept of it, nil where that is not
// known to be true any more.
func (p *answer) known(f artifact.Folder) *Line {
	r := p.cache().rowOf(f.Name)
	h := &head{}
	switch {
	case r.head == "" || json.Unmarshal([]byte(r.head), h) != nil:
		return nil
	case h.At != f.Modified || h.Line == nil || h.Line.Name != f.Name || h.Line.Saved.After(p.Now.Add(ahead)):
		return nil
	case h.Ours && artifact.CountIn(p.dir(), f.Name) != h.Count:
		return nil
	}
	l := h.Line
	l.project, l.kept = p, h
	if h.Folded {
		r.sittings = r.folded
	}
	l.Sittings = strings.Fields(r.sittings)
	slices.Reverse(l.Sittings) // newest first
	return l
}

// ahead is how far in the future an artifact may claim to be; the order of those that
// claim more changes with the time, and nothing is kept of their lines.
const ahead = 24 * time.Hour

// keep notes what is to be kept of lines that were put together from all artifacts
// of their folders.
func (p *answer) keep(read map[string]artifact.Folder, lines map[string]*Line) {
	rows := map[string]row{}
	for name, f := range read {
		l := lines[name]
		if f.Racy || name == "" || l == nil || !l.Own || l.Foreign != nil {
			continue
		}
		whole := func(e *Entry) bool {
			return e.copied == nil && folderOf(e.Path) == name && !e.Saved.After(p.Now.Add(ahead)) && p.wrote(e)
		}
		if len(l.entries) != f.Count || slices.ContainsFunc(l.entries, func(e *Entry) bool { return !whole(e) }) || !plain(l.Sittings) {
			continue
		}
		l.kept = &head{At: f.Modified, Count: len(l.entries), Line: l}
		for _, e := range l.automatic() {
			l.kept.Autos = append(l.kept.Autos, auto{e.Path, e.Sum, e.date})
		}
		old := p.cache().rowOf(name)
		if head, err := json.Marshal(l.kept); err == nil {
			rows[name] = row{string(head), joined(l.Sittings), old.folding, old.folded}
		}
	}
	if len(rows) > 0 && p.Store.Machine.Ensure(p.Store.Kept()) == nil {
		p.cache().put(rows)
	}
}

// joined are sessions, newest first, as a row has them.
func joined(sittings []string) string {
	sittings = slices.Clone(sittings)
	slices.Reverse(sittings)
	return strings.Join(sittings, " ")
}

// plain reports whether ids are ones that a row can hold.
func plain(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return id == "" || strings.ContainsFunc(id, unicode.IsSpace) })
}

// kept is a folding, and of which artifacts it is.
type kept struct {
	Own     string   // a hash of all of them
	Written string   // of the written ones
	Autos   []string // sums of the automatic ones
	Newest  string   // the path of the one that was taken last
	Date    int64    // and its date, seconds since 1970
	Folding *folding
}

// keptOf reads a folding; ok is false where none is kept.
func keptOf(r row) (k kept, ok bool) {
	if r.folding == "" || json.Unmarshal([]byte(r.folding), &k) != nil || k.Folding == nil {
		return k, false
	}
	k.Folding.State.Sittings = strings.Fields(r.folded)
	return k, true
}

// put keeps a head, nil where nothing is kept but the state, and the folding k where
// it is of the same artifacts; else that of the row.
func (p *answer) put(l *Line, h *head, k kept, r row) {
	if h == nil || h.Folded {
		s := k.Folding.State
		k.Folding.State.Sittings = nil
		b, err := json.Marshal(k)
		k.Folding.State.Sittings = s.Sittings
		if err != nil || !plain(s.Sittings) {
			return
		}
		r = row{folding: string(b), folded: strings.Join(s.Sittings, " ")}
	}
	if h != nil {
		b, err := json.Marshal(h)
		if err != nil {
			return
		}
		r.head, r.sittings = string(b), ""
		if !h.Folded {
			r.sittings = joined(l.Sittings)
		}
	}
	p.cache().put(map[string]row{l.Name: r})
}

// folded is the state of the line's own artifacts, from what is kept of it where
// that is still true.
func (l *Line) folded() State {
	p := l.project
	k, known := keptOf(p.cache().rowOf(l.Name))
	if known && l.kept != nil && l.kept.Folded {
		return k.Folding.state()
	}
	l.list()
	all := slices.Clone(l.entries)
	slices.Reverse(all) // oldest first
	late := p.Now.Add(ahead).Unix()
	if slices.ContainsFunc(all, func(e *Entry) bool { return e.date > late }) {
		return Fold(l.Artifacts(true), p.Now) // their order changes with the time
	}
	own, key := all, hashOf("", all...)
	if !known || k.Own != key { // else it is of these very files, and the ledger forgets nothing
		own = slices.DeleteFunc(all, func(e *Entry) bool { return !p.wrote(e) })
		key = hashOf("", own...)
	}
	if !known || k.Own != key {
		f, whole := p.fold(k, known, own)
		if !whole || len(own) == 0 {
			return f.state()
		}
		k = keptAs(key, own, f)
	} else if l.kept == nil {
		return k.Folding.state()
	}
	if l.kept != nil {
		l.kept.Folded = true
	}
	if p.Store.Machine.Ensure(p.Store.Kept()) == nil {
		p.put(l, l.kept, k, row{})
	}
	return k.Folding.state()
}

// fold takes artifacts, oldest first, onto what was folded of a long line before.
// whole is false where one could not be read as the index knows it.
func (p *answer) fold(k kept, known bool, own []*Entry) (f *folding, whole bool) {
	f, whole = newFolding(), true
	if known && len(own) > longLine && k.holds(own) {
		f = k.Folding
		own = slices.DeleteFunc(slices.Clone(own), func(e *Entry) bool { return !k.before(e) })
	}
	for i, a := range p.loadAll(own) {
		if a == nil || !p.ledger.Wrote(a.Sum) {
			whole = false
			continue
		}
		whole = whole && a.Sum == own[i].Sum
		f.take(*a)
	}
	return f, whole
}

// Extend takes an automatic save, and the removals after it, into what is kept of
// its line, so that the next start need not look at the others.
func (ls *Lines) Extend(a artifact.Artifact, removed []string) {
	p, e := ls.project, entryOf(artifact.RowOfContent(a))
	n := &Line{Name: a.Session()}
	n.own(&e)
	n.Sittings = []string{e.SessionID}
	h := &head{Ours: true, Folded: true, Count: 1, Autos: []auto{{e.Path, e.Sum, e.date}}, Line: n}
	k, r := kept{Folding: newFolding()}, row{}
	if l := ls.find(n.Name); l != nil {
		if l.kept == nil || newest(l, &Line{Saved: e.Saved, Path: e.Path}) <= 0 {
			return
		}
		r = p.cache().rowOf(n.Name)
		if l.kept.Folded && (len(removed) == 0 || l.kept.Count > longLine) {
			k, h.Folded = keptOf(r)
		} else {
			h.Folded = false // it is read again, without what was removed
		}
		h.Count += l.kept.Count
		for _, old := range l.kept.Autos {
			if slices.Contains(removed, old.Path) {
				h.Count--
				k.Own = hashOf(k.Own, old.entry())
			} else {
				h.Autos = append(h.Autos, old)
			}
		}
		n.follow(l)
	}
	h.At = p.Store.NoteOwn(n.Name)
	if h.At == 0 || !e.auto || e.Saved.After(p.Now.Add(ahead)) || !plain(n.Sittings) || p.Store.Machine.Ensure(p.Store.Kept()) != nil {
		return
	}
	if h.Folded {
		k.Folding.take(a)
		k.Own, k.Autos, k.Newest, k.Date = hashOf(k.Own, &e), nil, e.Path, e.date
		for _, a := range h.Autos {
			k.Autos = append(k.Autos, a.Sum)
		}
	}
	p.put(n, h, k, r)
}

// follow takes in what is known of the line from before its newest, automatic
// artifact.
func (l *Line) follow(before *Line) {
	if before.Written {
		l.Written, l.Wrote, l.Closed, l.Goal = true, before.Wrote, before.Closed, cmp.Or(before.Goal, l.Goal)
	}
	addNew(&l.Branches, before.Branches...)
	addNew(&l.Beads, before.Beads...)
	l.Sittings = append(l.Sittings, slices.DeleteFunc(slices.Clone(before.Sittings), func(id string) bool { return id == l.Sittings[0] })...)
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

func keptAs(key string, own []*Entry, f *folding) kept {
	k := kept{Own: key, Folding: f, Newest: own[len(own)-1].Path, Date: own[len(own)-1].date}
	var written []*Entry
	for _, e := range own {
		if e.isAuto() {
			k.Autos = append(k.Autos, e.Sum)
		} else {
			written = append(written, e)
		}
	}
	k.Written = hashOf("", written...)
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
	return hashOf("", written...) == k.Written
}

// hashOf is a hash of artifacts in any order: those that a hash is of, "" for none,
// with others added, or taken out where it is of them.
func hashOf(of string, entries ...*Entry) string {
	all := sha256.Sum256(nil)
	if b, err := hex.DecodeString(of); of != "" && err == nil {
		copy(all[:], b)
	}
	for _, e := range entries {
		sum := sha256.Sum256([]byte(e.Path + "\x00" + e.Sum))
		subtle.XORBytes(all[:], all[:], sum[:])
	}
	return hex.EncodeToString(all[:])
}
