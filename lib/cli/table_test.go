package cli

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"
)

// tabled prints a table of three columns on a terminal of a width, 0 for none.
func tabled(t *testing.T, width int, env map[string]string, rows ...[]any) []string {
	t.Helper()
	e, out, _ := testEnv(strings.NewReader(""), width > 0, "save")
	e.Getenv = func(name string) string { return env[name] }
	e.Size = func(any) (int, int) { return width, 0 }
	e.Zone = time.FixedZone("", 2*60*60)
	e.Now = func() time.Time { return time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC) }
	program(func(inv *Invocation) error {
		table := inv.Table("NAME 1 6", "STATE 3", "GOAL 2 8")
		for _, r := range rows {
			table.Row(r...)
		}
		table.Print(0, "")
		return nil
	}).Main(e)
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestATableFitsEveryTerminal(t *testing.T) {
	plain := map[string]string{"NO_COLOR": "1"}
	rows := [][]any{
		{"auth", Cell{Text: "done", Style: Good}, "add the login page to the shop"},
		{"漢字のなまえ", 3, "emoji 👩‍💻👩‍💻👩‍💻👩‍💻 and é́ are as wide as drawn"},
		{"", "", "a\nforged\x1b[31m line"},
	}
	for width := 1; width <= 120; width++ {
		lines := tabled(t, width, plain, rows...)
		if len(lines) != len(rows)+1 {
			t.Fatalf("%d columns: %d lines", width, len(lines))
		}
		for _, l := range lines {
			if n := uniseg.StringWidth(l); n > width {
				t.Errorf("%d columns: %q takes %d", width, l, n)
			}
		}
	}
	wide := tabled(t, 80, plain, rows...)
	if wide[0] != "NAME          STATE  GOAL" || wide[1] != "auth          done   add the login page to the shop" || wide[3] != `-             -      a\nforged\x1b[31m line` {
		t.Errorf("%q", wide)
	}
	narrow := tabled(t, 24, plain, rows...)
	if narrow[0] != "NAME          GOAL" || narrow[1] != "auth          add the l…" {
		t.Errorf("%q", narrow)
	}
}

func TestATableIsCutOnATerminalAlone(t *testing.T) {
	long := strings.Repeat("long ", 100)
	if lines := tabled(t, 0, nil, []any{"a", "b", long}); !strings.HasSuffix(lines[1], long) {
		t.Errorf("%q", lines)
	}
	if lines := tabled(t, 40, map[string]string{"TERM": "xterm"}, []any{"a", Cell{Text: "b", Style: Bad}, "c"}); !strings.Contains(lines[1], "\x1b[31mb\x1b[0m") {
		t.Errorf("%q", lines)
	}
	for _, env := range []map[string]string{{"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}, {}} {
		if lines := tabled(t, 40, env, []any{"a", Cell{Text: "b", Style: Bad}, "c"}); runtime.GOOS != "windows" && strings.Contains(strings.Join(lines, ""), "\x1b") {
			t.Errorf("%v: %q", env, lines)
		}
	}
}

func TestTimesAreLocalOnATerminalAndUTCElsewhere(t *testing.T) {
	at := time.Date(2026, 3, 1, 23, 30, 0, 0, time.UTC)
	for width, want := range map[int]string{0: "2026-03-01 23:30", 80: "2026-03-02 01:30 +0200"} {
		if lines := tabled(t, width, nil, []any{at, time.Time{}, ""}); !strings.HasPrefix(lines[1], want+"  -") {
			t.Errorf("%d: %q", width, lines[1])
		}
	}
}

func TestATimeThatDoesNotFitIsBrief(t *testing.T) {
	for _, tt := range []struct {
		year int
		want string
	}{{2026, "03-02 01:30"}, {2025, "2025-03-02"}} {
		e, out, _ := testEnv(strings.NewReader(""), true, "save")
		e.Size = func(any) (int, int) { return 20, 0 }
		e.Zone = time.FixedZone("", 2*60*60)
		e.Now = func() time.Time { return time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC) }
		program(func(inv *Invocation) error {
			table := inv.Table("ID", "SAVED 1 11")
			table.Row("a", time.Date(tt.year, 3, 1, 23, 30, 0, 0, time.UTC))
			table.Print(0, "")
			return nil
		}).Main(e)
		if !strings.HasSuffix(out.String(), "\na   "+tt.want+"\n") {
			t.Errorf("%d: %q", tt.year, out)
		}
	}
}

func TestWhatAColumnLeavesGoesToTheOthers(t *testing.T) {
	widths := []int{10, 20, 60}
	fit(widths, []column{{}, {give: 1}, {give: 2, least: 20}}, 50)
	if fmt.Sprint(widths) != "[10 -1 38]" {
		t.Errorf("%v", widths)
	}
}

func TestTheTerminalsWidthIsItsOwnElseCOLUMNSElse80(t *testing.T) {
	for _, tt := range []struct {
		own     int
		columns string
		want    int
	}{{120, "40", 120}, {0, "40", 40}, {0, "", 80}, {0, "none", 80}, {0, "-1", 80}} {
		inv := Invocation{Env: Env{Size: func(any) (int, int) { return tt.own, 0 }, Getenv: func(string) string { return tt.columns }}}
		if got := inv.columns(nil); got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
	}
}

func TestMostIs20OnATerminalAndAllElsewhere(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		for given, want := range map[string]string{"": map[bool]string{true: "20", false: "0"}[terminal], "-n 0": "0", "-n 7": "7"} {
			env, out, _ := testEnv(strings.NewReader(""), terminal, append([]string{"save"}, strings.Fields(given)...)...)
			programOf("[-n N]", func(inv *Invocation) error {
				inv.Printf("%d\n", inv.Listed())
				inv.More(0)
				inv.More(3)
				return nil
			}).Main(env)
			if terminal {
				want += "\n3 more; -n 0 shows all"
			}
			if out.String() != want+"\n" {
				t.Errorf("%t: %q", terminal, out)
			}
		}
	}
}

func TestPrintedValuesCannotDrawOrForgeLines(t *testing.T) {
	env, out, _ := testEnv(strings.NewReader(""), false, "save")
	type named string
	program(func(inv *Invocation) error {
		inv.Printf("%s|%v|%s|%d|%v|%q\n", "a\r+b\nc", fmt.Errorf("x\ny\x1b[2J"), named("\x07"), 3, []string{"\u202e"}, "é")
		inv.PrintText("1\r\n2\rx\x1b\n")
		return nil
	}).Main(env)
	if want := `a\r+b\nc|x y\x1b[2J|\a|3|[\u202e]|"é"` + "\n1\r\n" + `2\rx\x1b` + "\n"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
}
