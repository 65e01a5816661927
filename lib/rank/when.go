package rank

import (
	_ "embed"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// months are the names of the months in the languages known here, a line each with "|"
// between them. One that is a word of its own (may, mars, set) is a month only beside a
// number or after a word that says so.
//
//go:embed months.txt
var months string

// spans are the words for a time before today: the words, the days that it
// begins and ends before today.
var spans = [...]struct {
	words    string
	from, to int
}{
	{"today|heute|aujourd hui|hoy|hoje|oggi|сегодня|今天|今日", 0, -1},
	{"the day before yesterday|vorgestern|avant-hier|anteayer|anteontem|" +
		"l altro ieri|позавчера|前天|一昨日", 2, 1},
	{"yesterday|gestern|hier soir|ayer|ontem|ieri|вчера|昨天|昨日", 1, 0},
	{"this week|diese woche|cette semaine|esta semana|questa settimana|на этой неделе|这周|本周|今週", 6, -1},
	{"last week|letzte woche|letzter woche|la semaine dernière|" +
		"la semana pasada|semana passada|la settimana scorsa|" +
		"на прошлой неделе|上周|先週", 14, 0},
	{"this month|diesen monat|ce mois|este mes|este mês|questo mese|в этом месяце|这个月|今月", 31, -1},
	{"last month|letzten monat|le mois dernier|" +
		"el mes pasado|mês passado|il mese scorso|в прошлом месяце|上个月|先月", 62, 0},
}

// When is the time that a question names: a month, a day, "yesterday" or "last
// week". It is a hint: what is asked for may have been spoken of later.
func When(question string, now time.Time) (from, to time.Time, ok bool) {
	lower := strings.ToLower(question[:min(len(question), maxQuestion)])
	words := strings.FieldsFunc(lower, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-'
	})
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	for i, w := range words {
		if day, err := time.ParseInLocation(time.DateOnly, w, now.Location()); err == nil {
			return day, day.AddDate(0, 0, 1), true
		}
		if m := monthOf(w); m > 0 {
			day, year := dated(words, i)
			// It can be nothing else, a number is beside it, or it follows a word for "in".
			if len(w) > 4 && w != "march" || day+year > 0 ||
				i > 0 && strings.Contains("|in|im|en|em|a|since|last|of|early|late|mid|", "|"+words[i-1]+"|") {
				from, to = month(day, m, year, now)
				return from, to, true
			}
		}
	}
	spoken := " " + strings.Join(words, " ") + " "
	for _, s := range spans {
		for phrase := range strings.SplitSeq(s.words, "|") {
			if strings.Contains(spoken, " "+phrase+" ") || phrase[0] >= 0xe3 && strings.Contains(lower, phrase) {
				return today.AddDate(0, 0, -s.from), today.AddDate(0, 0, -s.to), true
			}
		}
	}
	return from, to, false
}

func monthOf(word string) time.Month {
	for i, names := range strings.Fields(months) {
		if strings.Contains("|"+names+"|", "|"+word+"|") {
			return time.Month(i + 1)
		}
	}
	return 0
}

// dated is the day and the year that are beside the month at i, 0 where none is.
func dated(words []string, i int) (day, year int) {
	for at := max(0, i-1); at < min(len(words), i+3); at++ {
		n, _ := strconv.Atoi(strings.TrimRight(words[at], "strndh"))
		switch {
		case n >= 1970 && n <= 9999:
			year = n
		case n >= 1 && n <= 31 && at != i+2:
			day = n
		}
	}
	return day, year
}

// month is the time of a month, or of a day of it, of the last year in which it has
// begun where none is told.
func month(day int, m time.Month, year int, now time.Time) (from, to time.Time) {
	if year == 0 {
		if year = now.Year(); m > now.Month() {
			year--
		}
	}
	if from = time.Date(year, m, max(day, 1), 0, 0, 0, 0, now.Location()); day > 0 {
		return from, from.AddDate(0, 0, 1)
	}
	return from, from.AddDate(0, 1, 0)
}
