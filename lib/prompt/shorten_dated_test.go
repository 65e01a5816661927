package prompt

import "testing"

// A step that is cut keeps until when it waits, or for whom.
func TestAStepThatIsCutKeepsWhen(t *testing.T) {
	const dns = "spf is there. dkim not. provider gave me a cname, it takes up to 48h they say, check again friday"
	for _, c := range []struct {
		step, want string
		most       int
	}{
		{dns, dns, 100},
		{dns, "spf is there. dkim not. provider gave… check again friday", 57},
		{"mrs brandt wants proper invoices. i mailed her, wait for her answer before building anything",
			"mrs brandt wants proper invoices.… wait for her answer before…", 64},
		{"gift wrapping: 2,50 per order, checkbox in the cart. but not this week, next week",
			"gift wrapping: 2,50 per order, che… next week", 45},
		{"keep the vat of the wrapping at 7 and no note on the invoice, until jan answers",
			"keep the vat of the wrapping at 7 and no… until jan answers", 60},
		{"OPS-431: the old alert `P99High` goes away on Monday", "OPS-431: the old al… goes away on Monday", 40},
		{"the payments table instead of the map of all that was seen", "the payments table instead of the m…", 36},
		{"later: the table of payments instead of the map of all that was seen", "later: the table of payments instea…", 36},
	} {
		if got := Cut(c.step, c.most); got != c.want {
			t.Errorf("%q is cut to %q, want %q", c.step, got, c.want)
		}
	}
}
