package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/history"
	"holdfast/lib/machine"
)

func measure(dir string, most int, verbose bool) error {
	if dir == "" {
		return errors.New("no folder of histories was named: make recall DIR=FOLDER")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var projects []*past
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		p, err := load(filepath.Join(dir, e.Name()))
		if err != nil {
			return fmt.Errorf("reading %q: %w", e.Name(), err)
		}
		defer os.RemoveAll(p.top)
		projects = append(projects, p)
	}
	score := table{}
	for i, p := range projects {
		for _, q := range p.questions(most/len(projects) + btoi(i < most%len(projects))) {
			ranked, err := p.search(q.text)
			if err != nil {
				return err
			}
			plain := p.plain(q.text)
			score.count(q, "search", ranked)
			score.count(q, "plain BM25", plain)
			if verbose && place(ranked, q.answers) != 0 {
				fmt.Printf("%s %d (plain %d): %q\n", q.kind, place(ranked, q.answers), place(plain, q.answers), q.text)
			}
		}
	}
	score.print()
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A past is the sessions of one project as a machine of its own has them.
type past struct {
	top      string // of the scratch folder
	store    history.Store
	sessions []session
	words    []bag // of the sessions' texts, for plain BM25
}

// A session is a transcript, read for its questions.
type session struct {
	id      string
	started time.Time
	records []gjson.Result
	text    string // all that the search looks at
}

// load puts the transcripts of a folder where the client would have them.
func load(dir string) (*past, error) {
	top, err := os.MkdirTemp("", "recall-")
	if err != nil {
		return nil, err
	}
	root := filepath.Join(top, "project")
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, root)
	p := &past{top: top, store: history.Store{
		Root: root, Machine: machine.Folder{Path: filepath.Join(top, "machine")}, Configs: []string{filepath.Join(top, "config")}, SavePrompts: true, Limit: 1 << 40,
	}}
	to := filepath.Join(top, "config", "projects", slug)
	if err := errors.Join(os.MkdirAll(root, 0o700), os.MkdirAll(to, 0o700)); err != nil {
		return p, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl*"))
	if err != nil {
		return p, err
	}
	slices.Sort(files)
	for _, f := range files {
		b, err := read(f)
		if err != nil {
			return p, err
		}
		id, _, _ := strings.Cut(filepath.Base(f), ".")
		s := session{id: id}
		for line := range bytes.Lines(b) {
			if gjson.ValidBytes(line) {
				s.records = append(s.records, gjson.ParseBytes(line))
			}
		}
		if cwd := first(s.records, "cwd"); cwd != "" {
			b = bytes.ReplaceAll(b, []byte(cwd), []byte(root))
		}
		s.started, _ = time.Parse(time.RFC3339, first(s.records, "timestamp"))
		if err := os.WriteFile(filepath.Join(to, id+".jsonl"), b, 0o600); err != nil {
			return p, err
		}
		p.sessions = append(p.sessions, s)
	}
	return p, p.texts()
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !strings.HasSuffix(path, ".gz") {
		return io.ReadAll(f)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func first(records []gjson.Result, key string) string {
	for _, r := range records {
		if v := r.Get(key).String(); v != "" {
			return v
		}
	}
	return ""
}

// texts takes from the index what is searched of each session.
func (p *past) texts() error {
	all, err := p.store.Sessions(context.Background(), nil)
	if err != nil {
		return err
	}
	indexed := map[string]history.Session{}
	for _, s := range all {
		indexed[s.ID] = s
	}
	p.sessions = slices.DeleteFunc(p.sessions, func(s session) bool { _, ok := indexed[s.id]; return !ok })
	for i := range p.sessions {
		s := &p.sessions[i]
		turns, err := p.store.Turns(s.id)
		if err != nil {
			return err
		}
		parts := append([]string{indexed[s.id].Goal}, indexed[s.id].Files...)
		for _, t := range turns {
			parts = append(parts, t.Text)
		}
		s.text = strings.Join(parts, "\n")
		p.words = append(p.words, bagOf(s.text))
	}
	return nil
}

// search is what search --history answers, the best first.
func (p *past) search(question string) ([]string, error) {
	newest := time.Time{}
	for _, s := range p.sessions {
		if s.started.After(newest) {
			newest = s.started
		}
	}
	hits, _, err := p.store.Search(context.Background(), history.Query{Text: question, Now: newest, Most: 5}, nil)
	var ids []string
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids, err
}

// place is where in the ranked sessions the first answer is, -1 for nowhere.
func place(ranked, answers []string) int {
	return slices.IndexFunc(ranked, func(id string) bool { return slices.Contains(answers, id) })
}

// A table counts hits by kind of question and way to search.
type table map[string]map[string]*[3]int // asked, first, among five

func (t table) count(q question, way string, ranked []string) {
	at := place(ranked, q.answers)
	for _, kind := range []string{q.kind, "all"} {
		if t[kind] == nil {
			t[kind] = map[string]*[3]int{}
		}
		if t[kind][way] == nil {
			t[kind][way] = &[3]int{}
		}
		c := t[kind][way]
		c[0]++
		c[1] += btoi(at == 0)
		c[2] += btoi(at >= 0 && at < 5)
	}
}

func (t table) print() {
	fmt.Printf("%-12s %9s  %-12s %6s %6s\n", "kind", "questions", "way", "hit@1", "hit@5")
	for _, kind := range append(slices.Clone(kinds), "all") {
		for _, way := range []string{"plain BM25", "search"} {
			if c := t[kind][way]; c != nil {
				fmt.Printf("%-12s %9d  %-12s %6.1f %6.1f\n", kind, c[0], way, 100*float64(c[1])/float64(c[0]), 100*float64(c[2])/float64(c[0]))
			}
		}
	}
}
