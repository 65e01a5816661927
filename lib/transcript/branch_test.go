package transcript

import (
	"fmt"
	"strings"
	"testing"
)

func TestOnlyTheLiveBranchCounts(t *testing.T) {
	sidechain := func(record string) string {
		return strings.Replace(record, `"isSidechain":false`, `"isSidechain":true`, 1)
	}
	for name, tc := range map[string]struct {
		lines []string
		want  string
	}{
		"a rewound branch is left out": {[]string{
			says("a", "", "start"), answers("b", "a", "ok"),
			says("dead", "b", "wrong way"), answers("dead2", "dead", "hm"),
			says("c", "b", "right way"),
		}, "start | right way"},
		"a sidechain is left out and is never the leaf": {[]string{
			says("a", "", "start"), sidechain(says("s", "a", "subagent")), sidechain(answers("s2", "s", "done")),
		}, "start"},
		"a parent that was filtered is stepped over": {[]string{
			says("a", "", "start"), answers("b", "gone", "ok"), says("c", "gone too", "next"),
		}, "start | next"},
		"a dead sibling below a missing parent is left out with its descendants": {[]string{
			says("a", "", "start"),
			says("dead", "gone", "wrong way"), answers("dead2", "dead", "hm"), says("dead3", "dead2", "worse"),
			says("c", "gone", "right way"), answers("d", "c", "ok"),
		}, "start | right way"},
		"a dead sibling below a missing parent is left out with what is stepped over to": {[]string{
			says("a", "", "start"), answers("b", "gone1", "ok"),
			says("dead", "gone2", "wrong way"), says("dead2", "dead", "worse"),
			says("c", "gone2", "right way"),
		}, "start | right way"},
		"a record that is its own parent ends nothing": {[]string{
			says("a", "", "start"), says("b", "b", "self"),
		}, "start | self"},
		"a circle ends": {[]string{
			says("a", "c", "one"), says("b", "a", "two"), says("c", "b", "three"),
		}, "one | two | three"},
		"of records with one uuid the nearest before the child counts": {[]string{
			says("a", "", "start"), says("b", "a", "copy"), says("b", "a", "copy"), says("c", "b", "next"),
		}, "start | copy | next"},
		"records without uuid are no part of the tree": {[]string{
			says("a", "", "start"), `{"type":"user","message":{"role":"user","content":"stray"}}`,
			`{"type":"last-prompt","lastPrompt":"stray"}`,
		}, "start"},
		"what was taken back by going back to the first prompt is left out": {[]string{
			placed(1, 1, says("a", "", "blue")), answers("b", "a", "blue it is"), placed(2, 2, says("b2", "b", "darker")),
			placed(1, 1, says("c", "b2", "green")), answers("d", "c", "green it is"), placed(2, 2, says("e", "d", "mix it")),
		}, "green | mix it"},
		"a prompt from outside the interactive client takes nothing back": {[]string{
			placed(1, 1, says("a", "", "one")), placed(2, 2, says("b", "a", "two")), placed(2, 3, says("c", "b", "three")),
			placed(0, 1, says("d", "c", "four")),
		}, "one | two | three | four"},
		"a root starts a new conversation": {[]string{
			says("a", "", "before clear"), says("b", "", "after clear"),
		}, "after clear"},
	} {
		t.Run(name, func(t *testing.T) {
			conv := readLines(t, tc.lines...)
			wantPrompts(t, conv, tc.want)
		})
	}
}

func TestAParentBehindTheCompactionEndsTheBranchAtTheSummary(t *testing.T) {
	conv := readLines(t,
		says("old", "", "old words"), boundary,
		with(says("sum", "boundary", "summary"), `"isCompactSummary":true`),
		answers("b", "old", "preserved"), says("c", "b", "next"))
	wantPrompts(t, conv, "next")
}

// The client writes each piece of a message as a record of its own: a chain of
// calls, with each result below its own call.
func TestParallelToolCallsAreAllLive(t *testing.T) {
	lines := []string{
		says("a", "", "start"),
		callsIn("m", "b", "a", "Write", `{"file_path":"/one"}`),
		callsIn("m", "c", "b", "Write", `{"file_path":"/two"}`),
		gives("r1", "b", "b", "ok", `{"type":"create","filePath":"/one"}`),
		gives("r2", "c", "c", "ok", `{"type":"create","filePath":"/two"}`),
	}
	for _, leaf := range []string{"r1", "r2"} {
		conv := readLines(t, append(lines[:len(lines):len(lines)], answers("z", leaf, "done"))...)
		wantFiles(t, conv, "/two /one")
	}
}

func TestAResultOfALiveCallIsLiveWhereverItHangs(t *testing.T) {
	lines := func(of string) []string {
		return []string{
			says("a", "", "start"), calls("b", "a", "Bash", `{"command":"make"}`),
			gives("r", "gone", of, "ok", `{"stdout":"","bashEditDiff":{"changedFiles":["/x"]}}`), answers("c", "b", "done"),
		}
	}
	wantFiles(t, readLines(t, lines("b")...), "/x")
	wantFiles(t, readLines(t, lines("elsewhere")...), "")
}

func TestACallWithoutIDVouchesForNoResult(t *testing.T) {
	conv := readLines(t,
		says("a", "", "start"),
		rec("assistant", "b", "a", `,"message":{"content":[{"type":"tool_use","name":"Write","input":{"file_path":"/w"}}]}`),
		rec("user", "dead", "gone", `,"message":{"content":[{"type":"tool_result","content":"ok"}]},"toolUseResult":{"filePath":"/dead","structuredPatch":[]}`),
		says("c", "b", "next"))
	wantFiles(t, conv, "")
	wantPrompts(t, conv, "start | next")
}

func TestWhatARewoundBranchDidIsLeftOut(t *testing.T) {
	conv := readLines(t,
		says("a", "", "start"),
		calls("dead", "a", "Write", `{"file_path":"/dead"}`),
		gives("dead2", "dead", "dead", "ok", `{"type":"create","filePath":"/dead"}`),
		calls("dead3", "dead2", "Bash", `{"command":"rm"}`), fails("dead4", "dead3", "dead3", "Exit code 1"),
		answers("dead5", "dead4", "dead words"),
		says("b", "a", "again"))
	wantPrompts(t, conv, "start | again")
	if len(conv.Files) != 0 || len(conv.Failures) != 0 || conv.UsedShell || conv.LastAnswer != "" {
		t.Errorf("got %+v", conv)
	}
}

// Every parent is missing, and siblings come in pairs: the work must not grow
// with the square of the records.
func TestManyMissingParentsTakeOnePass(t *testing.T) {
	var b strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&b, `{"uuid":"%d","parentUuid":"gone%d","type":"system"}`+"\n", i, i/2)
	}
	b.WriteString(says("z", "gone", "last"))
	wantPrompts(t, mustRead(t, saveBytes(t, []byte(b.String()))), "last")
}

func TestMillionsOfTinyLinesAreCut(t *testing.T) {
	line := `{"uuid":"a"}` + "\n"
	conv := mustRead(t, saveBytes(t, []byte(strings.Repeat(line, maxRecords+10))))
	if !conv.Cut {
		t.Error("the index has no bound")
	}
}

// placed adds where a prompt is in the conversation.
func placed(prompt, turn int, record string) string {
	return strings.TrimSuffix(record, "}") + fmt.Sprintf(`,"turnPosition":{"promptIndex":%d,"turnIndex":%d}}`, prompt, turn)
}
