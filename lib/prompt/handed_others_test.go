package prompt

import "testing"

// What a prompt orders to hand in is no pull request of others, which one that only asks or looks is told of.
const rowsOthers = `
no could you push and open a pull request?
no can you merge #45?
no show me the diff, then push it and open the pr
no have a look at the diff and open the PR
no Would you please squash it and create the pull request?
no can you make a PR for this?
no pls push. can you open a draft PR too?
no are the tests green? then open the PR
no is it all green? push it
no show me the log, push it
no schau ob alles grün ist und mach den pr auf
no kannst du pushen und einen PR erstellen?
no könntest du den PR aufmachen?
no zeig mir den Diff und merge dann #45
no peux-tu pousser et ouvrir la PR ?
no montre-moi le diff puis ouvre la PR
no tu peux fusionner #45 ?
no ¿puedes subir los cambios y abrir el PR?
no muestra el diff y abre el PR
no podrías crear un pull request?
no você pode fazer push e abrir o PR?
no mostra o diff e abre o PR
no puoi aprire la PR?
no mostrami il diff e apri la PR
no можешь запушить и открыть PR?
no покажи дифф и открой PR
no можешь смержить #45?
no 可以推送并创建 PR 吗？
no 能不能合并 #45？
no 看一下 diff，然后推送并开 PR
no プッシュしてPRを作成してもらえますか？
no 差分を見せて、それからPRを出して
no #45をマージしてくれますか？
yes list the open prs
yes which PRs are open?
yes open PRs?
yes any open pull requests?
yes can you list the open PRs?
yes could you check whether marek's PR is merged?
yes what's with marek's pr?
yes show me the open merge requests
yes did jonas push it and open the PR?
yes can we merge #44?
yes is #44 merged?
yes who opened PR #44?
yes show me what marek pushed and the PR
yes show me the branch of marek and the pr
yes have a look at the PRs, which wait?
yes does the deploy fail on main?
yes are the merge conflicts of #44 solved?
yes look at the push of marek and tell me whether it is in a PR
yes zeig mir die offenen PRs
yes welche PRs sind offen?
yes kannst du schauen, ob Mareks PR offen ist?
yes ist #44 gemergt?
yes montre les PR ouvertes
yes quelles PR sont ouvertes ?
yes peux-tu lister les PR ouvertes ?
yes ¿qué PRs están abiertos?
yes muestra los PR abiertos
yes quais PRs estão abertos?
yes mostra le PR aperte
yes quali PR sono aperte?
yes покажи открытые PR
yes какие PR открыты?
yes 列出打开的 PR
yes 哪些 PR 还开着？
yes 开着的PR有哪些？
yes 開いているPRはどれですか？
yes どのPRがマージされましたか？
`

func TestAPromptThatOrdersToHandInIsOfNoOthers(t *testing.T) {
	readRows(t, rowsOthers, func(s string) bool { return Others(s, []string{"PR #44 is open."}, "") })
}
