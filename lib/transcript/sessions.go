package transcript

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/platform"
)

const extension = ".jsonl"

// A File is the transcript of a session as it is on disk.
type File struct {
	Path, Session string
	Size          int64
	Touched       time.Time
}

// sessionOf is the session of a transcript, whatever folder it is in.
func sessionOf(path string) string { return strings.TrimSuffix(filepath.Base(path), extension) }

// In lists the transcripts of sessions in a folder, by name: not those of subagents.
func In(dir string) (files []File) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := e.Name()
		if filepath.Ext(name) != extension || !e.Type().IsRegular() || strings.HasPrefix(name, "agent-") {
			continue
		}
		if info, err := e.Info(); err == nil {
			files = append(files, File{filepath.Join(dir, name), sessionOf(name), info.Size(), info.ModTime()})
		}
	}
	return files
}

// FolderName is the client's name for the folder of the transcripts of a project.
func FolderName(path string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, path)
}

// Of is the transcript of a session in the client's configuration folders, "" for none.
func Of(configs []string, session string) string {
	for _, dir := range configs {
		folders, _ := os.ReadDir(filepath.Join(dir, "projects"))
		for _, f := range folders {
			path := filepath.Join(dir, "projects", f.Name(), session+extension)
			if info, err := os.Lstat(path); sessionOf(path) == session && err == nil && info.Mode().IsRegular() {
				return path
			}
		}
	}
	return ""
}

// Origins are the sessions that the transcript at path was forked from: those that its first
// records name beside its own, or, of those beside it, that whose first record it has too.
func Origins(path string) []string {
	own := sessionOf(path)
	first, ids := begins(path)
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == own })
	if len(ids) > 0 || first == "" {
		return ids
	}
	return each.If(each.Head(In(filepath.Dir(path)), 500), func(f File) (string, bool) {
		uuid, _ := begins(f.Path)
		return f.Session, uuid == first && f.Session != own
	})
}

// begins is the id of a transcript's first record, and the sessions that its first records name.
func begins(path string) (first string, sessions []string) {
	f, _, err := platform.OpenRegular(path)
	if err != nil {
		return "", nil
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	for line := range bytes.Lines(head) {
		if first == "" {
			first = value(line).get("uuid").text()
		}
		for _, id := range []value{value(line).get("sessionId"), value(line).get("forkedFrom").get("sessionId")} {
			sessions = addNew(sessions, id.text())
		}
	}
	return first, sessions
}

// Clients are the clients that ran under one configuration folder. A running client keeps
// <config>/sessions/<pid>.json and removes it when it ends; after a kill the file stays,
// with the id of a process that is gone. Measured on Claude Code 2.1.329.
type Clients struct {
	Known bool             // the client keeps such files: where it does not, only a transcript's time tells
	open  map[string][]int // session id to the processes that live
}

// ClientsBeside reads the clients of a transcript's configuration folder, three folders up.
func ClientsBeside(transcript string) (c Clients) {
	if !filepath.IsAbs(transcript) {
		return c
	}
	dir := filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(transcript))), "sessions")
	files, err := os.ReadDir(dir)
	c = Clients{Known: err == nil, open: map[string][]int{}}
	for _, f := range each.Head(files, 1000) {
		pid, err := strconv.Atoi(strings.TrimSuffix(f.Name(), ".json"))
		if err != nil || pid <= 0 {
			continue
		}
		b, err := platform.ReadRegularNoFollow(filepath.Join(dir, f.Name()), 64<<10)
		own, session, told := value(b).pick("pid", "sessionId", "procStart") // texts in some releases, or numbers
		id := session.text()
		if err != nil || id == "" || !slices.Contains([]string{"", "0", strconv.Itoa(pid)}, own.scalar()) {
			continue
		}
		start, alive := platform.ProcessStart(pid)
		if at := told.scalar(); alive && (start == "" || at == "" || at == start) {
			c.open[id] = append(c.open[id], pid)
		}
	}
	return c
}

// Open reports whether a process of a client has the session open.
func (c Clients) Open(sessionID string) bool { return len(c.open[sessionID]) > 0 }

// Elsewhere are the sessions that are open, but for those of the client that runs this
// very process: after "/clear" it may still name the session that it has just left.
func (c Clients) Elsewhere() []string {
	if len(c.open) == 0 {
		return nil
	}
	const depth = 5 // a shell, and what it was started by
	own := platform.Ancestors(depth)
	others := func(pid int) bool { return !slices.Contains(own, pid) }
	return slices.DeleteFunc(slices.Collect(maps.Keys(c.open)), func(id string) bool {
		return !slices.ContainsFunc(c.open[id], others)
	})
}

const pollEvery = 50 * time.Millisecond

// Settle waits until a transcript that was touched lately, is not there yet or lacks the prompt of the turn that runs,
// "" for any, has stopped growing, and reports whether it waited: the client writes some 100 ms behind the conversation
// (seen in releases 2.1.329 and 2.1.330), and calls the hook without waiting for that, of a full window before it sends
// what the user just wrote.
func Settle(ctx context.Context, path, turn string, now time.Time) (waited bool) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	size, still, has := int64(-1), time.Duration(0), turn == ""
	for ; still < 200*time.Millisecond; still += pollEvery {
		info, err := os.Stat(path)
		if err == nil && info.Mode().IsRegular() {
			has = has || !lacks(path, turn)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			still = 0
		case err != nil || !info.Mode().IsRegular() || has && !waited && now.Sub(info.ModTime()) > 10*time.Second:
			return waited
		case info.Size() != size || !has:
			size, still = info.Size(), 0
		}
		waited = true
		select {
		case <-ctx.Done():
			return true
		case <-time.After(pollEvery):
		}
	}
	return true
}

// lacks reports whether the turns at the end of a transcript are over, and what the user and tools said names the
// prompts of these, but not that one: while a turn runs there is none to come.
func lacks(path, turn string) bool {
	const most = 256 << 10
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	end, _ := f.Seek(0, io.SeekEnd)
	b, _ := io.ReadAll(io.NewSectionReader(f, max(0, end-most), most))
	over, named := false, false
	for r := range records(view(b)) {
		id := r.line.get("promptId").str()
		switch {
		case r.sidechain:
		case r.typ == "user" && id == turn:
			return false
		case r.typ == "user":
			over, named = !r.answers && userText(r.asked) == "", named || id != ""
		case r.typ == "assistant":
			over = !strings.Contains(string(r.body), `"type":"tool_use"`)
		}
	}
	return over && named
}
