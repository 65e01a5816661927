package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrSyntax is the cause of what Parse finds.
var ErrSyntax = errors.New("not a JSON object")

// maxDepth is how deep a document may be nested, so that no page of blanks is
// written for it.
const maxDepth = 500

var errDeep = errors.New("nested too deeply")

// Parse reads a document, with or without a byte-order mark. Of a key that
// occurs twice the last value counts, in the first place. The error, whose cause
// is ErrSyntax, quotes nothing.
func Parse(b []byte) (Value, error) {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	p := parser{jsontext.NewDecoder(bytes.NewBuffer(b),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
	v, err := p.value(0)
	if err == nil {
		if _, err = p.ReadToken(); err == io.EOF {
			return v, nil
		}
		err = errors.New("more follows the value")
	}
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("it ends too early")
	case errors.As(err, &syntax):
		err = fmt.Errorf("line %d", 1+bytes.Count(b[:syntax.ByteOffset], []byte("\n")))
	}
	return Value{}, fmt.Errorf("%w: %w", ErrSyntax, err)
}

// ParseObject is Parse of what must be an object.
func ParseObject(b []byte) (Value, error) {
	v, err := Parse(b)
	if err == nil && !v.IsObject() {
		err = ErrSyntax
	}
	return v, err
}

// ParseGiven is Parse of what a person or program gives, in UTF-8.
func ParseGiven(text string) (Value, error) {
	v, err := Parse([]byte(text))
	if err == nil && !utf8.ValidString(text) {
		err = ErrSyntax
	}
	return v, err
}

type parser struct{ *jsontext.Decoder }

func (p parser) value(depth int) (Value, error) {
	open := p.PeekKind()
	if open != '{' && open != '[' {
		raw, err := p.ReadValue()
		return Value{text: string(raw)}, err
	}
	if depth == maxDepth {
		return Value{}, errDeep
	}
	if _, err := p.ReadToken(); err != nil {
		return Value{}, err
	}
	c := container{}
	known := map[string]int{}
	if open == '{' {
		c.names = []name{}
	}
	for p.PeekKind() != open+2 { // in ASCII, a closing bracket follows its opening one at that distance
		var key Value
		if open == '{' {
			raw, err := p.ReadValue()
			if err != nil {
				return Value{}, err
			}
			key.text = string(raw)
		}
		x, err := p.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		if open == '{' {
			c.put(known, name{key.Text(), key.text}, x)
		} else {
			c.items = append(c.items, x)
		}
	}
	_, err := p.ReadToken()
	return Value{in: &c}, err
}
