package main

import (
	"testing"

	"holdfast/testscripts/attack"
)

func FuzzHook(f *testing.F) {
	attack.Fuzz(f, program(),
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stdout":""}}`,
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"PostToolUse","tool_name":"Edit","tool_input":{"file_path":"$P/a.txt"},"tool_response":{"filePath":"$P/a.txt","originalFile":"b","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-b","+a"]}]}}`,
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"UserPromptSubmit","prompt":"x","prompt_id":"p"}`,
	)
}
