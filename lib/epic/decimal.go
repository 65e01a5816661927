package epic

import (
	"math/big"
	"strconv"
	"strings"
)

const (
	maxDigits   = 60 // of a number that is added to, as it is written
	maxExponent = 30
)

// A decimal is a number of at least 0, exact: digits divided by ten to the
// power of scale.
type decimal struct {
	digits *big.Int
	scale  int // at least 0
}

// parseDecimal reads a number as JSON writes it, at least 0.
func parseDecimal(s string) (decimal, bool) {
	if len(s) == 0 || len(s) > maxDigits {
		return decimal{}, false
	}
	mantissa, exponent := s, 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		e, err := strconv.Atoi(s[i+1:])
		if err != nil || e < -maxExponent || e > maxExponent {
			return decimal{}, false
		}
		mantissa, exponent = s[:i], e
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if whole == "" || point && fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return decimal{}, false
	}
	digits, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		return decimal{}, false
	}
	d := decimal{digits, len(fraction) - exponent}
	if d.scale < 0 {
		d = d.to(0)
	}
	return d, true
}

// to is d with another scale: a greater one, or 0 for one below it.
func (d decimal) to(scale int) decimal {
	factor := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale-d.scale)), nil)
	return decimal{factor.Mul(factor, d.digits), scale}
}

func (d decimal) plus(o decimal) decimal {
	scale := max(d.scale, o.scale)
	sum := d.to(scale)
	sum.digits.Add(sum.digits, o.to(scale).digits)
	return sum
}

// String writes d with as many decimals as its scale.
func (d decimal) String() string {
	s := d.digits.String()
	if d.scale == 0 {
		return s
	}
	if missing := d.scale + 1 - len(s); missing > 0 {
		s = strings.Repeat("0", missing) + s
	}
	return s[:len(s)-d.scale] + "." + s[len(s)-d.scale:]
}
