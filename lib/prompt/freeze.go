package prompt

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// freeze is until when words ban changes for all work, or say that there is a freeze, by a day: "nothing to prod till
// thursday", "bis montag keine deploys"; "" for other ones, also for what waits: "don't merge it until friday".
func freeze(w string) (until string) {
	ban, until, _ := around(w, "tills")
	if n := dayAt(until); ban == "" && n > 0 {
		ban, until = strings.TrimLeft(until[n:], " ,"), until[:n]
	} else if n := dayAt(ban); dense(w) && n > 0 && n == len(ban) { // "周四之前不要部署"
		ban, until = until, ban
	}
	until, _, _ = around(until, "reasons")
	if n := dayAt(until); n == 0 || n < len(until) || has(ban, "things", "prName") || hasDigits(ban) ||
		begins(trimStart(ban, "freezes"), "articles") && begins(ban, "freezes") { // "freeze the header until friday"
		return ""
	}
	banned := isBan(ban) || begins(ban, "nothings") || dense(ban) && has(ban, "nots", "nevers")
	lands := has(ban, "feats", "mains") || begins(trimStart(ban, "bans", "nots", "nevers", "nothings"), "ships") ||
		dense(ban) && has(ban, "ships")
	if banned && lands || has(ban, "freezes") && strings.Count(ban, " ") < 5 {
		return until
	}
	return ""
}

// frozenUntil is that of a sentence, also of one that names the day and its date: "no merges until friday, december 11".
func frozenUntil(s string) string {
	st := statementOf(s)
	return cmp.Or(freeze(st.all), freeze(trimStart(st.words, "henceforth", "strong")))
}

// dayAt is how much of words that begin with a day, or a date, that is.
func dayAt(w string) int {
	day := trimStart(w, "articles")
	if n := start(day, "days", "weekdays", "laters"); n > 0 {
		date := strings.TrimLeft(day[n:], " ,")
		if more := dayAt(date); more > 0 { // "friday, december 11"
			n = len(day) - len(date) + more
		}
		return len(w) - len(day) + n
	}
	first, rest, _ := strings.Cut(day, " ")
	number := strings.TrimLeft(first, digits)
	month := start(trimStart(rest, "ofs"), "months", "marksDate")
	if n := start(day, "months"); n > 0 && hasDigits(day[n:]) { // "dec 3", 12月14日
		return len(w) - len(day) + n + max(0, dayAt("the"+day[n:])-len("the"))
	} else if number == first || number != "" && !begins(number, "ordinals") || number == "" && month == 0 && day == w {
		return 0
	}
	return len(w) - len(strings.TrimSpace(trimStart(rest, "ofs")[month:]))
}

// onDay is what words have before and behind a day or date, on or by which something is, and that: "am 16.", 14号.
func onDay(w string) (before, day, after string) {
	for i := 0; i < len(w); i += 1 + strings.IndexByte(w[i:]+" ", ' ') {
		of := trimStart(w[i:], "onDates")
		n := max(0, dayAt("the "+of)-len("the "))
		before, day, after = strings.TrimSpace(w[:i]), strings.TrimSpace(of[:n]), strings.TrimSpace(of[n:])
		led, edge := of != w[i:], before == "" || after == "" || after[0] == ','
		date := hasDigits(day) && (edge && led || begins(w[i:], "onlyDates") || has(day, "marksDate") ||
			(before == "" || unicode.IsDigit(rune(day[0]))) && has(day, "months"))
		weekday := has(day, "days", "weekdays") && (edge || led || strings.Contains(day, " "))
		if (date || weekday) && !strings.HasPrefix(after, "s ") { // not "on monday's build"
			return before, day, after
		}
	}
	return w, "", ""
}

// dated says whether a clause orders something for a day or date, or that it has to be done or to stay until then.
func dated(w string) bool {
	before, day, after := onDay(asking(w))
	rest := strings.TrimSpace(before + " " + after)
	n := len(strings.Fields(strip(rest, "obliges", "yous", "things", "efforts", "befores", "bes", "dones")))
	obliged := n > 0 && (has(rest, "obliges") || before == "" && begins(after, "modals"))
	until := begins(strings.TrimLeft(after, " ,"), "thens") // "keep it till the 30th, then delete it"
	plain, _, _ := around(w, "afters", "ifs")               // "release on friday, after I reviewed 421"
	what, _, _ := around(rest, "afters", "ifs")
	alone := begins(w, "ships") && past(trimStart(plain, "ships"), "onDates") == day
	kept := alone || (n > 1 || dense(rest)) && has(rest, "upkeeps", "removes")
	ordered := (n > 1 || dense(rest)) && until || kept && !has(plain, "befores")
	told := has(what, "thats", "copulas", "interrogatives", "fails", "brokens", "dones")
	other := begins(trimStart(rest, "articles"), "peoples", "bans", "nots", "things")
	return day != "" && !other && !has(rest, "happens", "programs") && (obliged || ordered && !told)
}

// overIn is in how many days after since a day of the week, or a date, is over that words name, 0 where they name none.
func overIn(w string, since time.Time) int {
	_, date, _ := onDay(w)
	numbers := strings.FieldsFunc(date, func(r rune) bool { return !unicode.IsDigit(r) })
	day, _ := strconv.Atoi(append([]string{""}, numbers...)[len(numbers)])
	for n := 0; n < 366 && (date != "" || has(w, "onWeekdays")); n++ {
		at := since.AddDate(0, 0, n)
		month := !has(date, "months") || has(date, strings.ToLower(at.Month().String()))
		if day == 0 && n > 0 && has(w, strings.ToLower(at.Weekday().String())+"s") || day == at.Day() && month {
			return n + 1
		}
	}
	return 0
}

// thaws says whether words say that a freeze is over; not what is to be once it is.
func thaws(w string) bool {
	before, after, is := around(w, "thaws")
	return is && !has(before, "tills", "untils", "afters", "ifs", "nots", "insides") &&
		(after == "" || begins(after, "joints", "thens", "reasons", "agrees"))
}

// Thawed reports whether a rule was for no longer than until a day that is over now.
func Thawed(rule string, said, now time.Time) bool {
	until := frozenUntil(rule)
	days := cmp.Or(overIn("on "+until, said), waitLasts)
	if has(until, "dues") {
		days = 2
	} else if has(until, "holidays") {
		days = holidayLasts
	}
	return until != "" && now.After(said.Truncate(24*time.Hour).AddDate(0, 0, days))
}
