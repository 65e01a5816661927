package testscripts

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"holdfast/testscripts/disk"
)

// costsName is the variable with the file in which a siege notes what each
// program took.
const costsName = "HOLDFAST_COSTS"

// hookSuffix marks the calls of a hook; where git is made to wait, which has a time of
// its own, gitSuffix does.
const hookSuffix, gitSuffix = " (hook)", " (hook, git waits)"

// What a command may take, and a hook over foreign files; memory in KiB.
const (
	mostTime, mostHook = 5 * time.Second, time.Second
	mostMemory         = 500 << 10
)

// noteCost notes what one call took, where that is asked for.
func noteCost(args []string, gitWaits bool, took time.Duration, state *os.ProcessState) error {
	path := os.Getenv(costsName)
	if path == "" {
		return nil
	}
	verb := args[0]
	for _, a := range args[1:] {
		if strings.HasPrefix(a, "-") || strings.ContainsAny(a, "/. ") || len(verb) > 20 {
			break
		}
		verb += " " + a
		if len(args) < 3 || args[1] != "run" && args[1] != "epic" && args[1] != "design" {
			break
		}
	}
	switch {
	case len(args) == 1 && gitWaits:
		verb += gitSuffix
	case len(args) == 1:
		verb += hookSuffix
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintf(f, "%s\t%d\t%d\n", verb, took.Milliseconds(), peak(state))
	return err
}

// The worst hostile input of each verb stays within 5 s and 500 MB, that of a hook
// within 1 s. It is measured by make costs alone: on a machine with other work the
// time says little.
func TestHostileInputCostsLittle(t *testing.T) {
	if os.Getenv("COSTS") == "" {
		t.Skip("make costs measures it")
	}
	path := filepath.Join(t.TempDir(), "costs")
	t.Setenv(costsName, path)
	sieges := besieged(t)
	t.Run("siege", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Files: sieges, RequireExplicitExec: true, RequireUniqueNames: true, Setup: setup, Condition: condition, Cmds: commands(t.TempDir()),
		})
	})
	noted := disk.Read(t, path)
	type cost struct{ calls, ms, kib int }
	worst := map[string]cost{}
	for line := range strings.Lines(string(noted)) {
		var ms, kib int
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if _, err := fmt.Sscanf(rest, "%d\t%d", &ms, &kib); err != nil {
			t.Fatal(err)
		}
		w := worst[verb]
		worst[verb] = cost{w.calls + 1, max(w.ms, ms), max(w.kib, kib)}
	}
	if worst["handoff-index rebuild"].calls == 0 {
		t.Error("the repositories of hostile-repository.txt were not besieged")
	}
	fmt.Printf("%-32s %6s %8s %9s\n", "worst hostile input", "calls", "ms", "MB")
	verbs := slices.SortedFunc(maps.Keys(worst), func(a, b string) int {
		return cmp.Or(worst[b].ms-worst[a].ms, strings.Compare(a, b))
	})
	for _, verb := range verbs {
		w := worst[verb]
		fmt.Printf("%-32s %6d %8d %9.1f\n", verb, w.calls, w.ms, float64(w.kib)/1024)
		most := int(mostTime.Milliseconds())
		if strings.HasSuffix(verb, hookSuffix) {
			most = int(mostHook.Milliseconds())
		}
		if w.ms > most || w.kib > mostMemory {
			t.Errorf("%s takes %d ms and %d KiB, at most %d and %d", verb, w.ms, w.kib, most, mostMemory)
		}
	}
}

// besieged are the scripts that besiege a hostile repository.
func besieged(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("scripts/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(path string) bool {
		text, err := os.ReadFile(path)
		return err != nil || !strings.Contains(string(text), "\nbesiege ")
	})
}
