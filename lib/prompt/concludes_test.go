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
