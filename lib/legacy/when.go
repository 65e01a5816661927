package legacy

import (
	"cmp"
	"path"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
)

// readTime reads a time as people and tools write it: a day, a time of day, a zone; one
// without a zone is of the given one. What follows may be a remark or a zone's letters:
// "10:05 PST", "(evening)".
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
	base, _ := cutMode(strings.TrimPrefix(path.Base(rel), autoHandoff))
	_, title := stamp(base)
	return title
}

// decideDate settles when the file was saved: by what it says, by its name for the
// time of day or where it says nothing. The original text stays in the metadata.
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
