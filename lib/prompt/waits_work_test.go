package prompt

import (
	"testing"
	"time"
)

// Work waits for whoever answers, parts of a page and of a running program do not.
const rowsWorkWaits = `
yes leave the PR as draft until marek replies
yes leave the PR until Marek answers
yes keep the feature off until support confirms
yes wait until jonas answers
yes please wait until hr replies
yes bitte warte bis nina antwortet
yes wait until legal confirms
yes leave the branch as draft until priya replies
yes keep the release back until finance confirms
yes leave ticket 481 open until ops replies
yes keep the test skipped until jonas answers
yes leave the merge until security confirms
yes park the migration branch until dana decides
yes keep the pull request open until legal gets back to us
yes lass den PR offen bis Marek antwortet
yes lass den PR als Entwurf, bis Marek antwortet
yes warte bis jonas antwortet
yes lass das Feature aus bis der Support bestätigt
yes laisse la PR en brouillon jusqu'à ce que Marek réponde
yes garde la branche jusqu'à ce que le juridique confirme
yes attends jusqu'à ce que jonas réponde
yes deja el PR abierto hasta que Marek responda
yes deja la rama hasta que legal confirme
yes espera hasta que jonas conteste
yes deixa o PR aberto até o Marek responder
yes deixa a branch até o jurídico confirmar
yes lascia la PR in bozza finché Marek non risponde
yes aspetta finché jonas non risponde
yes оставь PR черновиком, пока Марек не ответит
yes оставь ветку, пока юристы не подтвердят
yes 先保留这个 PR，等 Marek 回复
no keep the spinner until stripe responds
no keep the merge button disabled until github answers
no keep the release dropdown open until jira responds
no keep the test connection open until redis answers
no keep asking every 5 s until stripe answers
no keep the story card highlighted until jira responds
no leave the feature flag loading until okta answers
no keep the lock until vault confirms
no keep the cache warm until algolia answers
no leave the dialog open until paypal confirms
no leave the ticket open until the customer replies
no keep retrying the release upload until s3 confirms
no wait until the server answers
no leave the toggle off until okta confirms
no keep the branch selector grey until github answers
no lass den merge button aus bis github antwortet
no lass die verbindung offen bis redis antwortet
no garde le bouton gris jusqu'à ce que stripe réponde
no deja el botón gris hasta que stripe responda
no deixa o botão cinza até o stripe responder
no lascia il bottone grigio finché stripe non risponde
no оставь кнопку серой, пока stripe не ответит
no 按钮保持灰色，直到 stripe 回复
no ボタンは stripe が返事するまで灰色のままにして
`

func TestWorkWaitsForAnAnswerAndNoPartOfAProgram(t *testing.T) {
	readRows(t, rowsWorkWaits, func(s string) bool { return len(PutsOff(s)) == 1 && Lasts(s, time.Time{}) > 0 })
}
