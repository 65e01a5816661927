package artifact

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/redact"
	"holdfast/lib/yamldoc"
)

// Parse reads the bytes of the file at rel, a project-relative path. It never
// fails: a file that is not an artifact comes back with Broken set and what could
// be taken from its lines.
func Parse(rel string, b []byte) Artifact {
	a := Artifact{Path: rel, Sum: machine.Sum(b), Document: NewDocument()}
	_, title, _, _ := splitName(path.Base(rel))
	a.Title = title
	documents, unusual, err := yamldoc.ParseWritten(b, meant)
	if err == nil {
		a.Document, err = split(documents)
	}
	if err != nil {
		a.Broken = withoutSecrets(err)
		a.Document = Head(b)
	} else {
		a.Unusual, a.Faults = unusual, a.Validate()
	}
	a.Date = dateOf(rel, a.Text("date"))
	return a
}

// withoutSecrets is an error that quotes a line, without the secrets in it.
func withoutSecrets(err error) error {
	if clean, kinds := redact.Text(err.Error()); len(kinds) > 0 {
		return errors.New(clean)
	}
	return err
}

// ParseWritten reads YAML as a person or model writes it where an artifact belongs.
func ParseWritten(b []byte) (documents []*yamldoc.Node, unusual []yamldoc.Repair, err error) {
	return yamldoc.ParseWritten(b, meant)
}

// parse is Parse of a file that may have come with a clone. What this machine
// wrote is read whatever is in it.
func (s Store) parse(rel string, b []byte) Artifact {
	if err := s.Bounded(b); err != nil {
		a := Parse(rel, nil)
		a.Sum, a.Broken, a.Document = machine.Sum(b), err, Head(b[:min(len(b), maxHead)])
		a.Date = dateOf(rel, a.Text("date"))
		return a
	}
	return Parse(rel, b)
}

const (
	// maxRead bounds the keys and items of a foreign artifact: reading one must not
	// take longer than writing it did.
	maxRead = maxParts
	// maxSpare bounds those of all foreign ones that have more than usual: together
	// they must not take long either.
	usual, maxSpare = 300, 400_000
)

// Bounded refuses YAML that this machine did not write and that would take long to
// parse, alone or together with what was read before it.
func (s Store) Bounded(b []byte) error {
	n := marks(b)
	switch {
	case n <= usual || s.Machine.Wrote(machine.Sum(b)):
		return nil
	case n > maxRead:
		return fmt.Errorf("it has %d keys and items, at most %d are read", n, maxRead)
	case s.spare != nil && s.spare.Add(-int64(n)) < 0:
		return fmt.Errorf("it has %d keys and items, and %d of others like it are read already", n, maxSpare)
	}
	return nil
}

// marks counts what may be keys and items, without parsing.
func marks(b []byte) int {
	n := 0
	for _, mark := range []string{": ", ":\n", "\":", "- ", "-\n", ","} {
		n += bytes.Count(b, []byte(mark))
	}
	return n
}

func split(documents []*yamldoc.Node) (Document, error) {
	if len(documents) == 0 {
		return NewDocument(), errors.New("the file is empty")
	}
	if len(documents) > 2 {
		return NewDocument(), errors.New("more than two YAML documents")
	}
	for _, m := range documents {
		if m.Kind != yamldoc.Mapping {
			return NewDocument(), errors.New("not a mapping of keys")
		}
	}
	if len(documents) == 2 {
		return Document{Front: documents[0], Body: documents[1]}, nil
	}
	d := NewDocument()
	d.add(documents[0])
	return d, nil
}

// add puts the keys of a mapping where the schema has them.
func (d Document) add(m *yamldoc.Node) {
	for i := 0; i+1 < len(m.Content); i += 2 {
		part := d.Body
		if isFront(m.Content[i].Value) {
			part = d.Front
		}
		part.Content = append(part.Content, m.Content[i], m.Content[i+1])
	}
}

// dateOf is when an artifact was saved by its own date; a bare date takes the
// minute of the file's name, and no date at all that minute too.
func dateOf(rel, written string) time.Time {
	minute, _, _, named := splitName(path.Base(rel))
	t, ok := ParseDate(written)
	if !ok {
		return minute
	}
	if bare := len(written) == len("2006-01-02"); bare && named {
		return t.Add(minute.Sub(minute.Truncate(24 * time.Hour)))
	}
	return t
}

// Head takes the keys of column 0 and the branch and commit below metadata
// and git from the lines of a file, without a parser: for ranking many files
// quickly, and for what can be said of a broken one.
func Head(b []byte) Document {
	d := NewDocument()
	top := ""
	for line := range strings.Lines(string(b)) {
		trimmed := strings.TrimLeft(line, " ")
		key, value, ok := strings.Cut(trimmed, ":")
		if !ok {
			continue
		}
		switch path := top + "." + key; {
		case len(line) == len(trimmed):
			if top = key; isFront(key) {
				setOnce(d.Front, key, value)
			} else if key == "goal" || key == "now" {
				setOnce(d.Body, key, value)
			}
		case path == "metadata.git_branch", path == "metadata.git_commit", path == "git.branch", path == "git.commit":
			setOnce(section(d.Body, top), key, value)
		}
	}
	return d
}

// section is the mapping at key of m, made where it is missing.
func section(m *yamldoc.Node, key string) *yamldoc.Node {
	if yamldoc.Get(m, key) == nil {
		yamldoc.Set(m, key, yamldoc.Map())
	}
	return yamldoc.Get(m, key)
}

func setOnce(m *yamldoc.Node, key, value string) {
	if yamldoc.Get(m, key) != nil {
		return
	}
	if text := scalar(key, value); text != "" {
		yamldoc.Set(m, key, yamldoc.String(text))
	}
}

// scalar is the text of a value on the line of its key. The reader of YAML is asked
// only where it may read something else: there may be very many files.
func scalar(key, value string) string {
	value = strings.TrimSpace(value)
	if !strings.ContainsAny(value, "\"'#\\|>&*!%@`[]{},") {
		return value
	}
	quoted := (value[0] == '"' || value[0] == '\'') && strings.Count(value, value[:1]) == 2
	if inner := strings.Trim(value, value[:1]); quoted && len(inner)+2 == len(value) && !strings.Contains(value, `\`) {
		return inner
	}
	documents, _, err := yamldoc.ParseWritten([]byte(key+": "+value), meant)
	if err != nil || len(documents) != 1 {
		return value
	}
	return yamldoc.Text(documents[0], key)
}
