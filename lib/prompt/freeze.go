package prompt

import (
	"strings"
	"time"
)

// freeze is until when words ban changes for all work, or say that there is a freeze, by a day: "nothing to prod till
// thursday", "bis montag keine deploys"; "" for other ones, also for what waits by itself: "don't merge it until
// friday".
func freeze(w string) (until string) {
	ban, until, _ := around(w, "tills")
	if n := dayAt(until); ban == "" && n > 0 {
		ban, until = strings.TrimLeft(until[n:], " ,"), until[:n]
	} else if dense(w) { // "周四之前不要部署"
		ban, until = until, ban
	}
	until, _, _ = around(until, "reasons")
	if n := dayAt(until); n == 0 || n < len(until) || has(ban, "things", "prName") {
		return ""
	}
	banned := isBan(ban) || begins(ban, "nothings") || dense(ban) && has(ban, "nots")
	lands := has(ban, "feats", "mains") || begins(trimStart(ban, "bans", "nots", "nevers"), "ships") ||
		dense(ban) && has(ban, "ships")
	if banned && lands || has(ban, "freezes") && strings.Count(ban, " ") < 5 {
		return until
	}
	return ""
}

// dayAt is how much of words that begin with a day, or a date, that is.
func dayAt(w string) int {
	day := trimStart(w, "articles")
	if n := start(day, "days", "weekdays", "laters"); n > 0 {
		return len(w) - len(day) + n
	}
	first, rest, _ := strings.Cut(day, " ")
	number := strings.TrimLeft(first, digits)
	month := start(trimStart(rest, "ofs"), "months")
	if n := start(day, "months"); n > 0 && hasDigits(day[n:]) { // "dec 3"
		return len(w)
	} else if number == first || number != "" && !begins(number, "ordinals") || number == "" && month == 0 && day == w {
		return 0
	}
	return len(w) - len(strings.TrimSpace(trimStart(rest, "ofs")[month:]))
}

// weekday is in how many days after since a day of the week is over that words name, 0 where they name none.
func weekday(w string, since time.Time) int {
	for day, list := range [...]string{
		"sundays", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays",
	} {
		if has(w, list) {
			return (day-int(since.Weekday())+6)%7 + 2
		}
	}
	return 0
}

// thaws says whether words say that a freeze is over; not what is to be once it is.
func thaws(w string) bool {
	before, after, is := around(w, "thaws")
	return is && !has(before, "tills", "untils", "afters", "ifs", "nots") && dayAt(after) == 0
}

// Thawed reports whether a rule was for no longer than until a day that is over now. A date is told for as long as a
// month: who reads it sees whether it is past.
func Thawed(rule string, said, now time.Time) bool {
	until, days := freeze(statementOf(rule).words), 31
	if until == "" {
		return false
	} else if n := weekday(until, said); n > 0 {
		days = n
	} else if has(until, "dues") {
		days = 2
	} else if !hasDigits(until) {
		days = waitLasts
	}
	return now.After(said.Truncate(24*time.Hour).AddDate(0, 0, days))
}
