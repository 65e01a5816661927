package each

import (
	"slices"
	"testing"
)

func key(s string) string { return s[:1] }

func TestOneOfAKeyStays(t *testing.T) {
	list := []string{"a1", "b1", "a2", "c1", "b2"}
	for what, test := range map[string]struct{ got, want []string }{
		"the first":        {FirstOf(list, key), []string{"a1", "b1", "c1"}},
		"the last":         {LastOf(list, key), []string{"a2", "c1", "b2"}},
		"of itself":        {FirstOf([]string{"x", "y", "x"}, Itself), []string{"x", "y"}},
		"of none":          {LastOf(nil, key), nil},
		"a group":          {Group(list, key)["a"], []string{"a1", "a2"}},
		"the others":       {Without(list, func(s string) bool { return key(s) != "c" }), []string{"c1"}},
		"the other way":    {Reversed(list), []string{"b2", "c1", "a2", "b1", "a1"}},
		"what is not zero": {Some([]string{"1a", "", "2b"}, func(s string) string { return s }), []string{"1a", "2b"}},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: %q, want %q", what, test.got, test.want)
		}
	}
	if want := []string{"a1", "b1", "a2", "c1", "b2"}; !slices.Equal(list, want) {
		t.Errorf("the list is %q now, want %q", list, want)
	}
}

func TestALookUpThatFindsNothingIsZero(t *testing.T) {
	if got := First([]int{1, 2}, func(i int) bool { return i > 2 }); got != 0 {
		t.Errorf("first is %d, want 0", got)
	}
	if got := If([]int{1, 2}, func(i int) (int, bool) { return i * 10, i > 1 }); !slices.Equal(got, []int{20}) {
		t.Errorf("if is %d, want [20]", got)
	}
	if !Set([]int{1})[1] || Set([]int{1})[2] {
		t.Error("the set does not hold what the list does")
	}
}
