package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fence"
)

// replayFolder plays all transcripts of a folder and prints what each lost, then
// the table.
func replayFolder(ctx context.Context, bin, dir string, least int, out io.Writer) error {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	for _, program := range []string{"pre-compact", "session-start"} {
		if _, err := os.Stat(filepath.Join(bin, program)); err != nil {
			return fmt.Errorf("%w; make build builds it", err)
		}
	}
	if dir == "" {
		if dir, err = ownTranscripts(); err != nil {
			return err
		}
	}
	files, err := transcripts(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d transcripts in %s\n", len(files), fence.Line(dir, 0))
	var rows []row
	for _, f := range files {
		if err := play(ctx, bin, f, least, func(r row) { rows = append(rows, r); r.print(out) }); err != nil {
			return err
		}
	}
	if len(rows) == 0 {
		fmt.Fprintf(out, "no compaction among them with %d records before it\n", least)
		return nil
	}
	printTable(out, rows)
	return nil
}

// ownTranscripts is where the client keeps the transcripts of this folder.
func ownTranscripts() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	config := os.Getenv("CLAUDE_CONFIG_DIR")
	if config == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		config = filepath.Join(home, ".claude")
	}
	name := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return '-'
	}, here)
	return filepath.Join(config, "projects", name), nil
}

// transcripts are the sessions' transcripts below a folder, by name; those of
// subagents are no sessions.
func transcripts(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == dir:
			return err
		case err != nil:
			return nil
		case d.IsDir() && d.Name() == "subagents":
			return filepath.SkipDir
		case d.Type().IsRegular() && strings.HasSuffix(path, ".jsonl") && !strings.HasPrefix(d.Name(), "agent-"):
			files = append(files, path)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no transcripts in %q: the client keeps them below ~/.claude/projects; make replay DIR=…", dir)
	}
	slices.Sort(files)
	return files, err
}

func (r row) print(out io.Writer) {
	mark := ""
	if r.noise {
		mark = " NOISE"
	}
	fmt.Fprintf(out, "%s %s %d ms%s goal: %s\n", fence.Line(r.file, 60), fence.Line(r.version, 20), r.took/time.Millisecond, mark, fence.Line(r.goal, 90))
	for _, l := range r.lost {
		fmt.Fprintf(out, "    lost %s\n", fence.Line(l, 0))
	}
	if r.said != "" {
		fmt.Fprintf(out, "    said %s\n", fence.Line(r.said, 0))
	}
}

func printTable(out io.Writer, rows []row) {
	failed, noises := 0, 0
	var briefs []int
	total := map[string]count{}
	for _, r := range rows {
		failed += one(r.failed)
		noises += one(r.noise)
		briefs = append(briefs, r.brief)
		for kind, n := range r.counts {
			t := total[kind]
			total[kind] = count{t.all + n.all, t.artifact + n.artifact, t.brief + n.brief, t.summary + n.summary, t.either + n.either}
		}
	}
	slices.Sort(briefs)
	fmt.Fprintf(out, "%d compactions, %d without an artifact, %d goals are noise, brief %d characters at the median\n",
		len(rows), failed, noises, briefs[len(briefs)/2])
	for _, of := range [][]string{kinds, neededKinds} {
		fmt.Fprintf(out, "%12s%6s%10s%8s%9s%18s\n", "", "all", "artifact", "brief", "summary", "brief or summary")
		for _, kind := range of {
			n := total[kind]
			fmt.Fprintf(out, "%-12s%6d%10d%8d%9d%18d\n", kind, n.all, n.artifact, n.brief, n.summary, n.either)
		}
	}
}
