package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"

	"holdfast/lib/rank"
)

// TestManyAtOnceLoseAndDoubleNothing runs writers that say what they wrote,
// queries that catch up, and rebuilds, all on one index.
func TestManyAtOnceLoseAndDoubleNothing(t *testing.T) {
	x, s := newIndex(t), three()
	check(t, x, s)
	const many = 64
	var done sync.WaitGroup
	for i := range many {
		done.Go(func() {
			rel := fmt.Sprintf("h/%d/%d.yaml", i%4, i)
			s.put(rel, fmt.Sprint("text ", i), old+int64(i))
			ctx := context.Background()
			if i%3 != 0 {
				patient(t, x.Distrust(ctx, rel))
			}
			if i%32 == 0 {
				v, err := x.Rebuild(ctx, s, now, nil)
				if err != nil {
					t.Error(err)
					return
				}
				patient(t, v.Unstored)
			}
			v, err := x.Open(ctx, s, now)
			if err != nil {
				t.Error(err)
				return
			}
			patient(t, v.Unstored)
			seen := map[string]string{}
			v.Rows(func(r Row) {
				if _, twice := seen[r.Path]; twice {
					t.Errorf("%s twice in one view", r.Path)
				}
				seen[r.Path] = string(r.Words)
			})
			if want := string(rank.Pack([]rank.Passage{{Text: fmt.Sprintf("text %d", i)}})); seen[rel] != want {
				t.Errorf("the text of %s is %q, want %q", rel, seen[rel], want)
			}
		})
	}
	done.Wait()
	stored(t, x, s)
}

// patient fails for every error but that the lock was not had in time, as may
// be on a slow disk: then a row is found by the next query.
func patient(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// TestTwoProcessesAtOnceLoseNothing starts this test again as other processes
// that say what they wrote.
func TestTwoProcessesAtOnceLoseNothing(t *testing.T) {
	const each = 50
	if dir := os.Getenv("INDEX_TEST_DIR"); dir != "" {
		for i := range each {
			path := fmt.Sprintf("h/%s-%d/1.yaml", os.Getenv("INDEX_TEST_NAME"), i)
			if err := (Index{Dir: dir}).Distrust(context.Background(), path); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	x, s := newIndex(t), newFake()
	for p := range 3 {
		for i := range each {
			s.put(fmt.Sprintf("h/%d-%d/1.yaml", p, i), "x", old)
		}
	}
	check(t, x, s)
	var done sync.WaitGroup
	for p := range 3 {
		done.Go(func() {
			c := exec.Command(os.Args[0], "-test.run=^TestTwoProcessesAtOnceLoseNothing$")
			c.Env = append(os.Environ(), "INDEX_TEST_DIR="+x.Dir, "INDEX_TEST_NAME="+strconv.Itoa(p), "GOCOVERDIR="+t.TempDir())
			if said, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, said)
			}
		})
	}
	done.Wait()
	if known := x.load().folders; len(known) > 0 {
		t.Errorf("still known: %+v", known)
	}
}
