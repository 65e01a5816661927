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

// timeForms are the forms of a time as people and tools write it.
var timeForms = []struct {
	form string
	is   precision
}{
	{time.RFC3339Nano, exact}, {"2006-01-02T15:04Z07:00", exact}, {"2006-01-02 15:04:05.999999999Z07:00", exact},
	{"2006-01-02 15:04:05.999999999 -0700", exact}, {"2006-01-02 15:04Z07:00", exact},
	{"2006-01-02 15:04 -0700", exact},
	{"2006-01-02T15:04:05.999999999-0700", exact},
	{"2006-01-02T15:04:05.999999999", local}, {"2006-01-02 15:04:05.999999999", local}, {"2006-01-02T15:04", local},
	{"2006-01-02 15:04", local}, {"2006-01-02 3:04 PM", local}, {"2006-01-02 3:04PM", local},
	{"2006/01/02 15:04:05", local}, {"2006/01/02 15:04", local}, {"January 2, 2006 15:04", local},
	{"January 2, 2006 3:04 PM", local}, {"Jan 2, 2006 15:04", local}, {"2 January 2006 15:04", local},
	{"2006-01-02", day}, {"2006/01/02", day}, {"January 2, 2006", day}, {"Jan 2, 2006", day}, {"2 January 2006", day},
}

// readTime reads a time as people write it; a zone in letters other than UTC
// is read over.
func readTime(s string, zone *time.Location) (time.Time, precision) {
	s = strings.Trim(strings.TrimSpace(s), "\"'`")
	for _, utc := range []string{" UTC", " GMT", " Z"} {
		if rest, ok := strings.CutSuffix(s, utc); ok {
			if t, p := readTime(rest, time.UTC); p == local {
				return t, exact
			}
		}
	}
	for _, f := range timeForms {
		in := zone
		if f.is == day {
			in = time.UTC
		}
		if t, err := time.ParseInLocation(f.form, s, in); err == nil {
			return t, f.is
		}
	}
	// What follows may be a remark or a zone's letters: "10:05 PST", "(evening)".
	if i := strings.LastIndexAny(s, " ("); i > 0 {
		return readTime(strings.TrimRight(s[:i], " ("), zone)
	}
	return time.Time{}, unknown
}

// stamps are the times at the start of a file's name, and how they are read.
var stamps = [][2]string{
	{"2006-01-02T15-04-05.000Z", time.RFC3339Nano}, {"2006-01-02T15-04-05Z", time.RFC3339Nano},
	{"2006-01-02T15-04-05", time.RFC3339Nano}, {"2006-01-02_15-04-05", "2006-01-02 15:04:05"},
	{"2006-01-02_15-04", "2006-01-02 15:04"}, {"2006-01-02-1504", "2006-01-02 15:04"}, {"2006-01-02", "2006-01-02"},
}

// stamp takes the time off the start of a file's name.
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
	base := strings.TrimSuffix(path.Base(rel), path.Ext(rel))
	base = strings.TrimPrefix(base, "auto-handoff-")
	_, base = stamp(base)
	if i := strings.LastIndexByte(base, '_'); i >= 0 && isMode(base[i+1:]) {
		base = base[:i]
	}
	return base
}

// nameTime is the time in a file's name. Names with a "T" are written in UTC.
func (w *work) nameTime() (time.Time, precision) {
	base := strings.TrimPrefix(path.Base(w.rel), "auto-handoff-")
	text, _ := stamp(base)
	if text == "" {
		return time.Time{}, unknown
	}
	return readTime(text, w.zone)
}

// decideDate settles when the file was saved: by what it says, by its name for
// the time of day or where it says nothing. A time without a zone is one of
// the given zone. The original text stays in the metadata.
func (w *work) decideDate() {
	at, p := w.nameTime()
	original, why := path.Base(w.rel), "from the file's name"
	for _, name := range []string{"date", "updated", "started"} {
		text := w.said[name]
		if text == "" {
			continue
		}
		said, is := readTime(text, w.zone)
		if is == unknown {
			w.problem(0, "the date cannot be read: "+fault.Shorten(text))
			original = text
			continue
		}
		original, why = text, "the file says "+fault.Shorten(text)
		if is == day && p > day && said.Format(time.DateOnly) == at.Format(time.DateOnly) {
			why += ", its name the minute"
		} else {
			at, p = said, is
		}
		break
	}
	if p == unknown && original == path.Base(w.rel) {
		w.because("date: neither the file nor its name has one")
		return
	}
	yamldoc.Set(w.meta, "original_date", yamldoc.String(artifact.TrimLines(original)))
	if p == local {
		why += ", a local time of " + strings.Replace(w.zone.String(), "Local", "this machine", 1)
	}
	date := at.UTC().Format(time.RFC3339Nano)
	if p == day {
		date = at.Format(time.DateOnly)
	}
	if _, ok := artifact.ParseDate(date); p == unknown || !ok {
		w.because("date: neither the file nor its name has one")
		return
	}
	yamldoc.Set(w.front, "date", yamldoc.String(date))
	w.because("date %s: %s", date, why)
}
