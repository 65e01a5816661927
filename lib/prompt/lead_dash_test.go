package prompt

import (
	"slices"
	"testing"
)

// TestLeftBehindADash checks that a dash is as a colon behind words that say what is left.
func TestLeftBehindADash(t *testing.T) {
	for answer, want := range map[string][]string{
		"Done.\n\n**Next** — wire the parser; add a test.":                    {"wire the parser", "add a test."},
		"Done.\n\nRemaining – the parser.":                                    {"the parser."},
		"Fertig.\n\nNächster Schritt — der Parser.":                           {"der Parser."},
		"Готово.\n\nДальше — разбор кадра.":                                   {"разбор кадра."},
		"Готово. За тобой — снять точки на стенде.":                           {"снять точки на стенде."},
		"The menu has these:\n\nOpen — shows the dialog.":                     nil,
		"Done.\n\n### After that — Implementation phase\n\nIt has two parts.": nil,
		"It broke.\n\nSummary — the parser works.":                            nil,
		"The dialog has three buttons:\n\n- Next — goes on.":                  nil,
	} {
		if got, _ := Left(answer); !slices.Equal(got, want) {
			t.Errorf("Left(%q) = %q, want %q", answer, got, want)
		}
	}
}
