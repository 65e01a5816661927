package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
)

const diffHelp = `Shows what changed since a checkpoint, as unified text: from the checkpoint to
the files as they are. Without PATH it compares the files of the checkpoint's
own list; a PATH may also be one that only its snapshot holds. Nothing is
changed. Files that are no text are compared by size.

Options:
  --stat      one line a file: lines added and removed
  --root DIR  the project (default: found upward from the working directory)
  --json      {"checkpoint","files":[{"path","change","binary","added",
              "removed","bytes_before","bytes_after","diff"}]}

Examples:
  post-tool diff chk-42-1
  post-tool diff chk-42-1 --stat
  post-tool diff chk-42-1 src/auth.go | less -R

`

func diffVerb() cli.Verb {
	return cli.Verb{
		Name:     "diff",
		Synopsis: "diff CHECKPOINT [--stat] [PATH...]",
		Summary:  "shows what changed since a checkpoint",
		Help:     diffHelp,
		Run:      runDiff,
	}
}

type diffDocument struct {
	Checkpoint string     `json:"checkpoint"`
	Files      []fileDiff `json:"files"`
}

type fileDiff struct {
	Path        string `json:"path"`
	Change      string `json:"change"`
	Binary      bool   `json:"binary"`
	Added       int    `json:"added"`
	Removed     int    `json:"removed"`
	BytesBefore int64  `json:"bytes_before"`
	BytesAfter  int64  `json:"bytes_after"`
	Diff        string `json:"diff,omitempty"`
}

func runDiff(inv *cli.Invocation) error {
	stat := false
	if err := inv.Parse(func(fs *flag.FlagSet) { fs.BoolVar(&stat, "stat", false, "") }, 1, -1); err != nil {
		return err
	}
	root, folder, err := place(inv)
	if err != nil {
		return err
	}
	e := rollbackEngine(inv, root, folder)
	c, err := e.Checkpoints.Load(inv.Rest[0])
	if err != nil {
		return checkpointError(err)
	}
	f := rollbackFlags{Options: rollback.Options{Files: inv.Rest[1:]}}
	if err := f.relative(inv, root); err != nil {
		return err
	}
	changed, err := e.Compare(context.Background(), c, f.Files)
	if err != nil {
		return rollbackError(err, c)
	}
	doc := diffDocument{Checkpoint: c.ID, Files: []fileDiff{}}
	for _, d := range changed {
		doc.Files = append(doc.Files, fileDiffOf(c.ID, d, !stat))
	}
	if len(doc.Files) == 0 {
		inv.Printf("no difference: every file stands as in %s\n", c.ID)
	}
	for _, f := range doc.Files {
		printFileDiff(inv, f, stat)
	}
	return inv.PrintJSON(doc)
}

// fileDiffOf words one difference.
func fileDiffOf(id string, d rollback.Difference, whole bool) fileDiff {
	f := fileDiff{Path: d.Path, Change: changeOf(d), BytesBefore: d.Was.Size, BytesAfter: d.Now.Size}
	was, textWas := text(d.Was)
	now, textNow := text(d.Now)
	if f.Binary = !textWas || !textNow || d.Unknown != ""; f.Binary || bytes.Equal(was, now) {
		return f
	}
	unified := diff.Diff(id+"/"+d.Path, was, d.Path, now)
	_, unified, _ = bytes.Cut(unified, []byte("\n")) // the line that names the command
	for _, line := range bytes.Split(unified, []byte("\n"))[2:] {
		switch {
		case bytes.HasPrefix(line, []byte("+")):
			f.Added++
		case bytes.HasPrefix(line, []byte("-")):
			f.Removed++
		}
	}
	if whole {
		f.Diff = string(unified)
	}
	return f
}

func changeOf(d rollback.Difference) string {
	switch {
	case d.Unknown != "":
		return "changed; " + d.Unknown
	case d.Was.Kind == rollback.Absent:
		return "new"
	case d.Now.Kind == rollback.Absent:
		return "deleted"
	case d.Was.Kind != d.Now.Kind:
		return fmt.Sprintf("a %s, was a %s", d.Now.Kind, d.Was.Kind)
	case d.Was.Kind == rollback.Link:
		return fmt.Sprintf("leads to %s, led to %s", d.Now.Target, d.Was.Target)
	case d.Was.Mode != "" && d.Was.Mode != d.Now.Mode:
		return fmt.Sprintf("changed, mode %s, was %s", d.Now.Mode, d.Was.Mode)
	}
	return "changed"
}

// text is what a side shows, if that is text.
func text(s rollback.Side) ([]byte, bool) {
	switch s.Kind {
	case rollback.Absent:
		return nil, true
	case rollback.File:
		return s.Bytes, s.Bytes != nil && utf8.Valid(s.Bytes) && !bytes.Contains(s.Bytes, []byte{0})
	}
	return nil, false
}

func printFileDiff(inv *cli.Invocation, f fileDiff, stat bool) {
	name, change := fence.Line(f.Path, 0), fence.Line(f.Change, 200)
	switch {
	case f.Binary && f.BytesAfter == 0 && f.BytesBefore == 0:
		inv.Printf("%s: %s\n", name, change)
	case f.Binary:
		inv.Printf("%s: %s, no text: %s, was %s\n", name, change, sizeText(f.BytesAfter), sizeText(f.BytesBefore))
	case stat:
		inv.Printf("%s: %s, +%d -%d\n", name, change, f.Added, f.Removed)
	default:
		inv.Printf("%s: %s\n%s", name, change, coloured(fence.Screen(f.Diff), inv.Colour()))
	}
}

// coloured gives the lines of a unified diff their usual colours.
func coloured(unified string, colour bool) string {
	if !colour {
		return unified
	}
	var out strings.Builder
	for _, line := range strings.SplitAfter(unified, "\n") {
		code := ""
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
			code = "1"
		case strings.HasPrefix(line, "@@"):
			code = "36"
		case strings.HasPrefix(line, "+"):
			code = "32"
		case strings.HasPrefix(line, "-"):
			code = "31"
		}
		if code == "" {
			out.WriteString(line)
			continue
		}
		body, end := strings.CutSuffix(line, "\n")
		out.WriteString("\x1b[" + code + "m" + body + "\x1b[0m")
		if end {
			out.WriteString("\n")
		}
	}
	return out.String()
}
