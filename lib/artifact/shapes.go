package artifact

import (
	"slices"

	"holdfast/lib/yamldoc"
)

// meant is what the text at a path of keys means by the schema.
func meant(path []string) yamldoc.Shape {
	fields, more := front, body
	for i, key := range path {
		named := func(f field) bool { return f.name == key }
		at := slices.IndexFunc(fields, named)
		if at < 0 {
			fields, more = more, nil
			at = slices.IndexFunc(fields, named)
		}
		if at < 0 {
			return yamldoc.Shape{}
		}
		f := fields[at]
		switch rest := len(path) - 1 - i; {
		case rest == 0:
			return f.meant(i == 0 && isFront(key))
		case rest == 1 && (f.shape == textMap || f.shape == loose):
			return yamldoc.Shape{Text: true}
		}
		fields, more = f.fields, nil
	}
	return yamldoc.Shape{}
}

func (f field) meant(inFront bool) yamldoc.Shape {
	switch f.shape {
	case date, name, truth, count:
		return yamldoc.Shape{Token: true}
	case text:
		return yamldoc.Shape{Text: !inFront, Token: inFront}
	case texts, loose:
		return yamldoc.Shape{Items: true}
	}
	return yamldoc.Shape{}
}
