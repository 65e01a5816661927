package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wiring is a wiring like the product's with its programs in the folder bin.
func wiring(bin string) Wiring {
	entry := func(event, matcher, program string) Entry {
		return Entry{Event: event, Matcher: matcher, Program: program, Command: bin + "/" + program, Timeout: 10}
	}
	return Wiring{
		Entries: []Entry{
			entry("SessionStart", "", "session-start"),
			entry("PreCompact", "", "pre-compact"),
			entry("PostToolUse", "Write|Edit", "handoff-index"),
			entry("PostToolUse", "Write|Edit|Bash", "post-tool"),
		},
		Program: func(command string) string {
			if strings.HasSuffix(filepath.Dir(command), "/holdfast/bin") {
				return filepath.Base(command)
			}
			return ""
		},
	}
}

var (
	ours  = wiring("/h/holdfast/bin")
	later = wiring("/new <&> place/holdfast/bin")
)

func mustAdd(t *testing.T, w Wiring, doc string) string {
	t.Helper()
	out, err := w.Add([]byte(doc))
	if err != nil {
		t.Fatalf("Add(%q): %v", doc, err)
	}
	return string(out)
}

func mustRemove(t *testing.T, w Wiring, doc string) string {
	t.Helper()
	out, err := w.Remove([]byte(doc))
	if err != nil {
		t.Fatalf("Remove(%q): %v", doc, err)
	}
	return string(out)
}

func TestAddWritesAsTheFileIsWritten(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in.json")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, in := range inputs {
		t.Run(filepath.Base(in), func(t *testing.T) {
			doc, err := os.ReadFile(in)
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(in, ".in.json") + ".out.json"
			got := mustAdd(t, ours, string(doc))
			if os.Getenv("UPDATE_GOLDEN") != "" {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if back := mustRemove(t, ours, got); !filled(t, doc) && back != string(doc) {
				t.Errorf("Remove gives\n%s\nnot\n%s", back, doc)
			}
		})
	}
}

func TestAddRefuses(t *testing.T) {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	for _, test := range []struct{ name, doc, says string }{
		{"an empty file", "", "empty"},
		{"white space alone", " \n", "empty"},
		{"a comment", "{\n  // why\n  \"a\": 1\n}\n", "line 2: invalid character '/' looking for beginning of object key string (a comment?)"},
		{"a trailing comma", "{\n  \"a\": 1,\n}\n", "line 3: invalid character '}' looking for beginning of object key string (a comma too many?)"},
		{"a torn file", `{"a": `, "unexpected end"},
		{"two documents", "{}{}", "after top-level value"},
		{"a byte-order mark", "\xef\xbb\xbf{}", "byte-order mark"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "not strict JSON"},
		{"a root that is an array", "[]", "the root is an array"},
		{"a root that is null", "null", "the root is null"},
		{"the key hooks twice", `{"hooks":{},"hooks":{}}`, `"hooks" occurs twice`},
		{"the key hooks twice, once escaped", `{"hooks":{},"\u0068ooks":{}}`, `"hooks" occurs twice`},
		{"hooks that is an array", `{"hooks":[]}`, `"hooks" is an array, not an object`},
		{"hooks that is null", `{"hooks":null}`, `"hooks" is null, not an object`},
		{"an event twice", `{"hooks":{"Stop":[],"Stop":[]}}`, `"Stop" occurs twice`},
		{"an event that is an object", `{"hooks":{"Stop":{}}}`, `"hooks.Stop" is an object, not an array`},
		{"a group that is a string", `{"hooks":{"Stop":["x"]}}`, `"hooks.Stop[0]" is a string, not an object`},
		{"a group without hooks", `{"hooks":{"Stop":[{"matcher":""}]}}`, `"hooks.Stop[0]" contains no array "hooks"`},
		{"a group whose hooks is no array", `{"hooks":{"Stop":[{"hooks":7}]}}`, `"hooks.Stop[0]" contains no array "hooks"`},
		{"a group with hooks twice", `{"hooks":{"Stop":[{"hooks":[],"hooks":[]}]}}`, `"hooks" occurs twice`},
		{"a hook with two commands", `{"hooks":{"Stop":[{"hooks":[{"command":"a","command":"b"}]}]}}`, `"command" occurs twice`},
		{"20,000 levels", deep, "exceeded max depth"},
		{"a file too large", "{}" + strings.Repeat(" ", MaxSize), "too many"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := ours.Add([]byte(test.doc))
			if out != nil || !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("Add gives %q, %v; want a refusal that says %q", out, err, test.says)
			}
			if out, err := ours.Remove([]byte(test.doc)); out != nil || !errors.Is(err, ErrRefused) {
				t.Errorf("Remove gives %q, %v; want a refusal", out, err)
			}
		})
	}
}

// wired is a document in which hooks of ours stand among others.
const wired = `{
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "/h/holdfast/bin/post-tool", "args": [] }] }],
    "PostToolUse": [
      {
        "matcher": "Write|Edit",
        "hooks": [
          { "type": "command", "command": "mine" },
          { "type": "command", "command": "/old/holdfast/bin/handoff-index", "timeout": 60, "statusMessage": "x" }
        ]
      },
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "/old/holdfast/bin/post-tool", "args": ["-v"], "timeout": 2 }] },
      { "matcher": "Write", "hooks": [{ "type": "command", "command": "/old/holdfast/bin/post-tool", "args": [] }] }
    ],
    "SessionStart": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "/usr/bin/session-start" }] }]
  }
}
`

func TestAddBringsEntriesUpToDateInPlace(t *testing.T) {
	want := `{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Write|Edit",
        "hooks": [
          { "type": "command", "command": "mine" },
          { "type": "command", "command": "/h/holdfast/bin/handoff-index", "timeout": 60, "statusMessage": "x", "args": [] }
        ]
      },
      { "matcher": "Write|Edit|Bash", "hooks": [{ "type": "command", "command": "/h/holdfast/bin/post-tool", "args": [], "timeout": 10 }] }
    ],
    "SessionStart": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "/usr/bin/session-start" }] }, {"hooks": [{"type": "command", "command": "/h/holdfast/bin/session-start", "args": [], "timeout": 10}]}],
    "PreCompact": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/h/holdfast/bin/pre-compact",
            "args": [],
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`
	if got := mustAdd(t, ours, wired); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAddLeavesAGroupThatIsSharedUnderAnotherMatcher(t *testing.T) {
	doc := `{"hooks":{"PreCompact":[{"matcher":"auto","hooks":[{"command":"/h/holdfast/bin/pre-compact","type":"command"},{"command":"mine"}]}]}}`
	got := mustAdd(t, Wiring{Entries: ours.Entries[1:2], Program: ours.Program}, doc)
	want := `{"hooks":{"PreCompact":[{"matcher":"auto","hooks":[{"command":"mine"}]},{"hooks":[{"type":"command","command":"/h/holdfast/bin/pre-compact","args":[],"timeout":10}]}]}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAddTakesEverySpellingOfAllAsAll(t *testing.T) {
	for _, matcher := range []string{`"matcher":"*",`, `"matcher":"",`, ``} {
		doc := `{"hooks":{"PreCompact":[{` + matcher + `"hooks":[{"type":"command","command":"/h/holdfast/bin/pre-compact","args":[],"timeout":10},{"command":"mine"}]}]}}`
		if got := mustAdd(t, Wiring{Entries: ours.Entries[1:2], Program: ours.Program}, doc); got != doc {
			t.Errorf("%s became %s", doc, got)
		}
	}
}

func TestRemoveTakesOnlyOurs(t *testing.T) {
	want := `{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Write|Edit",
        "hooks": [
          { "type": "command", "command": "mine" }
        ]
      }
    ],
    "SessionStart": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "/usr/bin/session-start" }] }]
  }
}
`
	if got := mustRemove(t, ours, wired); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := mustRemove(t, ours, want); got != want {
		t.Errorf("a second Remove changed it to\n%s", got)
	}
}

func TestRemoveAfterTheUserWroteAroundOurs(t *testing.T) {
	for _, test := range []struct{ name, after, want string }{
		{
			"a key behind ours, which came last",
			strings.Replace(mustAdd(t, ours, `{"a":1}`), `]}}`, `]},"b":2}`, 1),
			`{"a":1,"b":2}`,
		},
		{
			"a group before ours",
			strings.Replace(mustAdd(t, ours, `{"hooks":{"PreCompact":[]}}`), `"PreCompact":[`, `"PreCompact":[{"hooks":[]},`, 1),
			`{"hooks":{"PreCompact":[{"hooks":[]}]}}`,
		},
		{
			"an array that was there, empty",
			mustAdd(t, ours, `{"hooks":{"PreCompact":[]}}`), `{}`,
		},
		{"a file that was not there", mustAdd(t, ours, `{}`), `{}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := mustRemove(t, ours, test.after); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestInspectTellsCurrentFromOther(t *testing.T) {
	states, err := ours.Inspect([]byte(wired))
	if err != nil || len(states) != 4 {
		t.Fatalf("got %v, %v; want 4 hooks", states, err)
	}
	for _, s := range states {
		if s.Current {
			t.Errorf("%v is not current", s)
		}
	}
	states, err = ours.Inspect([]byte(mustAdd(t, ours, wired)))
	if err != nil || len(states) != 4 {
		t.Fatalf("got %v, %v; want 4 hooks", states, err)
	}
	for _, s := range states {
		if !s.Current {
			t.Errorf("%v is current", s)
		}
	}
}

func TestReadSwitches(t *testing.T) {
	s, err := ReadSwitches([]byte(`{"disableAllHooks":true,"enabledPlugins":{"a@m":true,"holdfast@m":true,"holdfastly@m":true,"off@m":false},
		"sandbox":{"enabled":true,"filesystem":{"allowWrite":["~/x",7]}}}`))
	if err != nil || !s.HooksDisabled || !s.Sandboxed || len(s.AllowWrite) != 1 || s.AllowWrite[0] != "~/x" {
		t.Errorf("got %+v, %v", s, err)
	}
	if p := s.Plugin("holdfast"); p != "holdfast@m" {
		t.Errorf("the plugin is %q", p)
	}
	if p := s.Plugin("off"); p != "" {
		t.Errorf("a plugin that is off is found as %q", p)
	}
	odd := `{"disableAllHooks":"true","enabledPlugins":["holdfast@m"],"sandbox":7}`
	if s, err := ReadSwitches([]byte(odd)); err != nil || s.HooksDisabled || s.Sandboxed || s.Plugin("holdfast") != "" {
		t.Errorf("of values of other types: %+v, %v", s, err)
	}
	for _, bad := range []string{"", "{", "[]", strings.Repeat("[", 1<<20)} {
		if _, err := ReadSwitches([]byte(bad)); !errors.Is(err, ErrRefused) {
			t.Errorf("of %.20q: %v", bad, err)
		}
	}
}
