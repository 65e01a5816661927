package autosave

import (
	"fmt"
	"strconv"
	"time"

	"holdfast/lib/epic"
	"holdfast/lib/yamldoc"
)

// maxTold is how many waves the summarizer is shown.
const maxTold = 2

// inFlight are the waves that are not abandoned.
func (f Facts) inFlight() []epic.Wave {
	var fresh []epic.Wave
	for _, w := range f.Waves {
		if !w.Stale {
			fresh = append(fresh, w)
		}
	}
	return fresh
}

func waveState(w epic.Wave) string {
	if w.Stale {
		return "stale"
	}
	return "in flight"
}

// waveNodes are the waves as the artifact's metadata hold them.
func (f Facts) waveNodes() *yamldoc.Node {
	list := yamldoc.List()
	for _, w := range f.Waves {
		n := yamldoc.Map()
		put(n, "epic", w.Epic)
		put(n, "state", waveState(w))
		put(n, "since", w.Since.UTC().Format(time.RFC3339))
		put(n, "flag", w.Path)
		if w.Known {
			put(n, "wave_completed", strconv.Itoa(w.Completed))
		}
		list.Content = append(list.Content, n)
	}
	return list
}

// waveLines are the waves as the summarizer is shown them: those of epics
// whose checkpoint this machine wrote.
func (f Facts) waveLines() []string {
	var lines []string
	for i, w := range f.Waves {
		if !w.Ours {
			continue
		}
		if i == maxTold {
			lines = append(lines, fmt.Sprintf("- %d more flags of waves\n", len(f.Waves)-i))
			break
		}
		line := "- a wave of epic " + w.Epic + " is in flight"
		if w.Stale {
			line = "- stale: a wave of epic " + w.Epic + " was abandoned"
		}
		line += fmt.Sprintf(" (%s, since %s)", w.Path, w.Since.UTC().Format(time.RFC3339))
		if w.Known {
			line += fmt.Sprintf("; wave %d was completed last: %s", w.Completed, epic.Path(w.Epic))
		}
		lines = append(lines, line+"\n")
	}
	return lines
}
