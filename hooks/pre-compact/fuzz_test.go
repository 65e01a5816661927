package main

import (
	"testing"

	"holdfast/testscripts/attack"
)

func FuzzHook(f *testing.F) {
	attack.Fuzz(f, program(),
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"PreCompact","trigger":"auto","custom_instructions":"keep the goal"}`,
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"SessionEnd","reason":"exit"}`,
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"PostCompact","trigger":"auto","compact_summary":"1. Primary Request: fix it"}`,
		`{"session_id":"s","cwd":"$P","transcript_path":"$T","hook_event_name":"StopFailure","error":"limit"}`,
	)
}
