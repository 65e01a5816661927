package prompt

import "testing"

func TestWhatOnlyBeginsWithADropIsNone(t *testing.T) {
	for text, want := range map[string]bool{
		"drop everything for a second, production is throwing this since this morning": false,
		"lass mal alles liegen, production wirft das seit heute morgen":                false,
		"laisse tout tomber une minute, la prod plante":                                false,
		"deja todo un momento, producción está caída":                                  false, "larga tudo um minuto, a produção caiu": false,
		"molla tutto un attimo, la produzione è giù": false, "брось всё на минуту, прод упал": false,
		"I'll tell the clinic myself, you don't need to do anything there.": false,
		"ich sag's der Praxis selbst, du musst da nichts machen":            false,
		"je le dis à la clinique moi-même, tu n'as rien à faire":            false,
		"se lo digo yo a la clínica, no tienes que hacer nada":              false,
		"I'll call the bank myself":                                         false,
		"And a changelog entry, no, never mind the changelog":               false,

		"tom: \"skip the toggle\"": false, "lena: „lass das menü weg“": false, "marc : « pas de badge »": false,
		"the mail says\n```\nskip the export\n```\nwhat now?": false, "~~~\nno badge please\n~~~": false,

		"the log:\n```\nall ok\n```\nno badge please": true, "footer: drop the \"beta\" badge": true,
		"drop everything in the cache layer, it is too slow": true, "drop the export, nobody needs that": true,
		"I'll do the export myself": true, "skip the changelog, we have none": true,
		"the migration is done by Ana, not by us": true, "laisse tomber l'export, personne ne l'utilise": true,
		"no hace falta el export, nadie lo usa": true,
	} {
		if got := Dropped(text, false); len(got) > 0 != want {
			t.Errorf("%q drops %q", text, got)
		}
	}
}
