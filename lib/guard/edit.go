package guard

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/platform"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// edited adds the earlier bytes of an edited file to the checkpoint of each task in progress that does
// not hold it. What cannot be known is said once: a later edit tells nothing of what was first.
func (g *Guard) edited(ctx context.Context) error {
	e, wrote := g.Edit()
	rel, ok := project.Rel(g.Root, e.File)
	if !wrote || !ok || checkpoint.Allowed(rel) != nil || strings.HasPrefix(rel, task.Dir+"/") {
		return nil
	}
	return g.change(ctx, func(s *state) error {
		for _, name := range slices.Sorted(maps.Keys(s.Tasks)) {
			t := s.Tasks[name]
			if t.Checkpoint == "" || slices.Contains(t.Missed, rel) {
				continue
			}
			switch why, err := g.keepEarlier(ctx, t.Checkpoint, rel, e); {
			case err != nil:
				g.Failed(fmt.Errorf("adding %q to checkpoint %q: %w", rel, t.Checkpoint, err))
			case why != "":
				g.Failed(fmt.Errorf("the earlier content of %q is not in checkpoint %q: %s", rel, t.Checkpoint, why))
				g.say("could not add the earlier content of %s to checkpoint %s: %s", nil, rel, t.Checkpoint, why)
				t.Missed = append(t.Missed, rel)
				t.Missed = t.Missed[max(0, len(t.Missed)-1_000):]
			}
		}
		return nil
	})
}

// keepEarlier adds a file as it was before an edit: from the checkpoint's snapshot, else from what the
// client says. why says why its earlier bytes are not known.
func (g *Guard) keepEarlier(ctx context.Context, id, rel string, e hook.Edit) (why fence.Words, err error) {
	store := g.checkpoints()
	c, err := store.Load(id)
	if errors.Is(err, checkpoint.ErrNotFound) || err == nil && !c.Ours {
		return "", nil // pruned
	}
	if err != nil {
		return "", err
	}
	info, err := os.Lstat(filepath.Join(g.Root, filepath.FromSlash(rel)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	late := err == nil && !platform.StampOf(info).Last().After(c.Whole())
	if c.Paths()[rel] {
		if late {
			why = "the checkpoint was made after this edit and may contain the edited file"
		}
		return why, nil
	}
	var earlier snapshot.Content
	if !late && c.Git.Snapshot != "" {
		earlier, err = store.Snapshots.At(ctx, c.Git.Snapshot, rel)
		g.Failed(err) // the client may know
	}
	if earlier.Free() && !e.Created {
		before, why := g.fromClient(rel, e)
		if why != "" {
			return why, nil
		}
		earlier = snapshot.FileOf(string(before), 0o644)
		if info != nil {
			earlier.Mode = info.Mode().Perm()
		}
	}
	_, err = store.AddFile(ctx, c, rel, earlier)
	return "", err
}

func (g *Guard) fromClient(rel string, e hook.Edit) (earlier []byte, why fence.Words) {
	if e.Before == nil {
		return nil, "the client does not report its earlier content"
	}
	present, err := durable.In(g.Root, rel).Read(checkpoint.MaxBackup)
	if err != nil {
		return nil, "the current one cannot be read, or is larger than 10 MB"
	}
	earlier, ok := earlierBytes(*e.Before, present, e)
	if !ok {
		return nil, "the earlier content that the client reports does not lead to the current one"
	}
	return earlier, ""
}

type form struct {
	order binary.ByteOrder // nil for UTF-8
	mark  bool             // it begins with a byte-order mark
	crlf  bool             // every line ends in CRLF
}

const mark = "\ufeff"

// decode is the text of a file and how it is written; false where that does not give the same bytes.
func decode(b []byte) (string, form, bool) {
	var f form
	text := string(b)
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		f.order = binary.LittleEndian
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		f.order = binary.BigEndian
	}
	if f.order != nil {
		units := make([]uint16, len(b)/2)
		_, _ = binary.Decode(b, f.order, units) // there are as many, and of half a one not the same bytes come back
		text = string(utf16.Decode(units))
	}
	text, f.mark = strings.CutPrefix(text, mark)
	ends := strings.Count(text, "\n")
	f.crlf = ends > 0 && ends == strings.Count(text, "\r\n")
	return text, f, utf8.ValidString(text) && bytes.Equal(f.encode(text), b)
}

// encode writes a text in the form, its line ends as they are.
func (f form) encode(text string) []byte {
	if f.mark {
		text = mark + text
	}
	if f.order == nil {
		return []byte(text)
	}
	b, _ := binary.Append(nil, f.order, utf16.Encode([]rune(text)))
	return b
}

// earlierBytes are the text before an edit as the present file is written, if they lead to that.
func earlierBytes(before string, present []byte, e hook.Edit) ([]byte, bool) {
	now, f, ok := decode(present)
	before = strings.TrimPrefix(before, mark)
	if !ok || !utf8.ValidString(before) || strings.ContainsRune(before, utf8.RuneError) {
		return nil, false
	}
	if !strings.Contains(now, "\n") && strings.Contains(before, "\n") {
		return nil, false // nothing tells how its lines ended
	}
	before = f.ends(before)
	if e.After != nil {
		ok = f.ends(strings.TrimPrefix(*e.After, mark)) == now
	} else {
		ok = leads(e.Hunks, linesOf(before), linesOf(now))
	}
	return f.encode(before), ok
}

func (f form) ends(text string) string {
	if !f.crlf {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

func linesOf(text string) []string { return slices.Collect(strings.Lines(text)) }

// leads reports whether the hunks make the lines now of the lines before.
func leads(hunks []hook.Hunk, before, now []string) bool {
	b, n := 0, 0 // the lines that were gone through
	same := func(k int) bool {
		k = max(k, 0)
		if k > len(before)-b || k > len(now)-n || !slices.Equal(before[b:b+k], now[n:n+k]) {
			return false
		}
		b, n = b+k, n+k
		return true
	}
	for _, h := range hunks {
		// Where one side has no lines, its number may be that of the line before.
		skip := h.OldStart - 1 - b
		if h.OldLines == 0 {
			skip = h.NewStart - 1 - n
		}
		ok := same(skip)
		for _, line := range h.Lines {
			mark := min(1, len(line))
			switch shown := line[mark:]; line[:mark] {
			case " ":
				ok = ok && same(1) && like(now[n-1], shown)
			case "-":
				ok = ok && b < len(before) && like(before[b], shown)
				b++
			case "+":
				ok = ok && n < len(now) && like(now[n], shown)
				n++
			default:
				ok = ok && line[:mark] == `\` // "\ No newline at end of file"
			}
		}
		if !ok {
			return false
		}
	}
	return slices.Equal(before[b:], now[n:])
}

// like reports whether a hunk's line stands for a line of the file: leading tabs may be shown as spaces.
func like(line, shown string) bool {
	line, shown = strings.TrimRight(line, "\r\n"), strings.TrimRight(shown, "\r\n")
	if line == shown {
		return true
	}
	rest := strings.TrimLeft(line, "\t")
	return strings.Repeat("  ", len(line)-len(rest))+rest == shown
}
