package cli

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

// More prints on a terminal how many rows are not listed; elsewhere it would be
// a row among the others.
func (inv *Invocation) More(n int) {
	if n > 0 && inv.OnTerminal() {
		inv.Printf("%d more; -n 0 shows all\n", n)
	}
}
