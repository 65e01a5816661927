package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

const (
	// leastRecords is how many records a compaction must have before it: of less
	// there is little to lose.
	leastRecords = 60
	hookTime     = time.Minute
)

// A row is what survived one compaction.
type row struct {
	file, version string
	goal          string
	failed        bool
	noise         bool
	brief         int // characters
	took          time.Duration
	counts        map[string]count
	lost          []string // facts that are neither in the brief nor in the client's summary
	said          string   // what the programs said on standard error
}

// A count is how many facts there were, and how many each text holds.
type count struct{ all, artifact, brief, summary, either int }

// play runs each compaction of a transcript through the programs.
func play(ctx context.Context, bin, file string, least int, visit func(row)) error {
	records, err := load(file)
	if err != nil {
		return err
	}
	start, all := 0, append(boundaries(records), len(records))
	for i, at := range all[:len(all)-1] {
		from := start
		start = at
		if at-from < least {
			continue
		}
		r, err := compaction{bin: bin, records: records, from: from, at: at, next: all[i+1]}.play(ctx)
		if err != nil {
			return fmt.Errorf("replay %q: %w", file, err)
		}
		r.file = filepath.Base(file)
		visit(r)
	}
	return nil
}

// A compaction is one boundary of a transcript.
type compaction struct {
	bin            string
	records        []record
	from, at, next int
}

// newest is the last value of a key before the boundary.
func (c compaction) newest(key, otherwise string) string {
	for i := c.at - 1; i >= 0; i-- {
		if v := c.records[i].data.Get(key).String(); v != "" {
			return v
		}
	}
	return otherwise
}

func (c compaction) play(ctx context.Context) (row, error) {
	// A name of one length: the brief holds paths, and what fits depends on them.
	top := filepath.Join(os.TempDir(), fmt.Sprintf("replay-%08x", rand.Uint32()))
	if err := os.Mkdir(top, 0o700); err != nil {
		return row{}, err
	}
	defer os.RemoveAll(top)
	s, err := newScratch(ctx, top, c.newest("gitBranch", "main"))
	if err != nil {
		return row{}, err
	}
	if err := s.write(c.records[:c.at], c.newest("cwd", "/x")); err != nil {
		return row{}, err
	}
	s.session = c.records[c.at].data.Get("sessionId").String()
	if s.session == "" {
		s.session = "s"
	}
	r := row{version: c.records[c.at].data.Get("version").String(), counts: map[string]count{}}
	begin := time.Now()
	_, said, err := s.run(ctx, filepath.Join(c.bin, "pre-compact"), map[string]any{"hook_event_name": "PreCompact", "trigger": "auto", "custom_instructions": nil})
	r.took, r.said = time.Since(begin), said
	r.failed = err != nil
	if ctx.Err() != nil {
		return row{}, ctx.Err()
	}
	artifact := s.artifacts()
	out, said, _ := s.run(ctx, filepath.Join(c.bin, "session-start"), map[string]any{"hook_event_name": "SessionStart", "source": "compact"})
	r.said += said
	brief := gjson.GetBytes(out, "hookSpecificOutput.additionalContext").String()
	r.brief = utf8.RuneCountInString(brief)
	for line := range strings.Lines(artifact) {
		if goal, ok := strings.CutPrefix(line, "goal:"); ok {
			r.goal = strings.Trim(strings.TrimSpace(goal), `'"`)
			break
		}
	}
	r.failed = r.failed || r.goal == ""
	r.noise = r.goal == "" || noise.MatchString(r.goal)
	before := c.records[c.from:c.at]
	r.count(kinds, facts(before), squeeze(artifact), squeeze(brief), squeeze(c.summary()))
	r.count(neededKinds, needs(before, c.records[c.at:c.next]), squeeze(artifact), squeeze(brief), squeeze(c.summary()))
	return r, nil
}

// summary is the client's own, which stands after the boundary.
func (c compaction) summary() string {
	for _, r := range c.records[c.at+1 : min(c.at+4, len(c.records))] {
		if truthy(r.data.Get("isCompactSummary")) {
			return text(r.blocks())
		}
	}
	return ""
}

func (r *row) count(kinds []string, all map[string][]string, artifact, brief, summary string) {
	for _, kind := range kinds {
		n := count{all: len(all[kind])}
		for _, f := range all[kind] {
			inArtifact, inBrief, inSummary := strings.Contains(artifact, f), strings.Contains(brief, f), strings.Contains(summary, f)
			n.artifact += one(inArtifact)
			n.brief += one(inBrief)
			n.summary += one(inSummary)
			n.either += one(inBrief || inSummary)
			if !inBrief && !inSummary && kind != "last" {
				r.lost = append(r.lost, strings.TrimSuffix(kind, "s")+": "+f)
			}
		}
		r.counts[kind] = n
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// A scratch is a home and a repository of their own.
type scratch struct {
	project, transcript, session string
	env                          []string
}

func newScratch(ctx context.Context, top, branch string) (scratch, error) {
	home := filepath.Join(top, "home")
	s := scratch{project: filepath.Join(top, "proj"), transcript: filepath.Join(top, "t.jsonl")}
	s.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "HOLDFAST_HOME=" + filepath.Join(home, ".claude", "holdfast"), "TZ=UTC", "LANG=C.UTF-8"}
	for _, dir := range []string{s.project, home} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return s, err
		}
	}
	if branch == "HEAD" {
		branch = "main"
	}
	if err := os.WriteFile(filepath.Join(s.project, "README"), []byte("a\n"), 0o644); err != nil {
		return s, err
	}
	if s.git(ctx, "init", "-q", "-b", branch) != nil { // a branch that git does not take
		if err := s.git(ctx, "init", "-q"); err != nil {
			return s, fmt.Errorf("make a repository: %w", err)
		}
	}
	for _, args := range [][]string{{"config", "user.name", "d"}, {"config", "user.email", "d@e"}, {"add", "-A"}, {"commit", "-qm", "i"}} {
		if err := s.git(ctx, args...); err != nil {
			return s, fmt.Errorf("git %s: %w", args[0], err)
		}
	}
	return s, nil
}

func (s scratch) git(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env = s.project, s.env
	return cmd.Run()
}

// write writes the transcript, its folder replaced by the scratch project, and
// settled: the program must not wait for the client.
func (s scratch) write(records []record, cwd string) error {
	var b strings.Builder
	there := strings.NewReplacer(escaped(cwd), escaped(s.project))
	for _, r := range records {
		b.WriteString(there.Replace(r.raw))
		b.WriteByte('\n')
	}
	if err := os.WriteFile(s.transcript, []byte(b.String()), 0o600); err != nil {
		return err
	}
	settled := time.Now().Add(-time.Minute)
	return os.Chtimes(s.transcript, settled, settled)
}

// escaped is s as it stands inside a JSON string.
func escaped(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return s
	}
	return strings.Trim(strings.TrimSpace(b.String()), `"`)
}

// run calls a hook as the client does.
func (s scratch) run(ctx context.Context, program string, payload map[string]any) (out []byte, said string, err error) {
	ctx, cancel := context.WithTimeout(ctx, hookTime)
	defer cancel()
	payload["session_id"], payload["transcript_path"], payload["cwd"] = s.session, s.transcript, s.project
	in, err := json.Marshal(payload)
	if err != nil {
		return nil, "", err
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stderr = s.project, s.env, bytes.NewReader(in), &stderr
	out, err = cmd.Output()
	return out, stderr.String(), err
}

// artifacts is the text of all artifacts that were saved.
func (s scratch) artifacts() string {
	found, _ := filepath.Glob(filepath.Join(s.project, "thoughts", "shared", "handoffs", "*", "*.yaml"))
	var all strings.Builder
	for _, f := range found {
		data, err := os.ReadFile(f)
		if err == nil {
			all.Write(data)
		}
	}
	return all.String()
}
