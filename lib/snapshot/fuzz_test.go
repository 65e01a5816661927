package snapshot

import (
	"bytes"
	"compress/zlib"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func FuzzParseEntries(f *testing.F) {
	id := strings.Repeat("0a", 20)
	f.Add([]byte("100644 blob " + id + "       3\ta\nb\x00160000 commit " + id + "       -\tsub\x00"))
	f.Add([]byte("120000 blob " + id + " 9223372036854775808\t\x00"))
	f.Add([]byte("\x00\t"))
	f.Fuzz(func(t *testing.T, out []byte) {
		entries, err := parseEntries(nil, out)
		if err == nil && len(entries) > bytes.Count(out, []byte{0})+1 {
			t.Errorf("%d entries", len(entries))
		}
		for _, e := range entries {
			if !objectID(e.Blob) || e.Size < 0 {
				t.Errorf("%+v", e)
			}
		}
	})
}

func FuzzParseChanges(f *testing.F) {
	id := strings.Repeat("0a", 20)
	f.Add([]byte(":100644 000000 " + id + " " + id + " D\x00a\tb\x001\t2\ta\tb\x00"))
	f.Add([]byte(id + "\x001\t2\ta\x00-\t-\tb\x00" + id + "\x00"))
	f.Add([]byte("\x00:\x00\t\t\x00"))
	f.Fuzz(func(t *testing.T, out []byte) {
		records := bytes.Count(out, []byte{0}) + 1
		pairs, err := parseDiff(string(out))
		files := 0
		for _, changes := range pairs {
			files += len(changes)
		}
		if err == nil && len(pairs)+files > records+1 {
			t.Errorf("%d pairs, %d files", len(pairs), files)
		}
	})
}

func FuzzLooseObject(f *testing.F) {
	pack := func(s string) []byte {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		z.Write([]byte(s))
		z.Close()
		return b.Bytes()
	}
	f.Add(pack("blob 3\x00abc"))
	f.Add(pack("blob 4\x00abc"))
	f.Add(pack("tree 3\x00abc"))
	f.Add(pack("blob"))
	f.Add(pack("blob 3\x00abc")[:12])
	f.Add([]byte{})
	dir := f.TempDir()
	id := strings.Repeat("a", 40)
	place := filepath.Join(dir, "objects", id[:2], id[2:])
	if err := os.MkdirAll(filepath.Dir(place), 0o700); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, object []byte) {
		if err := os.WriteFile(place, object, 0o600); err != nil {
			t.Fatal(err)
		}
		from, err := (Repo{Dir: dir}).Open(context.Background(), id)
		if err != nil {
			return
		}
		defer from.Close()
		var out bytes.Buffer
		if _, err := out.ReadFrom(from); err != nil {
			return
		}
		z, err := zlib.NewReader(bytes.NewReader(object))
		if err != nil {
			t.Fatalf("what is not compressed is a blob of %d bytes", out.Len())
		}
		whole, err := io.ReadAll(z)
		if err != nil || !strings.HasPrefix(string(whole), "blob ") || !strings.HasSuffix(string(whole), "\x00"+out.String()) {
			t.Errorf("%q is read as %q, %v", whole, out.String(), err)
		}
	})
}
