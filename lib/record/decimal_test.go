package record

import (
	"strings"
	"testing"
)

func TestDecimalsAreAddedExactly(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"2.94", "0.1", "3.04"}, {"0.1", "0.2", "0.3"}, {"2.90", "0.10", "3.00"}, {"0", "7", "7"}, {"1.5e2", "1", "151.0"},
		{"1e3", "0.001", "1000.001"}, {"1.5E-3", "0", "0.0015"}, {"99999999999999999999", "1", "100000000000000000000"},
		{"0.0000001", "0", "0.0000001"}, {"12.345e1", "0.55", "124.000"},
	} {
		if got := Object("n", read(t, c.a)).AddingTo("n", read(t, c.b)).Get("n").String(); got != c.want {
			t.Errorf("%s + %s = %s, want %s", c.a, c.b, got, c.want)
		}
	}
	for _, s := range []string{
		"", "-1", "+1", ".5", "5.", "1e", "1e310", "1e-999", "1e999999999999", "0x10", "1_000", "1,5", "NaN", "Inf", "1.2.3", " 1",
		strings.Repeat("9", 61),
	} {
		if d, ok := decimal(s); ok {
			t.Errorf("%q is %s", s, d)
		}
	}
}
