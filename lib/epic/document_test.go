package epic

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"holdfast/lib/machine"
	"holdfast/lib/record"
	"holdfast/testscripts/disk"
)

// later is a checkpoint as a later generation writes it.
const later = `{
  "epic_id": "e-1",
  "wave_completed": 2,
  "budget_tier": "max-5x",
  "context_tier": "extended",
  "platform_agent_plan": {
    "implementer": "<worker> & co",
    "n": 1.50e+02
  },
  "wave_cap": 5,
  "wave_receipts": [
    "Wave 1: café",
    {"wave": 2}
  ],
  "closed_issues": ["e-1.1", "e-1.2"],
  "escalated_tasks": {},
  "epic_tokens": 123456789012345678901,
  "big": 9007199254740993,
  "float": 1.10,
  "nothing": null,
  "timestamp": "2026-02-11T14:32:00Z"
}
`

// parse reads a checkpoint.
func parse(b []byte) (record.Value, error) {
	v, err := record.ParseObject(b)
	if err == nil {
		err = keys.Check(v)
	}
	return v, err
}

func TestACheckpointIsReadWithAllItsKeys(t *testing.T) {
	v, err := parse([]byte(later))
	if err != nil {
		t.Fatal(err)
	}
	var c Checkpoint
	c.use(v, record.File{})
	if c.doc.Get(keyEpic).Text() != "e-1" || c.Wave != 2 || c.Tier != "max-5x" {
		t.Errorf("%+v", c)
	}
	if got := c.doc.Get(keyReceipts).Lines(); !reflect.DeepEqual(got, []string{"Wave 1: café", `{"wave": 2}`}) {
		t.Errorf("receipts %q", got)
	}
	if got := c.doc.Get(keyClosed).Texts(); !reflect.DeepEqual(got, []string{"e-1.1", "e-1.2"}) {
		t.Errorf("closed %q", got)
	}
	d := c.shown()
	if d.Tokens.String() != "123456789012345678901" || d.ToolUses.Exists() || d.Cost.Exists() {
		t.Errorf("metrics %v, %v, %v", d.Tokens, d.ToolUses, d.Cost)
	}
	const further = `{"context_tier": "extended", "platform_agent_plan": {"implementer": "<worker> & co", "n": 1.50e+02}, "wave_cap": 5, "escalated_tasks": {}, "big": 9007199254740993, "float": 1.10, "nothing": null}`
	if got := d.Further.String(); got != further {
		t.Errorf("further %s", got)
	}
}

func TestWhatIsNoCheckpointSaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "not a JSON object",
		"[]":                                    "not a JSON object",
		"null":                                  "not a JSON object",
		`{"epic_id":"e-1","wave_completed":2`:   "not a JSON object",
		`{"epic_id":"e-1","wave_completed":2}x`: "not a JSON object",
		strings.Repeat("[", 1<<20):              "not a JSON object",
		`{"wave_completed":2}`:                  "epic_id",
		`{"epic_id":7,"wave_completed":2}`:      "epic_id",
		`{"epic_id":"e"}`:                       "wave_completed",
		`{"epic_id":"e","wave_completed":"2"}`:  "wave_completed",
		`{"epic_id":"e","wave_completed":2.5}`:  "wave_completed",
		`{"epic_id":"e","wave_completed":-1}`:   "wave_completed",
		`{"epic_id":"e","wave_completed":1e99}`: "wave_completed",
		`{"epic_id":"e","wave_completed":99999999999999999}`:                  "wave_completed",
		`{"epic_id":"e","wave_completed":2,"budget_tier":5}`:                  "budget_tier",
		`{"epic_id":"e","wave_completed":2,"timestamp":[]}`:                   "timestamp",
		`{"epic_id":"e","wave_completed":2,"wave_receipts":"x"}`:              "wave_receipts",
		`{"epic_id":"e","wave_completed":2,"closed_issues":{"a":1}}`:          "closed_issues",
		`{"epic_id":"e","wave_completed":2,"closed_issues":[1]}`:              "closed_issues",
		`{"epic_id":"e","wave_completed":2,"epic_tokens":"12"}`:               "epic_tokens",
		`{"epic_id":"e","wave_completed":2,"epic_tokens":-12}`:                "epic_tokens",
		`{"epic_id":"e","wave_completed":2,"epic_cost":1e999999999}`:          "epic_cost",
		`{"epic_id":"e","wave_completed":2,"epic_cost":{}}`:                   "epic_cost",
		`{"epic_id":"e","wave_completed":1,"wave_completed":"x"}`:             "wave_completed",
		`{"epic_id":"e","wave_completed":2,"x":` + strings.Repeat("[", 20000): "not a JSON object",
	} {
		if _, err := parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{
		`{"epic_id":"e","wave_completed":0}`, "\ufeff" + `{"epic_id":"e","wave_completed":2}`,
		`{"epic_id":"e","wave_completed":2,"budget_tier":null,"wave_receipts":null,"epic_cost":null}`,
	} {
		if _, err := parse([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestCheckpointsOfOtherToolsAreRead(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/samples/superpowers-bd/*/temp/sdd-checkpoint-*.json")
	if len(files) == 0 {
		t.Skip("no samples here")
	}
	for _, f := range files {
		b := disk.Read(t, f)
		v, err := parse(b)
		var c Checkpoint
		c.use(v, record.File{})
		if err != nil || c.Wave != 3 || c.Tier != "max-5x" || len(c.doc.Get(keyReceipts).Lines()) != 3 || len(c.doc.Get(keyClosed).Texts()) != 5 {
			t.Errorf("%s: %v", f, err)
		}
		var before, after any
		if json.Unmarshal(b, &before) != nil || json.Unmarshal(v.Bytes(), &after) != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%s is not written as it was", f)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		later, "{}", `{"epic_id":"e","wave_completed":0}`, `{"epic_id":"e","wave_completed":1,"":[],"a\u0000":"\ud800","wave_receipts":[{"a":[1,2]},"x"]}`,
		`{"epic_id":"e","wave_completed":1,"epic_cost":1.5e2,"closed_issues":["a"],"wave_completed":2}`, "\ufeff{}", "[[[[",
	} {
		f.Add([]byte(s))
	}
	s := In(f.TempDir(), machine.Folder{Path: f.TempDir()})
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := parse(b)
		if err != nil {
			return
		}
		again, err := parse(v.Bytes())
		if err != nil || !record.Alike(again, v) {
			t.Fatalf("written again it is another: %v\n%s", err, v.Bytes())
		}
		wave, _ := v.Get(keyWave).Whole(record.MaxNumber)
		r := Report{Wave: wave + 1, Receipt: "r", Closed: []string{"c"}, Tokens: "1", ToolUses: "2", Cost: "0.1", Set: []Setting{{"a key", "1"}}}
		with, _ := report(s.given("e", r, now), r.Wave, v)
		merged, err := parse(with.Bytes())
		if err != nil {
			return // nothing is written that could not be read
		}
		var c Checkpoint
		c.use(merged, record.File{})
		if c.Wave != wave+1 || len(merged.Get(keyReceipts).Items()) != len(v.Get(keyReceipts).Items())+1 {
			t.Fatalf("merged it is\n%s", merged.Bytes())
		}
		for key := range v.Members() {
			if !merged.Get(key).Exists() {
				t.Fatalf("%q is lost in\n%s", key, merged.Bytes())
			}
		}
	})
}
