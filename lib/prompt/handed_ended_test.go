package prompt

import "testing"

// What says that #45 is no more open.
const rowsOver = `
yes Yes, #45 was merged.
yes Closed #45.
yes #45 is merged, #46 is open.
yes PR **#45** got merged an hour ago.
yes #45: merged yesterday.
yes PR 45 is in, I deleted the branch.
yes MR !45 was merged.
yes https://github.com/acme/x/pull/45 was closed.
yes marek merged #45, go on with the list
yes Squash-merged #45 into main.
yes I closed PR #45 and deleted its branch.
yes Ja, #45 ist gemergt.
yes PR #45 ist geschlossen.
yes La PR #45 est mergée.
yes La PR #45 est fermée.
yes El PR #45 ya está mergeado.
yes Cerré el PR #45.
yes O PR #45 foi mergeado.
yes O PR #45 está fechado.
yes La PR #45 è chiusa.
yes PR #45 смержили.
yes PR #45 закрыт.
yes PR #45 已合并。
yes #45 已关闭。
yes PR #45 はマージされました。
yes 45 is merged since monday
yes el 45 está mergeado y la web desplegada
yes 45 ist gemergt
no the 45 tests are merged
no 45 tests merged into one
no #45 is open, #46 was merged.
no PR #45 is open, it waits for Marek's review.
no is #45 merged?
no #45 is not merged yet.
no Once #45 is merged I delete the branch.
no After #45 is merged, deploy.
no #45 will be merged on Monday.
no PR #45 can be merged now.
no I merged main into #45.
no #45 is in review.
no Marek requested changes on #45.
no #45 was approved.
no merge #45
no 45 tests pass, and the cache is merged.
no #145 was merged.
no Closed the sidebar, PR #45 is open.
no #45 ist noch nicht gemergt.
no Sobald #45 gemergt ist, deployen.
no La PR #45 n'est pas mergée.
no El PR #45 está abierto.
no PR #45 ещё не смержен.
no PR #45 还没合并。
no 等 #45 合并了再部署
no PR #45 はまだマージされていません。
`

func TestATextSaysThatAPullRequestIsOver(t *testing.T) {
	readRows(t, rowsOver, func(s string) bool { return Over(s, "#45") })
}
