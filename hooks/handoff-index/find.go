package main

import (
	"flag"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/index"
)

const filterHelp = `Options:
  --mode M      checkpoint, handoff or finalize
  --session S   the line of work
  --bead B      the issue worked on
  --outcome O   SUCCEEDED, PARTIAL_PLUS, PARTIAL_MINUS or FAILED
  --since D     saved since a date, an RFC 3339 time, or so many days: 7d
  -n N          at most N (default: all)
  --root DIR    the project (default: found upward from the working directory)
  --json        the result as JSON
`

// open is the catalog of the project that a command is about.
func open(inv *cli.Invocation) (catalog.Catalog, error) {
	root, folder, err := inv.Place()
	if err != nil {
		return catalog.Catalog{}, err
	}
	return catalog.Catalog{Store: artifact.Store{Root: root, Machine: folder}, Zone: time.Local, Now: inv.Now(), Warn: func(err error) { inv.Warnf("%v", err) }}, nil
}

// filterFlags are the flags that list and search share.
type filterFlags struct {
	catalog.Filter
	since string
	most  int
}

func (f *filterFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.Mode, "mode", "", "")
	fs.StringVar(&f.Session, "session", "", "")
	fs.StringVar(&f.Bead, "bead", "", "")
	fs.StringVar(&f.Outcome, "outcome", "", "")
	fs.StringVar(&f.since, "since", "", "")
	fs.IntVar(&f.most, "n", f.most, "")
}

// check reads what the flag package cannot.
func (f *filterFlags) check(inv *cli.Invocation) error {
	if f.most < 0 {
		return inv.UsageError("-n takes a number of 0 or more")
	}
	if f.since == "" {
		return nil
	}
	if days, ok := strings.CutSuffix(f.since, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 {
			f.Since = inv.Now().AddDate(0, 0, -n)
			return nil
		}
	}
	t, ok := artifact.ParseDate(f.since)
	if !ok {
		return inv.UsageError("--since takes a date, an RFC 3339 time, or days such as 7d, not " + strconv.Quote(f.since))
	}
	f.Since = t
	return nil
}

// item is a row as JSON tells it. Its keys do not change.
type item struct {
	Path       string `json:"path"`
	Date       string `json:"date"`
	Mode       string `json:"mode"`
	Outcome    string `json:"outcome"`
	Session    string `json:"session"`
	Bead       string `json:"bead"`
	SessionID  string `json:"session_id"`
	Branch     string `json:"branch"`
	Goal       string `json:"goal"`
	Now        string `json:"now"`
	Generation string `json:"generation"` // "" for today's format
	Broken     string `json:"broken"`     // why it cannot be read, "" where it can
	Faults     int    `json:"faults"`
}

func itemOf(r index.Row) item {
	return item{
		Path: r.Path, Date: dateOf(r), Mode: r.Mode, Outcome: r.Outcome, Session: r.Session, Bead: r.Bead,
		SessionID: r.SessionID, Branch: r.Branch, Goal: r.Goal, Now: r.Now,
		Generation: r.Generation, Broken: r.Broken, Faults: r.Faults,
	}
}

// noDate is the time of a file that tells none: the zero time.Time in seconds
// since 1970.
const noDate = -62135596800

func dateOf(r index.Row) string {
	if r.Date == noDate {
		return ""
	}
	return time.Unix(r.Date, 0).UTC().Format(time.RFC3339)
}
