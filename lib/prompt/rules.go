package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A tongue is how one language says that something holds from now on. Phrases
// are as words writes them, "|" between them.
type tongue struct {
	always string // words that make an order a standing one
	strong string // phrases that are enough by themselves
	// unless are phrases in which an always word says something else, and
	// beginnings that only tell what happens.
	unless string
	orders string // what an order begins with
	opens  string // what may come before an always word that orders
	tells  string // words after an always word that only tell what happens
	once   string // words of an instruction for this one time
	minds  string // what asks to keep something in mind, before a colon or "that"
	bans   string // what a ban begins with: "no floats for money"
	aims   string // and what it is for
	// anywhere says that an order may be at any place, for a language
	// without spaces.
	anywhere bool
	// inflects says that verbs of an order differ from those that tell by their
	// endings, as in English.
	inflects bool
}

var tongues = []tongue{{
	always: `always|never|at all times|without exception|whenever you|every time you|each time you|before every|before each|after every|after each|ever`,
	strong: `from now on|from here on|from this point on|going forward always|going forward never|under no circumstances|don t ever|do not ever|not ever again|never again|never ever|no exceptions`,
	unless: `as always|almost always|not always|nearly always|has always|have always|had always|was always|is always|are always|were always|has never|have never|had never|was never|is never|are never|were never|ve never|never mind|nevermind|never been|have you ever|did you ever|did we ever|if ever|if you ever|if we ever|ever since|than ever|why|how come|seems to always|seems to never|appears to always|used to always|tends to always|should never happen|should never be|should always be`,
	orders: `use|run|write|do|don t|do not|make|add|keep|put|ask|check|avoid|prefer|commit|update|test|build|format|lint|show|tell|call|include|name|document|explain|stick|follow|create|leave|treat|return|log|wrap|set|read|start|stop|give|answer|reply|respond|speak|talk|work|push|merge|squash|rebase|remember|please|you must|you should|you have to|you need to|i want you to|i d like you to|we must|we should|make sure|ensure|be|no|not|don|confirm|wait|verify|review|sign|think|let me|must|should|never|always`,
	opens:  `please|can you|could you|would you|will you|should|must|shall|also|just|then|and|but|so|need to|have to|ought to|sure to|you to|remember to|want to|like to|us to|do|i want|we should|we must`,
	tells:  `had|has|have|was|were|been|got|did|saw|seen|went|is|are|mind|knew|thought|the|a|an|sure|came|ran|fully|quite|really|happen|happens|going|gonna|seem|seems|in|on|at|this|that|it|there`,
	once:   `this time|for now|right now|today|just once|this once|at the moment|tomorrow|tonight`,
	minds:  `remember|remember that|keep in mind|keep in mind that|bear in mind that|note for the future|note for later|rule|new rule|house rule`,
	bans:   `no`,
	aims:   `for|when`, inflects: true,
}, {
	always: `immer|nie|niemals|stets|grundsätzlich|ausnahmslos|jedes mal|jedesmal|vor jedem|nach jedem|nach jeder|vor jeder`,
	strong: `ab jetzt|ab sofort|von nun an|von jetzt an|in zukunft bitte|künftig bitte|zukünftig bitte|auf keinen fall mehr|nie wieder|niemals wieder|nie mehr`,
	unless: `immer noch|noch immer|immer wieder|immer mehr|wie immer|fast immer|nicht immer|noch nie|schon immer|warum|wieso|weshalb`,
	orders: `benutze|benutz|verwende|nutze|nutz|schreib|schreibe|mach|mache|führ|führe|lass|teste|prüf|prüfe|frag|frage|antworte|halt|halte|achte|committe|pushe|nimm|vermeide|ändere|lösch|lösche|sprich|gib|füg|füge|leg|lege|denk|denke|formatiere|bleib|baue|bitte|du sollst|du musst|du darfst|nicht|kein|keine|keinen|immer|nie|niemals|stets`,
	opens:  `bitte|sollst|sollen|musst|muss|müssen|darf|darfst|dürfen|soll|also|auch|und|aber|sollte|sollten|sollst du|möchte`,
	tells:  `ist|war|hat|sind|waren|hatte|wird|fehl|der|die|das|den`,
	once:   `diesmal|dieses mal|fürs erste|vorerst|gerade|heute|im moment`,
	minds:  `merk dir|merke dir|merkt euch|denk daran|denke daran|merk dir dass|denk daran dass|regel|neue regel`,
	bans:   `kein|keine|keinen`,
	aims:   `für|bei`,
}, {
	always: `toujours|jamais|systématiquement|à chaque fois|chaque fois|avant chaque|après chaque`,
	strong: `désormais|dorénavant|à partir de maintenant|plus jamais|jamais plus|en aucun cas`,
	unless: `comme toujours|pas toujours|presque toujours|est toujours|sont toujours|était toujours|a toujours|a jamais|ai jamais|est jamais|pourquoi|si jamais|toujours pas`,
	orders: `utilise|utilisez|écris|écrivez|fais|faites|lance|lancez|exécute|exécutez|ajoute|ajoutez|garde|gardez|vérifie|vérifiez|réponds|répondez|teste|testez|demande|demandez|mets|mettez|évite|évitez|commite|committe|pense|pensez|parle|parlez|préfère|ne|n|il faut|tu dois|vous devez|merci de|toujours|jamais|pas de`,
	opens:  `dois|devez|faut|doit|doivent|et|mais|aussi|de`,
	tells:  `le|la|les|un|une|été|est|pas|en|sur|dans|échoue|marche|fonctionne`,
	once:   `cette fois|pour l instant|pour le moment|aujourd hui`,
	minds:  `retiens|retenez|souviens toi|souviens toi que|rappelle toi|rappelle toi que|n oublie pas que|retiens que|règle|nouvelle règle`,
	bans:   `pas de|pas d|aucun|aucune`,
	aims:   `pour`,
}, {
	always: `siempre|nunca|jamás|cada vez que|antes de cada|después de cada`,
	strong: `de ahora en adelante|a partir de ahora|desde ahora|nunca más|bajo ninguna circunstancia|en ningún caso`,
	unless: `como siempre|casi siempre|no siempre|por qué|desde siempre|siempre ha|nunca ha`,
	orders: `usa|use|utiliza|utilice|escribe|escriba|haz|haga|ejecuta|ejecute|corre|añade|agrega|mantén|comprueba|verifica|responde|responda|prueba|pregunta|pregunte|pon|evita|recuerda|no|por favor|debes|hay que|tienes que|siempre|nunca|jamás`,
	opens:  `debes|debe|deben|que|y|pero|también|por favor`,
	tells:  `falla|funciona|sale|da|es|está|hay|pasa|fue|ha|he|se|el|la|me`,
	once:   `esta vez|por ahora|de momento|hoy|ahora mismo`,
	minds:  `recuerda|recuerda que|recuerde que|ten en cuenta|ten en cuenta que|ten presente que|no olvides que|regla|nueva regla`,
	bans:   `nada de|ningún|ninguna`,
	aims:   `para`,
}, {
	always: `sempre|nunca|jamais|toda vez que|antes de cada|depois de cada|após cada`,
	strong: `de agora em diante|a partir de agora|daqui em diante|daqui para frente|nunca mais|em hipótese alguma`,
	unless: `como sempre|quase sempre|nem sempre|por que|sempre foi|nunca foi`,
	orders: `use|usa|utilize|escreva|escreve|faça|faz|execute|executa|rode|roda|adicione|adiciona|mantenha|verifique|verifica|responda|responde|teste|pergunte|pergunta|evite|coloque|lembre|não|por favor|você deve|deve|tem que|sempre|nunca|jamais`,
	opens:  `deve|devem|que|e|mas|também|por favor`,
	tells:  `falha|funciona|dá|é|está|há|foi|tem|o|a|se|me`,
	once:   `desta vez|dessa vez|por enquanto|por agora|hoje|agora mesmo`,
	minds:  `lembre se|lembre se que|lembra te que|lembre que|tenha em mente|tenha em mente que|não esqueça que|regra|nova regra`,
	bans:   `nada de|nenhum|nenhuma`,
	aims:   `para`,
}, {
	always: `sempre|mai|ogni volta che|prima di ogni|dopo ogni`,
	strong: `d ora in poi|da ora in poi|d ora in avanti|mai più|in nessun caso`,
	unless: `come sempre|quasi sempre|non sempre|perché|se mai|mai stato`,
	orders: `usa|usate|utilizza|scrivi|scrivete|fai|fate|esegui|lancia|aggiungi|mantieni|controlla|verifica|rispondi|testa|chiedi|metti|evita|ricorda|non|per favore|devi|bisogna|sempre|mai`,
	opens:  `devi|deve|devono|bisogna|e|ma|anche|per favore`,
	tells:  `fallisce|funziona|dà|è|c|ha|ho|il|la|lo|si|mi`,
	once:   `questa volta|per ora|per adesso|oggi|al momento`,
	minds:  `ricorda|ricorda che|ricordati|ricordati che|tieni presente|tieni presente che|non dimenticare che|regola|nuova regola`,
	bans:   `niente|nessun|nessuna`,
	aims:   `per`,
}, {
	always: `всегда|никогда|каждый раз|перед каждым|после каждого|после каждой|обязательно`,
	strong: `отныне|впредь|с этого момента|с этих пор|больше никогда|никогда больше|ни в коем случае|ни при каких обстоятельствах`,
	unless: `как всегда|почти всегда|не всегда|почему|зачем`,
	orders: `используй|используйте|пиши|пишите|делай|делайте|запускай|запускайте|добавляй|добавляйте|проверяй|проверяйте|отвечай|отвечайте|спрашивай|спрашивайте|сохраняй|избегай|не|нужно|надо|должен|пожалуйста|всегда|никогда|каждый раз|перед каждым|после каждого|после каждой`,
	opens:  `нужно|надо|должен|должна|должны|и|но|также|пожалуйста`,
	tells:  `падает|падал|падают|работает|работал|было|был|была|есть|возвращает|выдаёт|выдает`,
	once:   `сейчас|сегодня|пока|на этот раз|в этот раз`,
	minds:  `запомни|запомни что|запомните|помни|помни что|имей в виду|имей в виду что|не забывай что|правило|новое правило`,
	bans:   `никаких|никакого|никакой`,
	aims:   `для|при`,
}, {
	always: `永远|始终|总是|務必|务必|每次|绝不|绝对不|從不|一律|任何时候|一定要`,
	strong: `从现在开始|从现在起|从今以后|今后|以后请|以后都|以后不要|以后要|永远不要|绝对不要|绝不要|绝不能|千万不要`,
	unless: `为什么|是不是|怎么|失败|报错|出错|崩溃|总是会`,
	orders: `请|必须|不要|别|不能|不得|要|使用|用|先|运行|写|检查|保持|提交|测试|避免`,
	once:   `这次|暂时|今天|现在先|目前`,
	minds:  `记住|请记住|牢记|要记得|规则`, anywhere: true,
}, {
	always: `常に|必ず|絶対に|いつも|毎回|いつでも|例外なく`,
	strong: `今後は|今後|これからは|二度と|決して`,
	unless: `なぜ|どうして|失敗|エラー|落ち|でしょうか|ますか|のか`,
	orders: `ください|下さい|すること|しないで|して|こと|べき|ましょう|使う|使って|書いて|しろ|するな|お願い`,
	once:   `今回|今だけ|とりあえず|今日`,
	minds:  `覚えておいて|忘れないで|ルール`, anywhere: true,
}}

// occasions are what work consists of: "after every change" is about the work,
// "after every retry" about the program.
const occasions = `commit|commits|change|edit|step|task|session|push|merge|release|deploy|answer|reply|response|phase|pr|fix|feature|message|
änderung|schritt|aufgabe|antwort|modification|changement|étape|tâche|réponse|cambio|paso|tarea|respuesta|alteração|mudança|passo|tarefa|resposta|
modifica|compito|risposta|изменения|изменением|коммита|коммитом|шага|шагом|ответа|ответом|задачи`

// maxRuled is how much of a prompt is looked through for rules, in bytes: longer
// ones are documents.
const maxRuled = 16 << 10

// Rules are the standing instructions in a prompt: its sentences that say how to
// work from now on, at most maxRule characters each, no two the same. What was
// pasted or quoted, a plan, questions, descriptions and instructions for this
// one time do not count.
func Rules(text string) []string {
	if strings.HasPrefix(strings.TrimSpace(text), planLead) || foreign(text) {
		return nil
	}
	if text = headOf(text, maxRuled); !triggers().in(words(text)) {
		return nil
	}
	var rules []string
	for _, s := range Sentences(ownWords(text)) {
		if s = lastingClause(s); !standing(s) {
			continue
		}
		if rule := atWord(s, maxRule); !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// standing says whether a sentence is an order that holds from now on.
func standing(s string) bool {
	w := words(unquoted(s))
	if !triggers().in(w) {
		return false
	}
	asks := strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
	if utf8.RuneCountInString(s) < 8 || asks && !holds(firstWords(w, 2), "can you|could you|would you|will you|please") {
		return false
	}
	for i := range tongues {
		if tongues[i].stands(w) {
			return true
		}
	}
	return false
}

// topics begin a clause that says what the order after it is about, and belongs to
// the rule.
const topics = `for|in|on|at|with|when|whenever|if|while|before|after|as|since|because|from|during|unless|instead|to|regarding|re|remember|note|rule|keep in mind|
für|bei|im|wenn|falls|vor|nach|weil|ab|beim|statt|merk dir|denk daran|regel|pour|dans|quand|si|avant|après|lorsque|au lieu|para|en|cuando|antes|después|em|quando|se|depois|recuerda|
per|nel|prima|dopo|invece|ricorda|для|в|при|когда|если|перед|после|вместо|запомни|помни|在|当|如果|对于|记住|请记住`

// joints are words between clauses.
const joints = `and|but|also|then|und|aber|auch|dann|et|mais|aussi|y|pero|también|e|mas|também|ma|anche|и|но|также`

// lastingClause is a sentence from the clause on that holds from now on, where what
// comes before it is an order for this one time: "change a.go, and always add a test".
func lastingClause(s string) string {
	if w := words(s); prefix(strings.TrimSpace(w), topics) > 0 {
		return s
	}
	for i, r := range s {
		rest := s[i+utf8.RuneLen(r):]
		switch {
		case strings.ContainsRune("，；", r), strings.ContainsRune(",;:", r) && strings.HasPrefix(rest, " "):
		case r == ' ' && prefix(strings.TrimSpace(words(rest)), joints) > 0:
		default:
			continue
		}
		rest = strings.TrimLeft(rest, " ")
		for n := prefix(strings.ToLower(rest), joints); n > 0; n = prefix(strings.ToLower(rest), joints) {
			rest = strings.TrimLeft(rest[n:], " ,")
		}
		before := strings.Fields(words(s[:i]))
		bare := len(strings.Fields(words(rest))) < 3 && !strings.ContainsFunc(rest, func(r rune) bool { return unspaced(string(r)) })
		if r == ' ' && !leadsStanding(rest) || bare || len(before) < 2 && !unspaced(s[:i]) || !standing(rest) {
			continue
		}
		return rest
	}
	return s
}

// leadsStanding says whether a text begins with a word that makes an order a standing
// one.
func leadsStanding(text string) bool {
	w := strings.TrimSpace(words(text))
	for i := range tongues {
		if prefix(w, tongues[i].always+"|"+tongues[i].strong) > 0 {
			return true
		}
	}
	return false
}

// lasts says whether a sentence is to be kept in mind, bans something for a purpose,
// or ends a fact with always: "remember: …", "no floats for money", "19 % always".
func (t *tongue) lasts(w string) bool {
	w = strings.TrimSpace(w)
	if n := prefix(w, t.minds); n > 0 {
		rest := strings.TrimSpace(w[n:])
		asks := holds(" "+w[:n]+" ", "that|dass|que|che|что") || t.anywhere
		return rest != "" && rest != "," && (asks || strings.HasPrefix(rest, ","))
	}
	first, _, _ := strings.Cut(w, " , ")
	if n := prefix(first, t.bans); n > 0 && t.bans != "" {
		ban := strings.Fields(first[n:])
		aimed := slices.IndexFunc(ban, func(word string) bool { return holds(" "+word+" ", t.aims) })
		return aimed > 0 && aimed < 4 && len(ban) < 8 && aimed < len(ban)-1 && !holds(" "+strings.Join(ban, " ")+" ", unbanned)
	}
	clauses := strings.Split(w, " , ")
	last := strings.TrimSpace(clauses[len(clauses)-1])
	for phrase := range strings.SplitSeq(t.always, "|") {
		before, ok := strings.CutSuffix(last, " "+strings.TrimSpace(phrase))
		if value := strings.Fields(before); ok && len(value) > 0 && len(value) < 3 && strings.ContainsAny(value[0], "0123456789") {
			return true
		}
	}
	return false
}

// unbanned are what "no … for" says nothing of how to work with.
const unbanned = `is|are|was|were|has|have|had|ran|found|exist|exists|left|ist|sind|war|est|sont|está|è|sono|é|há|need|reason|time|support|change|changes|use|problem|way|sign|evidence|idea|luck|more|longer|one|hurry|place|room|match|data|result|results|
grund|zeit|problem|ahnung|ergebnis|raison|temps|problème|besoin|razón|tiempo|problema|tempo|motivo|ragione|причин|времени`

func (t *tongue) stands(w string) bool {
	if t.lasts(w) {
		return true
	}
	strong := holds(w, t.strong)
	if holds(w, t.unless) || !strong && (holds(w, t.once) || !holds(w, t.always)) {
		return false
	}
	switch {
	case strong:
		return true
	case t.anywhere:
		return holds(w, t.orders)
	}
	for clause := range strings.SplitSeq(w, " , ") {
		if t.orderIn(" "+clause+" ", w) {
			return true
		}
	}
	return false
}

// orderIn says whether a clause that holds an always word is an order: the word
// begins it, follows a verb that demands, or is next to an order.
func (t *tongue) orderIn(clause, whole string) bool {
	return slices.ContainsFunc(strings.Split(t.always, "|"), func(phrase string) bool {
		before, after, found := strings.Cut(clause, " "+phrase+" ")
		if !found {
			return false
		}
		before, after = strings.TrimSpace(before), strings.TrimSpace(after)
		next, _, _ := strings.Cut(after, " ")
		tells := holds(" "+next+" ", t.tells) || t.inflects && inflected(next)
		occasion := strings.Contains(phrase, " ") // "after every"
		demands := slices.ContainsFunc(strings.Split(t.opens, "|"), func(p string) bool { return strings.HasSuffix(" "+before, " "+p) })
		switch {
		case occasion && holds(firstWords(after, 2), occasions), before == "" && after == "":
			return t.ordered(whole)
		case before == "":
			return !tells && (!occasion || t.ordered(whole))
		case t.inflects && before == "i" && holds(" "+next+" ", "want|prefer|expect|need|like"):
			return true
		case demands: // of a thing it is said how it behaves
			return !tells && !holds(firstWords(before, 1), things)
		}
		return t.near(before, after)
	})
}

// things begin what tells how a thing behaves: "it should always be".
const things = `it|this|that|which|there|how|what|why|when|they|these|those|es|das|dies|ça|cela|это`

// near says whether an order comes right before an always word, with a word
// between them at most, or before one that ends the clause.
func (t *tongue) near(before, after string) bool {
	n := prefix(before, t.orders)
	between := strings.Fields(before[n:])
	tells := func(w string) bool {
		return holds(" "+w+" ", t.tells+"|that|which|who|it|they|die|das|der|qui|que|che|который")
	}
	return n > 0 && (len(between) < 2 || after == "") && !slices.ContainsFunc(between, tells)
}

// ordered says whether one of the clauses begins as an order does.
func (t *tongue) ordered(w string) bool {
	return slices.ContainsFunc(strings.Split(w, " , "), func(clause string) bool {
		return prefix(strings.TrimSpace(clause), t.orders) > 0
	})
}

// inflected says whether an English word after "always" or "never" is no order:
// the third person or a past form.
func inflected(word string) bool {
	if len(word) < 4 || word[0] >= 0x80 {
		return false
	}
	for _, kept := range []string{"ss", "eed", "mbed", "us"} {
		if strings.HasSuffix(word, kept) {
			return false
		}
	}
	return strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "tests")
}

// firstWords is the first n words of w, with spaces around them.
func firstWords(w string, n int) string {
	fields := strings.Fields(w)
	return " " + strings.Join(fields[:min(n, len(fields))], " ") + " "
}

// unquoted is a sentence without what is in quotation marks or code.
func unquoted(s string) string {
	for _, q := range [][2]string{{"`", "`"}, {`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}} {
		for {
			i := strings.Index(s, q[0])
			if i < 0 {
				break
			}
			n := strings.Index(s[i+len(q[0]):], q[1])
			if n < 0 {
				break
			}
			s = s[:i] + " x " + s[i+len(q[0])+n+len(q[1]):]
		}
	}
	return s
}
