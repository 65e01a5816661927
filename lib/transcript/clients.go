package transcript

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/platform"
)

const (
	maxClients    = 1000
	maxClientFile = 64 << 10
)

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
	for _, f := range files[:min(len(files), maxClients)] {
		c.add(filepath.Join(dir, f.Name()))
	}
	return c
}

func (c *Clients) add(file string) {
	pid, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".json"))
	if err != nil || pid <= 0 {
		return
	}
	var said struct {
		Pid       int             `json:"pid"`
		SessionID string          `json:"sessionId"`
		Start     json.RawMessage `json:"procStart"` // a text in some releases, a number in others
	}
	b, err := platform.ReadRegularNoFollow(file, maxClientFile)
	if err != nil || json.Unmarshal(b, &said) != nil || said.SessionID == "" || said.Pid != 0 && said.Pid != pid {
		return
	}
	start, alive := platform.ProcessStart(pid)
	told := strings.Trim(string(said.Start), `"`)
	if alive && (start == "" || told == "" || told == "null" || told == start) {
		c.open[said.SessionID] = append(c.open[said.SessionID], pid)
	}
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
	var sessions []string
	for id, pids := range c.open {
		if slices.ContainsFunc(pids, func(pid int) bool { return !slices.Contains(own, pid) }) {
			sessions = append(sessions, id)
		}
	}
	return sessions
}
