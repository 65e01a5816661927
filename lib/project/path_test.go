package project_test

import (
	"os"
	"path/filepath"
	"testing"

	"holdfast/lib/project"
	"holdfast/testscripts/disk"
)

func TestHashIsOneNameForEveryWayToAFolder(t *testing.T) {
	home := folder(t, "p", "q")
	link := filepath.Join(home, "link")
	if err := os.Symlink("p", link); err != nil {
		t.Skip("no symbolic links:", err)
	}
	p := project.Hash(filepath.Join(home, "p"))
	if len(p) != 16 || project.Hash(link) != p || project.Hash(filepath.Join(home, "q", "..", "p")+"/") != p {
		t.Errorf("got %q, %q", p, project.Hash(link))
	}
	if project.Hash(filepath.Join(home, "q")) == p {
		t.Error("two folders have one name")
	}
	if got := project.Hash("/nowhere/at/all"); got != "a25a698472e8845f" {
		t.Errorf("a missing folder: %q", got)
	}
}

func TestRelStaysBelowTheRoot(t *testing.T) {
	home := folder(t, "root/dir/sub", "root-other", "outside")
	root := filepath.Join(home, "root")
	disk.Write(t, filepath.Join(root, "file"), "")
	for link, target := range map[string]string{
		"alias": "root", "root/in": "dir", "root/out": "../outside", "root/link-file": "/etc/passwd",
		"root/dangling": "../nowhere", "root/loop": "loop", "into": "root/dir",
	} {
		if err := os.Symlink(target, filepath.Join(home, link)); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	tests := []struct{ name, root, path, want string }{
		{"a file", root, root + "/file", "file"},
		{"a relative path", root, "dir/../file", "file"},
		{"the root", root, root + "/", "."},
		{"the root by another name", root, home + "/alias", "."},
		{"a file that is not there", root, root + "/new/er/ü\n", "new/er/ü\n"},
		{"below a file", root, root + "/file/x", "file/x"},
		{"a name that starts with dots", root, root + "/..x", "..x"},
		{"through a link inside", root, root + "/in/sub/x", "dir/sub/x"},
		{"through a link from outside", root, home + "/into/x", "dir/x"},
		{"a root that is a link", home + "/alias", home + "/alias/dir", "dir"},
		{"a root that is a link, a real path", home + "/alias", root + "/dir/x", "dir/x"},
		{"a root that is a link, itself", home + "/alias", home + "/alias", "."},
		{"a link as the last part is itself", root, root + "/link-file", "link-file"},
		{"through a link outside", root, root + "/out/x", ""},
		{"through a link to nothing", root, root + "/dangling/x", ""},
		{"through a circle", root, root + "/loop/x", ""},
		{"the folder above", root, home, ""},
		{"a name with the same start", root, home + "/root-other/x", ""},
		{"upward", root, "../outside", ""},
		{"nothing", root, "", ""},
		{"a zero byte", root, "a\x00b", ""},
		{"a relative root", "root", "file", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, ok := project.Rel(test.root, test.path)
			if got != test.want || ok != (test.want != "") {
				t.Errorf("got %q, %v, want %q", got, ok, test.want)
			}
		})
	}
}

func FuzzRel(f *testing.F) {
	f.Add("a/../../b")
	f.Add("/etc/passwd")
	f.Add("./a//b/..")
	root := f.TempDir()
	f.Fuzz(func(t *testing.T, path string) {
		rel, ok := project.Rel(root, path)
		if ok && !filepath.IsLocal(filepath.FromSlash(rel)) || !ok && rel != "" {
			t.Errorf("got %q, %v", rel, ok)
		}
		if again, okAgain := project.Rel(root, rel); ok && (!okAgain || again != rel) {
			t.Errorf("%q is %q the second time", rel, again)
		}
	})
}
