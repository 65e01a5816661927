package artifact

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/redact"
	"holdfast/lib/yamldoc"
)

// Parse reads the bytes of the file at rel. It never fails: a file that is not an artifact
// comes back with Broken set and what could be read of it.
func Parse(rel string, b []byte) Artifact {
	a := Artifact{Path: rel, Sum: machine.Sum(b)}
	_, a.Title, _, _ = NameOf(rel)
	documents, _, err := ParseWritten(b)
	if err != nil {
		err = withoutSecrets(err)
	} else if len(documents) == 0 {
		err = errors.New("the file is empty")
	}
	var cause error
	a.Document, cause = documentOf(documents)
	if a.Broken = cmp.Or(err, cause); a.Broken == nil {
		a.Faults = a.Validate()
	}
	a.Date = dateOf(rel, a.Text("date"))
	return a
}

// Head is what can be read of the beginning of a file, for what is asked of many.
func Head(b []byte) Document {
	documents, _, _ := ParseWritten(b[:min(len(b), maxHead)])
	d, _ := documentOf(documents)
	return d
}

// documentOf puts the keys of one document or two where the schema has them.
func documentOf(documents []*yamldoc.Node) (d Document, err error) {
	d = NewDocument()
	if len(documents) > 2 {
		err = errors.New("more than two YAML documents")
	}
	for _, m := range documents[:min(len(documents), 2)] {
		if m.Kind != yamldoc.Mapping {
			return d, fmt.Errorf("%s is not a mapping of keys", describe(m))
		}
		for key, value := range yamldoc.Pairs(m) {
			part := d.Part(key.Value)
			part.Content = append(part.Content, key, value)
		}
	}
	return d, err
}

// withoutSecrets is an error that quotes a line, without the secrets in it.
func withoutSecrets(err error) error { return errors.New(redact.Text(err.Error())) }

// ParseWritten reads YAML as a person or model writes it where an artifact belongs.
func ParseWritten(b []byte) (documents []*yamldoc.Node, unusual []int, err error) {
	return yamldoc.ParseWritten(b, meant)
}

// parse is Parse of what may have come with a clone: of what would take long goal and now.
func (s Store) parse(rel string, b []byte) Artifact {
	err := s.Bounded(b)
	if err == nil {
		return Parse(rel, b)
	}
	a := Parse(rel, b[:min(len(b), maxHead)])
	goal, now := a.Goal(), a.Now()
	a.Sum, a.Broken, a.Body = machine.Sum(b), err, yamldoc.Map()
	yamldoc.Set(a.Body, "goal", yamldoc.String(goal))
	yamldoc.Set(a.Body, "now", yamldoc.String(now))
	return a
}

// maxSpare bounds the keys and items of all foreign artifacts together that have more than usual.
const maxSpare = 400_000

// Bounded refuses YAML of others that would take long to parse, alone or with what was read.
func (s Store) Bounded(b []byte) error {
	n := 0 // of what may be keys and items
	for _, mark := range []string{": ", ":\n", "\":", "- ", "-\n", ","} {
		n += bytes.Count(b, []byte(mark))
	}
	switch {
	case n <= 300 || s.Machine.Wrote(machine.Sum(b)):
		return nil
	case n > maxParts:
		return fmt.Errorf("it has %d keys and items, at most %d are read", n, maxParts)
	case s.spare.Add(-int64(n)) < 0:
		return fmt.Errorf("it has %d keys and items, and %d of others like it are read already", n, maxSpare)
	}
	return nil
}

// dateOf is when an artifact was saved, by its date, or the minute of its name where that is bare.
func dateOf(rel, written string) time.Time {
	minute, _, _, named := NameOf(rel)
	t, ok := ParseDate(written)
	if !ok {
		return minute
	}
	if bare := len(written) == len("2006-01-02"); bare && named {
		return t.Add(minute.Sub(minute.Truncate(24 * time.Hour)))
	}
	return t
}
