package prompt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"holdfast/lib/each"
)

// freeze is until when words ban changes for all work, or say that there is a freeze, by a day: "nothing to prod till
// thursday", "bis montag keine deploys"; "" for other ones, also for what waits: "don't merge it until friday".
func freeze(w string) (until string) {
	ban, until, _ := around(w, "tills")
	if before, span, is := around(w, "forSpans"); is && strings.Count(span, " ") < 2 && ends(span, "longSpans") {
		ban, until = before, strings.TrimSpace(w[len(before):]) // "no deploys for 3 days"
	}
	if n := dayAt(until); ban == "" && n > 0 {
		ban, until = strings.TrimLeft(until[n:], " ,"), until[:n]
	} else if n := dayAt(ban); dense(w) && n > 0 && n == len(ban) { // "周四之前不要部署"
		ban, until = until, ban
	}
	if strings.HasPrefix(ban, "に") { // 金曜までに is by friday
		return ""
	}
	until, _, _ = around(until, "reasons")
	if before, more, and := around(until, "ands"); and && isBan(more) { // "until friday and no merges to main"
		until = before
	}
	n := dayAt(until)
	if !begins(until, "forSpans") && (n == 0 || n < len(until)) || has(ban, "things", "prName") || hasDigits(ban) ||
		begins(trimStart(ban, "freezes"), "articles") && begins(ban, "freezes") { // "freeze the header until friday"
		return ""
	}
	stopped := has(ban, "frozens") && !has(ban, "nots", "pasts") &&
		only(ban, "frozens", "mains", "feats", "articles", "copulas", "alls", "branches") // not "the main menu"
	banned := isBan(ban) || begins(ban, "nothings") || stopped || dense(ban) && has(ban, "nots", "nevers")
	lands := has(ban, "feats", "mains") || begins(trimStart(ban, "bans", "nots", "nevers", "nothings"), "ships") ||
		dense(ban) && has(ban, "ships")
	if banned && lands || has(ban, "freezes") && strings.Count(ban, " ") < 5 && !has(ban, "nots", "reports", "pasts") {
		return until
	}
	return ""
}

// frozenUntil is that of a sentence, also of one that names the day and its date: "no merges until friday, dec 11".
func frozenUntil(s string) string {
	st := statementOf(untimed(s))
	what := trimStart(st.words, "nothings")
	if first := firstWords(what, 1); what != st.words && len(first) > 3 && hasEnding(first, "passives") &&
		(len(st.clauses) > 2 || has(what, "brokens", "fails", "pasts")) {
		return "" // "nothing merged until friday, then everything broke"
	}
	return cmp.Or(freeze(st.all), freeze(trimStart(st.words, "henceforth", "strong")))
}

// untimed is a sentence with each word timeless.
func untimed(s string) string {
	if !hasDigits(s) {
		return s // as most
	}
	return strings.Join(each.Of(strings.Fields(s), timeless), " ")
}

// timeless is a word of a sentence, "" for a time of day ("friday 18:00", "friday 9am"), and with the name of its month
// for a date that would be a version without its last point: "11.12.".
func timeless(f string) string {
	at := strings.Trim(f, ".,;!?()")
	hour := strings.TrimSuffix(strings.TrimSuffix(at, "am"), "pm")
	clock := strings.Contains(at, ":") && isNumber(strings.ReplaceAll(at, ":", ""))
	if clock || hour != at && isNumber(hour) && hour != "" {
		return ""
	}
	day, month, dotted := strings.Cut(at, ".")
	if m := atoi(month); dotted && isNumber(day+month) && m > 0 && m <= 12 && strings.Contains(f, at+".") {
		return day + " " + time.Month(m).String()
	}
	return f
}

// dayAt is how much of words that begin with a day, or a date, that is.
func dayAt(w string) int {
	day := trimStart(w, "articles")
	if n := start(day, "days", "weekdays", "laters", "saturdays", "sundays"); n > 0 {
		date := strings.TrimLeft(day[n:], " ,")
		number := firstWords(date, 1)
		if more := dayAt(date); more > 0 && (hasDigits(date[:more]) || ends(date, "weeks")) { // "friday, december 11"
			n = len(day) - len(date) + more
		} else if rest := date[len(number):]; isNumber(number) && atoi(number) <= 31 &&
			(strings.TrimSpace(rest) == "" || strings.HasPrefix(rest, " ,")) { // "monday 23"
			n = len(day) - len(rest)
		}
		return len(w) - len(day) + n
	}
	first, rest, _ := strings.Cut(day, " ")
	number := strings.TrimLeft(first, digits)
	month := start(trimStart(rest, "ofs"), "months", "marksDate")
	if n := start(day, "months"); n > 0 && n == len(day) { // "until january"
		return len(w)
	} else if n > 0 && hasDigits(day[n:]) { // "dec 3", 12月14日
		return len(w) - len(day) + n + max(0, dayAt("the"+day[n:])-len("the"))
	}
	numbers := len(day) - len(strings.TrimLeft(day, digits+" "))
	if run := strings.TrimSpace(day[:numbers]); strings.Contains(run, " ") {
		if year, month, of := dateOf(run); month > 0 && month <= 12 && of <= 31 && (of > 12 || year > 0 && of > 0) {
			// "14.12.", "2026-12-14", not version 12.4
			return len(w) - len(day) + len(run)
		}
		return 0
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
	of := trimStart(unnoted(w), "memos")
	before, day, after := onDay(asking(of))
	rest := strings.TrimSpace(before + " " + after)
	n := len(strings.Fields(strip(rest, "obliges", "yous", "things", "efforts", "befores", "bes", "dones")))
	thing := trimEnd(before, "dueOns", "copulas") // "the re-test is on the 18th"
	held := thing != before && begins(thing, "articles") && strings.Count(thing, " ") < 4 && after == "" &&
		hasDigits(day)
	if due, _ := dueOn(w); due != "" || held && !has(thing, "programs") {
		return true
	}
	obliged := n > 0 && (of != w || has(before, "obliges") ||
		before == "" && (has(after, "obliges") || begins(after, "modals")))
	until := begins(strings.TrimLeft(after, " ,"), "thens") // "keep it till the 30th, then delete it"
	plain, _, _ := around(w, "afters", "ifs")               // "release on friday, after I reviewed 421"
	what, _, _ := around(rest, "afters", "ifs")
	alone := begins(w, "ships") && past(trimStart(plain, "ships"), "onDates") == day
	kept := alone || (n > 1 || dense(rest)) && has(rest, "upkeeps", "removes")
	ordered := (n > 1 || dense(rest)) && until || kept && !has(plain, "befores")
	told := has(what, "thats", "copulas", "interrogatives", "fails", "brokens", "dones")
	other := begins(trimStart(rest, "articles"), "peoples", "bans", "nots", "things")
	ban := asking(w)
	barred := isBan(ban) && begins(trimStart(ban, "bans", "nots"), "publishes") && has(ban, "tills") && after == ""
	return barred && day != "" || // "don't push it until friday"
		day != "" && !other && !has(rest, "happens", "programs") && (obliged || ordered && !told)
}

// dueOn is the milestone of which words say on which day it is, and that; "" for others: "the demo slips to monday 23".
func dueOn(w string) (milestone, day string) {
	w = past(w, "agrees", "joints")
	before, day, after := onDay(w)
	of := trimStart(before, "articles")
	n := start(of, "milestones")
	if is := strings.TrimSpace(of[n:]); day == "" || n == 0 || is == "" || !only(is, "slips", "dueOns", "articles") ||
		after != "" && after[0] != ',' {
		return "", ""
	} else if _, _, number := dateOf(day); number > 31 { // "the demo is on 8080"
		return "", ""
	}
	return of[:n], day
}

// Redates reports whether a text says on which day a milestone is now of which a step names another day.
func Redates(text, step string) bool {
	w := words(step)
	_, day, _ := onDay(strings.TrimSpace(w))
	of := past(strings.TrimSpace(w), "articles", "hesitates", "joints", "agrees")
	is := trimStart(of, "milestones")
	before, _, _ := onDay(is)
	if day == "" || is == of || before != "" && !begins(is, "dueOns", "slips", "articles", "obliges", "copulas") {
		return false // as most, also "write the release notes on friday"
	}
	for _, s := range slices.Backward(Sentences(text)) { // the last counts
		milestone, on := dueOn(bareWords(s))
		if milestone != "" && strings.Contains(w, " "+milestone+" ") && !asks(s) {
			return on != day
		}
	}
	return false
}

// overIn is in how many days after since a day of the week, or a date, is over that words name, 0 where they name none;
// of a month its first day.
func overIn(w string, since time.Time) int {
	_, date, _ := onDay(w)
	if n := dayAt(w); n > 0 && n == len(w) {
		date = w
	}
	year, month, day := dateOf(date)
	for n := 0; n < 1200 && (date != "" || has(w, "onWeekdays")); n++ {
		at := since.AddDate(0, 0, n)
		weekday := day+month == 0 && n > 0 && has(w, strings.ToLower(at.Weekday().String())+"s")
		dated := day == at.Day() || day == 0 && month > 0 && n > 0 && at.Day() == 1
		if weekday || dated && (month == 0 || month == int(at.Month())) && (year == 0 || year == at.Year()) {
			return n + 1
		}
	}
	return 0
}

// dateOf are the parts of a date in words, 0 for what it does not tell: "december 14", "14 12", "2026 12 14".
func dateOf(date string) (year, month, day int) {
	isDigit := func(r rune) bool { return !unicode.IsDigit(r) }
	numbers := each.Of(strings.FieldsFunc(date, isDigit), atoi)
	for m := time.January; m <= time.December; m++ {
		if has(date, strings.ToLower(m.String())) {
			month = int(m)
		}
	}
	if n := slices.IndexFunc(numbers, func(n int) bool { return n > 2000 }); n >= 0 {
		year = numbers[n]
		if numbers = slices.Delete(numbers, n, n+1); n == 0 {
			slices.Reverse(numbers) // "2026-12-14"
		}
	}
	if len(numbers) > 0 {
		day = numbers[0]
	}
	if len(numbers) > 1 && month == 0 {
		if month = numbers[1]; month > 12 { // "12/14"
			day, month = month, day
		}
	} else if len(numbers) > 1 && strings.Contains(date, "月") {
		day = numbers[len(numbers)-1]
	}
	return year, month, day
}

// atoi is a number in digits, 0 for another word.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// thaws says whether words say that a freeze is over, or that all may be merged or deployed again; not what is to be
// once it is, or may.
func thaws(w string) bool {
	may := has(w, "permits") && !begins(w, "permits") && !has(w, "nots")
	if may && has(w, "agains", "nows") && has(w, "ships", "feats") && only(w, "permits", "agains", "nows", "ships",
		"feats", "mains", "yous", "ours", "copulas", "joints", "agrees") {
		return true
	}
	before, after, is := around(w, "thaws")
	return is && !has(before, "tills", "untils", "afters", "ifs", "nots", "insides") &&
		(after == "" || begins(after, "joints", "thens", "reasons", "agrees"))
}

// Thawed reports whether a rule was for no longer than until a day that is over now, where the user is.
func Thawed(rule string, said, now time.Time) bool {
	until := frozenUntil(rule)
	if until == "" {
		return false // as most
	}
	said = said.In(now.Location())
	y, m, d := said.Date()
	days := cmp.Or(overIn("the "+trimStart(until, "articles"), said), waitLasts)
	switch span := trimStart(until, "forSpans"); {
	case days > 300 && !strings.Contains(until, " 20"): // that was a few days ago
		days = 1
	case has(until, "onWeekdays") && ends(until, "weeks"): // "until friday next week"
		days += 7
	case has(until, "dues"):
		days = 2
	case has(until, "nextYears"), has(until, "holidays") && m > time.September: // until New Year
		days = time.Date(y, time.December, 31, 0, 0, 0, 0, time.UTC).YearDay() - said.YearDay() + 1
	case has(until, "holidays"):
		days = holidayLasts
	case span != until && isNumber(firstWords(span, 1)):
		if days = atoi(firstWords(span, 1)); ends(span, "weeks") {
			days *= 7
		}
		days++
	}
	return !now.Before(time.Date(y, m, d+days, 0, 0, 0, 0, said.Location()))
}
