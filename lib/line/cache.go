package line

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
)

const (
	// layout is of what a row holds; it is to be changed with what a line is or a
	// folding takes in, so that what another release kept is read once more.
	layout   = "7"
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
	// ahead is what was read of a line before it was asked for; head and folding until
	// somebody has them, who changes them.
	ahead struct {
		name    string
		head    *head
		folding *kept
		count   artifact.Count
	}
}

// A row is what the line is and its folding, each with the sessions that saved to it: a
// long line has thousands, too many for JSON. Those of a head that is of the same
// artifacts as the folding are left out.
type row struct{ head, sittings, folding, folded []byte }

// size is how many bytes the row takes in the file.
func (r row) size(id string) int {
	return len(id) + len(r.head) + len(r.sittings) + len(r.folding) + len(r.folded) + 6
}

// render adds the row to a text. Of a folding and its sessions only what follows those
// of the row before is written, after how much that is.
func (r row) render(to []byte, id string, before row) []byte {
	r.folding, r.folded = following(r.folding, before.folding), following(r.folded, before.folded)
	for i, field := range [][]byte{[]byte(id), r.head, r.sittings, r.folding, r.folded} {
		to = append(append(to, "\n\t\t\t\t"[i]), field...)
	}
	return append(to, '\n')
}

// parseRow reads what render wrote, of which rows are those before it.
func parseRow(line []byte, rows map[string]row) (id string, r row, ok bool) {
	fields := bytes.Split(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
	if id = string(fields[0]); len(fields) != 5 || len(id) != len(layout)+2*idBytes || !strings.HasPrefix(id, layout) || line[len(line)-1] != '\n' {
		return id, r, false
	}
	r = row{fields[1], fields[2], fields[3], slices.Clip(fields[4])} // it is added to in its place
	before, ok := rows[id], true
	if r.folding, ok = followed(r.folding, before.folding); ok {
		r.folded, ok = followed(r.folded, before.folded)
	}
	return id, r, ok
}

// follows begins what leaves out what the row before holds.
const follows = "="

func following(text, before []byte) []byte {
	if more, ok := bytes.CutPrefix(text, before); ok && len(before) > 0 {
		return fmt.Appendf(nil, "%s%d %s", follows, len(before), more)
	}
	return text
}

func followed(text, before []byte) (whole []byte, ok bool) {
	rest, is := bytes.CutPrefix(text, []byte(follows))
	if !is {
		return text, true
	}
	size, more, _ := bytes.Cut(rest, []byte(" "))
	return append(before, more...), strconv.Itoa(len(before)) == string(size)
}

func (p *answer) cache() *cache {
	if p.states != nil {
		return p.states
	}
	if p.ahead != nil {
		p.states = p.ahead()
	}
	if c := p.states; c == nil || !c.current() {
		p.states = p.readCache()
	}
	return p.states
}

// current reports whether no other process added to the file since it was read.
func (c *cache) current() bool {
	info, err := os.Lstat(c.file)
	return err == nil && info.Size() == int64(c.size)
}

func (p Project) readCache() *cache {
	c := &cache{file: filepath.Join(p.Store.Kept(), "states"), rows: map[string]row{}}
	text, _ := durable.Read(c.file, 2*maxCache)
	c.size = len(text)
	for line := range bytes.Lines(text) {
		if id, r, ok := parseRow(line, c.rows); ok {
			c.rows[id] = r
		}
	}
	return c
}

func (c *cache) rowOf(name string) row { return c.rows[rowID(name)] }

const idBytes = 12

// rowID names a line's row. It is another one where other keys are carried on, so
// that a line is read once more after a key is added.
func rowID(name string) string {
	sum := sha256.Sum256([]byte(strings.Join(moreKeys, " ") + "\n" + name))
	return layout + hex.EncodeToString(sum[:idBytes])
}

// put replaces the rows of lines, by their names.
func (c *cache) put(rows map[string]row) {
	var text []byte
	for name, r := range rows {
		id := rowID(name)
		text = r.render(text, id, c.rows[id])
		c.rows[id] = r
		if c.ahead.name == name {
			c.ahead.head, c.ahead.folding = nil, nil
		}
	}
	live := 0
	for id, r := range c.rows {
		live += r.size(id)
	}
	if c.size <= min(maxCache, live+spareBytes) {
		c.size += len(text)
		_ = durable.File(c.file).AppendDerived(text, 0o600)
		return
	}
	text = nil
	if live <= maxCache {
		text = make([]byte, 0, live)
		for id, r := range c.rows {
			text = r.render(text, id, row{})
		}
	}
	c.size = len(text)
	_ = durable.File(c.file).ReplaceDerived(text, 0o600)
}

// A head is what a line is, as long as its folder is as it was.
type head struct {
	At    int64 // the time of the folder, nanoseconds
	Count int   // artifacts in it, all of them this machine's
	// Ours says that the folder got that time when this machine saved there: others
	// may have added to it in that moment, so they are counted once more, by whoever
	// asks when that moment is over.
	Ours   bool
	Clean  bool // no writer had left a temp file there when they were counted
	Folded bool // the state is of these artifacts
	Autos  []auto
	Line   *Line
}

// known is the line of a folder from what is kept of it, nil where that is not
// known to be true any more.
func (p *answer) known(f artifact.Folder) *Line {
	r, h := p.cache().rowOf(f.Name), p.cache().headOf(f.Name)
	switch {
	case h == nil:
		return nil
	case h.At != f.Modified || h.Line == nil || h.Line.Name != f.Name || h.Line.Saved.After(p.Now.Add(artifact.MaxAhead)):
		return nil
	}
	l := h.Line
	if h.Ours {
		c := p.count(f)
		if c.Files != h.Count {
			return nil
		}
		h.Clean = c.Clean
		if !f.Racy {
			h.Ours = false
			if b, err := json.Marshal(h); err == nil {
				p.cache().put(map[string]row{f.Name: {b, r.sittings, r.folding, r.folded}})
			}
		}
	}
	l.project, l.kept, l.Clean = p, h, h.Clean
	if h.Folded {
		r.sittings = r.folded
	}
	l.Sittings = sittingsIn(r.sittings)
	return l
}

// keep notes what is to be kept of lines that were put together from all artifacts
// of their folders. The order of those that claim to be too far ahead changes with the
// time, and nothing is kept of their lines.
func (p *answer) keep(read map[string]artifact.Folder, lines map[string]*Line) {
	rows := map[string]row{}
	for name, f := range read {
		l := lines[name]
		if f.Racy || name == "" || l == nil || !l.Own || l.Foreign != nil {
			continue
		}
		whole := func(e *Entry) bool {
			return e.copied == nil && folderOf(e.Path) == name && !e.Saved.After(p.Now.Add(artifact.MaxAhead)) && p.wrote(e)
		}
		if len(l.entries) != f.Count || slices.ContainsFunc(l.entries, func(e *Entry) bool { return !whole(e) }) {
			continue
		}
		l.kept = &head{At: f.Modified, Count: len(l.entries), Line: l}
		for _, e := range l.automatic() {
			l.kept.Autos = append(l.kept.Autos, auto{e.Path, e.Sum, e.date})
		}
		old := p.cache().rowOf(name)
		if head, err := json.Marshal(l.kept); err == nil {
			rows[name] = row{head, l.Sittings.text, old.folding, old.folded}
		}
	}
	if len(rows) > 0 && p.Store.Machine.Ensure(p.Store.Kept()) == nil {
		p.cache().put(rows)
	}
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

// keptFolding reads the line's folding once; ok is false where none is kept.
func (l *Line) keptFolding() (k *kept, ok bool) {
	if l.folding == nil {
		l.folding = l.project.cache().foldingOf(l.Name)
	}
	return l.folding, l.folding.Folding != nil
}

// headOf reads the head of a line from its row, nil where none is kept.
func (c *cache) headOf(name string) *head {
	if h := c.ahead.head; c.ahead.name == name && h != nil {
		c.ahead.head = nil
		return h
	}
	r, h := c.rowOf(name), &head{}
	if len(r.head) == 0 || json.Unmarshal(r.head, h) != nil {
		return nil
	}
	return h
}

// foldingOf reads the folding of a line from its row, an empty one where none is
// kept.
func (c *cache) foldingOf(name string) *kept {
	if k := c.ahead.folding; c.ahead.name == name && k != nil {
		c.ahead.folding = nil
		return k
	}
	r, k := c.rowOf(name), &kept{}
	if len(r.folding) > 0 && (json.Unmarshal(r.folding, k) != nil || k.Folding == nil) {
		return &kept{}
	}
	if k.Folding != nil {
		k.Folding.State.Sittings = sittingsIn(r.folded)
	}
	return k
}

// put keeps a head, nil where nothing is kept but the state, and the folding k where
// it is of the same artifacts; else that of the row.
func (p *answer) put(l *Line, h *head, k kept, r row) {
	if h == nil || h.Folded {
		s := k.Folding.State
		k.Folding.State.Sittings = Sittings{}
		b, err := json.Marshal(k)
		k.Folding.State.Sittings = s.Sittings
		if err != nil {
			return
		}
		r = row{folding: b, folded: s.Sittings.text}
	}
	if h != nil {
		b, err := json.Marshal(h)
		if err != nil {
			return
		}
		r.head, r.sittings = b, nil
		if !h.Folded {
			r.sittings = l.Sittings.text
		}
	}
	p.cache().put(map[string]row{l.Name: r})
}

// folded is the state of the line's own artifacts, from what is kept of it where
// that is still true.
func (l *Line) folded() State {
	p := l.project
	was, known := l.keptFolding()
	k := *was
	if known && l.kept != nil && l.kept.Folded {
		return k.Folding.state()
	}
	l.list()
	all := slices.Clone(l.entries)
	slices.Reverse(all) // oldest first
	late := p.Now.Add(artifact.MaxAhead).Unix()
	if slices.ContainsFunc(all, func(e *Entry) bool { return e.date > late }) {
		return Fold(l.Artifacts(true), p.Now) // their order changes with the time
	}
	own, key := all, hashOf("", all...)
	if !known || k.Own != key { // else it is of these very files, and the ledger forgets nothing
		own = slices.DeleteFunc(all, func(e *Entry) bool { return !p.wrote(e) })
		key = hashOf("", own...)
	}
	if !known || k.Own != key {
		l.folding = nil // it is changed
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
