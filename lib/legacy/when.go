package legacy

import (
	"path"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
	"holdfast/lib/yamldoc"
)

// localForms are the forms of a time that names no zone.
var localForms = []string{
	"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02 3:04 PM", "2006-01-02 3:04PM",
	"2006/01/02 15:04:05", "2006/01/02 15:04", "January 2, 2006 15:04", "January 2, 2006 3:04 PM", "Jan 2, 2006 15:04", "2 January 2006 15:04",
}

var zonedForms = []string{
	time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999 -0700",
	"2006-01-02 15:04Z07:00", "2006-01-02 15:04 -0700", "2006-01-02T15:04:05.999999999-0700",
}

var dayForms = []string{"2006-01-02", "2006/01/02", "January 2, 2006", "Jan 2, 2006", "2 January 2006"}

// precision says how much of a time a text holds.
type precision int

const (
	unknown precision = iota
	day               // no time of day
	local             // no zone
	exact
)

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
	for _, form := range zonedForms {
		if t, err := time.Parse(form, s); err == nil {
			return t, exact
		}
	}
	for _, form := range localForms {
		if t, err := time.ParseInLocation(form, s, zone); err == nil {
			return t, local
		}
	}
	for _, form := range dayForms {
		if t, err := time.Parse(form, s); err == nil {
			return t, day
		}
	}
	// What follows may be a remark or a zone's letters: "10:05 PST", "(evening)".
	if i := strings.LastIndexAny(s, " ("); i > 0 {
		return readTime(strings.TrimRight(s[:i], " ("), zone)
	}
	return time.Time{}, unknown
}

// stamp takes the time off the start of a file's name: YYYY-MM-DD-HHMM,
// YYYY-MM-DD_HH-MM, YYYY-MM-DDTHH-MM-SS with or without .mmmZ, or a day.
func stamp(name string) (text, rest string) {
	for _, form := range []string{"2006-01-02T15-04-05.000Z", "2006-01-02T15-04-05Z", "2006-01-02T15-04-05", "2006-01-02_15-04-05", "2006-01-02_15-04", "2006-01-02-1504", "2006-01-02"} {
		if len(name) < len(form) || len(name) > len(form) && name[len(form)] >= '0' && name[len(form)] <= '9' {
			continue
		}
		if t, err := time.Parse(form, name[:len(form)]); err == nil {
			layout := "2006-01-02 15:04"
			switch {
			case strings.Contains(form, "T"):
				layout = time.RFC3339Nano
			case form == "2006-01-02":
				layout = form
			case strings.Contains(form, "-05"):
				layout = "2006-01-02 15:04:05"
			}
			return t.Format(layout), strings.TrimLeft(name[len(form):], "_-")
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
	named, namedAs := w.nameTime()
	said, text := time.Time{}, ""
	p := unknown
	for _, name := range []string{"date", "updated", "started"} {
		d := w.said[name]
		if d == "" {
			continue
		}
		if text == "" {
			text = d
		}
		if said, p = readTime(d, w.zone); p != unknown {
			text = d
			break
		}
		w.problem(0, "the date cannot be read: "+fault.Shorten(d))
	}
	why := "the file says " + fault.Shorten(text)
	if p == day && namedAs > day && sameDay(said, named) {
		said, p = named, namedAs
		why += ", its name the minute"
	}
	if p == unknown && namedAs != unknown {
		said, p = named, namedAs
		why = "from the file's name"
	}
	if text != "" {
		yamldoc.Set(w.meta, "original_date", yamldoc.String(trimLines(text)))
	} else if p != unknown {
		yamldoc.Set(w.meta, "original_date", yamldoc.String(path.Base(w.rel)))
	}
	if p == local {
		why += ", a local time of " + zoneName(w.zone)
	}
	date := said.UTC().Format(time.RFC3339Nano)
	if p == day {
		date = said.Format("2006-01-02")
	}
	if _, ok := artifact.ParseDate(date); p == unknown || !ok {
		w.because("date: neither the file nor its name has one")
		return
	}
	yamldoc.Set(w.front, "date", yamldoc.String(date))
	w.because("date %s: %s", date, why)
}

func zoneName(zone *time.Location) string {
	if zone == time.Local {
		return "this machine"
	}
	return zone.String()
}

func sameDay(a, b time.Time) bool {
	y, m, d := a.Date()
	yy, mm, dd := b.Date()
	return y == yy && m == mm && d == dd
}
