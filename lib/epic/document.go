package epic

import (
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/jsondoc"
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

// A Document is a checkpoint's text, one JSON object. The zero Document has none.
type Document struct{ text jsondoc.Doc }

var (
	errNoObject = errors.New("it is not a JSON object")
	errNoID     = errors.New("epic_id is missing or not text")
)

// parse reads a checkpoint. The error says what is wrong without quoting it.
func parse(b []byte) (Document, error) {
	d := Document{b}
	if len(b) > maxFile {
		return d, errors.New("it is too large")
	}
	if d.text.Check() != nil || !d.text.IsObject() {
		return d, errNoObject
	}
	return d, d.check()
}

// check says what keeps the document from being a checkpoint.
func (d Document) check() error {
	if d.get(keyEpic).Type != gjson.String {
		return errNoID
	}
	if n, err := strconv.Atoi(d.get(keyWave).Raw); err != nil || n < 0 || n > maxWave {
		return errors.New(keyWave + " is not an integer")
	}
	for _, key := range []string{keyTier, keyTimestamp} {
		if v := d.get(key); present(v) && v.Type != gjson.String {
			return errors.New(key + " is not text")
		}
	}
	for _, key := range []string{keyReceipts, keyClosed} {
		if v := d.get(key); present(v) && !v.IsArray() {
			return errors.New(key + " is not a list")
		}
	}
	for _, v := range d.get(keyClosed).Array() {
		if v.Type != gjson.String {
			return errors.New(keyClosed + " contains an element that is not text")
		}
	}
	for _, key := range []string{keyTokens, keyToolUses, keyCost} {
		v := d.get(key)
		if !present(v) {
			continue
		}
		if _, ok := parseDecimal(v.Raw); !ok || v.Type != gjson.Number {
			return errors.New(key + " is not a number")
		}
	}
	return nil
}

func present(v gjson.Result) bool { return v.Exists() && v.Type != gjson.Null }

func (d Document) get(name string) gjson.Result {
	return gjson.ParseBytes(d.text.Raw(name))
}

// set puts the value raw, which is JSON, at a name: in its place, else at the
// end.
func (d *Document) set(name, raw string) { d.text = d.text.SetRaw(raw, name) }

// Bytes is the document as a file.
func (d Document) Bytes() []byte { return d.text }

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

// Receipts are the waves' receipts, oldest first. One that is not text is its
// JSON.
func (d Document) Receipts() []string { return d.list(keyReceipts) }

// Closed are the ids of the issues closed, in the file's order.
func (d Document) Closed() []string { return d.list(keyClosed) }

func (d Document) list(key string) []string {
	var all []string
	if v := d.get(key); v.IsArray() {
		for _, item := range v.Array() {
			all = append(all, item.String())
		}
	}
	return all
}

// metric is a sum over all waves, as the number is written; "" where the file has
// none.
func (d Document) metric(key string) json.Number {
	if v := d.get(key); v.Type == gjson.Number {
		return json.Number(v.Raw)
	}
	return ""
}

// Further are the values of all keys that have no flag of their own, as JSON.
func (d Document) Further() map[string]json.RawMessage {
	further := map[string]json.RawMessage{}
	for m := range d.text.Members(d.text.Root()) {
		if !flagged(m.Key) {
			further[m.Key] = m.Value.Of(d.text)
		}
	}
	return further
}

// flagged reports whether a key is changed by a flag of its own.
func flagged(name string) bool {
	switch name {
	case keyEpic, keyWave, keyTier, keyReceipts, keyClosed, keyTokens, keyToolUses, keyCost, keyTimestamp:
		return true
	}
	return false
}

func text(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return v.String()
}
