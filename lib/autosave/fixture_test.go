package autosave

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/machine"
)

// A scene is a project, a machine folder and a folder of transcripts.
type scene struct {
	t     *testing.T
	store artifact.Store
	logs  string
}

func newScene(t *testing.T) scene {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := scene{t, artifact.Of(filepath.Join(dir, "a b\nç"), machine.Folder{Path: filepath.Join(dir, "machine")}), filepath.Join(dir, "logs")}
	for _, d := range []string{s.store.Root, s.logs} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// file writes a file of the project and sets its time.
func (s scene) file(rel string, at time.Time) string {
	s.t.Helper()
	full := filepath.Join(s.store.Root, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(rel), 0o644); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Chtimes(full, at, at); err != nil {
		s.t.Fatal(err)
	}
	return full
}

// log writes the transcript of a session: a prompt a string, "w:PATH" a Write
// of a file, "sh" a shell command, one a minute from start on.
func (s scene) log(id string, start, touched time.Time, steps ...string) string {
	s.t.Helper()
	var b strings.Builder
	parent := "null"
	record := func(typ, message, rest string) {
		uuid := fmt.Sprintf("%q", fmt.Sprintf("%s-%d", id, strings.Count(b.String(), "\n")))
		fmt.Fprintf(&b, `{"parentUuid":%s,"isSidechain":false,"type":%q,"uuid":%s,"sessionId":%q,"gitBranch":"main","timestamp":%q,"message":%s%s}`+"\n",
			parent, typ, uuid, id, start.UTC().Format("2006-01-02T15:04:05.000Z"), message, rest)
		parent = uuid
		start = start.Add(time.Minute)
	}
	for i, step := range steps {
		kind, arg, _ := strings.Cut(step, ":")
		switch kind {
		case "w":
			path, _ := json.Marshal(arg)
			record("assistant", fmt.Sprintf(`{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Write","input":{"file_path":%s}}]}`, i, i, path), "")
			record("user", fmt.Sprintf(`{"role":"user","content":[{"tool_use_id":"t%d","type":"tool_result","content":"ok"}]}`, i), fmt.Sprintf(`,"toolUseResult":{"type":"create","filePath":%s}`, path))
		case "sh":
			record("assistant", fmt.Sprintf(`{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"make"}}]}`, i, i), "")
			record("user", fmt.Sprintf(`{"role":"user","content":[{"tool_use_id":"t%d","type":"tool_result","content":"ok"}]}`, i), `,"toolUseResult":{"stdout":"ok"}`)
		default:
			text, _ := json.Marshal(step)
			record("user", `{"role":"user","content":`+string(text)+`}`, "")
		}
	}
	path := filepath.Join(s.logs, id+".jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Chtimes(path, touched, touched); err != nil {
		s.t.Fatal(err)
	}
	return path
}

// heads are the artifacts there.
func (s scene) heads() []string {
	s.t.Helper()
	all, err := filepath.Glob(filepath.Join(s.store.Root, filepath.FromSlash(artifact.Dir), "*", "*_*.yaml"))
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func (s scene) project() line.Project { return line.In(s.store, now) }

func (s scene) session(id, path string) Session {
	return Session{Project: s.project(), ID: id, Transcript: path}
}

func (s scene) load(rel string) artifact.Artifact {
	s.t.Helper()
	a, err := s.store.Load(rel)
	if err != nil || a.Broken != nil {
		s.t.Fatal(err, a.Broken)
	}
	return a
}
