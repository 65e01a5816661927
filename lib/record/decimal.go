package record

import (
	"math/big"
	"strings"
)

// decimal reads a number of at least 0 as JSON writes it. One that is very long, or has
// an exponent of more than two digits, is not one: it is added to.
func decimal(s string) (*big.Rat, bool) {
	digits, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	other := strings.Trim(digits, "0123456789.") != "" || strings.Trim(digits, ".") != digits
	if other || len(s) > 60 || len(strings.TrimLeft(exponent, "+-")) > 2 {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// AddingTo has the exact sum of the number at a key and of another, with the decimals
// of both; a missing one counts as 0. What is not a number adds nothing.
func (v Value) AddingTo(key string, x Value) Value {
	sum, ok := decimal(x.text)
	if !ok {
		return v
	}
	was := v.Get(key).text
	if n, ok := decimal(was); ok {
		sum.Add(sum, n)
	}
	exact, _ := sum.FloatPrec()
	return v.With(Value{text: sum.FloatString(max(exact, decimals(x.text), decimals(was)))}, key)
}

// decimals is how many a number is written with.
func decimals(text string) int {
	_, fraction, _ := strings.Cut(text, ".")
	return strings.IndexFunc(fraction+"e", func(c rune) bool { return c < '0' || c > '9' })
}
