//go:build page

// Package page opens the timeline in a real headless Chromium: it must draw
// without an error and without a request, answer search, mouse and keyboard,
// fit narrow and wide windows in both colour schemes, and run nothing that
// is in the data.
package page

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdfast/lib/history"
	"holdfast/testscripts/disk"
)

const now = 1795300000

// hostile are texts that must be shown and do nothing.
var hostile = []string{
	`<img src=x onerror="window.attacked=1">`, `</script><script>window.attacked=2</script>`, `javascript:window.attacked=3`,
	`<!--<script>`, `"><svg onload=window.attacked=4>`, "${window.attacked=5}",
}

// project is a page of n lines, of which the last is hostile.
func project(n int) history.Page {
	p := history.Page{Project: "shop-api", Version: "test", Made: now, Sessions: n, Commits: []history.Commit{{At: now - 5000, ID: "abc1234", Subject: hostile[0]}}}
	goals := []string{"Add a rate limiter", "Move sessions to Redis", "Fix the flaky upload test", "Split the billing worker"}
	states := []string{"open", "merged", "session", "undone", "foreign"}
	for i := range n {
		at := int64(now - 3600*(i+1))
		p.Lanes = append(p.Lanes, history.Lane{
			Name: fmt.Sprintf("line-%d", i), Kind: "line", State: states[i%len(states)], Goal: goals[i%len(goals)],
			Now: "the sliding window works", Lists: map[string][]string{"Next": {"add the fallback"}, "Rules": {"never use float64 for money"}},
			Files: []string{"limit.go"}, Prompts: []string{"use a sliding window"}, Commands: []string{fmt.Sprintf("/recover line-%d", i)},
			Sittings: []history.Sitting{{ID: "s", From: at - 1800, To: at, Prompts: 3}},
			Events:   []history.Event{{At: at - 900, Kind: "compaction", Label: "compaction"}, {At: at, Kind: "checkpoint", Label: "checkpoint"}},
		})
	}
	p.Lanes[0].Events, p.Lanes[0].Sittings = nil, []history.Sitting{{ID: "s", From: now - 5400, To: now - 3600, Prompts: 3}}
	last := &p.Lanes[n-1]
	last.Goal, last.Now, last.Name = strings.Join(hostile, " "), hostile[1], hostile[0]
	last.Lists["Next"], last.Files, last.Commands = hostile, hostile, hostile
	last.Events[0].Label = hostile[4]
	return p
}

// A browser is one open page, and what it did by itself.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	errors   []string
	requests []string
}

func open(t *testing.T, p history.Page) *browser {
	t.Helper()
	html := p.Render()
	if len(html) > 3<<20 {
		t.Errorf("the page has %d bytes", len(html))
	}
	path := filepath.Join(t.TempDir(), "timeline.html")
	disk.Write(t, path, html)
	profile, err := os.MkdirTemp("", "holdfast-page-")
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	tab, closeTab := chromedp.NewContext(alloc)
	ctx, cancel := context.WithTimeout(tab, time.Minute)
	t.Cleanup(func() {
		cancel()
		closeTab()
		stop()
		if c := chromedp.FromContext(tab); c.Allocator != nil {
			c.Allocator.Wait()
		}
		// Its last processes may still write there: what is left is the system's.
		_ = os.RemoveAll(profile)
	})
	b := &browser{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.errors = append(b.errors, e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
				b.errors = append(b.errors, e.Entry.Text)
			}
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, "file://"+path) {
				b.requests = append(b.requests, e.Request.URL)
			}
		}
	})
	b.run(network.Enable(), log.Enable(), runtime.Enable(), chromedp.EmulateViewport(1400, 900), chromedp.Navigate("file://"+path), chromedp.WaitReady(".lane", chromedp.ByQuery))
	return b
}

func (b *browser) run(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// value evaluates a script.
func value[T any](b *browser, script string) T {
	b.t.Helper()
	var v T
	b.run(chromedp.Evaluate(script, &v))
	return v
}

// want checks what a script gives.
func want[T comparable](b *browser, script string, expected T) {
	b.t.Helper()
	if got := value[T](b, script); got != expected {
		b.t.Errorf("%s is %v, want %v", script, got, expected)
	}
}

// shot keeps a picture where PAGE_PICTURES names a folder.
func (b *browser) shot(name string) {
	dir := os.Getenv("PAGE_PICTURES")
	if dir == "" {
		return
	}
	var png []byte
	b.run(chromedp.CaptureScreenshot(&png))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.t.Error(err)
	}
}

// quiet asserts that the page asked for nothing and reported nothing.
func (b *browser) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.errors)+len(b.requests) > 0 {
		b.t.Errorf("errors %q, requests %q", b.errors, b.requests)
	}
}

const options = `document.querySelector('.lane')?.getAttribute('aria-setsize') ?? '0'`

func TestOneSessionIsReadable(t *testing.T) {
	p := project(2)
	p.Lanes = p.Lanes[:1]
	b := open(t, p)
	want(b, options, "2") // the line and the commits
	want(b, `document.querySelector('#detail h2').textContent`, "Add a rate limiter")
	b.shot("one")
	b.quiet()
}

func TestAnEmptyProjectSaysSo(t *testing.T) {
	html := history.Page{Project: "empty", Made: now, Lanes: []history.Lane{}, Commits: []history.Commit{}}.Render()
	if !strings.Contains(string(html), "empty") {
		t.Error("the page does not name its project")
	}
}

func TestSearchMouseAndKeyboard(t *testing.T) {
	b := open(t, project(40))
	want(b, options, "41")
	// Search narrows, and says so where nothing is left.
	b.run(chromedp.KeyEvent("/"))
	want(b, `document.activeElement.id`, "search")
	// A made-up key press also types its character, whatever the page says.
	b.run(chromedp.Evaluate(`document.querySelector('#search').value = ''`, nil), chromedp.SendKeys("#search", "billing", chromedp.ByQuery))
	want(b, options, "9")
	b.run(chromedp.SendKeys("#search", " xyzzy", chromedp.ByQuery))
	want(b, `document.querySelector('#empty').hidden`, false)
	b.run(chromedp.SendKeys("#search", kb.Escape, chromedp.ByQuery))
	want(b, options, "41")
	// A click shows the state and the command that continues it.
	b.run(chromedp.Click(".lane:nth-child(3)", chromedp.ByQuery))
	want(b, `document.querySelector('#detail h2').textContent`, "Move sessions to Redis")
	want(b, `document.querySelector('#detail code').textContent`, "/recover line-1")
	want(b, `document.querySelector('#detail').innerText.includes('never use float64 for money')`, true)
	// The keyboard reaches everything.
	b.run(chromedp.SendKeys("#lanes", kb.Home, chromedp.ByQuery), chromedp.SendKeys("#lanes", kb.ArrowDown, chromedp.ByQuery))
	want(b, `document.querySelector('#lanes').getAttribute('aria-activedescendant')`, "lane-1")
	want(b, `document.querySelector('#detail h2').textContent`, "Add a rate limiter")
	b.run(chromedp.SendKeys("#lanes", kb.End, chromedp.ByQuery))
	want(b, `document.querySelector('#lanes').getAttribute('aria-activedescendant')`, "lane-40")
	b.run(chromedp.SendKeys("#lanes", kb.Enter, chromedp.ByQuery))
	want(b, `document.activeElement.id`, "detail")
	want(b, `[...document.querySelectorAll('button, input, #lanes')].every((e) => e.tabIndex === 0)`, true)
	// Filters take away what they name.
	b.run(chromedp.Click(`#filters .compaction`, chromedp.ByQuery))
	want(b, `document.querySelectorAll('.dot.compaction').length`, 0)
	want(b, `document.querySelector('#filters .compaction').getAttribute('aria-pressed')`, "false")
	b.quiet()
}

func TestFinishedLinesAreShownAsSuch(t *testing.T) {
	p := project(5)
	p.Lanes[3].Events = append(p.Lanes[3].Events, history.Event{At: now - 600, Kind: "rollback", Label: "rollback"})
	b := open(t, p)
	want(b, `document.querySelectorAll('.lane.finished').length`, 1)
	want(b, `document.querySelectorAll('.lane.undone .dot.rollback').length`, 1)
	want(b, `document.querySelector('#summary').textContent.includes('1 finished line')`, true)
	b.run(chromedp.Click(".lane.finished", chromedp.ByQuery))
	want(b, `document.querySelector('#detail .badge').textContent`, "finished: merged")
	want(b, `document.querySelector('#detail h3').textContent`, "Look at it")
	b.quiet()
}

func TestHostileTextDoesNothing(t *testing.T) {
	b := open(t, project(3))
	b.run(chromedp.SendKeys("#lanes", kb.End, chromedp.ByQuery))
	for _, text := range hostile {
		want(b, fmt.Sprintf(`document.querySelector('#detail').textContent.includes(%q)`, text), true)
	}
	want(b, `typeof window.attacked`, "undefined")
	want(b, `document.querySelectorAll('img, iframe, a, #detail script, #detail svg').length`, 0)
	b.quiet()
	// The policy itself holds, also for what would get in.
	want(b, `(() => { const s = document.createElement('script'); s.textContent = 'window.attacked = 9'; document.body.append(s); return typeof window.attacked; })()`, "undefined")
}

func TestItFitsWindowsAndColourSchemes(t *testing.T) {
	b := open(t, project(40))
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{400, 1600} {
			b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}), chromedp.EmulateViewport(width, 900))
			want(b, `document.documentElement.scrollWidth <= window.innerWidth`, true)
			want(b, `[...document.querySelectorAll('header, .lane, aside')].every((e) => e.getBoundingClientRect().right <= window.innerWidth + 1)`, true)
			b.shot(fmt.Sprintf("%s-%d", scheme, width))
		}
		dark := value[string](b, `getComputedStyle(document.body).backgroundColor`) == "rgb(15, 21, 19)"
		if dark != (scheme == "dark") {
			t.Errorf("%s: the ground is dark %t", scheme, dark)
		}
	}
	b.quiet()
}

func TestTwoThousandSessionsStayQuick(t *testing.T) {
	b := open(t, project(2000))
	want(b, options, "680") // of the last month
	b.run(chromedp.KeyEvent("0"))
	want(b, options, "2001")
	want(b, `document.querySelectorAll('.lane').length < 100`, true) // only rows in sight are drawn
	t.Logf("loaded in %.0f ms", value[float64](b, `performance.getEntriesByType('navigation')[0].loadEventEnd`))
	b.run(chromedp.SendKeys("#search", "redis", chromedp.ByQuery))
	want(b, options, "500")
	b.shot("many")
	b.quiet()
}
