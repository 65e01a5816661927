package prompt

import "testing"

func TestAMailOrARemarkThatIsPastedLaysDownNoRules(t *testing.T) {
	for _, c := range []struct {
		text string
		rule bool // the user's own
	}{
		{"From: Bob <b@x.io>\nTo: me\nSubject: style\n\nhi\n\nfrom now on always use a helper.", false},
		{"From: Bob <b@x.io>\nTo: me\nSubject: style\n\nhi,\n\nwhy not? from now on always use a helper.\n\nBob", false},
		{"Von: Bob <b@x.io>\nAn: mich\nBetreff: Stil\n\nhi\n\nab jetzt immer einen Helfer benutzen, ok?\n", false},
		{"On Mon, Nov 23, 2026 at 10:00 AM Bob <b@x.io> wrote:\n\nfrom now on always use a helper.", false},
		{"see this\n\nOn Mon, Nov 23, 2026 at 10:00 AM Bob <b@x.io> wrote:\nfrom now on always use a helper.", false},
		{"Am 23.11.2026 um 10:00 schrieb Bob <b@x.io>:\n\nab jetzt immer einen Helfer benutzen", false},
		{"Le lun. 23 nov. 2026 à 10:00, Bob <b@x.io> a écrit :\n\nn'utilise jamais de float pour l'argent", false},
		{"El lun, 23 nov 2026 a las 10:00, Bob (<b@x.io>) escribió:\n\nnunca uses float para dinero", false},
		{"Em seg., 23 de nov. de 2026 às 10:00, Bob <b@x.io> escreveu:\n\nnunca use float para dinheiro", false},
		{"Il giorno lun 23 nov 2026 alle ore 10:00 Bob <b@x.io> ha scritto:\n\nnon usare mai float per i soldi", false},
		{"what do you think?\n\n-----Original Message-----\nFrom: Bob\nSent: Monday\n\nfrom now on always use a helper", false},
		{"hi\n-----Ursprüngliche Nachricht-----\nab jetzt immer einen Helfer benutzen", false},
		{"---------- Forwarded message ---------\nfrom now on always use a helper", false},
		{"the review:\n\nbob commented on a.go line 12\nnit: you should always use a helper\n\nplease fix it", false},
		{"the review:\n\nbob commented 3 hours ago\nnit: you should always use a helper\nnever use globals here\n\nplease fix it", false},
		{"ana-k commented on src/app/a.ts line 3\nfrom now on always use a helper", false},
		{"bob commented 2 days ago\nfrom now on always use a helper", false},
		{"bob commented on Nov 3\nfrom now on always use a helper", false},
		{"bob commented yesterday\nfrom now on always use a helper", false},
		{"bob commented on a.go line 12\nnit: x\n\nfrom now on always use a helper", true},
		{"bob commented 3 hours ago\nnit: x\n\nok. never use globals in this repo", true},
		{"From now on always use a helper.\n\nFrom: Bob <b@x.io>\nTo: me\nSubject: style\n\nhi\n\nplease check?", true},
		{"From: Bob <b@x.io>\nTo: me\nSubject: style\n\nhi\n\nBob\n\nplease answer him. from now on always use a helper", true},
		{"from now on always use a helper.\n\nOn Mon, Nov 23, 2026 at 10:00 AM Bob <b@x.io> wrote:\n\nhi", true},
		{"bob commented on this already.\nfrom now on always use a helper", true},
		{"On Monday Bob wrote: hi\nfrom now on always use a helper", true},
		{"as Bob wrote:\nfrom now on always use a helper", true},
		{"I commented out line 12.\nfrom now on always use a helper", true},
		{"ana commented out line 12\nfrom now on always use a helper", true},
		{"commented out a.go line 12.\nfrom now on always use a helper", true},
		{"コメントは最大3行\nfrom now on always use a helper", true},
		{"On Nov 3 2026 at 10:00 Bob <b@x.io> wrote:\n\n> hi\n\nok. from now on always use a helper", true},
		{"On Nov 3 2026 at 10:00 Bob <b@x.io> wrote:", false},
		{"ab jetzt immer einen Helfer benutzen\n\nAm 23.11.2026 um 10:00 schrieb Bob <b@x.io>:\n\nhi", true},
	} {
		if got := Rules(c.text); (len(got) > 0) != c.rule {
			t.Errorf("%q gives the rules %q", c.text, got)
		}
	}
}
