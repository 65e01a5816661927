package legacy

import (
	"cmp"
	"path"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
	"holdfast/lib/yamldoc"
)

// choose is the first text, each followed by its reason, that says something; it notes why.
func (w *work) choose(what string, choices ...string) string {
	for i := 0; i < len(choices); i += 2 {
		if text := strings.TrimSpace(choices[i]); hasWord(text) {
			w.Why = append(w.Why, what+" "+fault.Shorten(text)+": "+choices[i+1])
			return text
		}
	}
	return ""
}

// decide settles what an artifact needs and the file does not say outright.
func (w *work) decide() {
	const saysSo = "the file says so"
	mode, format := artifact.Handoff, formats[w.Generation[0]-'0']
	switch w.Generation {
	case Checkpoint, Event, Ledger:
		mode = artifact.Checkpoint
	}
	set(w.Document.Front, "schema_version", artifact.SchemaVersion, "mode", w.choose("mode", w.said["mode"], saysSo,
		mode, "a file of generation "+w.Generation+" ("+format+")"))
	w.decideDate()
	bead, title := splitBead(w.said["bead"])
	set(w.Document.Front, "primary_bead", w.choose("bead", bead, "the file names it", "none", "the file names none"),
		"outcome", w.decideOutcome())
	w.Empty = w.Empty || w.Generation == Event && w.said["goal"] == ""
	heading := w.said["title"]
	if _, after, ok := strings.Cut(heading, ": "); ok || meaningOf(heading) == toFacts {
		heading = after
	}
	base, _ := cutMode(strings.TrimPrefix(path.Base(w.Path), autoHandoff))
	_, name := stamp(base)
	goal := w.choose("goal", w.said["goal"], saysSo, w.said["task"], "the file's task", title, "the bead's title",
		heading, "the file's title", strings.ReplaceAll(name, "-", " "), "the file's name",
		path.Base(w.Path), "the file's name", "unknown", "the file names none")
	step := artifact.Inline(append(w.parts[toNext], nil)[0])
	now := w.choose("now", w.said["now"], saysSo, first("", append(w.progress, "")[0]), "what is in progress",
		first("next: ", step), "the first open step", goal, "the goal; the file has nothing more")
	if len(w.progress) > 1 || len(w.progress) == 1 && w.progress[0] != now {
		w.keep("In Progress", strings.Join(w.progress, "\n"))
	}
	set(w.Document.Front, "session", w.decideSession(bead, goal))
	set(w.Document.Body, "goal", goal, "now", now)
	branch := strings.Trim(w.said["branch"], "`")
	set(w.meta, artifact.MigratedFrom, w.Path, "original_format", format, "git_branch", branch)
	if yamldoc.Get(w.Document.Body, "test") == nil {
		set(w.Document.Body, "test", w.said["test"])
	}
}

func set(m *yamldoc.Node, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			yamldoc.Set(m, pairs[i], yamldoc.String(pairs[i+1]))
		}
	}
}

// splitBead takes "id - title" apart; an id of "none" is not an id.
func splitBead(s string) (id, title string) {
	id = strings.Trim(strings.TrimSpace(s), "`*")
	for _, sep := range []string{" - ", " – ", " — ", ": ", " (", " "} {
		before, after, ok := strings.Cut(id, sep)
		if ok && before != "" && (sep != " " || strings.ContainsAny(before, "-.0123456789")) {
			id, title = before, strings.TrimSpace(after+" "+title)
		}
	}
	if id = strings.Trim(id, "`*, "); isNothing(id) {
		id = ""
	}
	return id, title
}

func (w *work) decideOutcome() string {
	said, status, remains := w.said["outcome"], w.said["status"], ""
	if w.open {
		remains = "PARTIAL_PLUS"
	}
	own := find("outcomes", canonical(said))
	if said != "" && own == "" {
		w.problem(0, "the outcome "+fault.Shorten(said)+" is unknown")
	}
	return w.choose("outcome", own, "the file says "+fault.Shorten(said),
		find("outcomes", canonical(status)), "the file's status is "+fault.Shorten(status),
		remains, "steps remain", "SUCCEEDED", "nothing remains")
}

// first is the first line of an item, "" where that says nothing.
func first(before, item string) string {
	text, _, _ := strings.Cut(item, "\n")
	if isNothing(item) {
		return ""
	}
	return before + text
}

// decideSession settles the line of work: the folder that the file is in, or a ledger's name
// tells, else the bead, what the file says, or the goal; without the title of a bead.
func (w *work) decideSession(bead, goal string) string {
	folder, isLedger := strings.CutPrefix(strings.TrimSuffix(path.Base(w.Path), ".md"), "CONTINUITY_CLAUDE-")
	if !isLedger || path.Dir(w.Path) != ledgerDir {
		below, stored := strings.CutPrefix(path.Dir(w.Path), artifact.Dir+"/")
		if folder, _, _ = strings.Cut(below, "/"); !stored || folder == Events {
			folder = ""
		}
	}
	said := w.said["session"]
	if canonical(said) == "unknown" || isNothing(said) {
		said = ""
	}
	name := w.choose("session", folder, "its folder", bead, "the bead", said, "the file says so",
		artifact.Slug(goal), "from the goal", "work", "it has no name")
	if id, _, titled := strings.Cut(name, " - "); titled && !strings.Contains(id, " ") {
		name = id
	}
	return artifact.FolderName(name)
}

// readTime reads a day, a time of day and a zone, else the given one; a remark may follow.
func readTime(s string, zone *time.Location) (at time.Time, isDay, ok bool) {
	s = strings.NewReplacer("/", "-", ",", "").Replace(strings.Trim(strings.TrimSpace(s), "\"'`"))
	if before, after, ok := strings.Cut(s, "T"); ok && len(before) == len(time.DateOnly) {
		s = before + " " + after
	}
	for ; s != ""; s = strings.TrimRight(s[:max(strings.LastIndexAny(s, " ("), 0)], " (") {
		for _, day := range []string{"2006-01-02", "January 2 2006", "Jan 2 2006", "2 January 2006"} {
			if t, err := time.Parse(day, s); err == nil {
				return t, true, true
			}
			for _, hour := range []string{" 15:04:05", " 15:04", " 3:04 PM", " 3:04PM"} {
				for _, offset := range []string{"", "Z07:00", " Z07:00", " -0700", "-0700", " UTC", " GMT"} {
					in := zone
					if offset != "" {
						in = time.UTC
					}
					if t, err := time.ParseInLocation(day+hour+offset, s, in); err == nil {
						return t.UTC(), false, true
					}
				}
			}
		}
	}
	return time.Time{}, false, false
}

// stamps are the times at the start of a file's name, and how they are read.
var stamps = [][2]string{
	{"2006-01-02T15-04-05.000Z", time.RFC3339Nano}, {"2006-01-02T15-04-05Z", time.RFC3339Nano},
	{"2006-01-02T15-04-05", time.RFC3339Nano}, {"2006-01-02_15-04-05", "2006-01-02 15:04:05"},
	{"2006-01-02_15-04", "2006-01-02 15:04"}, {"2006-01-02-1504", "2006-01-02 15:04"}, {"2006-01-02", "2006-01-02"},
}

// stamp takes the time off the start of a file's name; one with a "T" is in UTC.
func stamp(name string) (text, rest string) {
	for _, s := range stamps {
		n := len(s[0])
		if len(name) < n || len(name) > n && name[n] >= '0' && name[n] <= '9' {
			continue
		}
		if t, err := time.Parse(s[0], name[:n]); err == nil {
			return t.Format(s[1]), strings.TrimLeft(name[n:], "_-")
		}
	}
	return "", name
}

func (w *work) decideDate() {
	name, _ := stamp(strings.TrimPrefix(path.Base(w.Path), autoHandoff))
	at, isDay, ok := readTime(name, w.zone)
	why := "from the file's name"
	if said := cmp.Or(w.said["date"], w.said["updated"], w.said["started"]); said != "" {
		set(w.meta, "original_date", artifact.TrimLines(said))
		t, tIsDay, read := readTime(said, w.zone)
		minute := ok && !isDay && t.Format(time.DateOnly) == at.In(w.zone).Format(time.DateOnly)
		switch says := fault.Shorten(said); {
		case !read:
			w.problem(0, "the date cannot be read: "+says)
		case tIsDay && minute:
			why = "the file says " + says + ", its name the minute"
		default:
			at, isDay, ok, why = t, tIsDay, true, "the file says "+says
		}
	}
	date := at.Format(time.RFC3339Nano)
	if isDay {
		date = at.Format(time.DateOnly)
	}
	if _, valid := artifact.ParseDate(date); !ok || !valid {
		w.Why = append(w.Why, "date: neither the file nor its name has one")
		return
	}
	set(w.Document.Front, "date", date)
	w.Why = append(w.Why, "date "+date+": "+why)
}
