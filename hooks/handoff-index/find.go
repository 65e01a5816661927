package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/index"
	"holdfast/lib/line"
)

func open(inv *cli.Invocation) *catalog.Catalog {
	store := artifact.Of(inv.Project, inv.Machine)
	return &catalog.Catalog{Store: store, Zone: time.Local, Now: inv.Now(), Warn: inv.Warn}
}

// filterOf reads the flags that list, search, history and timeline share.
func filterOf(inv *cli.Invocation) (f catalog.Filter, err error) {
	f = catalog.Filter{
		Mode: inv.Flag("mode"), Session: inv.Flag("session"), Bead: inv.Flag("bead"), Outcome: inv.Flag("outcome"),
	}
	for key, value := range map[string]string{"mode": f.Mode, "outcome": f.Outcome} {
		if allowed := artifact.Values(key); value != "" && !slices.Contains(allowed, value) {
			return f, inv.UsageError("--%s takes one of %s, not %q",
				key, strings.Join(allowed, ", "), fault.Shorten(value))
		}
	}
	since := inv.Flag("since")
	days, inDays := strings.CutSuffix(since, "d")
	n, err := strconv.Atoi(days)
	t, ok := artifact.ParseDate(since)
	switch {
	case since == "":
	case inDays && err == nil && n >= 0:
		f.Since = inv.Now().AddDate(0, 0, -n)
	case ok:
		f.Since = t
	default:
		return f, inv.UsageError("--since takes a date, an RFC 3339 time, or days such as 7d, not %q", since)
	}
	return f, nil
}

// filtered ends a message that nothing passes the filter.
func filtered(inv *cli.Invocation) string {
	text := " with"
	for _, flag := range []string{"mode", "session", "bead", "outcome", "since"} {
		if value := inv.Flag(flag); value != "" {
			text += " --" + flag + " " + fence.Line(fence.Word(value), 80)
		}
	}
	return strings.TrimSuffix(text, " with")
}

func printNone(inv *cli.Invocation, c *catalog.Catalog, query string) error {
	rows, _, err := c.List(inv.Ctx, catalog.Filter{}, 1)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		none := nothing(inv, c.Store)
		inv.Printf("%s\n", none.Error())
		if none.Hint != "" {
			inv.Printf("holdfast lines lists what is there\n")
		}
		return nil
	}
	if query != "" {
		query = strconv.Quote(fence.Line(query, 200))
	}
	inv.Printf("no matches for %s\n", strings.TrimPrefix(query+filtered(inv), " with "))
	return nil
}

// nothing says that no file is saved, and how many lines are left elsewhere, as after git clean.
func nothing(inv *cli.Invocation, s artifact.Store) *cli.Error {
	found, _ := line.In(s, inv.Now()).Lines(inv.Ctx)
	left := slices.DeleteFunc(found.Own, func(l *line.Line) bool { return !l.Outside })
	if len(left) == 0 {
		return cli.Missing("", "nothing saved in this project")
	}
	return cli.Missing("holdfast lines", "no saved file in this project; the machine folder has %s",
		fence.Count(len(left), "line"))
}

type item struct {
	Date string `json:"date"` // "" where it tells none
	index.Row
}

func itemOf(r index.Row) item {
	i := item{Row: r}
	if t := dateOf(r); !t.IsZero() {
		i.Date = t.Format(time.RFC3339)
	}
	return i
}

func dateOf(r index.Row) time.Time { return time.Unix(r.Date, 0).UTC() }
