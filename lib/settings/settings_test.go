package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
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

var ours = wiring("/h/holdfast/bin")

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
			doc := disk.Read(t, in)
			golden := strings.TrimSuffix(in, ".in.json") + ".out.json"
			got := mustAdd(t, ours, string(doc))
			if os.Getenv("UPDATE_GOLDEN") != "" {
				disk.Write(t, golden, got)
			}
			want := disk.Read(t, golden)
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if back := mustRemove(t, ours, got); !filled(doc) && back != string(doc) {
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
		{"a comment", "{\n  // why\n  \"a\": 1\n}\n", "line 2 (comments"},
		{"a trailing comma", "{\n  \"a\": 1,\n}\n", "line 3 (comments and commas"},
		{"a torn file", `{"a": `, "ends too early"},
		{"two documents", "{}{}", "line 1"},
		{"a byte-order mark", "\xef\xbb\xbf{}", "byte-order mark"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "not valid JSON"},
		{"a root that is an array", "[]", "the root is not an object"},
		{"a root that is null", "null", "the root is not an object"},
		{"hooks that is an array", `{"hooks":[]}`, `"hooks" is not an object`},
		{"hooks that is null", `{"hooks":null}`, `"hooks" is not an object`},
		{"an event that is an object", `{"hooks":{"Stop":{}}}`, `"hooks.Stop" is not an array`},
		{"a group that is a string", `{"hooks":{"Stop":["x"]}}`, `"hooks.Stop" contains no array`},
		{"a group without hooks", `{"hooks":{"Stop":[{"matcher":""}]}}`, `"hooks.Stop" contains no array "hooks"`},
		{"a group whose hooks is no array", `{"hooks":{"Stop":[{"hooks":7}]}}`, `"hooks.Stop" contains no array "hooks"`},
		{"20,000 levels", deep, "line 1 "},
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

func TestAddReplacesWhatIsNotCurrent(t *testing.T) {
	want := `{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Write|Edit",
        "hooks": [
          { "type": "command", "command": "mine" }
        ]
      },
      {
        "matcher": "Write|Edit",
        "hooks": [
          {
            "type": "command",
            "command": "/h/holdfast/bin/handoff-index",
            "args": [],
            "timeout": 10
          }
        ]
      },
      {
        "matcher": "Write|Edit|Bash",
        "hooks": [
          {
            "type": "command",
            "command": "/h/holdfast/bin/post-tool",
            "args": [],
            "timeout": 10
          }
        ]
      }
    ],
    "SessionStart": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "/usr/bin/session-start" }] },{"hooks":[{"type":"command","command":"/h/holdfast/bin/session-start","args":[],"timeout":10}]}],
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

func TestAddKeepsWhatTheUserAddedToACurrentEntry(t *testing.T) {
	own := strings.Replace(mustAdd(t, ours, wired), `"timeout": 10`, `"timeout": 60, "statusMessage": "x"`, 1)
	if got := mustAdd(t, ours, own); got != own {
		t.Errorf("%s\nbecame\n%s", own, got)
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
