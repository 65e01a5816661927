package project_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"holdfast/lib/project"
	"holdfast/testscripts/disk"
)

// folder makes the folders of a tree below a fresh home and returns the path
// of that home, without symbolic links.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := disk.Temp(t)
	home := filepath.Join(dir, "users", "höme u")
	for _, name := range append(names, ".") {
		disk.Folder(t, filepath.Join(home, filepath.FromSlash(name)))
	}
	return home
}

// repository makes what git makes, as far as it is looked at.
func repository(t *testing.T, top string) {
	t.Helper()
	disk.Write(t, filepath.Join(top, ".git", "HEAD"), "ref: refs/heads/main\n")
	disk.Folder(t, filepath.Join(top, ".git", "objects"))
}

// worktree makes top a linked work tree of the repository at main.
func worktree(t *testing.T, main, top, name string) {
	t.Helper()
	data := filepath.Join(main, ".git", "worktrees", name)
	disk.Write(t, filepath.Join(data, "HEAD"), "ref: refs/heads/"+name+"\n")
	disk.Write(t, filepath.Join(data, "commondir"), "../..\n")
	disk.Write(t, filepath.Join(top, ".git"), "gitdir: "+data+"\n")
}

func TestRootIsTheNearestFolderWithAMarker(t *testing.T) {
	home := folder(t, ".claude", "thoughts",
		"claude/.claude", "claude/in/side", "thoughts-project/thoughts/shared", "bmad/_bmad-output/.runs", "bmad/in",
		"grim/_grimoire-output/.runs/x", "nothing/in", "notruns/_bmad-output/in", "epic/temp", "epic/src", "notepic/temp/in",
		"git/pkg/deep", "git/nested/.claude/tasks", "nogit/.git", "filemarker/in")
	disk.Write(t, filepath.Join(home, "epic/temp/sdd-checkpoint-x.json"), "{}")
	disk.Write(t, filepath.Join(home, "notepic/temp/sdd-wave-active-x.flag"), "")
	disk.Write(t, filepath.Join(home, "filemarker/.claude"), "a file")
	repository(t, filepath.Join(home, "git"))
	for start, want := range map[string]string{
		"claude": "claude", "claude/in/side": "claude", "thoughts-project/thoughts/shared": "thoughts-project",
		"bmad/in": "bmad", "grim/_grimoire-output/.runs/x": "grim", "epic/src": "epic", "epic/temp": "epic",
		"git/pkg/deep": "git", "git/.git": "git", "git/nested/.claude/tasks": "git/nested",
		// Without a marker below home, the start itself.
		"nothing/in": "nothing/in", "notruns/_bmad-output/in": "notruns/_bmad-output/in", "notepic/temp/in": "notepic/temp/in",
		"nogit": "nogit", "filemarker/in": "filemarker/in", ".claude": ".claude", ".": ".", "..": "..", "../..": "../..",
	} {
		got, err := project.Root(project.Start{WorkingDir: filepath.Join(home, start), Home: home})
		if err != nil || got != filepath.Join(home, want) {
			t.Errorf("from %q: got %q, %v, want %q", start, got, err, want)
		}
	}
	if got, err := project.Root(project.Start{WorkingDir: filepath.Join(home, "nothing/in")}); err != nil || got != home {
		t.Errorf("where home is unknown, its marker counts: got %q, %v", got, err)
	}
	if got, err := project.Root(project.Start{WorkingDir: "/", Home: home}); err != nil || got != "/" {
		t.Errorf("from /: got %q, %v", got, err)
	}
}

func TestRootOutsideHomeIgnoresWhatHoldsHome(t *testing.T) {
	home := folder(t, "../.claude", "../other/project", "../../elsewhere/.claude/x")
	for start, want := range map[string]string{"../other/project": "../other/project", "../../elsewhere/.claude/x": "../../elsewhere"} {
		got, err := project.Root(project.Start{WorkingDir: filepath.Join(home, start), Home: home})
		if err != nil || got != filepath.Join(home, want) {
			t.Errorf("from %q: got %q, %v, want %q", start, got, err, want)
		}
	}
}

func TestRootPrefersTheExplicitFolderThenTheProjectsThenThePayloads(t *testing.T) {
	home := folder(t, "p/.claude", "p/in", "q/.claude", "q/in", "w/.claude", "w/in", "plain/in")
	at := func(name string) string { return filepath.Join(home, name) }
	tests := []struct {
		name  string
		start project.Start
		want  string
	}{
		{"explicit, as given", project.Start{Explicit: at("plain") + "/in/", ProjectDir: at("p"), WorkingDir: at("w")}, at("plain/in")},
		{"explicit, relative", project.Start{Explicit: "../plain", WorkingDir: at("w")}, at("plain")},
		{"explicit, searched no further", project.Start{Explicit: at("p/in")}, at("p/in")},
		{"the project's folder", project.Start{ProjectDir: at("p/in"), Cwd: at("q/in"), WorkingDir: at("w/in")}, at("p")},
		{"the payload's folder", project.Start{Cwd: at("q/in"), WorkingDir: at("w/in")}, at("q")},
		{"the working directory", project.Start{WorkingDir: at("w/in")}, at("w")},
		{"a payload's folder that is gone", project.Start{ProjectDir: at("p/in"), Cwd: at("gone")}, at("p")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.start.Home = home
			if got, err := project.Root(test.start); err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestRootRefusesAStartThatIsNoFolder(t *testing.T) {
	home := folder(t)
	disk.Write(t, filepath.Join(home, "file"), "")
	for name, start := range map[string]project.Start{
		"an explicit file": {Explicit: filepath.Join(home, "file")}, "an explicit folder that is gone": {Explicit: filepath.Join(home, "gone")},
		"a project that is gone": {ProjectDir: filepath.Join(home, "gone"), Cwd: home}, "a file": {WorkingDir: filepath.Join(home, "file")},
		"nothing": {}, "a relative folder": {ProjectDir: "x"}, "a relative explicit folder": {Explicit: "x"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := project.Root(start); err == nil {
				t.Errorf("got %q", got)
			}
		})
	}
	if _, err := project.Root(project.Start{WorkingDir: filepath.Join(home, "gone")}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestRootFollowsThePayloadIntoAnotherWorktreeOnly(t *testing.T) {
	home := folder(t, "main/pkg/.claude", "main/sub", "linked/pkg/.claude", "linked/sub", "second", "other", "plain")
	at := func(name string) string { return filepath.Join(home, name) }
	repository(t, at("main"))
	repository(t, at("other"))
	worktree(t, at("main"), at("linked"), "linked")
	worktree(t, at("main"), at("second"), "second")
	worktree(t, at("main"), at("main/.claude/worktrees/x"), "x")
	worktree(t, at("other"), at("others"), "others")
	tests := []struct{ name, project, cwd, want string }{
		{"the same folder", "main", "main", "main"},
		{"a folder below", "main", "main/sub", "main"},
		{"a folder below with a marker", "main", "main/pkg", "main"},
		{"a linked work tree", "main", "linked", "linked"},
		{"below a linked work tree", "main/sub", "linked/sub", "linked"},
		{"a marker below a linked work tree", "main", "linked/pkg", "linked"},
		{"a work tree inside the project", "main", "main/.claude/worktrees/x", "main/.claude/worktrees/x"},
		{"from one linked work tree to another", "linked", "second", "second"},
		{"within a linked work tree", "linked", "linked/sub", "linked"},
		{"from a linked work tree to the main one", "linked", "main", "linked"},
		{"another repository", "main", "other", "main"},
		{"another repository's work tree", "main", "others", "main"},
		{"no repository", "main", "plain", "main"},
		{"from no repository", "plain", "linked", "plain"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := project.Root(project.Start{ProjectDir: at(test.project), Cwd: at(test.cwd), Home: home})
			if err != nil || got != at(test.want) {
				t.Errorf("got %q, %v, want %q", got, err, at(test.want))
			}
		})
	}
}

func TestRootFollowsRealWorktreesOfGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	home := folder(t, "main")
	main, linked := filepath.Join(home, "main"), filepath.Join(home, "linked")
	for _, args := range [][]string{
		{"init", "-q"},
		{"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "x"},
		{"worktree", "add", "-q", "-b", "side", linked},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = main
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	got, err := project.Root(project.Start{ProjectDir: main, Cwd: linked, Home: home})
	if err != nil || got != linked {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestRootKeepsTheLinksOfItsStartAndClimbsTheRealFolders(t *testing.T) {
	home := folder(t, "real/project/.claude", "real/project/in", "real/plain", "links/.claude", "outside")
	at := func(name string) string { return filepath.Join(home, name) }
	for link, target := range map[string]string{
		"links/project": at("real/project"), "links/in": at("real/project/in"), "links/plain": at("real/plain"), "home": home,
	} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	for start, want := range map[string]string{
		"links/project": "links/project", "links/project/in": "links/project",
		"links/in":    "real/project", // the link's own parent is another folder
		"links/plain": "links/plain",  // and its marker is not the target's
		"home":        "home",
	} {
		got, err := project.Root(project.Start{WorkingDir: at(start), Home: home})
		if err != nil || got != at(want) {
			t.Errorf("from %q: got %q, %v, want %q", start, got, err, want)
		}
	}
	// A home that is reached through a link is the same home.
	disk.Folder(t, at(".claude"))
	got, err := project.Root(project.Start{WorkingDir: at("outside"), Home: at("home")})
	if err != nil || got != at("outside") {
		t.Errorf("with a linked home: got %q, %v", got, err)
	}
}
