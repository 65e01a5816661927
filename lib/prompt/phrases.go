package prompt

// The tables hold phrases as words writes them: lower case, no punctuation, an
// apostrophe as a space, "|" between phrases.

// goesOn are whole requests to go on with what was under way.
const goesOn = `go on|go ahead|go|continue|continue working|continue the work|continue our work|continue with the work|continue with it|continue with that|continue with this|
continue where we left off|continue where you left off|continue from where we left off|continue from where you left off|continue from where you stopped|
pick up where we left off|pick up where you left off|where were we|where did we leave off|carry on|keep going|keep working|keep at it|keep on|move on|resume|resume work|resume the work|proceed|next|next step|next one|
do it|do that|do so|get going|get on with it|let s go|let s continue|let s go on|let s keep going|let s resume|finish it|finish up|finish the job|finish the work|
yes|y|yep|yeah|yup|sure|ok|okay|k|right|correct|sounds good|looks good|lgtm|perfect|great|cool|nice|good|fine|
weiter|mach weiter|macht weiter|mache weiter|weitermachen|weiter machen|weiter gehts|weiter geht s|weiter so|geht weiter|fahr fort|fahre fort|fortfahren|fortsetzen|setz fort|wir machen weiter|machen wir weiter|lass uns weitermachen|leg los|los|los geht s|nächster schritt|mach da weiter wo wir aufgehört haben|mach weiter wo wir aufgehört haben|mach weiter wo du aufgehört hast|ja|jep|genau|gut|passt|
continuez|continuer|on continue|continuons|vas y|allez y|allons y|poursuis|poursuivez|poursuivons|reprends|reprenez|on reprend|reprenons|la suite|étape suivante|continue là où on s est arrêtés|reprends là où on s est arrêtés|reprends là où tu t es arrêté|oui|d accord|ça marche|parfait|
continúa|continua|continúe|continuemos|continuar|sigue|siga|sigamos|seguimos|sigue adelante|adelante|prosigue|prosiga|dale|continúa donde lo dejamos|sigue donde lo dejamos|sigue donde lo dejaste|continúa donde lo dejaste|retoma|siguiente|siguiente paso|sí|si|vale|de acuerdo|perfecto|
continue de onde paramos|continue de onde parou|continua de onde paramos|vamos continuar|vamos lá|pode continuar|prossiga|prossegue|segue|segue em frente|siga em frente|vá em frente|vai em frente|retome|próximo|próximo passo|sim|certo|beleza|perfeito|
continuiamo|continuate|procedi|procediamo|prosegui|proseguiamo|vai avanti|vai|avanti|andiamo avanti|riprendi|riprendiamo|continua da dove eravamo rimasti|riprendi da dove eravamo rimasti|continua da dove ci siamo fermati|prossimo passo|sì|va bene|d accordo|perfetto|
продолжай|продолжайте|продолжаем|продолжи|продолжить|продолжим|продолжай работу|продолжай с того места где остановились|продолжай с того места где остановился|продолжай с места остановки|дальше|далее|давай|давай дальше|поехали|вперед|вперёд|следующий шаг|идём дальше|идем дальше|да|хорошо|ладно|ок|окей|
继续|繼續|继续做|继续吧|继续工作|继续上次的工作|继续之前的工作|接着|接着做|接着来|往下|往下做|下一步|开始吧|好|好的|行|可以|是|是的|嗯|对|
続けて|続け|続行|続行して|続き|続きを|続きから|続きをやって|つづけて|進めて|進め|再開|再開して|次|次へ|次に進んで|はい|うん|了解|いいよ|どうぞ`

// fillers are words around a request and ask for nothing by themselves.
const fillers = `please|pls|plz|now|then|and|so|just|well|um|again|claude|there|all|everyone|can you|could you|you can|i think|let us|with it|from there|from here|
bitte|jetzt|dann|mal|also|nun|und|doch|nochmal|s il te plaît|s il vous plaît|svp|stp|maintenant|alors|et|donc|por favor|ahora|entonces|y|pues|agora|então|e|per favore|per piacere|ora|adesso|allora|dai|пожалуйста|теперь|а|ну|и|тогда|
请|請|吧|一下|了|啊|呢|那|ください|下さい|お願いします|お願い|おねがいします|では|じゃあ|じゃ|で|ね|よ`

// greetings are hellos and thanks.
const greetings = `hi|hello|hey|hiya|yo|howdy|good morning|good afternoon|good evening|morning|how are you|hello world|test|ping|are you there|thanks|thank you|thanks a lot|thank you very much|thx|ty|cheers|bye|goodbye|
hallo|hi zusammen|moin|moin moin|servus|grüß dich|grüezi|guten morgen|guten tag|guten abend|danke|danke schön|danke dir|vielen dank|tschüss|
bonjour|bonsoir|salut|coucou|merci|merci beaucoup|hola|buenas|buenos días|buenos dias|buenas tardes|buenas noches|qué tal|gracias|muchas gracias|
olá|oi|bom dia|boa tarde|boa noite|tudo bem|obrigado|obrigada|muito obrigado|ciao|salve|buongiorno|buonasera|grazie|grazie mille|
привет|здравствуй|здравствуйте|добрый день|доброе утро|добрый вечер|спасибо|большое спасибо|
你好|您好|嗨|哈喽|早上好|早|谢谢|多谢|辛苦了|こんにちは|こんばんは|おはよう|おはようございます|もしもし|ありがとう|ありがとうございます|どうも|よろしく|よろしくお願いします`

// switches begin a request for another branch; branchWords name one.
const (
	switches = `switch to|switch over to|switch back to|switch|checkout|check out|git checkout|git switch|go to|go back to|move to|change to|change|work on|let s work on|use|
wechsle zu|wechsle auf|wechsel zu|wechsel auf|wechsle in|geh auf|geh zu|gehe auf|checke|check|passe sur|passez sur|bascule sur|basculez sur|va sur|change de|
cambia a|cambia al|cambiar a|pasa a|ve a|mude para|muda para|troque para|vá para|vai para|passa a|passa al|passa alla|passa sul|vai su|vai al|cambia|
переключись на|переключитесь на|перейди на|перейди в|перейдите на|切换到|切到|切换|切換到|checkoutして`
	branchWords = `branch|branches|zweig|branche|rama|ramo|ветку|ветка|ветке|ветки|分支|ブランチ`
	articles    = `the|a|my|our|branch|den|die|dem|das|la|le|el|al|the branch|zum|il|lo|o|к|в|на`
)
