package transcript

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"holdfast/testscripts/disk"
)

func TestATranscriptThatStillGrowsIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	disk.Write(t, path, "one\n")
	// The client's next lines come while the hook looks.
	late := time.AfterFunc(2*pollEvery, func() {
		_ = os.WriteFile(path, []byte("one\ntwo\n"), 0o644)
	})
	defer late.Stop()
	if !Settle(context.Background(), path, "", time.Now()) {
		t.Error("it was not waited for")
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "one\ntwo\n" {
		t.Errorf("went on with %q, %v", b, err)
	}
}

func TestAnOldTranscriptIsNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	disk.Write(t, path, "")
	for _, p := range []string{path, t.TempDir()} {
		if Settle(context.Background(), p, "", time.Now().Add(time.Hour)) {
			t.Errorf("%q was waited for", p)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if !Settle(ctx, path, "", time.Now()) {
		t.Error("a fresh one is not waited for")
	}
}

func TestATranscriptThatIsNotThereYetIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	late := time.AfterFunc(2*pollEvery, func() { _ = os.WriteFile(path, []byte("one\n"), 0o644) })
	defer late.Stop()
	if !Settle(context.Background(), path, "", time.Now()) {
		t.Error("it was not waited for")
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "one\n" {
		t.Errorf("went on with %q, %v", b, err)
	}
}

const (
	asked   = `{"type":"user","promptId":"one","message":{"content":"go on"}}` + "\n"
	called  = `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Bash"}]}}` + "\n"
	result  = `{"type":"user","promptId":"one","message":{"content":[{"type":"tool_result","tool_use_id":"t"}]}}` + "\n"
	ended   = `{"type":"assistant","message":{"content":[{"type":"text","text":"Done."}]}}` + "\n"
	stopped = `{"type":"user","promptId":"one","message":{"content":"[Request interrupted by user]"}}` + "\n"
)

func TestAPromptThatIsNotWrittenYetIsWaitedFor(t *testing.T) {
	path, then := filepath.Join(t.TempDir(), "t.jsonl"), time.Now().Add(-time.Hour)
	const earlier, last = asked + ended, `{"type":"user","promptId":"two","message":{"content":"and now?"}}` + "\n"
	disk.Write(t, path, earlier)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
	if Settle(context.Background(), path, "one", time.Now()) {
		t.Error("one that has the prompt was waited for")
	}
	late := time.AfterFunc(6*pollEvery, func() { _ = os.WriteFile(path, []byte(earlier+last), 0o644) })
	defer late.Stop()
	if !Settle(context.Background(), path, "two", time.Now()) {
		t.Error("it was not waited for")
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != earlier+last {
		t.Errorf("went on with %q, %v", b, err)
	}
}

func TestAPromptIsMissingWhereTheTurnsAreOverAndNoneIsItsOwn(t *testing.T) {
	const names = `{"type":"attachment","promptId":"two","attachment":{"type":"hook"}}` + "\n"
	const sidechain = `{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"tool_use"}]}}` + "\n"
	for text, want := range map[string]bool{
		asked + called + result + ended:   true,
		asked + ended + names:             true,
		asked + ended + sidechain:         true,
		asked + called + result + stopped: true,
		asked + called + result:           false,
		asked + called:                    false,
		asked + ended + called:            false,
		asked:                             false,
		asked + ended + `{"type":"user","promptId":"two"}`:             false,
		`{"type":"user","message":{"content":"go on"}}` + "\n" + ended: false, // an older client's
		"": false,
	} {
		path := filepath.Join(t.TempDir(), "t.jsonl")
		disk.Write(t, path, text)
		if got := lacks(path, "two"); got != want {
			t.Errorf("%v, want %v:\n%s", got, want, text)
		}
	}
}
