package redact

import (
	"strings"
	"testing"
)

func TestAKnownKeyIsFoundThroughBoldMarksOrOneLineBreak(t *testing.T) {
	github, stripe := "gh"+"p_Q7rT2vXk9LmB4nHsQ7rT2vXk9LmB4nHsQ7rT", "sk_"+"live_Q7rT2vXk9LmB4nHsQ7rT2vXk"
	aws, slack := "AKIA"+"Q7RT2VXK9LMB4NHS", "xox"+"b-123456789012-123456789012-Q7rT2vXk9LmB4nHsQ7rT2vXk"
	for _, secret := range []string{github, stripe, aws, slack} {
		for at := 8; at < len(secret)-4; at++ {
			for _, mark := range []string{"**", "\n", "\r\n"} {
				in := "the key is " + secret[:at] + mark + secret[at:] + " here"
				once, kinds := found(in)
				twice, more := found(once)
				if rest := secret[at:]; len(kinds) == 0 || strings.Contains(once, rest) && at < 14 || twice != once || more != nil {
					t.Errorf("%q is %q", in, once)
				}
				if strings.Count(once, "\n") != strings.Count(in, "\n") {
					t.Errorf("%q has other line breaks: %q", in, once)
				}
			}
		}
		if once, _ := found("a " + secret[:9] + "**" + secret[9:12] + "**" + secret[12:]); once == "" || strings.Contains(once, secret[12:]) {
			t.Errorf("marks twice: %q", once)
		}
	}
	for _, harmless := range []string{
		"the prefix is " + github[:8] + "\nfurther words follow here and there", "`gh" + "p_`**bold**", "gh" + "p_abcdefgh\n\nQ7rT2vXk9LmB4nHsQ7rT2vXk9LmB4nHsQ7rT",
		"AKIA\nAND SOMETHING", "sk_" + "live_mode\nis_a_name_of_ours", "gh" + "p_token_of\nthe_repository_of_the_team_of_them", "** AKIA" + "** is how it begins",
	} {
		if once, kinds := found(harmless); kinds != nil {
			t.Errorf("%q is %q", harmless, once)
		}
	}
}
