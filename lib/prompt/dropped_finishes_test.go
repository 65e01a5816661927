package prompt

import "testing"

// Work is finished by the name with which its goal begins, and by no part of it or question.
func TestAUserFinishesWorkByItsName(t *testing.T) {
	const vouchers = "next: vouchers. codes with percent or fixed amount, min order value"
	for _, c := range []struct {
		goal, asked string
		want        bool
	}{
		{vouchers, "nice, vouchers done then. that was the last bit", true},
		{vouchers, "ok the vouchers are finished, next the menu", true},
		{"dark mode: toggle in the header", "dark mode is done", true},
		{"Suche mit Umlauten", "die suche mit umlauten ist fertig", true},
		{"la búsqueda. con tildes", "la búsqueda está lista", true},
		{"newsletter signup", "le newsletter signup est terminé", true},
		{vouchers, "are the vouchers done?", false},
		{vouchers, "voucher emails are done", false},
		{vouchers, "vouchers are not done", false},
		{vouchers, "when the vouchers are done do the menu", false},
		{vouchers, "vouchers done by friday please", false},
		{vouchers, "the vouchers part one is done", false},
		{"the harbour page, with icons", "harbour page done, first part", false},
		{"dark mode for the admin", "dark mode is done", false},
		{"Suche mit Umlauten", "die suche ist fertig", false},
		{"customer says cart shows 10.01 instead of 10.02", "cart is done", false},
	} {
		if got := TurnOf(c.asked, []string{"Ok."}, nil).Finishes(c.goal); got != c.want {
			t.Errorf("%q finishes %q: %v", c.asked, c.goal, got)
		}
	}
}

func TestAnIncidentThatIsClosedIsOver(t *testing.T) {
	for text, over := range map[string]bool{
		"INC-2213 closed 15:20 then": true, "INC-2213 is resolved": true, "INC-2213 ist erledigt": true,
		"INC-2213 stays open": false, "INC-2213 is not closed": false, "INC-2214 is closed": false,
		"INC-2213 closed the last ticket of Pavel": false, "is INC-2213 closed?": false,
	} {
		if TurnOf(text, nil, nil).Finishes("INC-2213: prod nodes NotReady. have a look") != over {
			t.Errorf("%q: want %v", text, over)
		}
	}
}
