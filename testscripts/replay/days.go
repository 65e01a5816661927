package main

import (
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

const (
	needed     = 15 // files of a session that count
	usedAgain  = 4  // every fourth session leaves its changes uncommitted
	shortID    = 8
	keptPrompt = 40 // characters by which a prompt is known in a brief
	leastWords = 25
)

// A session is one of a history, in the order of time.
type session struct {
	id, branch, cwd     string
	records             []record
	said, files, edited []string
}

// A day is what one session needed of earlier ones, and what of it was told.
type day struct {
	project, session, branch           string
	left, kept, need, hit, names, told int // told: of as many files that were changed last
	chars, start, lines, rows          int
	idle, right, rightly               bool
	goals                              map[string]string
}

// A past session, as a brief can name it.
type past struct {
	edited map[string]bool
	keys   []string
}

// A history is played session by session: start, first prompt, compactions, end;
// then its files are committed, and a branch that no later session uses is merged
// and deleted.
type history struct {
	scratch
	bin      string
	sessions []session
	known    map[string]int // files by when they were changed last
	step     int
	past     []past
	waiting  [][2]string // lines of uncommitted changes, and their branch
	saved    int64
}

// daysBelow plays the histories in the folders of dir, or the one in dir itself,
// and prints a table.
func daysBelow(ctx context.Context, bin, dir string, rows bool, out io.Writer) error {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, filepath.Join(dir, e.Name()))
		}
	}
	if len(folders) == 0 {
		folders = []string{dir}
	}
	var every []day
	for _, folder := range folders {
		sessions, err := readHistory(folder)
		if err != nil {
			return err
		}
		if len(sessions) == 0 {
			return fmt.Errorf("no sessions in %q", folder)
		}
		days, err := playHistory(ctx, bin, sessions, func(d day) {
			if rows {
				fmt.Fprintf(out, "%s %-30.30s need %d/%d chars %d+%d rows %d lines %d\n", d.session[:min(len(d.session), shortID)], d.branch, d.hit, d.need, d.start, d.chars-d.start, d.rows, d.lines)
			}
		})
		if err != nil {
			return fmt.Errorf("playing %q: %w", folder, err)
		}
		printDays(out, filepath.Base(folder), days)
		every = append(every, days...)
	}
	printDays(out, "all", every)
	return nil
}

func readHistory(folder string) ([]session, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []session
	for _, e := range entries { // in order of name
		if !strings.HasSuffix(strings.TrimSuffix(e.Name(), ".gz"), ".jsonl") {
			continue
		}
		s, err := readSession(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func readSession(file string) (s session, err error) {
	plain := file
	if strings.HasSuffix(file, ".gz") {
		if plain, err = unpacked(file); err != nil {
			return s, fmt.Errorf("reading %q: %w", file, err)
		}
		defer os.Remove(plain)
	}
	if s.records, err = load(plain); err != nil {
		return s, err
	}
	first := func(key string) string {
		for _, r := range s.records {
			if v := r.data.Get(key); v.Type == gjson.String && v.Str != "" {
				return v.Str
			}
		}
		return ""
	}
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	s.id, s.cwd, s.branch = cmp.Or(first("sessionId"), name), cmp.Or(first("cwd"), "/x"), cmp.Or(first("gitBranch"), "main")
	if s.branch == "HEAD" || s.branch == "master" {
		s.branch = "main"
	}
	for _, r := range s.records {
		if h := r.human(); h != "" {
			s.said = append(s.said, h)
		}
	}
	s.files, s.edited = s.touched("Read", "Edit", "Write", "MultiEdit", "NotebookEdit"), s.touched("Edit", "Write", "MultiEdit", "NotebookEdit")
	return s, nil
}

func unpacked(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", err
	}
	to, err := os.CreateTemp("", "history-*.jsonl")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, z)
	return to.Name(), cmp.Or(err, to.Close())
}

// touched are the files that tools of these names were given, each once, as the
// project names them.
func (s session) touched(tools ...string) []string {
	var out []string
	for _, r := range s.records {
		if truthy(r.data.Get("isSidechain")) {
			continue
		}
		for _, b := range r.blocks() {
			if b.Get("type").String() != "tool_use" || !slices.Contains(tools, b.Get("name").String()) {
				continue
			}
			p := b.Get("input.file_path")
			if p.String() == "" {
				p = b.Get("input.notebook_path")
			}
			if p.Type != gjson.String {
				continue
			}
			file := strings.TrimPrefix(strings.ReplaceAll(p.Str, `\`, "/"), strings.ReplaceAll(s.cwd, `\`, "/")+"/")
			if !slices.Contains(out, file) {
				out = append(out, file)
			}
		}
	}
	return out
}

func playHistory(ctx context.Context, bin string, sessions []session, visit func(day)) ([]day, error) {
	top, err := os.MkdirTemp("", "days-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(top)
	h := history{bin: bin, sessions: sessions, known: map[string]int{}}
	if h.scratch, err = newScratch(ctx, top, "main"); err != nil {
		return nil, err
	}
	var days []day
	for i := range sessions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		h.session, h.transcript = sessions[i].id, filepath.Join(top, sessions[i].id+".jsonl")
		if h.git(ctx, "checkout", "-q", sessions[i].branch) != nil {
			_ = h.git(ctx, "checkout", "-q", "-b", sessions[i].branch)
		}
		d := h.begin(ctx, sessions[i])
		visit(d)
		days = append(days, d)
		h.work(ctx, i)
	}
	return days, nil
}

// begin starts a session, and measures what it is told.
func (h *history) begin(ctx context.Context, s session) day {
	d := day{project: h.project, session: s.id, branch: s.branch}
	start := h.told(ctx, "session-start", map[string]any{"hook_event_name": "SessionStart", "source": "startup"})
	var first []string
	if len(s.said) > 0 {
		for _, program := range []string{"post-tool", "session-start"} {
			if text := h.told(ctx, program, map[string]any{"hook_event_name": "UserPromptSubmit", "prompt": s.said[0]}); text != "" {
				first = append(first, text)
			}
		}
	}
	prompted := strings.Join(first, "\n")
	all := start + "\n" + prompted
	got, said := named(all, h.known), squeeze(all)
	for _, f := range s.files {
		if _, is := h.known[f]; is && d.need < needed {
			d.need++
			d.hit += one(got[f])
			d.told += one(slices.Contains(h.newest(len(got)), f))
		}
	}
	d.names, d.start, d.chars = len(got), len([]rune(start)), len([]rune(start))+len([]rune(prompted))
	d.idle = strings.TrimSpace(prompted) != ""
	if best := h.right(s); best >= 0 {
		d.right = true
		d.rightly = slices.ContainsFunc(h.past[best].keys, func(k string) bool { return strings.Contains(said, k) })
	}
	d.rows = len(regexp.MustCompile(`(?m)^line `).FindAllString(start, -1))
	d.goals = h.open(ctx)
	d.lines = len(d.goals)
	h.waiting = slices.DeleteFunc(h.waiting, func(w [2]string) bool {
		if w[1] != s.branch {
			return false
		}
		d.left++
		_, open := d.goals[w[0]]
		d.kept += one(open)
		return true
	})
	return d
}

func (h *history) told(ctx context.Context, program string, payload map[string]any) string {
	out, _, _ := h.run(ctx, filepath.Join(h.bin, program), payload)
	return gjson.GetBytes(out, "hookSpecificOutput.additionalContext").String()
}

// newest are the n files that were changed last.
func (h *history) newest(n int) []string {
	var files []string
	for f := range h.known {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b string) int { return h.known[b] - h.known[a] })
	return files[:min(len(files), n)]
}

// right is the earlier session that changed most of what this one touches, a file
// that few changed counting more; -1 for none.
func (h *history) right(s session) int {
	changed := map[string]float64{}
	for _, p := range h.past {
		for f := range p.edited {
			changed[f]++
		}
	}
	best, most := -1, 0.0
	for i, p := range h.past {
		score := 0.0
		for _, f := range s.files {
			if p.edited[f] {
				score += 1 / changed[f]
			}
		}
		if score > 0 && score >= most-1e-12 {
			best, most = i, math.Max(score, most)
		}
	}
	return best
}

// open are the lines that are open, with their goals.
func (h *history) open(ctx context.Context) map[string]string {
	goals := map[string]string{}
	cmd := exec.CommandContext(ctx, filepath.Join(h.bin, "handoff-index"), "lines", "--json", "--root", h.project)
	cmd.Dir, cmd.Env = h.project, h.env
	out, _ := cmd.Output()
	gjson.GetBytes(out, "lines").ForEach(func(_, l gjson.Result) bool {
		if l.Get("state").String() == "open" {
			goals[l.Get("line").String()] = l.Get("goal").String()
		}
		return true
	})
	return goals
}

// work plays the rest of a session: its compactions, its changes, its end.
func (h *history) work(ctx context.Context, i int) {
	s := h.sessions[i]
	for _, at := range boundaries(s.records) {
		_ = h.write(s.records[:at], s.cwd)
		_, _, _ = h.run(ctx, filepath.Join(h.bin, "pre-compact"), map[string]any{"hook_event_name": "PreCompact", "trigger": "auto", "custom_instructions": nil})
		_ = h.write(s.records[:min(at+2, len(s.records))], s.cwd)
		_, _, _ = h.run(ctx, filepath.Join(h.bin, "session-start"), map[string]any{"hook_event_name": "SessionStart", "source": "compact"})
	}
	drive := regexp.MustCompile(`^[A-Za-z]:`)
	for _, f := range s.edited {
		if strings.HasPrefix(f, "/") || strings.HasPrefix(f, "..") || strings.HasPrefix(f, ".git/") || drive.MatchString(f) {
			continue
		}
		if h.change(f, s.id) == nil {
			h.step++
			h.known[f] = h.step
		}
	}
	_ = h.write(s.records, s.cwd)
	waits := i%usedAgain == usedAgain-1 && i+1 < len(h.sessions) && h.sessions[i+1].branch == s.branch && len(s.edited) > 0
	if !waits {
		_ = h.git(ctx, "add", "-A", "--", ".", ":!thoughts", ":!.claude")
		_ = h.git(ctx, "commit", "-qm", "work of "+s.id[:min(len(s.id), shortID)])
	}
	for time.Now().Unix() == h.saved { // dates are whole seconds
		time.Sleep(20 * time.Millisecond)
	}
	_, _, _ = h.run(ctx, filepath.Join(h.bin, "pre-compact"), map[string]any{"hook_event_name": "SessionEnd", "reason": "other"})
	h.saved = time.Now().Unix()
	if waits {
		h.wait(s)
	}
	if s.branch != "main" && !slices.ContainsFunc(h.sessions[i+1:], func(later session) bool { return later.branch == s.branch }) {
		_ = h.git(ctx, "checkout", "-q", "main")
		if h.git(ctx, "merge", "-q", "--no-ff", "-m", "merge "+s.branch, s.branch) == nil {
			_ = h.git(ctx, "branch", "-q", "-D", s.branch)
		}
	}
	p := past{edited: map[string]bool{}, keys: []string{s.id[:min(len(s.id), shortID)]}}
	for _, f := range s.edited {
		p.edited[f] = true
	}
	for _, said := range s.said[:min(len(s.said), 8)] {
		if text := squeeze(said); len([]rune(text)) >= leastWords {
			p.keys = append(p.keys, first(text, keptPrompt))
		}
	}
	h.past = append(h.past, p)
}

func (h *history) change(file, text string) error {
	full := filepath.Join(h.project, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(full, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text + "\n")
	return cmp.Or(err, f.Close())
}

// wait notes the line of a session that left its changes uncommitted.
func (h *history) wait(s session) {
	found, _ := filepath.Glob(filepath.Join(h.project, "thoughts", "shared", "handoffs", "*", "*.yaml"))
	for _, f := range found {
		if data, err := os.ReadFile(f); err == nil && strings.Contains(string(data), "session_id: "+s.id) {
			h.waiting = append(h.waiting, [2]string{filepath.Base(filepath.Dir(f)), s.branch})
			return
		}
	}
}
