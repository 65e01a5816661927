package main

import (
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	inFolder = regexp.MustCompile("((?:[^\\s,:;\"'`]+/)+): ([^\\n;]+)")
	words    = regexp.MustCompile(`[\s,;]+`)
	empty    = regexp.MustCompile(`(?i)^(ok(ay)?|yes|yeah|no|q|hi|hello|commit|push|continue|go|lgtm|thanks|nice|great|perfect|sure|done|good|let'?s go|please|can you|could you|do you)\b`)
)

// pathsTold are the paths and names in a brief, "dir/: a, b" taken apart.
func pathsTold(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		for _, m := range inFolder.FindAllStringSubmatch(line, -1) {
			for name := range strings.SplitSeq(m[2], ",") {
				out[m[1]+strings.TrimRight(strings.TrimSpace(name), "…")] = true
			}
		}
		for _, w := range words.Split(line, -1) {
			if strings.ContainsAny(w, "./") {
				out[strings.Trim(w, ".,:;()\"'`…")] = true
			}
		}
	}
	return out
}

// named says which of the known files a text names.
func named(text string, known map[string]int) map[string]bool {
	base, got := map[string][]string{}, map[string]bool{}
	for f := range known {
		base[path.Base(f)] = append(base[path.Base(f)], f)
	}
	for t := range pathsTold(text) {
		_, is := known[t]
		switch {
		case is:
			got[t] = true
		case strings.Contains(t, "/"):
			for _, f := range base[path.Base(t)] {
				if strings.HasSuffix(f, "/"+t) || strings.HasSuffix(t, "/"+f) {
					got[f] = true
				}
			}
		case len(base[t]) == 1:
			got[base[t][0]] = true
		}
	}
	return got
}

// nameless reports whether a goal names nothing.
func nameless(goal string) bool {
	goal = squeeze(goal)
	return len(strings.Fields(goal)) <= 2 || len([]rune(goal)) < 60 && empty.MatchString(goal)
}

// printDays prints one row of figures over sessions.
func printDays(out io.Writer, name string, days []day) {
	var need, hit, names, recent, left, kept, lines, rows, right, rightly, free, idle, goals, noise int
	var chars []int
	for _, d := range days {
		need, hit, names, recent = need+d.need, hit+d.hit, names+d.names, recent+d.told
		left, kept, lines, rows = left+d.left, kept+d.kept, lines+d.lines, rows+d.rows
		right, rightly = right+one(d.right), rightly+one(d.rightly)
		if d.need == 0 {
			free, idle = free+1, idle+one(d.idle)
		}
		chars = append(chars, d.chars)
	}
	last := map[string]string{}
	for _, d := range days {
		for line, goal := range d.goals {
			last[d.project+" "+line] = goal
		}
	}
	for _, goal := range last {
		goals, noise = goals+1, noise+one(nameless(goal))
	}
	slices.Sort(chars)
	share := func(n, of int) float64 { return float64(n) / float64(max(1, of)) }
	fmt.Fprintf(out, "%-28s sessions %d need %.2f recent %.2f names %.1f kept %.2f right %.2f chars %d most %d lines %.1f rows %.1f goals %.2f idle %.2f\n", name,
		len(days), share(hit, need), share(recent, need), share(names, len(days)), share(kept, left), share(rightly, right), chars[len(chars)/2], chars[len(chars)-1],
		share(lines, len(days)), share(rows, len(days)), share(noise, goals), share(idle, free))
}
