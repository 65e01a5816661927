package record

import (
	"math/big"
	"strconv"
	"strings"
)

const (
	maxDigits   = 60 // of a number that is added to, as it is written
	maxExponent = 30
)

// A Decimal is a number of at least 0, exact, with the decimals that it is
// written with.
type Decimal struct {
	value    *big.Rat
	decimals int
}

// ParseDecimal reads a number as JSON writes it, at least 0.
func ParseDecimal(s string) (Decimal, bool) {
	mantissa, exponent := s, 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		n, err := strconv.Atoi(s[i+1:])
		if err != nil || n < -maxExponent || n > maxExponent {
			return Decimal{}, false
		}
		mantissa, exponent = s[:i], n
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if len(s) > maxDigits || whole == "" || point && fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return Decimal{}, false
	}
	value, ok := new(big.Rat).SetString(s)
	return Decimal{value, max(0, len(fraction)-exponent)}, ok
}

// Plus is the sum of both.
func (d Decimal) Plus(o Decimal) Decimal {
	return Decimal{new(big.Rat).Add(d.value, o.value), max(d.decimals, o.decimals)}
}

// String writes d with all its decimals.
func (d Decimal) String() string { return d.value.FloatString(d.decimals) }

// Adding adds a number to the one at a key, exactly; a missing one counts as 0.
// What is not a number adds nothing.
func (v Value) AddingTo(key, text string) Value {
	sum, ok := ParseDecimal(text)
	if !ok {
		return v
	}
	if was, ok := ParseDecimal(v.Get(key).text); ok {
		sum = was.Plus(sum)
	}
	return v.With(Raw(sum.String()), key)
}
