package catalog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/index"
	"holdfast/lib/machine"
	"holdfast/lib/rank"
	"holdfast/testscripts/disk"
)

var now = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

func newCatalog(t *testing.T) Catalog {
	t.Helper()
	dir := disk.Temp(t)
	root := filepath.Join(dir, "a project")
	disk.Folder(t, root)
	store := artifact.Of(root, machine.Folder{Path: filepath.Join(dir, "machine")})
	return Catalog{Store: store, Zone: time.UTC, Now: now}
}

func put(t *testing.T, c Catalog, rel, text string) string {
	t.Helper()
	full := filepath.Join(c.Store.Root, filepath.FromSlash(rel))
	disk.Write(t, full, text)
	return full
}

// text is an artifact's, of a session that is also its folder.
func text(session, date, goal string, more ...string) string {
	return "---\nschema_version: '1.0.0'\nmode: checkpoint\ndate: '" + date + "'\nsession: " + session + "\noutcome: FAILED\n---\ngoal: " + goal +
		"\nnow: soon\n" + strings.Join(more, "\n") + "\n"
}

func add(t *testing.T, c Catalog, session, date, goal string, more ...string) string {
	t.Helper()
	return put(t, c, artifact.Dir+"/"+session+"/"+date[:10]+"_10-00_x_checkpoint.yaml", text(session, date, goal, more...))
}

func sessions(rows []index.Row) string {
	var all []string
	for _, r := range rows {
		all = append(all, r.Session)
	}
	return strings.Join(all, " ")
}

// opened is a catalog that its next query catches up.
func opened(c Catalog) *Catalog {
	c.view = nil
	return &c
}

func list(t *testing.T, c Catalog, f Filter, most int) string {
	t.Helper()
	rows, _, err := opened(c).List(context.Background(), f, most)
	if err != nil {
		t.Fatal(err)
	}
	return sessions(rows)
}

func TestListIsNewestFirstAndFilters(t *testing.T) {
	c := newCatalog(t)
	if got := list(t, c, Filter{}, 0); got != "" {
		t.Errorf("an empty project lists %q", got)
	}
	add(t, c, "old", "2026-01-01T10:00:00Z", "g")
	add(t, c, "new", "2026-11-20T10:00:00Z", "g")
	add(t, c, "tomorrow", "2026-11-22T09:00:00Z", "g")
	add(t, c, "ahead", "2026-11-22T09:30:01Z", "g")
	add(t, c, "bare", "2026-11-20", "g")
	put(t, c, ".handoff/2026-02-05-1200-app-7.md", "# Session Handoff\n\n**Date:** 2026-02-05 12:00\n**Primary Bead:** app-7 - Rates\n\n## Next Up\n1. go on\n")
	for _, test := range []struct {
		f    Filter
		most int
		want string
	}{
		{Filter{}, 0, "tomorrow new bare app-7 old ahead"},
		{Filter{}, 2, "tomorrow new"},
		{Filter{Session: "old"}, 0, "old"},
		{Filter{Mode: "checkpoint", Outcome: "FAILED"}, 3, "tomorrow new bare"},
		{Filter{Bead: "app-7"}, 0, "app-7"},
		{Filter{Mode: "handoff"}, 0, "app-7"},
		{Filter{Since: now.AddDate(0, 0, -2)}, 0, "tomorrow new bare ahead"},
		{Filter{Mode: "finalize"}, 0, ""},
		{Filter{Session: "old", Mode: "handoff"}, 0, ""},
	} {
		if got := list(t, c, test.f, test.most); got != test.want && got != strings.Replace(test.want, "new bare", "bare new", 1) {
			t.Errorf("%+v, %d: %q, want %q", test.f, test.most, got, test.want)
		}
	}
}

func TestAFileThatCannotBeReadIsBrokenAndNotHidden(t *testing.T) {
	c := newCatalog(t)
	large, link := artifact.Dir+"/a/2026-01-01_10-00_x_handoff.yaml", artifact.Dir+"/a/2026-01-02_10-00_x_handoff.yaml"
	put(t, c, large, strings.Repeat("x: all work and no play\n", artifact.MaxFile/24+1))
	if err := os.Symlink("elsewhere.yaml", filepath.Join(c.Store.Root, filepath.FromSlash(link))); err != nil {
		t.Skip(err)
	}
	for rel, want := range map[string]error{large: durable.ErrTooLarge, link: artifact.ErrLinkedOut} {
		if a, _, err := c.Load(rel); err != nil || !errors.Is(a.Broken, want) || a.Sum != "" || a.Path != rel {
			t.Errorf("%+v, %v, want %v", a, err, want)
		}
	}
}

func TestARowIsCheckedAgainstItsFile(t *testing.T) {
	c := newCatalog(t)
	a := add(t, c, "a", "2026-01-01T10:00:00Z", "first")
	b := add(t, c, "b", "2026-01-02T10:00:00Z", "second")
	if got := list(t, c, Filter{}, 0); got != "b a" {
		t.Fatal(got)
	}
	dir, err := os.Stat(filepath.Dir(a))
	if err != nil {
		t.Fatal(err)
	}
	put(t, c, artifact.Dir+"/a/2026-01-01_10-00_x_checkpoint.yaml", text("a", "2026-03-01T10:00:00Z", "edited in place"))
	if err := os.Chtimes(filepath.Dir(a), dir.ModTime(), dir.ModTime()); err != nil {
		t.Fatal(err)
	}
	rows, _, err := opened(c).List(context.Background(), Filter{}, 0)
	if err != nil || sessions(rows) != "a b" || rows[0].Goal != "edited in place" {
		t.Errorf("%+v, %v", rows, err)
	}
	if err := os.Remove(b); err != nil {
		t.Fatal(err)
	}
	if got := list(t, c, Filter{}, 0); got != "a" {
		t.Errorf("after one was removed: %q", got)
	}
}

func TestLatestFitsTheBranch(t *testing.T) {
	c := newCatalog(t)
	if rows, _, err := opened(c).List(context.Background(), Filter{}, 1); len(rows) > 0 || err != nil {
		t.Errorf("of nothing: %v, %v", rows, err)
	}
	add(t, c, "any", "2026-01-01", "g")
	add(t, c, "main", "2026-01-02", "g", "metadata: {git_branch: main}")
	add(t, c, "side", "2026-01-03", "g", "metadata: {git_branch: side}")
	add(t, c, "ahead", "2027-01-03", "g", "metadata: {git_branch: main}")
	for branch, want := range map[string]string{"main": "main", "side": "side", "third": "any", "": "side"} {
		r, _, err := opened(c).List(context.Background(), Filter{Branch: branch}, 1)
		if err != nil || len(r) != 1 || r[0].Session != want {
			t.Errorf("on %q: %+v, %v", branch, r, err)
		}
	}
}

func TestFindTakesPathNameAndSession(t *testing.T) {
	c := newCatalog(t)
	add(t, c, "one", "2026-01-01", "g")
	add(t, c, "one", "2026-01-02", "g")
	add(t, c, "two", "2026-01-01", "g")
	for name, want := range map[string]int{
		artifact.Dir + "/one/2026-01-01_10-00_x_checkpoint.yaml": 1, "one/2026-01-01_10-00_x_checkpoint.yaml": 1,
		"2026-01-01_10-00_x_checkpoint.yaml": 2, "one": 2, "two": 1, "three": 0, "": 0, "checkpoint.yaml": 0, "..": 0, "on": 0,
	} {
		if rows, err := opened(c).Find(context.Background(), name); err != nil || len(rows) != want {
			t.Errorf("%q: %d rows, want %d; %v", name, len(rows), want, err)
		}
	}
}

func TestSearchRanksOverBothIndexesAndTellsTheLines(t *testing.T) {
	c := newCatalog(t)
	add(t, c, "goal", "2026-01-01", "Redis for the sessions")
	add(t, c, "next", "2026-01-05", "other", "next: [try Redis, 'redis and sessions: both', sleep]")
	put(t, c, ".checkpoint/2026-02-03-0930.md", "# Checkpoint\n\n**Date:** 2026-02-03 09:30\n**Goal:** Redis session cache\n")
	hits, _, err := opened(c).Search(context.Background(), rank.Ask("redis session"), Filter{}, 0)
	if err != nil || len(hits) != 3 {
		t.Fatalf("%+v, %v", hits, err)
	}
	for _, h := range hits {
		if h.Row.Session != "next" {
			continue
		}
		if len(h.Matches) != 2 || h.Matches[0].Field != "next" || h.Matches[0].Line != "redis and sessions: both" || h.Matches[1].Line != "try Redis" {
			t.Errorf("the lines are %+v", h.Matches)
		}
	}
	if hits, _, err := opened(c).Search(context.Background(), rank.Ask("redis"), Filter{Session: "goal"}, 1); err != nil || len(hits) != 1 || hits[0].Row.Session != "goal" {
		t.Errorf("filtered: %+v, %v", hits, err)
	}
	for _, none := range []string{"", "!", "zebra", "the"} {
		if hits, _, err := opened(c).Search(context.Background(), rank.Ask(none), Filter{}, 0); err != nil || len(hits) != 0 {
			t.Errorf("%q: %+v, %v", none, hits, err)
		}
	}
}

func TestRebuildCountsBothAndLoadReadsBoth(t *testing.T) {
	c := newCatalog(t)
	add(t, c, "a", "2026-01-01", "g")
	put(t, c, ".checkpoint/2026-02-03-0930.md", "# Checkpoint\n\n**Goal:** old words\n")
	if n, err := c.Rebuild(context.Background(), nil); n != 2 || err != nil {
		t.Errorf("%d files, %v", n, err)
	}
	a, problems, err := c.Load(".checkpoint/2026-02-03-0930.md")
	if err != nil || a.Goal() != "old words" {
		t.Errorf("%q, %q, %v", a.Goal(), problems, err)
	}
	if _, _, err := c.Load(artifact.Dir + "/a/../../../../secret.yaml"); err == nil {
		t.Error("a path out of the store was read")
	}
	if entries, err := os.ReadDir(c.Store.Root); err != nil || len(entries) != 2 {
		t.Errorf("the project holds %v, %v", entries, err)
	}
}

func TestWithoutAMachineFolderAListIsRightAndARebuildSaysSo(t *testing.T) {
	c := newCatalog(t)
	disk.Write(t, c.Store.Machine.Path, "")
	add(t, c, "a", "2026-01-01", "g")
	put(t, c, ".checkpoint/2026-02-03-0930.md", "# Checkpoint\n\n**Goal:** old words\n")
	if got := strings.Count(list(t, c, Filter{}, 0), " "); got != 1 {
		t.Errorf("listed %q", list(t, c, Filter{}, 0))
	}
	if _, err := c.Rebuild(context.Background(), nil); err == nil {
		t.Error("a rebuild that stored nothing is no error")
	}
}
