package main

import (
	"testing"

	"holdfast/testscripts/attack"
)

func FuzzHook(f *testing.F) {
	attack.Fuzz(f, program(),
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"$P/thoughts/shared/handoffs/line/2026-01-13_15-30_x_handoff.yaml","content":"x"},"tool_response":{"type":"create","filePath":"$P/thoughts/shared/handoffs/line/2026-01-13_15-30_x_handoff.yaml"}}`,
	)
}
