package prompt

import (
	"testing"

	"holdfast/lib/each"
)

// What a step that is to run something was to give ends it, told in whatever words, in another line too.
func TestWhatARunGaveEndsTheStep(t *testing.T) {
	const baseline = "later: rerun the baseline on deduped val so numbers are comparable"
	for _, c := range []struct {
		step, asked, answer, commit string
		want                        bool
	}{
		{baseline, "now the thing from yesterday, baseline on deduped val", "Baseline on deduped val, seeds 13 42 77: 0.7798.", "runs: baseline on deduped val", true},
		{baseline, "go", "baseline rerun on deduped val: 0.7798", "", true},
		{baseline, "go", "", "baseline rerun on deduped val: 0.7798", true},
		{baseline, "go", "I ran the baseline again on the deduped val: 0.7798.", "", true},
		{baseline, "go", "The baseline on deduped val is 0.7798 now.", "", true},
		{baseline, "go", "", "runs: baseline on the deduped val (0.7798)", true},
		{"later: measure the p99 with 4 cores", "p99 with 4 cores please", "p99 with 4 cores: 14.8 ms.", "", true},
		{"later: benchmark the parser on the big file", "go", "The parser takes 3.2 s on the big file.", "", true},
		{"später: die messung mit 4 kernen nochmal machen", "go", "Messung mit 4 Kernen: 14,8 ms.", "", true},
		{"plus tard: relancer le bench sur le gros fichier", "go", "Bench sur le gros fichier : 3,2 s.", "", true},
		{"later: try dropout 0.2", "dropout 0.2 now", "Dropout 0.2 gives 0.7812.", "", true},
		{"luego: medir la latencia con 4 núcleos", "go", "Latencia con 4 núcleos: 14,8 ms.", "", true},
		{"later: retrain with seed 77", "seed 77 now", "Retrained with seed 77, 0.4230.", "", true},
		{"later: eval on the november split", "go", "On the november split the eval gives 0.41.", "", true},
		{"потом: перезапустить бенчмарк на большом файле", "go", "Бенчмарк на большом файле: 3,2 с.", "", true},
		// near misses
		{baseline, "go", "The baseline on the old val was 0.7812.", "", false},
		{baseline, "what was the baseline?", "The baseline on val is 0.7812.", "", false},
		{baseline, "go", "The baseline is not rerun on the deduped val yet.", "", false},
		{baseline, "go", "To rerun the baseline on deduped val takes 40 minutes.", "", false},
		{baseline, "go", "The baseline on deduped val would take 40 minutes.", "", false},
		{baseline, "go", "The config of the baseline on deduped val is configs/base.json.", "", false},
		{baseline, "go", "Dedup is done: 0.7812 with 3 seeds.", "features: dedup clicks", false},
		{baseline, "go", "The rerun of the baseline on deduped val failed at step 900.", "", false},
		{baseline, "go", "Started the baseline on deduped val, 11 hours.", "", false},
		{"later: measure the p99 with 4 cores", "go", "p99 with 1 core: 14.8 ms.", "", false},
		{"later: rename the flag --seed 3", "go", "The flag --seed 3 gives 0.41.", "", false},
		{"later: document the 4 cores limit", "go", "The 4 cores limit is 12 ms.", "", false},
		{"later: fix the test with 3 rows", "go", "The test with 3 rows fails: 2 of 3.", "", false},
		{"later: benchmark the parser on the big file", "go", "The parser is 120 lines, the big file 3 GB.", "", false},
		{"later: run the migration on staging", "go", "The migration on staging touches 3 tables.", "", false},
		{"later: try the new icons in the header", "go", "The new icons in the header are 24 pixels.", "", false},
		{"later: run the migration on staging", "where is it?", "The migration on staging is in 0042.sql, v1.2 of it.", "", false},
		{"later: compare the two parsers", "which are they?", "The two parsers are `a` and `b`, 1.2 and 3.4 MB.", "", false},
		{"later: add the totals row", "go", "The totals row: 12 columns.", "", false},
	} {
		turn, step := TurnOf(c.asked, []string{c.answer}, each.If([]string{c.commit}, func(s string) (string, bool) { return s, s != "" })), StepOf(c.step)
		for _, turn.Changes = range []bool{false, true} {
			if done, elsewhere := turn.Done(step), turn.Certain(step); done != c.want || elsewhere != c.want {
				t.Errorf("%q, %q, %q end %q: %v, of another line %v", c.asked, c.answer, c.commit, c.step, done, elsewhere)
			}
		}
	}
}
