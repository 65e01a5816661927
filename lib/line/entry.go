package line

import (
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/index"
)

// An Entry is one artifact of a line as the index knows it.
type Entry struct {
	Path, Sum, Mode, Goal, Now string
	Saved                      time.Time
	SessionID                  string
	Broken                     bool // it cannot be read as an artifact

	raw                                     index.Raw
	filled                                  bool
	ours                                    bool // kept as this machine's
	date                                    int64
	auto                                    bool
	branches, bead, commit, onlyFor, marked string
	copied                                  *artifact.Artifact // where the file is missing
	copy                                    string             // the copy's file, absolute
}

// fill reads what the index says of the entry beyond its path, sum and date.
func (e *Entry) fill() {
	if !e.filled {
		*e = entryOf(e.raw.Row())
	}
}

// isAuto reports whether a hook saved the entry.
func (e *Entry) isAuto() bool {
	if !e.filled && !artifact.AutoName(e.Path) {
		return false
	}
	e.fill()
	return e.auto
}

// entryNamed is an artifact of which only the name is known.
func entryNamed(rel string) *Entry {
	minute, mode, dated := artifact.NameOf(rel)
	e := &Entry{filled: true, Path: rel, Mode: mode, auto: artifact.AutoName(rel)}
	if dated {
		e.Saved, e.date = minute, minute.Unix()
	}
	return e
}

func entryOf(r index.Row) Entry {
	return Entry{
		filled: true, Path: r.Path, Sum: r.Sum, Mode: r.Mode, Goal: r.Goal, Now: r.Now, SessionID: r.SessionID, Broken: r.Broken != "",
		Saved: time.Unix(r.Date, 0).UTC(), date: r.Date, auto: r.Mode == artifact.Checkpoint && artifact.AutoName(r.Path),
		branches: r.Branches, bead: r.Bead, commit: r.Commit, onlyFor: r.OnlyFor, marked: r.Line,
	}
}

// An auto is an automatic artifact.
type auto struct {
	Path, Sum string
	Date      int64
}

func (a auto) entry() *Entry {
	return &Entry{filled: true, ours: true, Path: a.Path, Sum: a.Sum, Mode: artifact.Checkpoint, Saved: time.Unix(a.Date, 0).UTC(), date: a.Date, auto: true}
}
