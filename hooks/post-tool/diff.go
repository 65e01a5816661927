package main

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
	"holdfast/lib/snapshot"
	"holdfast/lib/undo"
)

type diffDocument struct {
	Checkpoint string     `json:"checkpoint"`
	To         string     `json:"to,omitempty"` // the other one, "" for the work tree
	Files      []fileDiff `json:"files"`
	stat       bool
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
	e := engine(inv)
	if len(inv.Rest) == inv.Literal {
		return inv.UsageError("which checkpoint or prompt? What follows -- is a path")
	}
	from, _, err := load(inv, e, inv.Rest[0])
	if err != nil {
		return err
	}
	doc := diffDocument{Checkpoint: from.ID, Files: []fileDiff{}, stat: inv.On("stat")}
	names := inv.Rest[1:]
	var to *checkpoint.Checkpoint
	next := append(names, "")[0]
	if _, _, other := checkpoint.ParseID(next); len(names) > inv.Literal && (other || isPrompt(next)) {
		other, _, err := load(inv, e, names[0])
		if err != nil {
			return err
		}
		to, doc.To, names = &other, other.ID, names[1:]
	}
	files, err := inProject(inv, e.Root, names)
	if err != nil {
		return err
	}
	whole := isPrompt(from.ID) || isPrompt(doc.To)
	err = e.Compare(inv.Ctx, from, to, whole, files, func(d rollback.Difference) {
		doc.Files = append(doc.Files, doc.compare(d))
	})
	return inv.Report(doc, refused(err, from))
}

func isPrompt(id string) bool {
	_, prompt := undo.ParseName(id)
	return prompt
}

func (doc diffDocument) compare(d rollback.Difference) fileDiff {
	f := fileDiff{Path: d.Path, Change: changeOf(d), BytesBefore: d.Was.Size, BytesAfter: d.Now.Size}
	was, now := d.Was.Bytes, d.Now.Bytes
	if f.Binary = !isText(d.Was) || !isText(d.Now) || d.Unknown != ""; f.Binary || bytes.Equal(was, now) {
		return f
	}
	unified := diff.Diff(doc.Checkpoint+"/"+fence.Shown(d.Path), was, path.Join(doc.To, fence.Shown(d.Path)), now)
	_, unified, _ = bytes.Cut(unified, []byte("\n")) // the line that names the command
	_, rest, _ := bytes.Cut(unified, []byte("\n+++ "))
	f.Added, f.Removed = bytes.Count(rest, []byte("\n+")), bytes.Count(rest, []byte("\n-"))
	if !doc.stat {
		f.Diff = string(unified)
	}
	return f
}

func changeOf(d rollback.Difference) string {
	switch {
	case d.Unknown != "":
		return "changed; " + d.Unknown
	case d.Was.Kind == snapshot.Absent:
		return "new"
	case d.Now.Kind == snapshot.Absent:
		return "deleted"
	case d.Was.Kind != d.Now.Kind:
		return fmt.Sprintf("a %s, was a %s", d.Now.Kind, d.Was.Kind)
	case d.Was.Kind == snapshot.Link:
		return fmt.Sprintf("leads to %s, led to %s", d.Now.Source.Text, d.Was.Source.Text)
	case d.Was.Mode != d.Now.Mode:
		return fmt.Sprintf("changed, mode %s, was %s", checkpoint.Octal(d.Now.Mode), checkpoint.Octal(d.Was.Mode))
	}
	return "changed"
}

func isText(s rollback.Side) bool {
	return s.Kind == snapshot.Absent || s.Bytes != nil && utf8.Valid(s.Bytes) && !bytes.Contains(s.Bytes, []byte{0})
}

func (doc diffDocument) Print(inv *cli.Invocation) {
	for _, f := range doc.Files {
		name, change := f.Path, fence.Line(f.Change, 200)
		switch {
		case f.Binary && f.BytesAfter == 0 && f.BytesBefore == 0:
			inv.Printf("%s: %s\n", name, change)
		case f.Binary:
			after, before := fence.Size(f.BytesAfter), fence.Size(f.BytesBefore)
			inv.Printf("%s: %s, no text: %s, was %s\n", name, change, after, before)
		case doc.stat:
			inv.Printf("%s: %s, +%d -%d\n", name, change, f.Added, f.Removed)
		default:
			inv.Printf("%s: %s\n", name, change)
			for line := range strings.Lines(fence.Screen(f.Diff)) {
				style := map[byte]cli.Style{'@': "36", '+': cli.Good, '-': cli.Bad}[line[0]]
				if strings.HasPrefix(line, "+++") || strings.HasPrefix(line, "---") {
					style = cli.Bold
				}
				inv.Printf("%s\n", inv.Styled(style, strings.TrimSuffix(line, "\n")))
			}
		}
	}
	if len(doc.Files) == 0 {
		inv.Printf("no difference: every file is as in %s\n", doc.Checkpoint)
	}
}
