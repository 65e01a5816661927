package task

import (
	"bytes"
	"slices"
	"testing"
)

// FuzzAppend holds that a change adds to the bytes and takes none away.
func FuzzAppend(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"checkpoints":[]}`, "\ufeff{\r\n \"checkpoints\" : [ \"a\" ,\"b\"\r\n]}\r\n", `{"checkpoints":null}`, `{"a":1 }`, `{"checkpoints":"x","b":[[[1]]]}`,
		`{"checkpoints":[1,{"a":2}]}`, `{"\u0063heckpoints":["a"]}`, `{"a":{"checkpoints":[]}}`, "{\"\xff\":[]}", `{"checkpoints":[],"checkpoints":[2]}`,
		`{"checkpoints":[ ]} `, "\t{ \"x\":true\n}\n\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, before []byte) {
		was, err := Parse("1", before)
		if err != nil {
			return
		}
		after, err := appendTo(before, "checkpoints", "chk-1-7")
		if err != nil {
			return
		}
		now, err := Parse("1", after)
		if err != nil {
			t.Fatalf("%q became %q: %v", before, after, err)
		}
		kept := slices.DeleteFunc(slices.Clone(now.Checkpoints), func(c string) bool { return c == "chk-1-7" })
		if !slices.Contains(now.Checkpoints, "chk-1-7") || !slices.Equal(kept, slices.DeleteFunc(was.Checkpoints, func(c string) bool { return c == "chk-1-7" })) {
			t.Fatalf("%q became %q: %q", before, after, now.Checkpoints)
		}
		if now.Status != was.Status || now.Title != was.Title || !slices.Equal(now.FilesAffected, was.FilesAffected) {
			t.Fatalf("%q became %q", before, after)
		}
		rest := after
		for _, c := range bytes.ReplaceAll(before, []byte("null"), nil) {
			if c == ' ' || c == '\n' || c == '\r' || c == '\t' {
				continue // what an empty list holds is not kept
			}
			at := bytes.IndexByte(rest, c)
			if at < 0 {
				t.Fatalf("%q became %q: bytes are gone", before, after)
			}
			rest = rest[at+1:]
		}
	})
}
