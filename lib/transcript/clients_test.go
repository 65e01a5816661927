package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"holdfast/lib/platform"
	"holdfast/testscripts/disk"
)

// sessions makes a configuration folder and returns a transcript's path in it
// and the function that writes a client's file.
func sessions(t *testing.T) (transcript string, put func(name, text string)) {
	t.Helper()
	config := t.TempDir()
	disk.Folder(t, filepath.Join(config, "sessions"))
	return filepath.Join(config, "projects", "-app", "s.jsonl"), func(name, text string) {
		disk.Write(t, filepath.Join(config, "sessions", name), text)
	}
}

func TestASessionIsOpenWhileItsProcessLives(t *testing.T) {
	me := os.Getpid()
	start, alive := platform.ProcessStart(me)
	if !alive {
		t.Fatal("this process is not alive")
	}
	const gone = 1 << 30 // above every system's bound
	transcript, put := sessions(t)
	name := fmt.Sprintf("%d.json", me)
	for text, want := range map[string]bool{
		fmt.Sprintf(`{"pid":%d,"sessionId":"s","procStart":%q}`, me, start):     true,
		fmt.Sprintf(`{"pid":%d,"sessionId":"s"}`, me):                           true,
		`{"sessionId":"s","procStart":null,"more":[{}]}`:                        true,
		fmt.Sprintf(`{"pid":%d,"sessionId":"s","procStart":"1"}`, me):           start == "",
		fmt.Sprintf(`{"pid":%d,"sessionId":"s","procStart":17}`, me):            start == "",
		fmt.Sprintf(`{"pid":%d,"sessionId":"other","procStart":%q}`, me, start): false,
		fmt.Sprintf(`{"pid":%d,"sessionId":"s","procStart":%q}`, gone, start):   false,
		"": false, "[]": false, "{": false, `{"sessionId":7}`: false, `"s"`: false,
	} {
		put(name, text)
		c := ClientsBeside(transcript)
		if !c.Known || c.Open("s") != want || slices.Contains(c.Elsewhere(), "s") != want || c.Open("") {
			t.Errorf("%s: known %t, open %t, want %t", text, c.Known, c.Open("s"), want)
		}
	}
	put(name, "{}")
	put(fmt.Sprintf("%d.json", gone), `{"sessionId":"s"}`)
	put("0.json", `{"sessionId":"s"}`)
	put("-1.json", `{"sessionId":"s"}`)
	put("notes.txt", `{"sessionId":"s"}`)
	if c := ClientsBeside(transcript); c.Open("s") {
		t.Error("open although no process of that number lives")
	}
}

func TestTheClientThatRunsUsIsNotElsewhere(t *testing.T) {
	transcript, put := sessions(t)
	parent := os.Getppid()
	put(fmt.Sprintf("%d.json", parent), fmt.Sprintf(`{"pid":%d,"sessionId":"s"}`, parent))
	if c := ClientsBeside(transcript); !c.Open("s") || slices.Contains(c.Elsewhere(), "s") {
		t.Errorf("open %t, elsewhere %t", c.Open("s"), slices.Contains(c.Elsewhere(), "s"))
	}
}

func TestWithoutTheFolderNothingIsKnown(t *testing.T) {
	for _, transcript := range []string{"", "relative.jsonl", filepath.Join(t.TempDir(), "projects", "-app", "s.jsonl")} {
		if c := ClientsBeside(transcript); c.Known || c.Open("s") || slices.Contains(c.Elsewhere(), "s") {
			t.Errorf("%q: something is known", transcript)
		}
	}
	transcript, _ := sessions(t)
	if c := ClientsBeside(transcript); !c.Known || c.Open("s") {
		t.Error("an empty folder says that nothing is open")
	}
}
