package transcript

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

func said(at, text string) string {
	return fmt.Sprintf(`{"type":"user","message":{"role":"user","content":%q},"timestamp":"2026-11-20T%s:00Z","sessionId":"s1","cwd":"/p","gitBranch":"main"}`, text, at)
}

func wrote(at, tool, path string) string {
	return fmt.Sprintf(`{"message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":%q,"input":{"file_path":%q}}]},"type":"assistant","timestamp":"2026-11-20T%s:00Z"}`, tool, path, at)
}

func TestAnOutlineLeavesOutATornLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s1.jsonl")
	first := strings.Join([]string{
		said("09:00", "add the store"),
		wrote("09:01", "Write", "/p/a.go"), wrote("09:02", "Read", "/p/b.go"),
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"` + strings.Repeat("x", 3<<20) + `"}]},"timestamp":"2026-11-20T09:03:00Z"}`,
		`{"type": "system", "subtype": "compact_boundary", "timestamp": "2026-11-20T09:04:00Z"}`,
		`not json`,
		said("09:05", "now the tests"),
	}, "\n") + "\n"
	torn := said("09:06", "torn")
	write := func(text string) {
		disk.Write(t, path, text)
	}
	write(first + torn[:len(torn)/2])
	var o Outline
	if err := o.Read(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	if len(o.Turns) != 2 || o.Turns[1].Text != "now the tests" || strings.Join(o.Files, " ") != "/p/a.go" || len(o.Compactions) != 1 ||
		o.Cwd != "/p" || o.First.Hour() != 9 || o.Last.Minute() != 5 {
		t.Errorf("%+v", o)
	}
}

func TestAnOutlineHoldsWhatWasSaidAndDone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s1.jsonl")
	ran := func(command string) string {
		return fmt.Sprintf(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":%q}}]}}`, command)
	}
	text := strings.Join([]string{
		`{"type":"summary","summary":"of another session","leafUuid":"x"}`,
		said("09:00", "add the store"),
		`{"type":"attachment","attachment":{"type":"queued_command","prompt":"and a test"}}`,
		`{"type":"attachment","attachment":{"type":"queued_command","commandMode":"task-notification","prompt":"it ran"}}`,
		`{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Done: ` + strings.Repeat("x", 3000) + `"}]}}`,
		`{"type":"assistant","isApiErrorMessage":true,"message":{"role":"assistant","content":[{"type":"text","text":"API Error"}]}}`,
		`{"type":"assistant","isSidechain":true,"message":{"role":"assistant","content":[{"type":"text","text":"a helper's"}]}}`,
		ran("go test ./..."), ran(`git add -A && git commit -m "store: keep it" && git push`), ran("git commit -q -F - <<'EOF'\nstore: more\n\nwhy\nEOF\ngit log"), ran("git commit --amend"),
		`{"type":"user","isCompactSummary":true,"message":{"role":"user","content":"the summary"}}`,
		`{"type":"custom-title","customTitle":"my  store","sessionId":"s1"}`, `{"type":"ai-title","aiTitle":"A store","sessionId":"s1"}`,
	}, "\n") + "\n"
	disk.Write(t, path, text)
	var o Outline
	if err := o.Read(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, turn := range o.Turns {
		got = append(got, turn.Who+":"+turn.Text[:min(len(turn.Text), 20)])
		if len(turn.Text) > maxTold {
			t.Errorf("%d bytes", len(turn.Text))
		}
	}
	want := "user:add the store|user:and a test|claude:Done: xxxxxxxxxxxxxx|command:go test ./...|commit:store: keep it|commit:store: more\n\nwhy|command:git commit --amend|summary:the summary"
	if strings.Join(got, "|") != want || o.Title() != "my store" {
		t.Errorf("%q, %q", strings.Join(got, "|"), o.Title())
	}
}

func FuzzOutline(f *testing.F) {
	f.Add([]byte(said("09:00", "x") + "\n" + wrote("09:01", "Edit", "a")))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		disk.Write(t, path, data)
		var o Outline
		if err := o.Read(context.Background(), path); err != nil {
			t.Error(err)
		}
	})
}
