package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrSyntax is the cause of what Parse finds.
var ErrSyntax = errors.New("not a JSON object")

// maxDepth is how deep a document may be nested, so that no page of blanks is written.
const maxDepth = 500

// Parse reads a document, with or without a byte-order mark. Of a key that occurs twice the
// last value counts, in the first place. The error is ErrSyntax and quotes nothing.
func Parse(b []byte) (Value, error) {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	d := jsontext.NewDecoder(bytes.NewBuffer(b),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	v, err := value(d)
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF {
			return v, nil
		}
		err = errors.New("more follows the value")
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ends too early")
	} else if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok { // it quotes the text
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

// ParseGiven is Parse of what is typed, with U+FFFD for what is not UTF-8.
func ParseGiven(text string) (Value, error) {
	return Parse([]byte(strings.ToValidUTF8(text, "\ufffd")))
}

func value(d *jsontext.Decoder) (Value, error) {
	open := d.PeekKind()
	if open != '{' && open != '[' {
		raw, err := d.ReadValue()
		return Value{text: string(raw)}, err
	}
	if d.StackDepth() == maxDepth {
		return Value{}, errors.New("nested too deeply")
	}
	_, err := d.ReadToken()
	v, known := Value{text: string(open)}, map[string]int{}
	for err == nil && d.PeekKind() != open+2 { // as in print
		var m member
		if v.IsObject() {
			raw, failed := d.ReadValue()
			if failed != nil {
				return v, failed
			}
			m.name = string(raw)
		}
		if m.Value, err = value(d); v.IsObject() {
			v.put(known, m)
		} else {
			v.in = append(v.in, m)
		}
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return v, err
}
