//go:build page

package testscripts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/rogpeppe/go-internal/testscript"

	"holdfast/testscripts/pictures"
)

// picturesName is the variable with the folder that pictures are written to;
// where it is not set, those of the checkout are held against what the programs
// show now.
const picturesName = "PICTURES"

// recordingKey is the key of a script's recording among its values.
type recordingKey struct{}

// TestPictures makes the pictures of the README from a script.
func TestPictures(t *testing.T) {
	more := commands(t.TempDir())
	more["recorded-terminal"], more["recording"] = recordTerminal, writeRecording
	more["photograph"], more["dated"] = photograph, dated
	testscript.Run(t, testscript.Params{
		Dir: "pictures", RequireExplicitExec: true, Condition: condition, Cmds: more,
		Setup: func(env *testscript.Env) error {
			env.Values[recordingKey{}] = &pictures.Recording{}
			return setup(env)
		},
	})
}

// dated TIME SUBJECT makes an empty commit of that time.
func dated(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: dated TIME SUBJECT")
	}
	ts.Setenv("GIT_AUTHOR_DATE", args[0])
	ts.Setenv("GIT_COMMITTER_DATE", args[0])
	ts.Check(ts.Exec("git", "commit", "-q", "--allow-empty", "-m", args[1]))
}

// recordTerminal runs a program in a terminal of 90 columns and adds the command
// and what it shows to the recording.
func recordTerminal(ts *testscript.TestScript, neg bool, args []string) {
	terminal(ts, neg, append([]string{fmt.Sprint(pictures.Columns)}, args...))
	r := ts.Value(recordingKey{}).(*pictures.Recording)
	r.Add(strings.Join(args, " "), ts.ReadFile("screen"))
	ts.Check(os.Remove(ts.MkAbs("screen")))
}

// changing is what differs between two recordings of one truth.
var changing = regexp.MustCompile(`[0-9a-f]{12}|[0-9]+`)

// writeRecording writes the recording to the folder of pictures, or compares it
// with the one there.
func writeRecording(ts *testscript.TestScript, neg bool, args []string) {
	svg := ts.Value(recordingKey{}).(*pictures.Recording).SVG()
	if dir := os.Getenv(picturesName); dir != "" {
		ts.Check(os.WriteFile(filepath.Join(dir, args[0]), svg, 0o644))
		return
	}
	was, err := os.ReadFile(filepath.Join("..", "docs", "pictures", args[0]))
	ts.Check(err)
	plain := func(b []byte) string { return changing.ReplaceAllString(string(b), "0") }
	if plain(was) != plain(svg) {
		ts.Fatalf("docs/pictures/%s is not what the programs show now: make pictures", args[0])
	}
}

// photograph PAGE NAME takes NAME-light.png and NAME-dark.png of a page.
func photograph(ts *testscript.TestScript, neg bool, args []string) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.UserDataDir(ts.MkAbs("browser")))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, scheme := range []string{"light", "dark"} {
		var png []byte
		ts.Check(chromedp.Run(ctx,
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
			chromedp.EmulateViewport(1200, 620, chromedp.EmulateScale(1.5)),
			chromedp.Navigate("file://"+ts.MkAbs(args[0])), chromedp.WaitReady(".lane", chromedp.ByQuery),
			chromedp.CaptureScreenshot(&png)))
		if dir := os.Getenv(picturesName); dir != "" {
			ts.Check(os.WriteFile(filepath.Join(dir, args[1]+"-"+scheme+".png"), png, 0o644))
		}
	}
}
