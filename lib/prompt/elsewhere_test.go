package prompt

import "testing"

// A step of other work is ended by what names it whole, ticks its name or clears it, and by nothing that is like it.
func TestOtherWorkEndsByItsNameOnly(t *testing.T) {
	const header, zone = "Sticky header – it scrolls away on phones", "time zone: late sales land on the next day"
	for answer, step := range map[string]string{
		"Done:\n- ✅ Sticky header":                           header,
		"| What | State |\n|---|---|\n| Sticky header | ✅ |": header,
		"- [x] sticky header\n- [ ] footer":                  header,
		"The time zone is out too: no sale is that late.":    zone,
		"The time zone is ruled out.":                        zone,
		"- [x] time zone: no":                                zone,
	} {
		if !TurnOf("look", []string{answer}, nil).Certain(StepOf(step)) {
			t.Errorf("%q does not end %q", answer, step)
		}
	}
	for _, x := range [][2]string{
		{"Done:\n- ✅ Header", header},
		{"Done:\n- ✅ Sticky footer", header},
		{"Done:\n- ✅ Sticky header of the admin page", header},
		{"Done:\n- ✅ Test of the sticky header", header},
		{"- [ ] Sticky header", header},
		{"| Sticky header | ❌ |", header},
		{"The sticky header is still open.", header},
		{"The sticky header is next.", header},
		{"Shall I make the header sticky?", header},
		{"The header is done, the sticky part isn't.", header},
		{"I looked at the sticky header, nothing is decided.", header},
		{"A sticky note is done.", header},
		{"The phones scroll away now.", header},
		{"The zone of the warehouse is out too.", zone},
		{"The time is out of step.", zone},
		{"The time zone is not ruled out yet.", zone},
		{"The time zone database is ruled out.", zone},
		{"Late sales land in the report now.", zone},
		{"- [ ] time zone: late sales", zone},
		{"- [x] time of the run: no", zone},
		{"Is the time zone ruled out?", zone},
		{"The watermark is out too.", zone},
		{"Ruled out.", zone},
		{"The next day is done.", zone},
		{"- ✅ Export", "Export of old prices"},
		{"- ✅ README", "README section about the feed"},
		{"The README is written.", "README section about the feed"},
		{"- ✅ Paging", "paging in the table of users"},
		{"- ✅ Paging in the table of events", "paging in the table of users"},
		{"The table of users is sorted now.", "paging in the table of users"},
		{"`foldLine()` is tested now.", "`foldLine()` cuts in the middle of a character"},
		{"I renamed `foldLine()` to `fold()`.", "`foldLine()` cuts in the middle of a character"},
		{"The cron entry of the backup is done.", "A cron entry for the report"},
		{"The report is done.", "A cron entry for the report"},
		{"- ✅ the join", "the join with `stores.csv`"},
	} {
		if TurnOf("look", []string{x[0]}, nil).Certain(StepOf(x[1])) {
			t.Errorf("%q ends %q", x[0], x[1])
		}
	}
}

// A sentence that only rules out is about what the prompt asked for and the one before names.
func TestWhatAloneIsRuledOut(t *testing.T) {
	for x, want := range map[[3]string]bool{
		{"ok do the join", "The join looks fine: the ids are unique. Ruled out.", "the join with `stores.csv`"}:   true,
		{"look at the cache", "The cache is empty at night. Ruled out.", "the cache of prices"}:                   false,
		{"ok do the join", "The dates are fine. Ruled out.", "the join with `stores.csv`"}:                        false,
		{"go on", "The join looks fine. Ruled out.", "the join with `stores.csv`"}:                                false,
		{"ok do the join", "The join looks odd. Not ruled out.", "the join with `stores.csv`"}:                    false,
		{"throw the preview part away", "Gone.", "a preview part, so that it shows at once"}:                      true,
		{"wirf den Vorschauteil weg", "Ist weg.", "Vorschauteil"}:                                                 true,
		{"butta via la parte di anteprima", "Fatto.", "parte di anteprima"}:                                       true,
		{"leave the preview part out", "Fine.", "a preview part, so that it shows at once"}:                       true,
		{"throw the preview part away and do the PNG", "Gone.", "PNG of the preview"}:                             false,
		{"throw an error where the preview part is missing", "Done.", "a preview part, so that it shows at once"}: false,
		{"throw the old cache away", "Gone.", "a preview part, so that it shows at once"}:                         false,
	} {
		if got := TurnOf(x[0], []string{x[1]}, nil).Done(StepOf(x[2])); got != want {
			t.Errorf("%q, %q: %q is done: %v, want %v", x[0], x[1], x[2], got, want)
		}
	}
}
