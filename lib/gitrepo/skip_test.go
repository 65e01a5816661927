//go:build !windows

package gitrepo_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"holdfast/lib/gitrepo"
	"holdfast/testscripts/disk"
)

// What is skipped is not looked at; what the user ignores everywhere stays
// ignored, and all else is reported as without it.
func TestStatusSkipsAFolderAndKeepsTheUsersIgnores(t *testing.T) {
	for name, set := range map[string]func(s scratch, home string){
		"by default": func(s scratch, home string) { disk.Write(t, filepath.Join(home, ".config", "git", "ignore"), "*.swp") },
		"configured": func(s scratch, home string) {
			disk.Write(t, filepath.Join(home, "mine"), "*.swp\n")
			s.git("config", "core.excludesFile", "~/mine")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScratch(t)
			const folder = "a [b]/hand offs*"
			s.commit("kept", "gone", folder+"/x/saved", "a [b]/other", "hand offs*/x")
			git := s.program()
			home := t.TempDir()
			git.Env = append(slices.Clone(git.Env), "HOME="+home)
			set(s, home)
			for _, file := range []string{"kept", "new", "swap.swp", folder + "/x/saved", folder + "/new", "a [b]/other", "a [b]/new", "hand offs*/x"} {
				s.write(file, "changed\n")
			}
			if err := os.Remove(filepath.Join(s.top, "gone")); err != nil {
				t.Fatal(err)
			}
			ignores, err := git.Ignoring(t.Context(), s.top, folder)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(home, "ignored")
			disk.Write(t, file, string(ignores))
			got, err := git.Status(t.Context(), s.top, gitrepo.Skip{Folder: folder, Ignores: file})
			want := []gitrepo.Change{
				{Path: "a [b]/other"}, {Path: "gone", Deleted: true}, {Path: "hand offs*/x"},
				{Path: "kept"}, {Path: "a [b]/new"}, {Path: "new"},
			}
			if err != nil || !slices.Equal(got.Changed, want) {
				t.Errorf("got %+v, %v\nwant %+v", got.Changed, err, want)
			}
		})
	}
}
