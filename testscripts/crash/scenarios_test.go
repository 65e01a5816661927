//go:build linux && amd64

package crash

import "strings"

// A scenario is one writer.
type scenario struct {
	name   string
	setup  string   // shell, in the project
	run    []string // the writer: a program and its arguments; $P, $HOME and $W stand for folders
	stdin  string
	hook   bool
	read   string // shell: what the store's readers say
	states []string
	// finishes says that the next run finishes what was begun, so that what is
	// read before it may be half of each.
	finishes bool
	// refuses are the exit codes with which a second run may say that its
	// work is done.
	refuses map[int]bool
}

// between reports whether what is read is a state between two steps that the
// writer may be seen in: it holds one of the scenario's marks.
func (s scenario) between(now string) bool {
	if s.finishes {
		return true
	}
	for _, mark := range s.states {
		if strings.Contains(now, mark) {
			return true
		}
	}
	return false
}

const (
	list   = "handoff-index list --root $P --json\nhandoff-index validate --root $P >/dev/null"
	saved  = "pre-compact checkpoint --root $P --session line --title first --date 2026-01-13T15:30:00Z --goal g --now n --bead none >/dev/null\n"
	legacy = `mkdir -p .checkpoint
printf '# Checkpoint\n\n**Date:** 2026-01-02 10:00\n**Active Bead:** None\n**Goal:** old goal\n\n## Accomplished\n- [x] one\n\n## Remaining\n- [ ] two\n' > .checkpoint/2026-01-02-1000.md
`
	task = `mkdir -p .claude/tasks src
printf '{"id":"42","status":"Pending","files_affected":["a.txt","src","src/made.txt"]}\n' > .claude/tasks/task-42.json
printf old > a.txt; printf old > src/gone.txt
`
	bashCall = `{"session_id":"crash","cwd":"$P","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"true"},"tool_response":{"stdout":""}}`
	// The folder is known to the hook, and then a task turns.
	turn = `printf '{"session_id":"crash","cwd":"'$P'","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"true"},"tool_response":{"stdout":""}}' | CLAUDE_PROJECT_DIR=$P post-tool
sed -i 's/Pending/In Progress/' .claude/tasks/task-42.json
`
	design = "pre-compact design auth start --root $P >/dev/null\npre-compact design auth plan-tickets --total 2 --remaining login --remaining logout --root $P >/dev/null\n"
	wave   = "pre-compact epic hub-1 wave 1 --receipt r1 --tier max-5x --root $P >/dev/null\n"
	talk   = `mkdir -p $W/talk
printf '%s\n' '{"type":"user","uuid":"a","parentUuid":null,"sessionId":"crash","message":{"role":"user","content":"mend the parser"}}' \
 '{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"crash","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Write","input":{"file_path":"'$P'/a.txt","content":"x"}}]}}' \
 '{"type":"user","uuid":"c","parentUuid":"b","sessionId":"crash","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}' > $W/talk/crash.jsonl
touch -d '2 hours ago' $W/talk/crash.jsonl
`
)

// scenarios are the writers by kind.
func scenarios() [][]scenario {
	return [][]scenario{artifacts(), installations(), checkpoints(), undos(), plans(), epics(), runs()}
}

func artifacts() []scenario {
	return []scenario{
		{
			name: "a checkpoint in a project that has none",
			run:  []string{"pre-compact", "checkpoint", "--root", "$P", "--session", "line", "--date", "2026-01-13T15:30:00Z", "--goal", "g", "--now", "n", "--bead", "none"},
			read: list,
		},
		{
			name:  "a handoff after a checkpoint",
			setup: saved,
			run:   []string{"pre-compact", "handoff", "--root", "$P", "--session", "line", "--date", "2026-01-14T15:30:00Z", "--outcome", "SUCCEEDED", "--goal", "g", "--now", "n", "--bead", "none"},
			read:  list,
		},
		{
			name:  "the hook before a compaction",
			setup: talk + saved,
			run:   []string{"pre-compact"},
			stdin: `{"hook_event_name":"PreCompact","trigger":"auto","session_id":"crash","transcript_path":"$W/talk/crash.jsonl","cwd":"$P"}`,
			hook:  true,
			// Two of one minute are told apart by a number.
			read: "handoff-index list --root $P --json | sed s/_auto-2_/_auto_/",
		},
		{
			name:  "the hook that saves what a crash left",
			setup: talk,
			run:   []string{"session-start"},
			stdin: `{"hook_event_name":"SessionStart","source":"startup","session_id":"next","transcript_path":"$W/talk/next.jsonl","cwd":"$P"}`,
			hook:  true,
			read:  list,
		},
		{
			name: "the hook that indexes what the model wrote",
			setup: saved + `mkdir -p thoughts/shared/handoffs/own
printf -- '---\nschema_version: "1.0.0"\nmode: checkpoint\ndate: "2026-01-13T15:30:00Z"\nsession: own\noutcome: PARTIAL_PLUS\n---\n\ngoal: g\nnow: n\n' > thoughts/shared/handoffs/own/2026-01-13_15-30_own_checkpoint.yaml
`,
			run:   []string{"handoff-index"},
			stdin: `{"hook_event_name":"PostToolUse","session_id":"crash","cwd":"$P","tool_name":"Write","tool_input":{"file_path":"$P/thoughts/shared/handoffs/own/2026-01-13_15-30_own_checkpoint.yaml","content":"---\nschema_version: \"1.0.0\"\nmode: checkpoint\ndate: \"2026-01-13T15:30:00Z\"\nsession: own\noutcome: PARTIAL_PLUS\n---\n\ngoal: g\nnow: n\n"},"tool_response":{"type":"create","filePath":"$P/thoughts/shared/handoffs/own/2026-01-13_15-30_own_checkpoint.yaml"}}`,
			hook:  true,
			read:  "grep -c session_id thoughts/shared/handoffs/own/*.yaml || true\n" + list,
		},
		{
			name:  "an index made anew",
			setup: saved,
			run:   []string{"handoff-index", "rebuild", "--root", "$P"},
			read:  "find $HOME/.claude/holdfast -name rows | wc -l\n" + list,
			// Whoever lists without an index makes one.
			finishes: true,
		},
		{
			name:  "a migration",
			setup: legacy,
			run:   []string{"handoff-index", "migrate", "--root", "$P", "--timezone", "UTC"},
			read:  "handoff-index list --root $P --json | grep -c '\"mode\"'; cat .checkpoint/*.md; ls thoughts/shared/handoffs/*/ 2>/dev/null || true",
		},
		{
			name:    "a migration taken back",
			setup:   legacy + "handoff-index migrate --root $P --timezone UTC >/dev/null\n",
			run:     []string{"handoff-index", "migrate", "--root", "$P", "--undo"},
			read:    "cat .checkpoint/*.md; find thoughts -name '*.yaml' | wc -l",
			refuses: map[int]bool{4: true},
		},
	}
}

func installations() []scenario {
	return []scenario{
		{
			name:  "an installation",
			setup: "mkdir -p $HOME/.claude; printf '{\\n  \"model\": \"x\"\\n}\\n' > $HOME/.claude/settings.json",
			run:   []string{"holdfast", "install"},
			read:  "cat $HOME/.claude/settings.json",
		},
		{
			name:  "an installation taken back",
			setup: "mkdir -p $HOME/.claude; printf '{\\n  \"model\": \"x\"\\n}\\n' > $HOME/.claude/settings.json; holdfast install >/dev/null",
			run:   []string{"holdfast", "uninstall"},
			read:  "cat $HOME/.claude/settings.json",
		},
	}
}

func checkpoints() []scenario {
	return []scenario{
		{
			name:  "a checkpoint of a task's files",
			setup: task,
			run:   []string{"post-tool", "checkpoint", "42", "--root", "$P"},
			read:  "post-tool list --root $P --json | grep -c '\"id\"' || true; sed s/chk-42-./chk/g .claude/tasks/task-42.json; post-tool list --root $P --json | grep -c foreign || true",
			// The checkpoint first, then the task's own list.
			finishes: true,
		},
		{
			name:     "a rollback",
			setup:    task + "post-tool checkpoint 42 --root $P >/dev/null\nprintf changed > a.txt; printf new > src/made.txt; rm src/gone.txt\n",
			run:      []string{"post-tool", "rollback", "chk-42-1", "--yes", "--root", "$P"},
			read:     "tail -n +1 a.txt src/* 2>&1 || true",
			finishes: true,
		},
		{
			name:     "a rollback of the whole work tree",
			setup:    "git init -q .\n" + task + "post-tool checkpoint 42 --root $P >/dev/null\nprintf changed > a.txt; mkdir -p src/new; printf new > src/new/f; rm src/gone.txt; mkdir src/gone.txt; ln -s a.txt src/link\n",
			run:      []string{"post-tool", "rollback", "chk-42-1", "--all", "--remove-new", "--yes", "--root", "$P"},
			read:     "find a.txt src | sort; cat a.txt; cat src/gone.txt 2>&1 || true",
			finishes: true,
		},
		{
			name:  "the hook that checkpoints a task as it starts",
			setup: task + turn,
			run:   []string{"post-tool"},
			stdin: bashCall,
			hook:  true,
			read:  "post-tool list --root $P --json | grep -c '\"pre-execution\"' || true; sed s/chk-42-./chk/g .claude/tasks/task-42.json; post-tool list --root $P --json | grep -c '\"ours\": false' || true",
			// The claim first, then the checkpoint, then the task's own list.
			finishes: true,
		},
		{
			name:  "the hook that keeps a first edit",
			setup: task + turn + "echo old > other.txt\nprintf '%s' '" + bashCall + "' | sed \"s#[$]P#$P#g\" | post-tool >/dev/null\necho new > other.txt\n",
			run:   []string{"post-tool"},
			stdin: `{"hook_event_name":"PostToolUse","session_id":"crash","cwd":"$P","tool_name":"Edit","tool_input":{"file_path":"$P/other.txt","old_string":"old","new_string":"new"},"tool_response":{"filePath":"$P/other.txt","oldString":"old","newString":"new","originalFile":"old\n","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-old","+new"]}]}}`,
			hook:  true,
			read:  "grep -q other.txt .claude/checkpoints/chk-42-1/checkpoint.json && cat .claude/checkpoints/chk-42-1/other.txt || true",
		},
		{
			name:  "old checkpoints pruned",
			setup: task + "for i in 1 2 3; do post-tool checkpoint 42 --root $P >/dev/null; done\nfor i in 1 2 3; do post-tool checkpoint --file a.txt --root $P >/dev/null; done\n",
			run:   []string{"post-tool", "prune", "--keep", "1", "--older-than", "0", "--root", "$P"},
			read:  "post-tool list --root $P --json | grep '\"id\"'",
			// One checkpoint goes after the other.
			finishes: true,
		},
	}
}

// prompted is the hook's payload before the model starts on a prompt.
const prompted = `{"hook_event_name":"UserPromptSubmit","session_id":"crash","cwd":"$P","prompt":"go"}`

func undos() []scenario {
	before := "git init -q .\nmkdir src; printf old > a.txt; printf old > src/gone.txt\nprintf '%s' '" + prompted + "' | sed \"s#[$]P#$P#g\" | post-tool\n"
	return []scenario{
		{
			name:  "the snapshot before a prompt",
			setup: before + "printf new > a.txt; printf new > made.txt\n",
			run:   []string{"post-tool"},
			stdin: prompted,
			hook:  true,
			read:  "post-tool list --root $P --json | grep -c '\"snapshot\": true' || true; post-tool diff prompt-1 --stat --root $P",
		},
		{
			name:     "an undo",
			setup:    before + "printf changed > a.txt; mkdir -p src/new; printf new > src/new/f; rm src/gone.txt\n",
			run:      []string{"post-tool", "undo", "--yes", "--root", "$P"},
			read:     "find a.txt src | sort; cat a.txt; cat src/gone.txt 2>&1 || true",
			finishes: true,
			refuses:  map[int]bool{4: true},
		},
	}
}

func plans() []scenario {
	return []scenario{
		{
			name:    "a design begun",
			run:     []string{"pre-compact", "design", "auth", "start", "--root", "$P"},
			read:    "session-start design auth --root $P 2>&1 || true",
			refuses: map[int]bool{5: true},
		},
		{
			name:     "a ticket of a design",
			setup:    design,
			run:      []string{"pre-compact", "design", "auth", "ticket", "AUTH-1", "--covers", "login", "--root", "$P"},
			stdin:    "# AUTH-1: login\n",
			read:     "cat .claude/design/sessions/auth.session.json; cat .claude/tickets/* 2>/dev/null || true",
			finishes: true,
		},
		{
			name:  "a design made anew of its documents",
			setup: design + "printf '# Business Rules\\n\\n## Rule 1: one\\n' > .claude/design/auth-rules.md\nprintf '{' > .claude/design/sessions/auth.session.json\n",
			run:   []string{"pre-compact", "design", "auth", "rebuild", "--yes", "--root", "$P"},
			read:  "cat .claude/design/sessions/auth.session.json 2>/dev/null | sed 's/\"[a-z]*_at\": .*//' || true; cat .claude/design/auth-rules.md",
			// First the corrupt one is set aside.
			finishes: true,
			refuses:  map[int]bool{5: true},
		},
		{
			name:  "a design begun anew",
			setup: design + "printf '# Business Rules\\n' > .claude/design/auth-rules.md\n",
			run:   []string{"pre-compact", "design", "auth", "restart", "--root", "$P"},
			// Run again, it archives the new session too.
			read:     "find .claude -type f | grep -v lock | sed 's/auth-[0-9][0-9TZ-]*/auth-TIME/' | sort -u",
			finishes: true,
			refuses:  map[int]bool{5: true},
		},
	}
}

func epics() []scenario {
	return []scenario{
		{
			name: "the first wave of an epic",
			run:  []string{"pre-compact", "epic", "hub-1", "wave", "1", "--receipt", "r1", "--tier", "max-5x", "--root", "$P"},
			read: "cat temp/*.json 2>/dev/null || true",
		},
		{
			name:  "a wave of an epic",
			setup: wave,
			run:   []string{"pre-compact", "epic", "hub-1", "wave", "2", "--receipt", "r2", "--tokens", "5", "--root", "$P"},
			read:  "cat temp/*.json",
		},
		{
			name:  "a wave over a corrupt checkpoint",
			setup: "mkdir temp; printf '{\"epic_id\": \n' > temp/sdd-checkpoint-hub-1.json\n",
			run:   []string{"pre-compact", "epic", "hub-1", "wave", "2", "--receipt", "r2", "--tokens", "5", "--root", "$P"},
			read:  "cat temp/*.json || true; cat temp/*.set-aside-* | sort -u || true",
			// The corrupt one leaves its place before the new one takes it.
			finishes: true,
		},
		{
			name:     "a line forgotten",
			setup:    saved,
			run:      []string{"pre-compact", "forget", "line", "--yes", "--root", "$P"},
			read:     "handoff-index lines --all --root $P --json; find thoughts -name '*.yaml'",
			refuses:  map[int]bool{4: true},
			finishes: true,
		},
		{
			name:     "an epic closed",
			setup:    wave,
			run:      []string{"pre-compact", "epic", "hub-1", "close", "--root", "$P"},
			read:     "cat temp/*.json temp/archive/*.json 2>/dev/null || true; ls temp",
			refuses:  map[int]bool{4: true},
			finishes: true,
		},
	}
}

const (
	// begun is a run at its second step, of which nothing changes with the clock.
	begun = `mkdir -p _bmad-output/.runs/main/one
printf '{"run_id":"one","session_branch":"main","status":"running","total_steps":3,"kept":1.10}\n' > _bmad-output/.runs/main/one/state.json
pre-compact run step one 1 --var a=1 --root $P >/dev/null; printf made > made.md
`
	due = `mkdir -p _bmad-output/.runs/main/one/artefacts
printf '{"run_id":"one","session_branch":"main","status":"completed","last_checkpoint":"2026-01-01T00:00:00Z"}\n' > _bmad-output/.runs/main/one/state.json
printf made > _bmad-output/.runs/main/one/artefacts/step-01-output.md; printf page > _bmad-output/.runs/main/one/workflow-status.md
`
	shown = "session-start run one --json --root $P\nsession-start run --all --json --root $P"
	files = "cd _bmad-output/.runs; for f in $(find . -type f ! -name .lock ! -path '*/.holdfast-*' | sort); do echo \"$f\"; cat \"$f\"; done"
)

func runs() []scenario {
	step := []string{"pre-compact", "run", "step", "one", "2", "--vars", `{"n": 1.10}`, "--artefact", "made.md", "--note", "well", "--root", "$P"}
	return []scenario{
		{
			name: "a run started",
			run:  []string{"pre-compact", "run", "start", "prd", "--steps", "3", "--root", "$P"},
			// Its name is of the clock, and so is its checkpoint's id.
			read: "session-start run --root $P | sed -n 's/^\\(running *[0-9/]*\\) .*/\\1/p'",
		},
		{
			name:  "a step of a run begun",
			setup: begun,
			run:   []string{"pre-compact", "run", "begin", "one", "2", "--var", "b=2", "--root", "$P"},
			read:  shown,
		},
		{
			name:  "a step of a run",
			setup: begun,
			run:   step,
			read:  shown,
		},
		{
			name:  "a step of a run, in all its files",
			setup: begun,
			run:   step,
			read:  files,
			// The copies first, then the state, then history and page.
			finishes: true,
		},
		{
			name:  "a run gone back over a corrupt state",
			setup: begun + "pre-compact run begin one 2 --root $P >/dev/null; printf '{\"run_id\": \n' > _bmad-output/.runs/main/one/state.json\n",
			run:   []string{"pre-compact", "run", "begin", "639637", "2", "--root", "$P"},
			read:  "session-start run one --json --root $P || true\ncat _bmad-output/.runs/main/one/*.set-aside-* | sort -u || true",
			// The corrupt one is kept before the new one takes its place.
			finishes: true,
		},
		{
			name:  "a run closed",
			setup: begun,
			run:   []string{"pre-compact", "run", "close", "one", "paused", "--summary", "later", "--root", "$P"},
			read:  shown,
		},
		{
			name:  "a run archived",
			setup: due,
			run:   []string{"pre-compact", "run", "prune", "--root", "$P"},
			read:  shown + "\n" + files,
		},
		{
			name:  "a run deleted",
			setup: due,
			run:   []string{"pre-compact", "run", "prune", "--delete", "--root", "$P"},
			read:  files,
		},
	}
}
