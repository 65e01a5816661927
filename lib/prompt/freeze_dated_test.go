package prompt

import (
	"testing"
	"time"
)

func TestWhatIsToBeDoneOnADayIsPutOff(t *testing.T) {
	readRows(t, `
yes delete the old volume on the 18th
yes delete the old volume in a week
yes rebuild on december 1st, don't forget
yes rebuild le 1er décembre faut pas l'oublier
yes n'oublie pas le rebuild le 1er décembre
yes don't forget the rebuild on dec 1
yes rebuild el 1 de diciembre, que no se olvide
yes the license expires on dec 12, don't forget it
no don't forget the tests
no set the price valid from dec 1, don't forget the vat
no add an entry for dec 1 to the changelog, don't forget
yes in a week we can delete the old volume
yes das Zertifikat muss am 16. erneuert werden
yes the wildcard cert has to be rotated by hand on the 16th
yes on friday we have to rotate the certificate
yes we need to renew the domain by dec 14
yes keep the snapshot till the 30th, then delete it
yes das alte volume noch ne woche behalten, dann löschen, also am 18.
yes der Token kommt morgen vom Plattform-Team
yes i'll rotate the token myself tomorrow, remind me
yes prod logrotate nach dem freeze
yes lösch das volume am 18.
yes le certificat doit être renouvelé le 14 décembre
yes supprime le volume le 18
yes hay que renovar el certificado el 14 de diciembre
yes borra el volumen el 18
yes o certificado precisa ser renovado no dia 14
yes il certificato va rinnovato il 14 dicembre
yes сертификат нужно обновить 14 декабря
yes удали том 18 числа
yes 14号要更新证书
yes 18号删掉旧的卷
yes 14日に証明書を更新すべき
yes 12月18日に古いボリュームを削除して
yes la demo slitta a lunedi 23
yes the demo slips to monday 23
yes the deadline moved to monday 23
yes die Abgabe ist am 14.
no the release is broken on friday
no the deploy on friday has to be reverted
no the commit on monday must be the cause
yes release on friday
yes release on friday, after I reviewed 421
yes deploy am montag, falls CI grün ist
no the release on friday failed
no show releases on friday
no the job runs on monday
no the invoice is sent on the 14th
no show the report of the 14th
no it failed on the 14th
no the import failed on monday
yes don't push it until friday
yes commit it, don't push until friday
yes don't deploy it before the 14th
no don't push #42 until it is green
no did you not push it until friday?
no don't push the header down until friday's build
no the server was down on monday
no the demo data is wrong on monday
yes the build errors on monday
no am 14. ist es fehlgeschlagen
no the server must restart on friday
no fix what broke on friday
no add a banner that shows on the 14th
no delete the entries of the 14th
no delete all rows before the 14th
no set the deadline to the 14th
no the date must be in the form dec 3
no the cell on the 14th row must be bold
no the tests must pass on monday's build
no users must renew on the 14th of each month
no the tooltip must stay till the 3rd click, then hide
no does the cert have to be renewed on the 14th?
no le rapport du 14
no supprime le 14
no 1和2都不要
no keep the column until wednesday`, func(s string) bool { return len(PutsOff("good. "+s)) > 0 })
}

func TestWhatIsForADayIsToldUntilAWeekBeyond(t *testing.T) {
	said := time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC) // a monday
	for step, last := range map[string]int{                // the days until then
		"delete the old volume on the 18th": 18, "das Zertifikat muss am 16. erneuert werden": 16,
		"we have to rotate the key on friday": 4, "we have to rotate the key on monday": 7,
		"hay que borrar el volumen el 14 de diciembre": 14, "we need to renew the domain by jan 2": 33,
		"сертификат нужно обновить 14 декабря": 14, "1月3日に古いボリュームを削除して": 34, "delete the old volume in a week": 6,
	} {
		if got := Lasts(step, said); got != last+1+7 {
			t.Errorf("%q is told for %d days", step, got)
		}
	}
}

func TestAMilestoneIsToldUntilItsDay(t *testing.T) {
	said := time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC) // a monday
	for step, last := range map[string]int{"the demo is on friday": 4, "the demo slips to monday 14": 14} {
		if got := Lasts(step, said); got != last+1 {
			t.Errorf("%q is told for %d days", step, got)
		}
	}
}

func TestAMilestoneHasOneDay(t *testing.T) {
	for _, of := range []struct {
		text, step string
		want       bool
	}{
		{"the demo slips to monday 23", "the demo is due friday nov 20", true},
		{"la demo slitta a lunedi 23, il publisher ha spostato la call", "la demo la devo consegnare venerdi 20 novembre", true},
		{"the demo slips to monday 23", "the demo slips to monday 23", false},
		{"the demo slips to monday 23", "the release is due friday nov 20", false},
		{"does the demo slip to monday?", "the demo is due friday nov 20", false},
		{"the release is on monday", "write the release notes on friday", false},
		{"the demo is on monday", "prepare the demo on friday", false},
		{"show the demo", "the demo is due friday nov 20", false},
	} {
		if got := Redates(of.text, of.step); got != of.want {
			t.Errorf("%q redates %q: %v", of.text, of.step, got)
		}
	}
}

func TestWhatIsOnADateIsPutOff(t *testing.T) {
	readRows(t, `
yes the re-test is on the 18th
yes el re-test es el 18
yes le bilan est le 18
no the server is on 8080
no the bug is on line 18
no the answer is 42
`, func(s string) bool { return len(PutsOff(s)) == 1 })
}
