package artifact

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/each"
	"holdfast/lib/yamldoc"
)

// Fit makes of items, whatever their shape, the value that the schema wants at a key of the
// body; nil where nothing fits. Known is false for a key that the schema does not name.
func Fit(key string, items []*yamldoc.Node) (value *yamldoc.Node, known bool) {
	f := fieldNamed(body, key)
	return f.fit(items), f.name != ""
}

// Items are the parts of a value: the items of a list, the pairs of a mapping one
// by one where its key does not hold objects, else the value itself.
func Items(key string, n *yamldoc.Node) []*yamldoc.Node {
	switch {
	case n.Kind == yamldoc.Sequence:
		return n.Content
	case n.Kind != yamldoc.Mapping || fieldNamed(body, key).shape == objects:
		return []*yamldoc.Node{n}
	}
	return each.Of(slices.Collect(slices.Chunk(n.Content, 2)), func(pair []*yamldoc.Node) *yamldoc.Node {
		return &yamldoc.Node{Kind: yamldoc.Mapping, Tag: "!!map", Content: pair}
	})
}

func (f field) fit(items []*yamldoc.Node) *yamldoc.Node {
	shape := f.shape
	if shape == loose {
		shape = texts
		if slices.ContainsFunc(items, anything.fits) {
			shape = textMap
		}
	}
	switch shape {
	case texts:
		return yamldoc.Strings(inlines(items))
	case textMap:
		return named(strings.TrimSuffix(f.name, "s"), items)
	case object:
		return f.fitObject(items)
	case objects:
		return yamldoc.List(each.If(items, func(item *yamldoc.Node) (*yamldoc.Node, bool) {
			m := f.fitObject([]*yamldoc.Node{item})
			return m, len(m.Content) > 0
		})...)
	case truth, count:
		if len(items) == 1 && shape.fits(items[0]) {
			return plain(items[0], f)
		}
		return nil
	}
	if s := strings.Join(inlines(items), "\n\n"); s != "" && (f.shape != date || writtenDate(s)) {
		return yamldoc.String(s)
	}
	return nil
}

// fitObject makes one object of pairs, and of texts, which are what its main field says.
func (f field) fitObject(items []*yamldoc.Node) *yamldoc.Node {
	parts, more := map[string][]*yamldoc.Node{}, yamldoc.Map()
	// What a text in the place of the object is for.
	main := each.First(f.fields, func(g field) bool { return g.required || g.name == "modified" }).name
	for _, item := range items {
		if item.Kind != yamldoc.Mapping || f.shape == objects && Inline(yamldoc.Get(item, main)) == "" {
			if main != "" && Inline(item) != "" {
				parts[main] = append(parts[main], item)
			}
			continue
		}
		for k, v := range yamldoc.Pairs(item) {
			if key := Inline(k); f.at(key).name != "" {
				parts[key] = append(parts[key], Items("", v)...)
			} else if yamldoc.Get(more, key) == nil {
				yamldoc.Set(more, key, plain(v, field{shape: anything}))
			}
		}
	}
	m := yamldoc.Map()
	for _, inner := range f.fields {
		if v := inner.fit(parts[inner.name]); v != nil && parts[inner.name] != nil {
			yamldoc.Set(m, inner.name, v)
		}
	}
	if path, note, is := strings.Cut(yamldoc.Text(m, "path"), ": "); is && items[0].Kind != yamldoc.Mapping {
		yamldoc.Set(m, "path", yamldoc.String(path))
		yamldoc.Set(m, "note", yamldoc.String(note))
	}
	if whole := yamldoc.Text(m, "problem"); f.name == "final_solutions" && yamldoc.Text(m, "solution") == "" {
		name, rest := splitReason(whole)
		if name == "" || rest == "" {
			name, rest = whole, whole
		}
		yamldoc.Set(m, "problem", yamldoc.String(name))
		yamldoc.Set(m, "solution", yamldoc.String(rest))
	}
	m.Content = append(m.Content, more.Content...)
	return m
}

// named makes a mapping of texts; one without a free name gets a number.
func named(otherwise string, items []*yamldoc.Node) *yamldoc.Node {
	m := yamldoc.Map()
	add := func(name, s string) {
		if name == "" && s == "" {
			return
		}
		if len(name) > 120 || strings.Contains(name, "\n") {
			name, s = "", name+": "+s
		}
		name = cmp.Or(name, fmt.Sprintf("%s %d", otherwise, len(m.Content)/2+1))
		for yamldoc.Get(m, name) != nil {
			name = fmt.Sprintf("%s (%d)", name, len(m.Content)/2+1)
		}
		yamldoc.Set(m, name, yamldoc.String(s))
	}
	for _, item := range items {
		if item.Kind != yamldoc.Mapping {
			add(splitReason(Inline(item)))
		}
		for name, text := range yamldoc.Pairs(item) {
			add(Inline(name), Inline(text))
		}
	}
	return m
}

// splitReason takes "what - why" or "what: why" apart.
func splitReason(s string) (name, reason string) {
	first, _, _ := strings.Cut(s, "\n")
	at, after := len(first), 0
	for _, sep := range []string{": ", " - ", " – ", " — ", " → "} {
		if i := strings.Index(first, sep); i > 0 && i < at {
			at, after = i, i+len(sep)
		}
	}
	if after == 0 {
		return "", s
	}
	return strings.TrimSpace(strings.Trim(first[:at], "*")), strings.TrimPrefix(s[after:], "** ")
}

func inlines(items []*yamldoc.Node) []string { return each.Some(items, Inline) }
