package index

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"holdfast/lib/rank"
)

// TestManyAtOnceLoseAndDoubleNothing runs writers, queries that catch up, and rebuilds,
// all on one index.
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
			if i%32 == 0 {
				v, err := rebuilt(ctx, x, s, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if v.Unstored != nil {
					t.Error(v.Unstored)
				}
			}
			v, err := x.Open(ctx, s, now, nil)
			if err != nil {
				t.Error(err)
				return
			}
			if v.Unstored != nil {
				t.Error(v.Unstored)
			}
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
