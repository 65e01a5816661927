package artifact

import (
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/index"
	"holdfast/testscripts/disk"
)

func namesOf(heads []index.Row) string {
	var all []string
	for _, h := range heads {
		all = append(all, strings.TrimPrefix(h.Path, Dir+"/"))
	}
	return strings.Join(all, " ")
}

func TestOrderRanksByDateAndPutsTheFutureLast(t *testing.T) {
	s := newStore(t)
	put(t, s, "work/2026-11-20_09-00_old_checkpoint.yaml", file("2026-11-20T09:00:00Z"))
	put(t, s, "work/2026-11-20_10-00_later-name_checkpoint.yaml", file("2026-11-20T08:00:00Z"))
	put(t, s, "work/2026-11-21_09-00_bare_checkpoint.yaml", file("2026-11-21"))
	put(t, s, "other/2026-11-21_08-59_zone_checkpoint.yaml", file("2026-11-21T10:30:00+02:00"))
	put(t, s, "work/2026-11-22_09-00_soon_checkpoint.yaml", file("2026-11-22T09:30:14Z"))
	put(t, s, "work/2026-11-22_09-31_ahead_checkpoint.yaml", file("2026-11-22T09:31:00Z"))
	put(t, s, "work/2030-01-01_00-00_far_checkpoint.yaml", file("2030-01-01"))
	put(t, s, "b/2026-11-19_00-00_tie_checkpoint.yaml", file("2026-11-19T00:00:00Z"))
	put(t, s, "a/2026-11-19_00-00_tie_checkpoint.yaml", file("2026-11-19T00:00:00Z"))
	put(t, s, "a/2026-11-19_00-00_tie-2_checkpoint.yaml", file("2026-11-19T00:00:00Z"))
	put(t, s, "a/2026-11-19_00-00_tie-10_checkpoint.yaml", file("2026-11-19T00:00:00Z"))
	put(t, s, "work/2026-11-18_07-00_no-date_checkpoint.yaml", "goal: g\n")
	const want = "work/2026-11-22_09-00_soon_checkpoint.yaml work/2026-11-21_09-00_bare_checkpoint.yaml " +
		"other/2026-11-21_08-59_zone_checkpoint.yaml work/2026-11-20_09-00_old_checkpoint.yaml work/2026-11-20_10-00_later-name_checkpoint.yaml " +
		"b/2026-11-19_00-00_tie_checkpoint.yaml a/2026-11-19_00-00_tie-10_checkpoint.yaml a/2026-11-19_00-00_tie-2_checkpoint.yaml a/2026-11-19_00-00_tie_checkpoint.yaml " +
		"work/2026-11-18_07-00_no-date_checkpoint.yaml work/2030-01-01_00-00_far_checkpoint.yaml work/2026-11-22_09-31_ahead_checkpoint.yaml"
	for range 2 {
		if got := namesOf(heads(t, s)); got != want {
			t.Errorf("ranked\n%s\nwant\n%s", strings.ReplaceAll(got, " ", "\n"), strings.ReplaceAll(want, " ", "\n"))
		}
	}
}

func TestTheIndexPassesOverWhatIsNoArtifact(t *testing.T) {
	s := newStore(t)
	good := put(t, s, "work/2026-11-20_09-00_x_checkpoint.yaml", file("2026-11-20T09:00:00Z"))
	for _, below := range []string{
		"work/notes.md", "work/.holdfast-1-ab.tmp", "work/sub/2026-11-20_09-00_deep_checkpoint.yaml",
		"work/2026-11-20_09-00_x_checkpoint.yaml.set-aside-20261121T000000Z", "work/2026-11-20_09-00_folder_checkpoint.yaml/f",
	} {
		put(t, s, below, file("2026-11-21T09:00:00Z"))
	}
	put(t, s, "work/2026-11-20_09-00_huge_checkpoint.yaml", strings.Repeat("x", 2<<20))
	if got := namesOf(heads(t, s)); Dir+"/"+got != good {
		t.Errorf("found %s", got)
	}
}

func TestWithoutAFolderThereIsNothing(t *testing.T) {
	s := newStore(t)
	if all := heads(t, s); len(all) != 0 {
		t.Errorf("found %v", all)
	}
	if got := tree(t, filepath.Dir(s.Root)); got != filepath.Base(s.Root) {
		t.Errorf("reading left %q", got)
	}
	missing := Of(filepath.Join(s.Root, "missing"), s.Machine)
	if _, err := missing.Save(given(t, least()), Options{Now: now}); err == nil {
		t.Error("saving in a project that is not there: no error")
	}
}

func TestLoadReadsBelowTheFolderOnly(t *testing.T) {
	s := newStore(t)
	rel := put(t, s, "work/2026-11-20_09-00_x_checkpoint.yaml", file("2026-11-20T09:00:00Z"))
	disk.Write(t, filepath.Join(s.Root, "secret.yaml"), "goal: secret\n")
	if a, err := s.Load(rel); err != nil || a.Goal() != "g" || a.Path != rel {
		t.Errorf("%+v, %v", a.Path, err)
	}
	for _, bad := range []string{
		"", Dir, Dir + "/", Dir + "/../../../secret.yaml", "secret.yaml", "/etc/passwd", Dir + "//etc/passwd", Dir + "/work/../../../../secret.yaml",
		Dir + "/work", Dir + "/work/missing.yaml", filepath.Join(s.Root, rel), Dir + "/work/\x00",
	} {
		if a, err := s.Load(bad); err == nil {
			t.Errorf("%q was read: %q", bad, a.Goal())
		}
	}
}

func TestRemoveUnchangedLeavesWhatIsNotOursOrWasEdited(t *testing.T) {
	s := newStore(t)
	below := "work/2026-01-01_09-00_auto_checkpoint.yaml"
	putOurs(t, s, below, file("2026-01-01T09:00:00Z"))
	sum := heads(t, s)[0].Sum
	put(t, s, below, file("2026-01-01T09:00:00Z", "# by hand"))
	for _, sum := range []string{sum, heads(t, s)[0].Sum, ""} {
		if removed, err := s.RemoveUnchanged(Dir+"/"+below, sum); err != nil || removed {
			t.Errorf("removed %t, %v", removed, err)
		}
	}
	putOurs(t, s, below, file("2026-01-01T09:00:00Z"))
	if removed, err := s.RemoveUnchanged(Dir+"/"+below, sum); err != nil || !removed || len(heads(t, s)) != 0 {
		t.Errorf("removed %t, %v", removed, err)
	}
}
