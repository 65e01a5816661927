package main

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/rollback"
	"holdfast/lib/undo"
)

type diffDocument struct {
	Checkpoint string     `json:"checkpoint"`
	To         string     `json:"to,omitempty"` // the other one, "" for the work tree
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
	unread      bool   // too much came before it
}

func runDiff(inv *cli.Invocation) error {
	stat := inv.On("stat")
	e := engine(inv)
	if len(inv.Rest) == inv.Literal {
		return inv.UsageError("which checkpoint or prompt? What follows -- is a path")
	}
	from, _, err := load(inv, e, inv.Rest[0])
	if err != nil {
		return err
	}
	doc := diffDocument{Checkpoint: from.ID, Files: []fileDiff{}}
	names := inv.Rest[1:]
	var to *checkpoint.Checkpoint
	if len(names) > inv.Literal && isID(names[0]) {
		other, _, err := load(inv, e, names[0])
		if err != nil {
			return err
		}
		to, doc.To, names = &other, other.ID, names[1:]
	}
	files, err := filesOf(inv, e.Root, names)
	if err != nil {
		return err
	}
	left := int64(maxDiffed)
	visit := func(d rollback.Difference) {
		file := fileDiff{Path: d.Path, Change: changeOf(d), BytesBefore: d.Was.Size, BytesAfter: d.Now.Size}
		if file.unread = left <= 0; !file.unread {
			left -= d.Was.Size + d.Now.Size
			file.compare(doc, d)
		}
		printFileDiff(inv, file, stat)
		if stat || !inv.JSON {
			file.Diff = ""
		}
		doc.Files = append(doc.Files, file)
	}
	_, whole := undo.ParseName(from.ID)
	if to != nil {
		_, other := undo.ParseName(to.ID)
		whole = whole || other
	}
	err = e.Compare(inv.Ctx, from, to, whole, files, visit)
	if errors.Is(err, rollback.ErrNoSnapshot) || errors.Is(err, rollback.ErrLostSnapshot) {
		return &cli.Error{Code: cli.Invalid, Message: "nothing to compare with", Cause: err,
			Hint: "holdfast files list shows which ones have a snapshot"}
	}
	if err != nil {
		return rollbackError(err, from)
	}
	if len(doc.Files) == 0 {
		if to == nil {
			inv.Printf("no difference: every file is as in %s\n", from.ID)
		} else {
			inv.Printf("no difference: every file is the same in %s and in %s\n", to.ID, from.ID)
		}
	}
	if left <= 0 {
		inv.Warnf("more than %s differ; further files are compared by size. Name some to compare them line by line",
			fence.Size(maxDiffed))
	}
	return inv.PrintJSON(doc)
}

// isID reports whether a word has the form of a prompt's or checkpoint's id.
func isID(word string) bool {
	_, prompt := undo.ParseName(word)
	_, _, checkpoint := checkpoint.ParseID(word)
	return prompt || checkpoint
}

// maxDiffed is how many bytes, before and after, are compared line by line in
// one call: a foreign checkpoint may name one large file very often.
const maxDiffed = 256 << 20

// compare fills in what changed line by line.
func (f *fileDiff) compare(doc diffDocument, d rollback.Difference) {
	was, textWas := text(d.Was)
	now, textNow := text(d.Now)
	if f.Binary = !textWas || !textNow || d.Unknown != ""; f.Binary || bytes.Equal(was, now) {
		return
	}
	unified := diff.Diff(doc.Checkpoint+"/"+fence.Shown(d.Path), was, path.Join(doc.To, fence.Shown(d.Path)), now)
	_, unified, _ = bytes.Cut(unified, []byte("\n")) // the line that names the command
	f.Diff = string(unified)
	_, rest, _ := strings.Cut(f.Diff, "\n+++ ")
	_, rest, _ = strings.Cut(rest, "\n")
	for line := range strings.Lines(rest) {
		switch line[0] {
		case '+':
			f.Added++
		case '-':
			f.Removed++
		}
	}
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
	name, change := f.Path, fence.Line(f.Change, 200)
	switch {
	case f.unread:
		inv.Printf("%s: %s, %s, was %s\n", name, change, fence.Size(f.BytesAfter), fence.Size(f.BytesBefore))
	case f.Binary && f.BytesAfter == 0 && f.BytesBefore == 0:
		inv.Printf("%s: %s\n", name, change)
	case f.Binary:
		inv.Printf("%s: %s, no text: %s, was %s\n", name, change, fence.Size(f.BytesAfter), fence.Size(f.BytesBefore))
	case stat:
		inv.Printf("%s: %s, +%d -%d\n", name, change, f.Added, f.Removed)
	default:
		inv.Printf("%s: %s\n%s", name, change, cli.Styled(coloured(fence.Screen(f.Diff), inv.Colour())))
	}
}

// colours are those of the lines of a unified diff, by how they begin.
var colours = []struct{ begin, code string }{{"+++", "1"}, {"---", "1"}, {"@@", "36"}, {"+", "32"}, {"-", "31"}}

// coloured gives the lines of a unified diff their usual colours.
func coloured(unified string, colour bool) string {
	if !colour {
		return unified
	}
	var out strings.Builder
	for line := range strings.Lines(unified) {
		body, end := strings.CutSuffix(line, "\n")
		for _, c := range colours {
			if strings.HasPrefix(line, c.begin) {
				body = "\x1b[" + c.code + "m" + body + "\x1b[0m"
				break
			}
		}
		out.WriteString(body)
		if end {
			out.WriteString("\n")
		}
	}
	return out.String()
}
