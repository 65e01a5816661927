package prompt

import "testing"

// News under the name of what waits end it; an order, a question or what is still to come does not.
func TestNewsUnderItsNameEndAWait(t *testing.T) {
	const dns = "the dkim record is at the provider, takes up to 48h they say, check again friday"
	for _, c := range []struct {
		step, asked string
		want        bool
	}{
		{dns, "dkim btw: dig answers now. signing is on", true},
		{dns, "dkim: still nothing", false},
		{dns, "dkim: the provider asks for another record", false},
		{dns, "dkim: write it into the docs now", false},
		{dns, "footer: the year is right now", false},
		{"i mailed mrs brandt, wait for her answer before building anything", "brandt: she answered, only the vat id", true},
		{"i mailed mrs brandt, wait for her answer before building anything", "brandt: did she answer?", false},
		{"submitted the app, up to 3 days for the store review", "store: it's live now", true},
		{"submitted the app, up to 3 days for the store review", "store: add the new icon now", false},
		{"domain beantragt, dauert bis zu 5 tage", "domain übrigens: ist jetzt da", true},
		{"Soll ich es streichen? ne drin lassen, frag erst meine betreuerin.", "betreuerin sagt item 4 raus", true},
		{"Soll ich es streichen? ne drin lassen, frag erst meine betreuerin.", "der tutor sagt item 4 raus", false},
		{"leave it at 7 until petra replies", "petra answered, 7 is right", true},
		{"so tomorrow android", "android ok too. commit push pr", true},
		{"so tomorrow android", "android crashes. look at it", false},
		{"check on staging tomorrow", "staging looks good", true},
		{"the dark mode tomorrow", "dark blue looks good", false},
		{"Before it works you need to run the migration on the Pi. (put off: on sunday)", "ran the migration on the pi, all good", true},
		{"You need to add this to the crontab: (put off: later)", "crontab is done. what is next?", true},
		{"You need to run the migration on the Pi", "run the migration on staging first", false},
		{"Maria's check of the Portuguese texts", `maria says "mensalmente" should be "por mês", the rest is fine`, true},
		{"Maria's check of the Portuguese texts", "change the Portuguese texts", false},
		{"Maria's check of the Portuguese texts", "maria will check it on friday", false},
		{"I'll ask the devs about those 4", "sent. now: devs answered. shard_hint is internal, remove it", true},
		{"I'll ask the devs about those 4", "ask the devs page to load 4 rows", false},
		{"I'll ask the devs about those 4", "did the devs answer?", false},
		{"ich frag den Chef wegen der Preise", "der Chef sagt 12,90", true},
		{"leave it at 7 until petra replies", "tom answered, 7 is right", false},
	} {
		if got := TurnOf(c.asked, []string{"Noted."}, nil).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q ends %q: %v", c.asked, c.step, got)
		}
	}
}
