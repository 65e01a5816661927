package legacy

import (
	"path"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
	"holdfast/lib/yamldoc"
)

// precision says how much of a time a text holds.
type precision int

const (
	unknown precision = iota
	day               // no time of day
	local             // no zone
	exact
)

// readTime reads a time as people and tools write it: a day, a time of day, a zone.
// What follows may be a remark or a zone's letters: "10:05 PST", "(evening)".
func readTime(s string, zone *time.Location) (time.Time, precision) {
	s = strings.NewReplacer("/", "-", ",", "").Replace(strings.Trim(strings.TrimSpace(s), "\"'`"))
	if before, after, ok := strings.Cut(s, "T"); ok && len(before) == len(time.DateOnly) {
		s = before + " " + after
	}
	for ; s != ""; s = strings.TrimRight(s[:max(strings.LastIndexAny(s, " ("), 0)], " (") {
		for _, days := range []string{"2006-01-02", "January 2 2006", "Jan 2 2006", "2 January 2006"} {
			if t, err := time.Parse(days, s); err == nil {
				return t, day
			}
			for _, hours := range []string{" 15:04:05", " 15:04", " 3:04 PM", " 3:04PM"} {
				if t, err := time.ParseInLocation(days+hours, s, zone); err == nil {
					return t, local
				}
				for _, offset := range []string{"Z07:00", " Z07:00", " -0700", "-0700", " UTC", " GMT"} {
					if t, err := time.Parse(days+hours+offset, s); err == nil {
						return t, exact
					}
				}
			}
		}
	}
	return time.Time{}, unknown
}

// stamps are the times at the start of a file's name, and how they are read.
var stamps = [][2]string{
	{"2006-01-02T15-04-05.000Z", time.RFC3339Nano}, {"2006-01-02T15-04-05Z", time.RFC3339Nano},
	{"2006-01-02T15-04-05", time.RFC3339Nano}, {"2006-01-02_15-04-05", "2006-01-02 15:04:05"},
	{"2006-01-02_15-04", "2006-01-02 15:04"}, {"2006-01-02-1504", "2006-01-02 15:04"}, {"2006-01-02", "2006-01-02"},
}

// stamp takes the time off the start of a file's name. Names with a "T" are written
// in UTC.
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

// nameTitle is what a file's name says besides its time and mode.
func nameTitle(rel string) string {
	_, base := stamp(strings.TrimPrefix(strings.TrimSuffix(path.Base(rel), path.Ext(rel)), autoHandoff))
	if i := strings.LastIndexByte(base, '_'); i >= 0 && isMode(base[i+1:]) {
		base = base[:i]
	}
	return base
}

// decideDate settles when the file was saved: by what it says, by its name for
// the time of day or where it says nothing. A time without a zone is one of
// the given zone. The original text stays in the metadata.
func (w *work) decideDate() {
	original, why := path.Base(w.Path), "from the file's name"
	text, _ := stamp(strings.TrimPrefix(original, autoHandoff))
	at, p := readTime(text, w.zone)
	for _, name := range []string{"date", "updated", "started"} {
		if w.said[name] == "" {
			continue
		}
		said, is := readTime(w.said[name], w.zone)
		original = w.said[name]
		if is == unknown {
			w.problem(0, "the date cannot be read: "+fault.Shorten(original))
			continue
		}
		why = "the file says " + fault.Shorten(original)
		if is == day && p > day && said.Format(time.DateOnly) == at.Format(time.DateOnly) {
			why += ", its name the minute"
		} else {
			at, p = said, is
		}
		break
	}
	date := at.UTC().Format(time.RFC3339Nano)
	switch p {
	case day:
		date = at.Format(time.DateOnly)
	case local:
		why += ", a local time of " + strings.Replace(w.zone.String(), "Local", "this machine", 1)
	}
	if p != unknown || original != path.Base(w.Path) {
		yamldoc.Set(w.meta, "original_date", yamldoc.String(artifact.TrimLines(original)))
	}
	if _, ok := artifact.ParseDate(date); p == unknown || !ok {
		w.because("date: neither the file nor its name has one")
		return
	}
	yamldoc.Set(w.Document.Front, "date", yamldoc.String(date))
	w.because("date %s: %s", date, why)
}
