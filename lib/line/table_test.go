package line

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// fill sets all that is in a value.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("a\tb\n\x00ü")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(-70_000)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("", 3600))))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" {
				fill(v.Field(i))
			}
		}
	}
}

func TestAFoldingIsReadAsItWasWritten(t *testing.T) {
	var full folding
	fill(reflect.ValueOf(&full).Elem())
	full.Form = registerForm
	for _, f := range []folding{{Form: registerForm}, {Form: registerForm, State: State{Next: []Item{}}}, full} {
		if got := foldingOf(string(f.bytes())); !reflect.DeepEqual(got, f) {
			t.Errorf("read %+v\nof   %+v", got, f)
		}
	}
	file := string(full.bytes())
	for n := range len(file) {
		for _, torn := range []string{file[:n], file + "x"} {
			if got := foldingOf(torn); got.Form != "" || !reflect.DeepEqual(got.State, State{}) {
				t.Fatalf("of %d bytes: %+v", n, got)
			}
		}
	}
	other := foldingOf(strings.Replace(file, registerForm, strings.Repeat("9", len(registerForm)), 1))
	if other.Form != "" || !reflect.DeepEqual(other.State, State{}) || len(other.copies()) != 2 {
		t.Errorf("of another form: %+v", other)
	}
}

func FuzzFolding(f *testing.F) {
	var full folding
	fill(reflect.ValueOf(&full).Elem())
	f.Add(string(full.bytes()))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if got := foldingOf(text); got.Form == registerForm && !reflect.DeepEqual(foldingOf(string(got.bytes())), got) {
			t.Errorf("%q is read as %+v", text, got)
		}
	})
}
