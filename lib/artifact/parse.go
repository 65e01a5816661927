package artifact

import (
	"errors"
	"path"
	"strings"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/yamldoc"
)

// Parse reads the bytes of the file at rel, a project-relative path. It never
// fails: a file that is no artifact comes back with Broken set and what could
// be taken from its lines.
func Parse(rel string, b []byte) Artifact {
	a := Artifact{Path: rel, Sum: machine.Sum(b), Document: NewDocument()}
	_, title, _, _ := splitName(path.Base(rel))
	a.Title = title
	documents, err := yamldoc.Parse(b)
	if err == nil {
		a.Document, err = split(documents)
	}
	if err != nil {
		a.Broken = err
		a.Document = fromLines(b)
	} else {
		a.Faults = a.Validate()
	}
	a.Date = dateOf(rel, a.Text("date"))
	return a
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
	for i, m := 0, documents[0]; i+1 < len(m.Content); i += 2 {
		part := d.Body
		if isFront(m.Content[i].Value) {
			part = d.Front
		}
		part.Content = append(part.Content, m.Content[i], m.Content[i+1])
	}
	return d, nil
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

// fromLines takes the keys of column 0 and metadata's branch and commit from
// the lines of a file, without a parser: for ranking many files quickly, and
// for what can be said of a broken one.
func fromLines(b []byte) Document {
	d := NewDocument()
	meta := yamldoc.Map()
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimLeft(line, " ")
		key, value, ok := strings.Cut(trimmed, ":")
		if !ok || value == "" {
			continue
		}
		value = unquote(strings.TrimSpace(value))
		switch {
		case len(line) != len(trimmed):
			if key == "git_branch" || key == "git_commit" {
				yamldoc.Set(meta, key, yamldoc.String(value))
			}
		case isFront(key):
			setOnce(d.Front, key, value)
		case key == "goal" || key == "now":
			setOnce(d.Body, key, value)
		}
	}
	if len(meta.Content) > 0 {
		yamldoc.Set(d.Body, "metadata", meta)
	}
	return d
}

func setOnce(m *yamldoc.Node, key, value string) {
	if yamldoc.Get(m, key) == nil && value != "" {
		yamldoc.Set(m, key, yamldoc.String(value))
	}
}

func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
