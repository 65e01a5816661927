package prompt

import "testing"

// Facts are told, though they are cried out or seen.
const rowsFacts = `
no It's 3x faster now!
no Don't forget to set STRIPE_KEY on the server!
no I see the deploy failed last night because of the disk.
no I found the issue but the fix needs a migration.
no The server runs on port 4000!
no The quoting must be checked before the release!
no The checkout now takes vouchers!
no Great, the login needs 2 s less!
no Careful: the key expires on Friday!
no I see the index is missing.
no I see 3 failing tests.
no I see the deploy is still running.
no I see the bug is in the parser.
no I found the bug, it needs a new index.
no I found the issue and it needs a restart.
no That explains it, staging has Postgres 12 and prod 15.
no I understand, but the old route must stay.
no I have everything I need except the API key.
no Es ist jetzt dreimal so schnell!
no Vergiss nicht, STRIPE_KEY auf dem Server zu setzen!
no Der Cache ist drin!
no Ich sehe, der Deploy lief nicht durch.
no Ich verstehe das Problem, aber der Fix braucht eine Migration.
no C'est 3 fois plus rapide !
no N'oublie pas de mettre STRIPE_KEY sur le serveur !
no J'ai trouvé le problème mais il faut une migration.
no Je vois le déploiement tomber chaque nuit.
no ¡Ahora es 3 veces más rápido!
no ¡No olvides poner STRIPE_KEY en el servidor!
no Encontré el problema pero hace falta una migración.
no Agora está 3 vezes mais rápido!
no Encontrei o problema mas precisa de uma migração.
no Ora è 3 volte più veloce!
no Ho trovato il problema ma serve una migrazione.
no Теперь в 3 раза быстрее!
no Не забудь задать STRIPE_KEY на сервере!
no Теперь вижу проблему, но нужна миграция.
no 现在快了三倍！
no 别忘了在服务器上设置 STRIPE_KEY！
no 找到问题了，时钟被读了两次。
no 3倍速くなりました！
no 原因が分かりましたが、移行が必要です。
yes Great work!
yes Nice catch!
yes Excellent idea, Tom!
yes Great progress!
yes Well done, everyone!
yes What a great plan!
yes Now I see the real issue.
yes I see the root cause now.
yes I found the problem.
yes Now I understand what the worker does.
yes I see where it breaks.
yes That explains it.
yes Let me verify the suite.
yes Sehr gut!
yes Gute Arbeit!
yes Jetzt sehe ich das Problem.
yes Très bon travail !
yes Maintenant je vois la cause.
yes ¡Excelente trabajo!
yes Ahora veo la causa.
yes Bom trabalho!
yes Agora vejo a causa.
yes Bel lavoro!
yes Ora vedo il vero problema.
yes Хорошая работа!
yes Теперь вижу причину.
yes 干得好！
yes 找到问题了。
yes お疲れ様でした！
yes 問題が分かりました。
`

func TestFactsAreToldThoughCriedOutOrSeen(t *testing.T) {
	readRows(t, rowsFacts, func(s string) bool { return Told(s) == "" })
}
