package line

import (
	"fmt"
	"strings"
	"testing"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
)

func TestWhatIsUsedAgainIsKeptByItsKindInItsLastForm(t *testing.T) {
	first := made("auto", at(1), "a", `goal: g
now: n
commands: [{command: ssh root@host uptime, times: 4, when: "2026-11-19T10:00:00Z"}, {command: gh pr view 7, times: 2}]
read: [docs/api.md, lib/a.go]
sittings: [{date: "2026-11-19T10:00:00Z", title: the first, session_id: a}]
metadata: {team: crew, pull_request: "7"}
`)
	second := made("auto", at(2), "b", `goal: g
now: n
commands: [{command: ssh root@host uptime -p, times: 1, when: "2026-11-20T10:00:00Z", failed: true}]
read: [lib/b.go]
sittings: [{date: "2026-11-20T10:00:00Z", title: the second, files: [lib/a.go], commits: [add it], session_id: b}]
metadata: {files_changed: [lib/a.go]}
`)
	again := made("auto", at(3), "b", `goal: g
now: n
sittings: [{date: "2026-11-20T11:00:00Z", title: the second goes on, session_id: b}]
`)
	s := Fold([]artifact.Artifact{again, first, second}, now)
	want(t, "read", strings.Join(s.Read, "|"), "lib/b.go|docs/api.md")
	want(t, "team", s.Team+" "+s.PullRequest, "crew 7")
	if len(s.Commands) != 2 || s.Commands[0].Command != "ssh root@host uptime -p" || s.Commands[0].Times != 4 || !s.Commands[0].Failed {
		t.Errorf("commands are %+v", s.Commands)
	}
	if len(s.LastSittings) != 2 || s.LastSittings[1].Title != "the second goes on" {
		t.Errorf("sittings are %+v", s.LastSittings)
	}
}

func TestPromptsAreKeptWholeAsFarAsThereIsRoom(t *testing.T) {
	var all []artifact.Artifact
	for i := range 30 {
		words := fmt.Sprintf("prompt %02d %s", i, strings.Repeat("x", 3900))
		all = append(all, made("auto", at(i), "a", "goal: g\nnow: n\nmetadata: {prompts: ["+words+"]}\n"))
	}
	s := Fold(all, now)
	size := 0
	for _, p := range s.Prompts {
		size += len(p.Text)
	}
	last := s.Prompts[len(s.Prompts)-1].Text
	if size > maxPromptBytes || size < maxPromptBytes-4000 || !strings.HasPrefix(last, "prompt 29") {
		t.Errorf("%d prompts of %d bytes, the last %.20q", len(s.Prompts), size, last)
	}
}

func TestARuleThatIsWrittenAgainIsToldOnce(t *testing.T) {
	s := newScene(t)
	s.put("auto", "l", 1, "a", true, "goal: g\nnow: n\nrules: ['so never mock the clock, that goes for everything', be brief]\n")
	s.put("handoff", "l", 3, "b", true, "goal: g\nnow: n\nrules: [never mock the clock, be brief in specs]\n")
	told := each.Of(s.lines().Rules(), func(r Rule) string { return r.Text })
	want(t, "rules", strings.Join(told, "|"), "never mock the clock|be brief in specs|be brief")
}

// What the user put off in the last days ends by its name, not by a list that is of the work.
func TestAHandoffEndsNothingThatWasPutOff(t *testing.T) {
	const bug, docs = "the picker breaks, that's a bug, remember that one for later", "the docs tomorrow"
	next := "next: ['" + strings.ReplaceAll(bug, "'", "''") + "', " + docs + ", the old page]\n"
	said := "metadata: {prompts: ['" + strings.ReplaceAll(bug, "'", "''") + "', " + docs + "]}\n"
	hand := func(minute int, hands string) string {
		before := made("auto", at(minute), "a", "goal: g\nnow: n\n"+next+said)
		a := made("handoff", at(3), "b", "goal: g\nnow: n\nnext: ["+hands+"]\n")
		return texts(Fold([]artifact.Artifact{before, a}, now).Next)
	}
	want(t, "next", hand(1, "the mail"), "the mail|"+bug+"|"+docs)
	want(t, "next that names it", hand(1, "write the docs"), "write the docs|"+bug)
	want(t, "next after a week", hand(-7*24*60, "the mail"), "the mail")
}
