package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"holdfast/lib/fence"
)

type column struct {
	title       string
	give, least int
}

// A Style is how a cell is coloured where colours are shown, "" for not.
type Style string

const (
	Good Style = "32"
	Poor Style = "33"
	Bad  Style = "31"
	Dim  Style = "2"
	Bold Style = "1"
)

// A Cell is a value with a style.
type Cell struct {
	Text  string
	Style Style

	brief string // in its place where Text does not fit
}

// A Table is rows that fit the terminal, where long cells end in "…".
type Table struct {
	inv     *Invocation
	columns []column
	rows    [][]Cell // the titles first
}

// Table begins a table of columns such as "ID" or "GOAL 6 20": where it is wider than the terminal,
// that of the highest number gives up room first, and one without a number never. It shrinks to the
// second number, or without one is left out.
func (inv *Invocation) Table(columns ...string) *Table {
	t := &Table{inv: inv, rows: make([][]Cell, 1)}
	for _, text := range columns {
		var c column
		c.title, text, _ = strings.Cut(text, " ")
		fmt.Sscan(text, &c.give, &c.least)
		t.columns = append(t.columns, c)
		t.rows[0] = append(t.rows[0], Cell{Text: c.title, Style: Bold})
	}
	return t
}

// Row adds a row: a string, number, time or Cell a column. An empty one is shown as "-".
func (t *Table) Row(values ...any) {
	cells := make([]Cell, len(t.columns))
	for i, v := range values {
		switch v := v.(type) {
		case Cell:
			cells[i] = v
		case time.Time:
			cells[i] = Cell{Text: t.inv.When(v), brief: t.inv.brief(v)}
		default:
			cells[i].Text = fmt.Sprint(v)
		}
		if cells[i].Text = fence.Shown(cells[i].Text); cells[i].Text == "" && t.columns[i].title != "" {
			cells[i].Text = "-"
		}
	}
	t.rows = append(t.rows, cells)
}

// Print writes the table and how many more rows there are, or, where it has no rows, the line none.
func (t *Table) Print(more int, none string) {
	if len(t.rows) == 1 {
		t.inv.Rows("", none)
	}
	if len(t.rows) == 1 || t.inv.JSON {
		return
	}
	widths := make([]int, len(t.columns))
	for _, row := range t.rows {
		for i, c := range row {
			widths[i] = max(widths[i], uniseg.StringWidth(c.Text))
		}
	}
	if t.inv.OnTerminal() {
		fit(widths, t.columns, t.inv.columns(t.inv.out))
	}
	var b strings.Builder
	for _, row := range t.rows {
		t.line(&b, row, widths)
	}
	fmt.Fprint(t.inv.Stdout, b.String())
	t.inv.More(more)
}

const gap = "  "

// fit makes the widths, -1 for a column left out, fit a limit: columns shrink or go in
// their order, then the last ones go, and then the first is cut.
func fit(widths []int, columns []column, limit int) {
	full := slices.Clone(widths)
	over := func() int {
		total := -len(gap)
		for _, w := range widths {
			if w >= 0 {
				total += w + len(gap)
			}
		}
		return total - limit
	}
	var order []int
	for i, c := range columns {
		if c.give > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return columns[b].give - columns[a].give })
	for _, i := range order {
		if n := over(); n > 0 && columns[i].least == 0 {
			widths[i] = -1
		} else if n > 0 {
			widths[i] = max(min(widths[i], columns[i].least), widths[i]-n)
		}
	}
	first := slices.IndexFunc(widths, func(w int) bool { return w >= 0 })
	for i := len(widths) - 1; i > first && over() > 0; i-- {
		widths[i] = -1
	}
	widths[first] = min(widths[first], max(1, widths[first]-over()))
	// What a column that was left out later gave up goes to those cut before it.
	for _, i := range order {
		if n := -over(); n > 0 && widths[i] >= 0 {
			widths[i] = min(full[i], widths[i]+n)
		}
	}
}

func (t *Table) line(b *strings.Builder, row []Cell, widths []int) {
	blank := 0
	for i, c := range row {
		if widths[i] < 0 {
			continue
		}
		text := c.Text
		if c.brief != "" && uniseg.StringWidth(text) > widths[i] {
			text = c.brief
		}
		text = fitted(text, widths[i])
		b.WriteString(strings.Repeat(" ", blank))
		b.WriteString(string(t.inv.Styled(c.Style, text)))
		blank = widths[i] - uniseg.StringWidth(text) + len(gap)
	}
	b.WriteByte('\n')
}

// fitted cuts s to a drawn width; what is cut ends in "…".
func fitted(s string, width int) string {
	if uniseg.StringWidth(s) <= width {
		return s
	}
	g, end, room := uniseg.NewGraphemes(s), 0, width-1
	for g.Next() && g.Width() <= room {
		room -= g.Width()
		_, end = g.Positions()
	}
	return strings.TrimRight(s[:end], " ") + "…"
}

// When is a time local with its offset on a terminal, UTC elsewhere; "-" for none.
func (inv *Invocation) When(t time.Time) string {
	switch {
	case t.IsZero():
		return "-"
	case inv.OnTerminal() && inv.Zone != nil:
		return t.In(inv.Zone).Format("2006-01-02 15:04 -0700")
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// brief is a time in 11 columns: without the year, or of another year without the time of day.
func (inv *Invocation) brief(t time.Time) string {
	if t.IsZero() || inv.Zone == nil {
		return ""
	}
	if t = t.In(inv.Zone); t.Year() == inv.Now().In(inv.Zone).Year() {
		return t.Format("01-02 15:04")
	}
	return t.Format("2006-01-02")
}

// Shown is how many rows a terminal shows where no number was asked for.
const Shown = 20

// Most is how many rows are listed, 0 for all: as -n says, else at most otherwise.
func (inv *Invocation) Most(otherwise int) int {
	n, _ := inv.Number("n", otherwise)
	return n
}

// Listed is how many rows of a list there are, 0 for all.
func (inv *Invocation) Listed() int {
	if inv.JSON || !inv.OnTerminal() {
		return inv.Most(0)
	}
	return inv.Most(Shown)
}

// First are the rows that are listed, and how many more there are.
func First[T any](inv *Invocation, all []T) (rows []T, more int) {
	if most := inv.Listed(); most > 0 && len(all) > most {
		return all[:most:most], len(all) - most
	}
	return all, 0
}

// More prints on a terminal how many rows are not listed.
func (inv *Invocation) More(n int) {
	if n > 0 && inv.OnTerminal() {
		inv.Printf("%d more; -n 0 shows all\n", n)
	}
}
