package rank

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// months are the names of the months in the languages known here, a line each with "|" between them. One that is a
// word of its own (may, mars, set) is a month only beside a number or after a word that says so.
//
//go:embed months.txt
var months string

// spans are words for a time before today, each line behind the days that it begins and ends before today.
//
//go:embed spans.txt
var spans string

// When is the time that a question names: a month, a day, "yesterday" or "last
// week". It is a hint: what is asked for may have been spoken of later.
func When(question string, now time.Time) (from, to time.Time, ok bool) {
	lower := strings.ToLower(question[:min(len(question), maxQuestion)])
	words := strings.FieldsFunc(lower, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-'
	})
	for i, w := range words {
		if day, err := time.ParseInLocation(time.DateOnly, w, now.Location()); err == nil {
			return day, day.AddDate(0, 0, 1), true
		}
		if from, to, ok := month(words, i, now); ok {
			return from, to, true
		}
	}
	spoken := " " + strings.Join(words, " ") + " "
	for line := range strings.Lines(spans) {
		span := strings.SplitN(strings.TrimSpace(line), " ", 3)
		begin, _ := strconv.Atoi(span[0])
		end, _ := strconv.Atoi(span[1])
		for phrase := range strings.SplitSeq(span[2], "|") {
			if strings.Contains(spoken, " "+phrase+" ") || phrase[0] >= 0xe3 && strings.Contains(lower, phrase) {
				today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
				return today.AddDate(0, 0, -begin), today.AddDate(0, 0, -end), true
			}
		}
	}
	return from, to, false
}

// month is the time of the month that the word at i names, or of the day of it that is
// beside it, of the last year in which it has begun where none is told.
func month(words []string, i int, now time.Time) (from, to time.Time, ok bool) {
	w, day, year := words[i], 0, 0
	m := 1 + slices.IndexFunc(strings.Fields(months), func(names string) bool {
		return strings.Contains("|"+names+"|", "|"+w+"|")
	})
	for at := max(0, i-1); at < min(len(words), i+3); at++ {
		n, _ := strconv.Atoi(strings.TrimRight(words[at], "strndh"))
		switch {
		case n >= 1970 && n <= 9999:
			year = n
		case n >= 1 && n <= 31 && at != i+2:
			day = n
		}
	}
	// It can be nothing else, a number is beside it, or it follows a word for "in".
	ok = m > 0 && (len(w) > 4 && w != "march" || day+year > 0 ||
		i > 0 && strings.Contains("|in|im|en|em|a|since|last|of|early|late|mid|", "|"+words[i-1]+"|"))
	if year == 0 {
		if year = now.Year(); time.Month(m) > now.Month() {
			year--
		}
	}
	from = time.Date(year, time.Month(m), max(day, 1), 0, 0, 0, 0, now.Location())
	if to = from.AddDate(0, 0, 1); day == 0 {
		to = from.AddDate(0, 1, 0)
	}
	return from, to, ok
}
