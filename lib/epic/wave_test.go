package epic

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// TestMain lets the test binary be another process: one that merges a wave,
// once its standard input ends.
func TestMain(m *testing.M) {
	if root := os.Getenv("EPIC_TEST_ROOT"); root != "" {
		bufio.NewReader(os.Stdin).ReadByte()
		n, _ := strconv.Atoi(os.Getenv("EPIC_TEST_WAVE"))
		s := In(root, machine.Folder{Path: os.Getenv("EPIC_TEST_MACHINE")})
		_, err := s.Merge(context.Background(), "e-1", Report{
			Wave: n, Receipt: fmt.Sprintf("Wave %d", n), Closed: []string{fmt.Sprintf("e-1.%d", n)}, Tokens: "10", ToolUses: "1", Cost: "0.1", Force: true,
		}, now)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A Report is what a wave's flags say.
type Report struct {
	Wave                                  int
	Tier, Receipt, Tokens, ToolUses, Cost string
	Closed                                []string
	Set                                   []Setting
	Force                                 bool
}

type Setting struct{ Key, JSON string }

// command is a command of these words, as a program reads it.
func (s Store) command(now time.Time, words ...string) (got *cli.Invocation) {
	take := func(inv *cli.Invocation) error {
		got = inv
		return nil
	}
	cli.Program{Name: "pre-compact", Verbs: map[string]func(*cli.Invocation) error{"epic": take}}.Main(cli.Env{
		Args: append([]string{"epic", "--root", s.Root}, words...), Stdin: strings.NewReader(""),
		Stdout: io.Discard, Stderr: io.Discard, Environ: os.Environ,
		Now: func() time.Time { return now }, Terminal: func(any) bool { return false },
		Getenv:     func(key string) string { return map[string]string{"HOLDFAST_HOME": s.Machine.Path}[key] },
		WorkingDir: func() (string, error) { return s.Root, nil },
	})
	got.Ctx, got.Stderr = context.Background(), &strings.Builder{}
	return got
}

// A saving is what a command did, with its warnings.
type saving struct {
	Saved
	Warnings string
}

func warnings(inv *cli.Invocation) string { return inv.Stderr.(*strings.Builder).String() }

func (s Store) given(id string, r Report, now time.Time) *cli.Invocation {
	words := []string{id, "wave", strconv.Itoa(r.Wave)}
	add := func(flag string, values ...string) {
		for _, v := range values {
			if v != "" {
				words = append(words, "--"+flag, v)
			}
		}
	}
	add("tier", r.Tier)
	add("receipt", r.Receipt)
	add("closed", r.Closed...)
	add("tokens", r.Tokens)
	add("tool-uses", r.ToolUses)
	add("cost", r.Cost)
	for _, set := range r.Set {
		add("set", set.Key+"="+set.JSON)
	}
	if r.Force {
		words = append(words, "--force")
	}
	return s.command(now, words...)
}

func (s Store) Merge(_ context.Context, id string, r Report, now time.Time) (saving, error) {
	inv := s.given(id, r, now)
	m, err := s.change(inv)
	return saving{m, warnings(inv)}, err
}

func (s Store) Close(_ context.Context, id string, now time.Time) (saving, error) {
	inv := s.command(now, id, "close")
	a, err := s.change(inv)
	return saving{a, warnings(inv)}, err
}

func (s Store) merge1(t *testing.T, r Report) saving {
	t.Helper()
	m, err := s.Merge(context.Background(), "e-1", r, now)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTheFirstWaveMakesTheCheckpoint(t *testing.T) {
	s := newStore(t)
	if err := os.Remove(filepath.Join(s.Root, "temp")); err != nil {
		t.Fatal(err)
	}
	m := s.merge1(t, Report{
		Wave: 1, Tier: "max-5x", Receipt: "Wave 1: <two> tasks & more", Closed: []string{"e-1.1", "e-1.2", "e-1.1"},
		Tokens: "168000", ToolUses: "212", Cost: "1.52", Set: []Setting{{"wave_cap", " 5 "}, {"a.b", `{"x":1.10}`}},
	})
	const want = `{
  "epic_id": "e-1",
  "wave_completed": 1,
  "wave_receipts": [
    "Wave 1: <two> tasks & more"
  ],
  "closed_issues": [
    "e-1.1",
    "e-1.2"
  ],
  "epic_tokens": 168000,
  "epic_tool_uses": 212,
  "budget_tier": "max-5x",
  "epic_cost": 1.52,
  "wave_cap": 5,
  "a.b": {
    "x": 1.10
  },
  "timestamp": "2026-11-21T09:30:15Z"
}
`
	if got := s.read(t, "temp/sdd-checkpoint-e-1.json"); got != want {
		t.Errorf("it is\n%s", got)
	}
	if !m.Changed || m.Warnings != "" || !s.Machine.Wrote(machine.Sum([]byte(want))) {
		t.Errorf("%+v", m)
	}
}

func TestAWaveIsMergedAndAllElseStays(t *testing.T) {
	s := newStore(t)
	s.file(t, "sdd-checkpoint-e-1.json", later, 0)
	m := s.merge1(t, Report{Wave: 3, Receipt: "Wave 3", Closed: []string{"e-1.2", "e-1.3"}, Tokens: "9", Cost: "0.10", Set: []Setting{{"float", "2.20"}}})
	first, err := parse([]byte(later))
	must(t, err)
	want := strings.NewReplacer(
		`"wave_completed": 2`, `"wave_completed": 3`,
		"\"wave\": 2\n    }\n  ]", "\"wave\": 2\n    },\n    \"Wave 3\"\n  ]",
		"\"e-1.2\"\n", "\"e-1.2\",\n    \"e-1.3\"\n",
		"345678901,", "345678910,",
		`1.10`, `2.20`,
		"2026-02-11T14:32:00Z\"\n", "2026-11-21T09:30:15Z\",\n  \"epic_cost\": 0.10\n",
	).Replace(string(first.Bytes()))
	if got := s.read(t, m.Path); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
	if m.file.Own {
		t.Error("what somebody else began counts as this machine's")
	}
	if _, err := s.Merge(context.Background(), "e-1", Report{Wave: 4, Receipt: "4"}, now); err != nil {
		t.Fatal(err)
	}
	if got := s.read(t, m.Path); !strings.Contains(got, `"epic_cost": 0.10`) || strings.Contains(got, "epic_tool_uses") {
		t.Errorf("a number that nobody gave came or went:\n%s", got)
	}
}

func TestARepeatedWaveChangesNothingAndAnotherIsRefused(t *testing.T) {
	s := newStore(t)
	s.merge1(t, Report{Wave: 1, Receipt: "one", Tokens: "10"})
	s.merge1(t, Report{Wave: 2, Receipt: "two", Tokens: "10", Closed: []string{"e-1.1"}})
	before := s.read(t, Path("e-1"))
	if m := s.merge1(t, Report{Wave: 2, Receipt: "two", Tokens: "10", Closed: []string{"e-1.1", "e-1.9"}}); m.Changed {
		t.Errorf("%+v", m)
	}
	for _, r := range []Report{{Wave: 2, Receipt: "another"}, {Wave: 2}, {Wave: 1, Receipt: "one"}, {Wave: 1, Receipt: "two"}} {
		_, err := s.Merge(context.Background(), "e-1", r, now)
		var refused *fault.Error
		if !errors.As(err, &refused) || !strings.Contains(refused.Hint, "--force") {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if got := s.read(t, Path("e-1")); got != before {
		t.Errorf("it became\n%s", got)
	}
	m := s.merge1(t, Report{Wave: 1, Receipt: "again", Tokens: "5", Force: true})
	if !m.Changed || m.Wave != 2 || strings.Join(m.doc.Get(keyReceipts).Lines(), " ") != "one two again" {
		t.Errorf("forced: %d, %q", m.Wave, m.doc.Get(keyReceipts).Lines())
	}
	if tokens := m.doc.Get("epic_tokens").String(); tokens != "25" {
		t.Errorf("tokens %s", tokens)
	}
}

func TestAWaveWithoutAReceiptIsRepeatedWithoutOne(t *testing.T) {
	s := newStore(t)
	s.merge1(t, Report{Wave: 1, Tokens: "10"})
	if m := s.merge1(t, Report{Wave: 1, Tokens: "10"}); m.Changed {
		t.Error("it changed")
	}
	if m := s.merge1(t, Report{Wave: 1, Tokens: "10", Force: true}); !m.Changed {
		t.Error("forced, it did not change")
	}
}

func TestEveryFaultOfAReportIsNamed(t *testing.T) {
	r := Report{
		Wave: 0, Tier: "cheap", Closed: []string{"a/b"}, Tokens: "-5", ToolUses: "1.5", Cost: "$3",
		Set: []Setting{{"", "1"}, {"epic_tokens", "1"}, {"x", "{"}, {"y", ""}},
	}
	_, err := newStore(t).Merge(context.Background(), "../x", r, now)
	var invalid *fault.Error
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var fields []string
	for _, f := range invalid.Faults {
		fields = append(fields, f.Field)
	}
	if got := strings.Join(fields, ","); got != "epic,wave,tier,closed,tokens,tool-uses,cost,set,set,set x,set y" {
		t.Errorf("%s", got)
	}
}

func TestACorruptCheckpointIsSetAsideByTheWriterAlone(t *testing.T) {
	for name, put := range map[string]func(t *testing.T, full string){
		"torn": func(t *testing.T, full string) { must(t, os.WriteFile(full, []byte(`{"epic_id":"e-1"`), 0o644)) },
		"another": func(t *testing.T, full string) {
			must(t, os.WriteFile(full, []byte(`{"epic_id":"e-2","wave_completed":7}`), 0o644))
		},
		"folder": func(t *testing.T, full string) { must(t, os.MkdirAll(filepath.Join(full, "x"), 0o755)) },
		"link":   func(t *testing.T, full string) { must(t, os.Symlink("elsewhere.json", full)) },
		"huge": func(t *testing.T, full string) {
			must(t, os.WriteFile(full, nil, 0o644))
			must(t, os.Truncate(full, 100<<20))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			s.file(t, "elsewhere.json", `{"epic_id":"e-1","wave_completed":7}`, 0)
			put(t, filepath.Join(s.Root, "temp", "sdd-checkpoint-e-1.json"))
			c, err := s.Load("e-1")
			if err != nil || c.Broken == "" {
				t.Fatal(c.Broken, err)
			}
			if n := strings.Count(s.names(t, "temp"), " "); n != 1 {
				t.Errorf("reading left %s", s.names(t, "temp"))
			}
			m := s.merge1(t, Report{Wave: 3, Receipt: "three"})
			if m.Warnings == "" || !m.Changed || m.Wave != 3 || m.SetAside != "temp/sdd-checkpoint-e-1.json.set-aside-20261121T093015Z" {
				t.Errorf("%+v", m)
			}
			if _, err := os.Lstat(filepath.Join(s.Root, m.SetAside)); err != nil {
				t.Error(err)
			}
			if s.read(t, "temp/elsewhere.json") != `{"epic_id":"e-1","wave_completed":7}` {
				t.Error("it wrote through the link")
			}
			if all, _, err := s.all(0); err != nil || len(all) != 1 || all[0].Broken != "" {
				t.Errorf("%+v, %v", all, err)
			}
		})
	}
}

// all are the checkpoints, at most so many.
func (s Store) all(most int) ([]Checkpoint, int, error) {
	found, _, err := s.list(now)
	if err != nil {
		return nil, 0, err
	}
	if most == 0 {
		most = len(found)
	}
	loaded, err := s.load(found[:most])
	return loaded, len(found) - most, err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestALinkedFolderIsRefused(t *testing.T) {
	s := newStore(t)
	must(t, os.Rename(filepath.Join(s.Root, "temp"), filepath.Join(s.Root, "elsewhere")))
	must(t, os.Symlink("elsewhere", filepath.Join(s.Root, "temp")))
	if found, _, err := s.list(now); err != nil || len(found) > 0 {
		t.Errorf("an empty one: %v", err)
	}
	must(t, os.WriteFile(filepath.Join(s.Root, "elsewhere", "sdd-checkpoint-e-1.json"), []byte(later), 0o644))
	if _, _, err := s.all(0); !errors.Is(err, durable.ErrLink) {
		t.Errorf("List: %v", err)
	}
	if _, err := s.Load("e-1"); !errors.Is(err, durable.ErrLink) {
		t.Errorf("Load: %v", err)
	}
	if _, err := s.Merge(context.Background(), "e-1", Report{Wave: 3}, now); !errors.Is(err, durable.ErrLink) {
		t.Errorf("Merge: %v", err)
	}
	if got := s.names(t, "elsewhere"); got != "sdd-checkpoint-e-1.json" {
		t.Errorf("there stands %s", got)
	}
}

func TestWhatIsTooLargeToBeReadAgainIsNotWritten(t *testing.T) {
	s := newStore(t)
	s.merge1(t, Report{Wave: 1, Receipt: "one"})
	before := s.read(t, Path("e-1"))
	for _, r := range []Report{
		{Wave: 2, Receipt: strings.Repeat("x", record.MaxOwn)},
		{Wave: 2, Set: []Setting{{"x", strings.Repeat("[", 10000) + strings.Repeat("]", 10000)}}},
	} {
		_, err := s.Merge(context.Background(), "e-1", r, now)
		var invalid *fault.Error
		if !errors.As(err, &invalid) || s.read(t, Path("e-1")) != before {
			t.Errorf("%v", err)
		}
	}
}

func TestSixtyFourProcessesOnOneEpicLoseNothing(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	s := newStore(t)
	gate, open, err := os.Pipe()
	must(t, err)
	defer gate.Close()
	commands := make([]*exec.Cmd, 64)
	for i := range commands {
		c := exec.Command(self)
		c.Env = append(os.Environ(), "EPIC_TEST_ROOT="+s.Root, "EPIC_TEST_MACHINE="+s.Machine.Path, "EPIC_TEST_WAVE="+strconv.Itoa(i+1), "GORACE=atexit_sleep_ms=10")
		c.Stdin, c.Stderr = gate, os.Stderr
		must(t, c.Start())
		commands[i] = c
	}
	open.Close()
	for i, c := range commands {
		if err := c.Wait(); err != nil {
			t.Errorf("wave %d: %v", i+1, err)
		}
	}
	c, err := s.Load("e-1")
	if err != nil || c.Broken != "" {
		t.Fatal(err, c.Broken)
	}
	tokens, toolUses, cost := c.doc.Get("epic_tokens").String(), c.doc.Get("epic_tool_uses").String(), c.doc.Get("epic_cost").String()
	if c.Wave != 64 || len(c.doc.Get(keyReceipts).Items()) != 64 || len(c.doc.Get(keyClosed).Items()) != 64 || tokens != "640" || toolUses != "64" || cost != "6.4" {
		t.Errorf("wave %d, %d receipts, %d closed, %s, %s, %s", c.Wave, len(c.doc.Get(keyReceipts).Items()), len(c.doc.Get(keyClosed).Items()), tokens, toolUses, cost)
	}
	if !c.file.Own {
		t.Error("it does not count as this machine's")
	}
}

func TestCloseMovesToTheArchiveAndOverwritesNothing(t *testing.T) {
	s := newStore(t)
	ctx := context.Background()
	var texts []string
	for i := range 2 {
		s.merge1(t, Report{Wave: i + 1, Receipt: "r"})
		texts = append(texts, s.read(t, Path("e-1")))
		if _, err := s.Close(ctx, "e-1", now); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.names(t, "temp/archive"); got != "sdd-checkpoint-e-1-2.json sdd-checkpoint-e-1.json" {
		t.Errorf("there stands %s", got)
	}
	if s.read(t, "temp/archive/sdd-checkpoint-e-1.json") != texts[0] || s.read(t, "temp/archive/sdd-checkpoint-e-1-2.json") != texts[1] {
		t.Error("another text than was closed")
	}
	if _, err := s.Close(ctx, "e-1", now); !errors.Is(err, errNone) {
		t.Errorf("once more: %v", err)
	}
	// A process that was killed between the copy and the removal left both.
	s.file(t, "sdd-checkpoint-e-1.json", texts[1], 0)
	if a, err := s.Close(ctx, "e-1", now); err != nil || a.Path != "temp/archive/sdd-checkpoint-e-1-2.json" {
		t.Errorf("%+v, %v", a, err)
	}
	if got := s.names(t, "temp/archive"); strings.Count(got, " ") != 1 {
		t.Errorf("there stands %s", got)
	}
	s.file(t, "sdd-checkpoint-e-1.json", "rubbish", 0)
	if a, err := s.Close(ctx, "e-1", now); err != nil || strings.Count(a.Warnings, "\n") != 1 || !strings.HasPrefix(a.Path, "temp/sdd-checkpoint-e-1.json.set-aside-") || s.read(t, a.Path) != "rubbish" {
		t.Errorf("corrupt: %+v, %v", a, err)
	}
}

func TestFlagsAreFreshForSixHours(t *testing.T) {
	s := newStore(t)
	if waves, err := s.Waves(now); err != nil || len(waves) != 0 {
		t.Fatal(waves, err)
	}
	s.file(t, "sdd-checkpoint-e-1.json", later, 0)
	s.file(t, "sdd-wave-active-e-1.flag", "", 6*time.Hour-time.Second)
	s.file(t, "sdd-wave-active-e-2.flag", "", 6*time.Hour)
	s.file(t, "sdd-wave-active-a b.flag", "", 0)
	must(t, os.Mkdir(filepath.Join(s.Root, "temp", "sdd-wave-active-e-3.flag"), 0o755))
	waves, err := s.Waves(now)
	if err != nil || len(waves) != 2 {
		t.Fatal(waves, err)
	}
	if w := waves[0]; w.Epic != "e-1" || w.Stale || w.Completed != 2 || w.Path != "temp/sdd-wave-active-e-1.flag" {
		t.Errorf("%+v", w)
	}
	if w := waves[1]; w.Epic != "e-2" || !w.Stale || w.Completed != 0 {
		t.Errorf("%+v", w)
	}
}
