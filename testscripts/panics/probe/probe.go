// Package probe is what each function of the programs calls first where they are
// built for the tests of its parent folder: one of them panics.
package probe

import (
	"os"
	"sync"
)

// State is what the process was told by its environment.
type state struct {
	mu     sync.Mutex
	armed  bool
	at     string // the function that panics
	always bool   // each time, not the first time alone
	list   *os.File
	seen   map[string]bool
}

var s = state{seen: map[string]bool{}}

// Arm begins: what runs before the program's own recover is no stage.
func Arm() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.armed, s.at, s.always = true, os.Getenv("PROBE_AT"), os.Getenv("PROBE_ALWAYS") != ""
	if path := os.Getenv("PROBE_LIST"); path != "" {
		s.list, _ = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	}
}

// Hit is called at the beginning of a function.
func Hit(stage string) {
	s.mu.Lock()
	first := !s.seen[stage]
	hit := s.armed && s.at == stage && (first || s.always)
	if s.armed {
		if s.seen[stage] = true; first && s.list != nil {
			s.list.WriteString(stage + "\n")
		}
	}
	s.mu.Unlock()
	if hit {
		panic("probe")
	}
}
