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

// AddingTo has the exact sum of the number at a key and of another; a missing one
// counts as 0. What is not a number adds nothing.
func (v Value) AddingTo(key string, x Value) Value {
	sum, ok := decimal(x.text)
	if !ok {
		return v
	}
	if was, ok := decimal(v.Get(key).text); ok {
		sum.Add(sum, was)
	}
	places, _ := sum.FloatPrec()
	return v.With(Value{text: sum.FloatString(places)}, key)
}
