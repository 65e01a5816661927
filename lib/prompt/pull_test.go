package prompt

import "testing"

func TestToPullAndToBeToldIsOnlyToLook(t *testing.T) {
	for text, want := range map[string]bool{
		"pull and tell me what bia did": true, "da um pull e me diz oq a bia fez": true, "mach mal pull und sag mir was bia gemacht hat": true,
		"haz pull y dime que hizo bia": true, "fais un pull et dis-moi ce que bia a fait": true, "fai pull e dimmi cosa ha fatto bia": true,
		"сделай pull и скажи что сделала аня": true, "拉一下代码，告诉我bia做了什么": true, "pullして、何が変わったか教えて": true,
		"tell me what changed since friday": true, "pull the totals out of the loop": false, "tell me what is slow and speed it up": false,
		"pull main and tell me what bia did, and fix the header": false, "da um pull e faz o merge da branch dela": false,
		"show the user what changed": false, "fetch the rates from the bank": false,
	} {
		if OnlyLooks(text) != want {
			t.Errorf("%q only looks: %t", text, !want)
		}
	}
}
