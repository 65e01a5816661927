package prompt

import (
	"slices"
	"strings"
)

// onlyWhen says whether a clause says only when, and that is not now.
func onlyWhen(clause string) bool {
	w := early(bareWords(clause))
	return has(w, "laters", "shelves") && only(w, "onlyLater")
}

// onThatDay says whether a clause orders for a date what was just spoken of: "she needs a month, so drop it on dec 1".
func onThatDay(w string) bool {
	before, day, after := onDay(past(w, "sos", "joints", "thens"))
	return hasDigits(day) && after == "" && begins(before, "removes", "upkeeps") &&
		strings.Count(before, " ") < 2 && only(before, "removes", "upkeeps", "refers", "things", "theys", "those")
}

// unnoted is a clause without that it is not to be forgotten, which it ends in: "not now but remember it".
func unnoted(w string) string {
	rest := trimEnd(w, "memos")
	if of := trimEnd(w, "backlogs"); of != w && ends(of, "jots") {
		rest = trimEnd(of, "jots")
	}
	if rest != w {
		w = strings.TrimRight(trimEnd(strings.TrimRight(rest, " ,"), "buts", "joints", "onlys"), " ,")
	}
	return w
}

// early is a clause without that it is not to be forgotten, and with "later" for a day at the beginning of which
// something is to be done, or what is behind: "on monday first thing", "after the demo".
func early(w string) string {
	w = unnoted(w)
	before, event, is := around(w, "beyonds") // "the map after the demo"
	of := trimStart(event, "articles")
	n := start(of, "milestones")
	if day := dayAt("the "+of) - len("the "); is && before != "" && day > 0 && hasDigits(of[:day]) {
		n = day
	} else if told, when, is := around(w, "untils"); is && has(when, "deliveries") &&
		(begins(when, "arrivals") || ends(when, "arrivals")) { // "the calibration when the boards are here"
		before, of, n = told, when, len(when)
	}
	rest := strings.TrimSpace(of[n:])
	shows := start(of, "milestones") == 0 && (has(before, "displays", "peoples") || hasEnding(before, "lacking"))
	told := has(before+" "+rest, "copulas", "happens", "fails", "brokens", "cans", "thats", "reports", "untils",
		"laters") || begins(of, "dateless") || shows
	if n > 0 && !told && (before == "") == (rest != "") {
		return row(before + " later " + rest)
	}
	before, after, is := around(w, "earlies")
	if day, hour, at := around(w, "atHours"); at && hour != "" && strings.Contains(digits, hour[:1]) { // "at 7"
		before, after, is = day, trimStart(strings.TrimLeft(hour, digits+" "), "hours"), true
	}
	last := end(before, "laters", "days", "weekdays")
	if n := start(after, "laters", "days", "weekdays"); is && last+n > 0 {
		return row(before[:len(before)-last] + " later " + after[n:])
	}
	return w
}

// Due reports whether a step says that it is put off to this day or the next one.
func Due(step string) bool { return has(words(step), "dues") }

// HoldsBack reports whether a text lets a step wait for something that is not the step itself: "screenshots only after
// the redesign", not "merge only after the tests".
func HoldsBack(text, step string) bool {
	holds := func(w string) bool {
		thing, until, is := around(w, "holdsUntil")
		short := is && until != "" && strings.Count(thing, " ") < maxName
		return short && !isOrder(thing) && !hasDigits(thing) && Shares(step, thing)
	}
	return has(words(text), "holdsUntil") && slices.ContainsFunc(Sentences(text), func(s string) bool {
		return !asks(s) && slices.ContainsFunc(clauseWords(s), holds)
	})
}
