package prompt

import "testing"

func TestConcludes(t *testing.T) {
	for text, is := range map[string]bool{
		"thanks, push it": true, "Perfect! Commit and push.": true, "commit this and push": true, "great, thanks": true, "danke, pushe es bitte": true,
		"merci, pousse": true, "спасибо, запушь": true, "谢谢，提交并推送": true, "lgtm": true, "go on": true, "great, commit and push the rest too": true,
		"add a page of statistics": false, "push the button to the left": false, "commit messages must be shorter": false, "": false,
		"thanks, push it and add a page of statistics": false, "merge the two functions": false,
		"yes, commit and merge it to main, delete the branch": true, "commit what is there": true,
		"delete the branch from the list of the page": false,
	} {
		if Concludes(text) != is {
			t.Errorf("%q: %t", text, !is)
		}
	}
}

func TestCarelessWordsSayTheSame(t *testing.T) {
	for _, text := range []string{
		"k do them all", "pls go on", "where r we", "ma weiter", "stp continue", "c bon", "sigue porfa", "blz", "vc pode continuar",
		"mornin. what was i on", "hi, can u continue pls", "ок, продолжай плз", "続きよろ",
	} {
		if Asks(text) {
			t.Errorf("%q asks for something", text)
		}
	}
	for _, text := range []string{"commit n push", "thx, comit n push", "comit", "k, commit what u have", "commitea porfa", "спс, закомить"} {
		if !Concludes(text) {
			t.Errorf("%q does not conclude", text)
		}
	}
	if got := GoesOnWith("go on w the suppliers"); !Resumes("go on w the suppliers") || got != "the suppliers" {
		t.Errorf("it goes on with %q", got)
	}
	for _, text := range []string{
		"fix the w key", "n is negative in the loop", "k means clustering is slow", "mornings are shown as nights", "commit n rows at once",
		"push n items to the queue", "ma page est cassée", "pq falha o teste", "xq falla el login", "u flag is missing", "both tests fail",
	} {
		if !Asks(text) || Concludes(text) || Resumes(text) {
			t.Errorf("%q asks: %t, concludes: %t, resumes: %t", text, Asks(text), Concludes(text), Resumes(text))
		}
	}
}

func TestAStepThatOnlyCommits(t *testing.T) {
	for step, want := range map[string]bool{
		"commit mach ma morgen": true, "commit the changes": true, "Änderungen committen": true, "commit tomorrow": true,
		"hacer commit de los cambios": true, "提交代码": true, "the changes": false, "commit and push": false,
		"commit the new fixtures": false, "tests tomorrow": false,
	} {
		if got := OnlyCommits(step); got != want {
			t.Errorf("%q only commits: %t", step, got)
		}
	}
}
