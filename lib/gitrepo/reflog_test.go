package gitrepo

import "testing"

func TestARevertNamesWhatItTakesBack(t *testing.T) {
	for subject, want := range map[string]string{
		`Revert "add a row"`:            `add a row`,
		`Revert "Revert "add a row""`:   `Revert "add a row"`,
		`Reapply "add a row"`:           `Revert "add a row"`, // git 2.43
		`Revert "Reapply "add a row""`:  `Reapply "add a row"`,
		`Reapply the rows`:              ``,
		`add a row that says "Revert "`: ``,
	} {
		if got := Reverts(subject); got != want {
			t.Errorf("%q takes back %q, want %q", subject, got, want)
		}
	}
}
