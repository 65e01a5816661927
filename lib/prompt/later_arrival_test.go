package prompt

import (
	"slices"
	"testing"
)

// TestPutsOffUntilSomethingArrives checks what is put off until a thing is delivered, or behind a date or milestone, and
// that what happens then, or a program is to show, and what follows an order, is not.
func TestPutsOffUntilSomethingArrives(t *testing.T) {
	for text, off := range map[string]bool{
		"calibration once the rev B boards are here":             true,
		"we'll do the calibration when the boards arrive":        true,
		"die Kalibrierung machen wir wenn die Platinen da sind":  true,
		"la calibration quand les cartes arrivent":               true,
		"la calibración cuando lleguen las placas":               true,
		"калибровку сделаем, когда придут платы":                 true,
		"power measurement after the 20th":                       true,
		"Strommessung erst nach dem 20.":                         true,
		"энергопотребление после 20го, раньше нет смысла":        true,
		"the export can wait until the release":                  true,
		"the app crashes when the boards arrive":                 false,
		"notify the user when the photos arrive":                 false,
		"hide the spinner when the translations are there":       false,
		"what happens when the boards arrive?":                   false,
		"log it when a packet arrives":                           false,
		"it breaks after the 20th row":                           false,
		"show a banner after the 20th":                           false,
		"invoices created after the 20th go into the next month": false,
		"скидка действует после 20го":                            false,
		"the client has to wait until the server answers":        false,
		"мержи и удаляй ветку. потом бутлоадер":                  false,
		"haz commit. luego la documentación":                     false,
		"бери cobs, потом по uart точно пойдет":                  false,
		"оставь так, потом пригодится":                           false,
		"haz el parser, la documentación luego":                  true,
		"почини парсер. доки потом":                              true,
		"не трогай, потом разберусь сам":                         true,
	} {
		if got := PutsOff(text); (len(got) > 0) != off {
			t.Errorf("PutsOff(%q) = %q, want some: %t", text, got, off)
		}
	}
	want := []string{"power measurement after the 20th"}
	if got := PutsOff("fix the gain. power measurement after the 20th, no point before"); !slices.Equal(got, want) {
		t.Errorf("PutsOff = %q, want %q", got, want)
	}
}
