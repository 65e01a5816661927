package gitrepo

import "testing"

func TestASubjectSaysWhatItsCommitBrings(t *testing.T) {
	for subject, want := range map[string][2]string{
		"Export as CSV (#45)":                     {"Export as CSV", "#45"},
		"Export as CSV (#12) (#45)":               {"Export as CSV (#12)", "#45"},
		"HOOK-247: CSV export of attempts (#45)":  {"HOOK-247: CSV export of attempts", "#45"},
		"Merge pull request #45 from acme/export": {"Merge pull request #45 from acme/export", ""},
		"Merged in export (pull request #45)":     {"Merged in export (pull request #45)", ""},
		`Revert "Export as CSV (#45)" (#50)`:      {`Revert "Export as CSV (#45)"`, "#50"},
		"":                                        {"", ""},
		"Export as CSV":                           {"Export as CSV", ""},
		`Revert "Export as CSV (#45)"`:            {`Revert "Export as CSV (#45)"`, ""},
		"Fix the gate (closes #45)":               {"Fix the gate (closes #45)", ""},
		"Answer the comments of pull request #45": {"Answer the comments of pull request #45", ""},
		"Merge the helper of #45":                 {"Merge the helper of #45", ""},
		"Use C# (again)":                          {"Use C# (again)", ""},
	} {
		if what, number := brings(subject); what != want[0] || number != want[1] {
			t.Errorf("%q brings %q, %q", subject, what, number)
		}
	}
}
