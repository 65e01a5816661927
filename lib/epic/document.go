package epic

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// The keys that a wave changes. Files hold others, which later generations
// added; they are kept as they are.
const (
	keyEpic      = "epic_id"
	keyWave      = "wave_completed"
	keyTier      = "budget_tier"
	keyReceipts  = "wave_receipts"
	keyClosed    = "closed_issues"
	keyTokens    = "epic_tokens"
	keyToolUses  = "epic_tool_uses"
	keyCost      = "epic_cost"
	keyTimestamp = "timestamp"
)

// A Document is a checkpoint's text: the members of one JSON object in their
// order, each value as it was written. The zero Document has none.
type Document struct{ members []member }

type member struct {
	name string
	key  string // as it was written, with its quotes
	raw  string // the value as it was written
}

var (
	errNoObject = errors.New("it is no JSON object")
	errNoID     = errors.New("epic_id is missing or no text")
)

// Parse reads a checkpoint. The error says what is wrong without quoting it.
// Of a name that stands twice the last value counts.
func Parse(b []byte) (Document, error) {
	var d Document
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	if len(b) > maxFile {
		return d, errors.New("it is too large")
	}
	// gjson must not see what is no JSON, nor what is nested too deep.
	if !json.Valid(b) {
		return d, errNoObject
	}
	object := gjson.ParseBytes(b)
	if !object.IsObject() {
		return d, errNoObject
	}
	object.ForEach(func(key, value gjson.Result) bool {
		d.put(member{name: key.String(), key: key.Raw, raw: value.Raw})
		return true
	})
	return d, d.check()
}

// check says what keeps the document from being a checkpoint.
func (d Document) check() error {
	if d.get(keyEpic).Type != gjson.String {
		return errNoID
	}
	if n, err := strconv.Atoi(d.get(keyWave).Raw); err != nil || n < 0 || n > maxWave {
		return errors.New(keyWave + " is no whole number")
	}
	for _, key := range []string{keyTier, keyTimestamp} {
		if v := d.get(key); present(v) && v.Type != gjson.String {
			return errors.New(key + " is no text")
		}
	}
	for _, key := range []string{keyReceipts, keyClosed} {
		if v := d.get(key); present(v) && !v.IsArray() {
			return errors.New(key + " is no list")
		}
	}
	for _, v := range d.get(keyClosed).Array() {
		if v.Type != gjson.String {
			return errors.New(keyClosed + " holds what is no text")
		}
	}
	for _, key := range []string{keyTokens, keyToolUses, keyCost} {
		v := d.get(key)
		if !present(v) {
			continue
		}
		if _, ok := parseDecimal(v.Raw); !ok || v.Type != gjson.Number {
			return errors.New(key + " is no number that can be added to")
		}
	}
	return nil
}

func present(v gjson.Result) bool { return v.Exists() && v.Type != gjson.Null }

func (d Document) get(name string) gjson.Result {
	for _, m := range d.members {
		if m.name == name {
			return gjson.Parse(m.raw)
		}
	}
	return gjson.Result{}
}

func (d *Document) put(m member) {
	for i := range d.members {
		if d.members[i].name == m.name {
			d.members[i].raw = m.raw
			return
		}
	}
	d.members = append(d.members, m)
}

// set puts the value raw, which is JSON, at a name: in its place, else at the
// end.
func (d *Document) set(name, raw string) {
	d.put(member{name: name, key: quote(name), raw: raw})
}

// clone is a copy whose members can be changed.
func (d Document) clone() Document {
	return Document{members: append([]member{}, d.members...)}
}

// Bytes is the document as a file.
func (d Document) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString("{")
	for i, m := range d.members {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  " + m.key + ": " + m.raw)
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// Epic is the id in the text.
func (d Document) Epic() string { return d.get(keyEpic).String() }

// Wave is the wave completed last.
func (d Document) Wave() int {
	n, _ := strconv.Atoi(d.get(keyWave).Raw)
	return n
}

// Tier is the budget tier, "" where it is not known.
func (d Document) Tier() string { return text(d.get(keyTier)) }

// Timestamp is when the checkpoint says that it was made, zero where it does
// not.
func (d Document) Timestamp() time.Time {
	t, err := time.Parse(time.RFC3339, text(d.get(keyTimestamp)))
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// Receipts are the waves' receipts, oldest first. One that is no text is its
// JSON.
func (d Document) Receipts() []string {
	var all []string
	for _, v := range d.list(keyReceipts) {
		all = append(all, v.String())
	}
	return all
}

// Closed are the ids of the issues closed, in the file's order.
func (d Document) Closed() []string {
	var all []string
	for _, v := range d.list(keyClosed) {
		all = append(all, v.String())
	}
	return all
}

// Metrics are the sums over all waves, as numbers are written in JSON; "" where
// the file has none.
func (d Document) Metrics() (tokens, toolUses, cost string) {
	number := func(key string) string {
		if v := d.get(key); v.Type == gjson.Number {
			return v.Raw
		}
		return ""
	}
	return number(keyTokens), number(keyToolUses), number(keyCost)
}

// Further are the names of all other keys, in the file's order, with their
// values as JSON.
func (d Document) Further() (names []string, values []json.RawMessage) {
	for _, m := range d.members {
		if !flagged(m.name) {
			names, values = append(names, m.name), append(values, json.RawMessage(m.raw))
		}
	}
	return names, values
}

// flagged reports whether a key is changed by a flag of its own.
func flagged(name string) bool {
	switch name {
	case keyEpic, keyWave, keyTier, keyReceipts, keyClosed, keyTokens, keyToolUses, keyCost, keyTimestamp:
		return true
	}
	return false
}

func (d Document) list(key string) []gjson.Result {
	if v := d.get(key); v.IsArray() {
		return v.Array()
	}
	return nil
}

func text(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return v.String()
}

// quote is s as JSON text, which stays readable: nothing is escaped that need
// not be.
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(strings.ToValidUTF8(s, "\uFFFD")) // text always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
