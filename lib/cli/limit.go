package cli

import (
	"errors"
	"flag"
	"strconv"
)

// Shown is how many rows a terminal shows where no number was asked for.
const Shown = 20

// A Limit is -n: how many rows a verb lists.
type Limit struct {
	n     int
	given bool
}

// Declare declares -n.
func (l *Limit) Declare(fs *flag.FlagSet) { fs.Var(l, "n", "") }

// String is the number that was asked for.
func (l *Limit) String() string {
	if l == nil || !l.given {
		return ""
	}
	return strconv.Itoa(l.n)
}

// Set reads the number.
func (l *Limit) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return errors.New("want a number of 0 or more")
	}
	l.n, l.given = n, true
	return nil
}

// Or is the limit, or n rows where none was asked for.
func (l Limit) Or(n int) Limit {
	if l.given {
		return l
	}
	return Limit{n, true}
}

// Most is how many rows are listed, 0 for all.
func (inv *Invocation) Most(l Limit) int {
	if l.given || inv.JSON || !inv.OnTerminal() {
		return l.n
	}
	return Shown
}

// First are the rows that are listed, and how many more there are.
func First[T any](inv *Invocation, all []T, l Limit) (rows []T, more int) {
	if most := inv.Most(l); most > 0 && len(all) > most {
		return all[:most:most], len(all) - most
	}
	return all, 0
}

// More prints on a terminal how many rows are not listed; elsewhere it would be
// a row among the others.
func (inv *Invocation) More(n int) {
	if n > 0 && inv.OnTerminal() {
		inv.Printf("%d more; -n 0 shows all\n", n)
	}
}
