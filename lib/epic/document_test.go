package epic

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
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

func TestACheckpointIsReadAndWrittenAgainAsItIs(t *testing.T) {
	d, err := parse([]byte(later))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(d.Bytes()); got != later {
		t.Errorf("written again it is\n%s", got)
	}
	if d.Epic() != "e-1" || d.Wave() != 2 || d.Tier() != "max-5x" || d.Timestamp().Hour() != 14 {
		t.Errorf("%q, %d, %q, %v", d.Epic(), d.Wave(), d.Tier(), d.Timestamp())
	}
	if got := d.Receipts(); !reflect.DeepEqual(got, []string{"Wave 1: café", `{"wave": 2}`}) {
		t.Errorf("receipts %q", got)
	}
	if got := d.Closed(); !reflect.DeepEqual(got, []string{"e-1.1", "e-1.2"}) {
		t.Errorf("closed %q", got)
	}
	if tokens, toolUses, cost := d.metric(keyTokens), d.metric(keyToolUses), d.metric(keyCost); tokens != "123456789012345678901" || toolUses != "" || cost != "" {
		t.Errorf("metrics %q, %q, %q", tokens, toolUses, cost)
	}
	names := slices.Sorted(maps.Keys(d.Further()))
	if strings.Join(names, " ") != "big context_tier escalated_tasks float nothing platform_agent_plan wave_cap" || string(d.Further()["float"]) != "1.10" {
		t.Errorf("further %q", names)
	}
}

func TestWhatIsNoCheckpointSaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		"":                                             "not a JSON object",
		"[]":                                           "not a JSON object",
		"null":                                         "not a JSON object",
		`{"epic_id":"e-1","wave_completed":2`:          "not a JSON object",
		`{"epic_id":"e-1","wave_completed":2}x`:        "not a JSON object",
		strings.Repeat("[", 5<<20):                     "too large",
		strings.Repeat("[", 1<<20):                     "not a JSON object",
		`{"wave_completed":2}`:                         "epic_id",
		`{"epic_id":7,"wave_completed":2}`:             "epic_id",
		`{"epic_id":"e"}`:                              "wave_completed",
		`{"epic_id":"e","wave_completed":"2"}`:         "wave_completed",
		`{"epic_id":"e","wave_completed":2.5}`:         "wave_completed",
		`{"epic_id":"e","wave_completed":-1}`:          "wave_completed",
		`{"epic_id":"e","wave_completed":1e99}`:        "wave_completed",
		`{"epic_id":"e","wave_completed":99999999999}`: "wave_completed",
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

func TestDecimalsAreAddedExactly(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"2.94", "0.1", "3.04"}, {"0.1", "0.2", "0.3"}, {"2.90", "0.10", "3.00"}, {"0", "7", "7"}, {"1.5e2", "1", "151"},
		{"1e3", "0.001", "1000.001"}, {"1.5E-3", "0", "0.0015"}, {"99999999999999999999", "1", "100000000000000000000"},
		{"0.0000001", "0", "0.0000001"}, {"12.345e1", "0.55", "124.00"},
	} {
		a, okA := parseDecimal(c.a)
		b, okB := parseDecimal(c.b)
		if !okA || !okB {
			t.Errorf("%s, %s: %t, %t", c.a, c.b, okA, okB)
			continue
		}
		if got := a.plus(b).String(); got != c.want {
			t.Errorf("%s + %s = %s, want %s", c.a, c.b, got, c.want)
		}
	}
	for _, s := range []string{"", "-1", "+1", ".5", "5.", "1e", "1e31", "1e-31", "1e999999999999", "0x10", "1_000", "1,5", "NaN", "Inf", "1.2.3", " 1", strings.Repeat("9", 61)} {
		if d, ok := parseDecimal(s); ok {
			t.Errorf("%q is %s", s, d)
		}
	}
}

func TestCheckpointsOfOtherToolsAreRead(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/samples/superpowers-bd/*/temp/sdd-checkpoint-*.json")
	if len(files) == 0 {
		t.Skip("no samples here")
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d, err := parse(b)
		if err != nil || d.Wave() != 3 || d.Tier() != "max-5x" || len(d.Receipts()) != 3 || len(d.Closed()) != 5 {
			t.Errorf("%s: %v", f, err)
		}
		if !bytes.Equal(bytes.TrimSpace(d.Bytes()), bytes.TrimSpace(b)) {
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
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := parse(b)
		if err != nil {
			return
		}
		again, err := parse(d.Bytes())
		if err != nil || !reflect.DeepEqual(again, d) {
			t.Fatalf("written again it is another: %v\n%s", err, d.Bytes())
		}
		var before, after map[string]any
		if json.Unmarshal(bytes.TrimPrefix(b, []byte("\ufeff")), &before) == nil && (json.Unmarshal(d.Bytes(), &after) != nil || len(before) != len(after)) {
			t.Fatalf("%d keys before, %d after", len(before), len(after))
		}
		r := Report{Wave: d.Wave() + 1, Receipt: "r", Closed: []string{"c"}, Tokens: "1", ToolUses: "2", Cost: "0.1", Set: []Setting{{"a key", "1"}}}
		merged, err := parse(r.apply(d, "e", now).Bytes())
		if err != nil {
			return // nothing is written that could not be read
		}
		if merged.Wave() != d.Wave()+1 || len(merged.Receipts()) != len(d.Receipts())+1 || further(merged) < further(d) {
			t.Fatalf("merged it is\n%s", merged.Bytes())
		}
	})
}

func further(d Document) int { return len(d.Further()) }
