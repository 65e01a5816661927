package prompt

import "testing"

func TestWhatIsSomebodyElsesOrBannedInAFolderIsARule(t *testing.T) {
	for _, text := range []string{
		"don't touch public/legal by the way, thats from the lawyer word by word",
		"don't touch public/legal by the way, thats from the lawyer", "finger weg von public/legal, das ist vom anwalt",
		"finger weg von public/legal", "hands off migrations/old", "don't touch docs/contract, that's from the client",
		"dont edit assets/logo, thats from the agency", "don't touch src/gen, it's generated",
		"leave vendor/foo alone, thats from upstream", "don't change config/tax.yml, that's from our accountant",
		"fass public/legal nicht an, das ist vom anwalt", "ne touche pas à public/legal, ça vient de l'avocat",
		"touche pas à public/legal, c'est de l'avocat", "no toques public/legal, es del abogado",
		"no toques public/legal, eso viene del abogado", "não mexe em public/legal, isso veio do advogado",
		"não toque em public/legal, é do advogado", "non toccare public/legal, viene dall'avvocato",
		"non toccare public/legal, è dell'avvocato", "не трогай public/legal, это от юриста",
		"не трогай public/legal, это прислал юрист", "不要动 public/legal，那是律师给的", "public/legalには触らないで、弁護士からのものです",
		"bas les pattes de public/legal", "руки прочь от public/legal",
		"use log() in src, no console.log anywhere in there, i drown in pm2 logs",
		"no console.log in src please, use log()", "keine console.log in src, nimm log()",
		"no console.log in src, use log() instead", "no Date.now() in src/domain",
		"no process.env in src/core, use config()", "no localStorage in src/core",
		"use clock.now() in src/domain, no Date.now() there", "no fmt.Println in internal, use slog",
		"kein Date.now() in src/domain, nimm clock()", "pas de console.log dans src, utilise log()",
		"pas de Date.now() dans src/domain", "nada de console.log en src, usa log()", "nada de Date.now() en src/domain",
		"nada de console.log em src, usa log()", "niente console.log in src, usa log()",
		"niente Date.now() in src/domain", "никаких console.log в src, используй log()",
		"никаких Date.now() в src/domain", "src 里不要用 console.log，用 log()", "srcではconsole.logを使わないで、log()を使って",
		"no os.Exit in lib/", "no innerHTML in src/ui, ever", "no unwrap() in src",
		"kundentexte immer mit du, nicht Sie", "customer texts always with du, not Sie",
		"and the banner text? 'versandkostenfrei ab 59'. kundentexte immer mit du, nicht Sie",
		"user facing texts always in sie form", "mails an kunden immer mit Sie",
		"error texts always with a code, never bare", "commit bodies always with the ticket",
		"texte für kunden immer per du", "les mails toujours avec vous, pas tu",
		"textos de cliente siempre con tú, no usted", "textos sempre com você, não tu",
		"тексты для клиентов всегда на ты, не на вы", "客户文案一律用你，不用您", "dates always as iso, not us",
		"migrations always with a down",
		"npm test takes ages with all of it. from now only run the tests of the file you touched, all of them before a push",
		"from now only small commits", "from now always run the linter", "from now no squash merges",
		"ab jetzt nur die tests der datei die du angefasst hast, alle erst vor dem push",
	} {
		if got := Rules(text); len(got) != 1 {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"dont touch the config while it runs", "don't touch src/a.ts yet", "don't touch src/a.ts for now",
		"don't touch src/a.ts in this step", "don't touch src/a.ts, that's fine",
		"don't touch src/a.ts, it's the wrong file",
		"don't touch src/pay, thats from yesterday and i want to look first", "don't touch src/pay, that's for later",
		"don't touch src/pay, it's broken anyway", "don't touch src/pay, that comes after this",
		"don't change src/pay.ts, the bug is from the router", "fass src/a.ts noch nicht an",
		"finger weg von src/a.ts bis ich fertig bin", "finger weg von src/api solange der build läuft",
		"don't touch src/pay today", "no toques src/a.ts todavía", "ne touche pas à src/a.ts pour l'instant",
		"не трогай src/a.ts пока", "先别动 src/a.ts", "まだsrc/a.tsには触らないで",
		"don't touch src/pay, that's from the last commit", "don't touch src/pay, it is from the old branch",
		"did you touch public/legal? that's from the lawyer", "no error in the log", "no tests in that PR",
		"no changes in src please", "no console.log in the output", "no console.log in src today",
		"there is no console.log in src", "no console.log in src anymore, i checked",
		"no TypeError in src/api since the fix", "no NullPointerException in the log", "no a.ts in src",
		"no package.json in src", "no console.log in src?", "i see no Date.now() in src/domain",
		"no setTimeout in that function", "no README.md in docs/", "keine Fehler im Log", "keine Tests in dem PR",
		"kein index.ts in src gefunden", "no foo() in src/bar.ts, use the git log to find it",
		"pas de package.json dans src", "no hay package.json en src", "no useEffect in this component",
		"no, use log() in src", "no Makefile in tools/, so it cannot build", "no console.log in src, so it's not that",
		"没有 console.log 在 src", "the button always with it", "it is always with me",
		"prices always in red on the sale page", "the test always in timeout", "error always in line 5",
		"why are texts always with Sie?", "der server immer mit 500, nicht 200", "bug immer mit firefox, nicht chrome",
		"the crash always with big files, not small",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestWhatTheProgramDoesIsDecidedAndNoRule(t *testing.T) {
	for _, text := range []string{
		"webhook: they only send an id, you have to fetch the payment. never trust the body",
		"webhook: they only send an id. never trust the body",
		"table payments(id, status), skip when same. always answer 200 even if unknown id, else they hammer us",
		"always answer 200 even if unknown id, else they hammer us", "always return 404 for unknown ids",
		"login: lock after 5 tries. never say which of the two was wrong",
		"export: one file per day, gzip. never overwrite the last one",
		"webhook: die schicken nur eine id. immer 200 antworten",
		"webhook: die schicken nur eine id. vertrau nie dem body", "webhook: ils envoient un id. toujours répondre 200",
		"webhook: solo mandan un id. responde siempre 200", "webhook: só mandam um id. responde sempre 200",
		"webhook: mandano solo un id. rispondi sempre 200", "webhook: шлют только id. всегда отвечай 200",
		"webhook：他们只发 id。永远返回 200", "webhook：idだけ送られる。必ず200を返す",
		"upload: max 5 mb, jpg or png. always reject the rest with a 415",
		"search: fuzzy, 20 hits. always return the exact match first",
		"cache: ttl 60 s, per user. never cache the admin pages",
	} {
		if got := Rules(text); len(got) > 0 || len(Settled(text)) != 1 {
			t.Errorf("rules of %q are %q, decided is %q", text, got, Settled(text))
		}
	}
	for _, text := range []string{
		"never use floats for money: count in cents", "remember: error texts only in redeem.py, never in the templates",
		"the tax office wants it as 'Service', 19 % always", "never log customer mails",
		"newsletter: double opt in. and never log customer mails", "api: always return json",
		"vouchers: percent or fixed. from now on always write a test for the border", "css: never use !important",
		"checkout: add the field. btw never push to main yourself", "mollie: sandbox first. never commit the api key",
		"always answer in german", "always answer me in short sentences", "never trust user input",
		"never put more than 200 rows into a fixture", "always use port 503 for the dev server",
		"nunca subas imágenes de más de 500 kb", "deploy: we are on k8s now. never ssh into the machines",
		"never use any in typescript", "immer auf deutsch antworten", "toujours répondre en français",
	} {
		if got := Rules(text); len(got) != 1 {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}
