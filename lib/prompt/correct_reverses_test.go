package prompt

import "testing"

// What takes a decision back says what is taken instead as a choice; an order, or what is only seen, takes none back.
const rowsReverses = `
yes hm no, rather a file
yes no, better use redis
yes actually, let's use postgres
yes scrap that, we do postgres after all
yes hmm, wait, jwt instead
yes no, back to the list
yes wait, back to the list after all
yes hm, tabs instead
yes hm, i'd rather have yaml
yes 不，改用 yaml
yes forget kafka, nats it is
yes actually no, keep the cron job
yes sorry, i meant a drawer
yes no wait, offset is simpler
yes hmm no wait, the list, faster to do
yes nein warte, redis
yes no, the old one is better
yes hold on, sqlite after all
yes wait, no, a tree rather
yes warte, doch lieber csv
yes doch nicht, lieber die liste
yes ach nein, wir nehmen postgres
yes hm, stattdessen yaml
yes nein, die liste ist einfacher
yes non, plutôt un fichier
yes attends, on prend duckdb
yes non, postgres à la place
yes no, mejor un archivo
yes espera, mejor grpc
yes não, melhor um arquivo
yes espera, vamos com postgres
yes no, meglio un file
yes anzi no, torniamo a redis
yes нет, лучше файл
yes стоп, берём postgres
yes 不，还是用文件
yes 算了，改回列表
yes いや、やっぱりファイル
no wait, a typo in line 3
no no wait, a typo in the page title
no wait, the list is empty
no hm, the list
no hm no, wait for the list
no wait, a second
no hm, don't use tabs
no no wait, don't keep the logs
no wait, better error messages
no actually we also need it in blue
no hmm, a question
no hmm, a bit slow
no actually the button should be green
no actually a small thing: rename it
no actually a last thing
no hm, it is in util.py
no hm, that is how it is
no no wait, the tests first
no hm, the first test
no hm, the cache is better
no wait, the log is better in json
no actually, the readme is better without the badge
no hm, the page loads better
no hm, better names please
no hm, make it green
no wait, make it bigger
no stop, keep the logs
no stop, the disk is full
no hm, use the blue one
no wait, take main
no i mean the other file
no stop, run the tests instead
no no, rather tomorrow
no no, it is broken
no warte, ein tippfehler in zeile 3
no eigentlich der button grün
no hm, der cache ist besser
no moment, erst der test
no warte, der readme ist besser ohne badge
no hm, das ist besser lesbar
no attends, une faute
no attends, le readme est mieux sans badge
no en fait le bouton en vert
no attends, garde les logs
no espera, un error
no en realidad el botón en verde
no espera, es mejor sin borde
no espera, um erro
no na verdade o botão
no espera, fica melhor sem borda
no aspetta, un errore
no in realtà il bottone è rosso
no aspetta, il readme è meglio senza badge
no стоп, опечатка
no стой, в readme лучше без значка
no подожди, сначала тесты
no 等等，有个错字
no 等等，按钮应该是绿色
no 待って、タイプミス
no 待って、ボタンは緑
`

func TestOnlyAChoiceTakesADecisionBack(t *testing.T) {
	readRows(t, rowsReverses, func(s string) bool {
		said, _ := Reverses(s, "1. a queue in redis\n2. a list in the page")
		return said != ""
	})
}
