package prompt

import "strings"

// onlyWhen says whether a clause says only when, and that is not now.
func onlyWhen(clause string) bool {
	w := early(bareWords(clause))
	return has(w, "laters", "shelves") && only(w, "onlyLater")
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

// happening says whether words say what happens.
func happening(w string) bool {
	return has(w, "copulas", "happens", "fails", "brokens", "cans", "reports", "laters")
}

// planned says whether words name a thing to do, not what happens, or what a program is to show: "the calibration".
func planned(w string) bool {
	return len(named(w)) > 0 && !happening(w) && !has(w, "displays", "peoples") && !hasEnding(w, "lacking")
}

// early is a clause without that it is not to be forgotten, and with "later" for a day at the beginning of which
// something is to be done, or what is behind: "on monday first thing", "after the demo".
func early(w string) string {
	w = unnoted(w)
	if before, event, is := around(w, "untils"); is && has(event, "deliveries") &&
		(begins(event, "arrivals") || ends(event, "arrivals")) && planned(before) {
		return before + " later" // "the calibration when the boards arrive"
	}
	if before, event, is := around(w, "beyonds"); is { // "the map after the demo"
		of := trimStart(event, "articles")
		n := start(of, "milestones")
		if day := max(0, dayAt("the "+of)-len("the ")); hasDigits(of[:day]) && planned(before) {
			n = day
		}
		rest := strings.TrimSpace(of[n:])
		told := happening(before+" "+rest) || has(before+" "+rest, "thats", "untils") || begins(of, "dateless")
		if n > 0 && !told && (before == "") == (rest != "") {
			return row(before + " later " + rest)
		}
	}
	before, after, is := around(w, "earlies")
	last := end(before, "laters", "days", "weekdays")
	if n := start(after, "laters", "days", "weekdays"); is && last+n > 0 {
		return row(before[:len(before)-last] + " later " + after[n:])
	}
	return w
}
