package main

import (
	"testing"

	"holdfast/testscripts/attack"
)

func FuzzHook(f *testing.F) {
	attack.Fuzz(f, program(),
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"SessionStart","source":"startup"}`,
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"SessionStart","source":"compact"}`,
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"UserPromptSubmit","prompt":"go on with the parser"}`,
	)
}
