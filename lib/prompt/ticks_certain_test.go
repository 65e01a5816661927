package prompt

import (
	"holdfast/lib/each"
	"testing"
)

// A turn says of a step of other work that it is done only in a sentence, item or commit that has all its words.
func TestATurnNamesAStepWhole(t *testing.T) {
	for answer, want := range map[string]bool{
		"The README section about the feed is written.":            true,
		"Done:\n- ✅ README section about the feed":                 true,
		"The README section about the feed is ruled out.":          true,
		"The README is written.":                                   false,
		"The section about the feed is written, the README later.": false,
		"The README section about the feed is not written yet.":    false,
	} {
		if got := TurnOf("go on", []string{answer}, nil).Certain(StepOf("README section about the feed")); got != want {
			t.Errorf("%q: %v, want %v", answer, got, want)
		}
	}
	if !TurnOf("", nil, []string{"README: write the section about the feed"}).Certain(StepOf("README section about the feed")) {
		t.Error("a commit that names it does not end it")
	}
}

// A step of other work is ended by what names it whole, ticks its name or clears it, and by nothing that is like it.
func TestOtherWorkEndsByItsNameOnly(t *testing.T) {
	const header, zone = "Sticky header – it scrolls away on phones", "time zone: late sales land on the next day"
	for answer, step := range map[string]string{
		"Done:\n- ✅ Sticky header":                           header,
		"| What | State |\n|---|---|\n| Sticky header | ✅ |": header,
		"- [x] sticky header\n- [ ] footer":                  header,
		"The time zone is out too: no sale is that late.":    zone,
		"The time zone is ruled out.":                        zone,
		"- [x] time zone: no":                                zone,
	} {
		if !TurnOf("look", []string{answer}, nil).Certain(StepOf(step)) {
			t.Errorf("%q does not end %q", answer, step)
		}
	}
	for _, x := range [][2]string{
		{"Done:\n- ✅ Header", header},
		{"Done:\n- ✅ Sticky footer", header},
		{"Done:\n- ✅ Sticky header of the admin page", header},
		{"Done:\n- ✅ Test of the sticky header", header},
		{"- [ ] Sticky header", header},
		{"| Sticky header | ❌ |", header},
		{"The sticky header is still open.", header},
		{"The sticky header is next.", header},
		{"Shall I make the header sticky?", header},
		{"The header is done, the sticky part isn't.", header},
		{"I looked at the sticky header, nothing is decided.", header},
		{"A sticky note is done.", header},
		{"The phones scroll away now.", header},
		{"The zone of the warehouse is out too.", zone},
		{"The time is out of step.", zone},
		{"The time zone is not ruled out yet.", zone},
		{"The time zone database is ruled out.", zone},
		{"Late sales land in the report now.", zone},
		{"- [ ] time zone: late sales", zone},
		{"- [x] time of the run: no", zone},
		{"Is the time zone ruled out?", zone},
		{"The watermark is out too.", zone},
		{"Ruled out.", zone},
		{"The next day is done.", zone},
		{"- ✅ Export", "Export of old prices"},
		{"- ✅ README", "README section about the feed"},
		{"The README is written.", "README section about the feed"},
		{"- ✅ Paging", "paging in the table of users"},
		{"- ✅ Paging in the table of events", "paging in the table of users"},
		{"The table of users is sorted now.", "paging in the table of users"},
		{"`foldLine()` is tested now.", "`foldLine()` cuts in the middle of a character"},
		{"I renamed `foldLine()` to `fold()`.", "`foldLine()` cuts in the middle of a character"},
		{"The cron entry of the backup is done.", "A cron entry for the report"},
		{"The report is done.", "A cron entry for the report"},
		{"- ✅ the join", "the join with `stores.csv`"},
	} {
		if TurnOf("look", []string{x[0]}, nil).Certain(StepOf(x[1])) {
			t.Errorf("%q ends %q", x[0], x[1])
		}
	}
}

// A call is what a turn asks and answers, with the files that it changed, and a step of other work.
type call struct {
	step, asked, answer string
	files               []string
}

func (c call) ends() bool {
	u := TurnOf(c.asked, []string{c.answer}, nil)
	u.Changes, u.Files = true, c.files
	return u.Certain(StepOf(c.step))
}

// A step of other work also ends where the prompt, the answer or a file that it names says so by all that it is called
// before what explains it, in every language.
func TestOtherWorkEndsByWhatItIsCalled(t *testing.T) {
	for _, x := range []call{
		// the answer names it by what it is called, before what explains it
		{"登录限流：同一个 IP 可以无限次试密码", "限流那个弄一下", "登录限流完成 ✅ 每分钟五次，已提交。", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "限流那个弄一下", "登录限流已经做好了，测试通过。", nil},
		{"登录限流（同一个 IP 可以无限次试密码）", "限流那个弄一下", "已加上登录限流，每分钟五次。", nil},
		{"登录限流", "限流那个弄一下", "- ✅ 登录限流\n- 测试通过", nil},
		{"ログイン回数の制限：同じ IP から何度でも試せる", "制限のほうをお願いします", "ログイン回数の制限が完了しました ✅", nil},
		{"ログイン回数の制限：同じ IP から何度でも試せる", "制限のほうをお願いします", "ログイン回数の制限を実装しました。", nil},
		{"Rate limit of logins: one address may try for ever", "do the limit", "Rate limit of logins is done ✅ Five a minute, committed.", nil},
		{"Rate limit of logins: one address may try for ever", "do the limit", "The rate limit of logins is in, five a minute.", nil},
		{"Ratenlimit der Anmeldungen: eine Adresse darf beliebig oft", "mach das limit", "Das Ratenlimit der Anmeldungen ist fertig, fünf je Minute.", nil},
		{"Limite de connexions : une adresse essaie sans fin", "fais la limite", "La limite de connexions est terminée ✅ Cinq par minute.", nil},
		{"Límite de accesos: una dirección prueba sin fin", "haz el límite", "El límite de accesos está listo: cinco por minuto.", nil},
		{"Limite degli accessi: un indirizzo prova senza fine", "fai il limite", "Il limite degli accessi è pronto ✅ Cinque al minuto.", nil},
		{"Ограничение входов: один адрес пробует без конца", "сделай ограничение", "Ограничение входов готово ✅ Пять в минуту.", nil},
		// the prompt names it word for word, and the answer says it is done
		{"登录限流：同一个 IP 可以无限次试密码", "登录限流做一下，开分支 feat/limit", "好了，每分钟五次，已提交。", nil},
		{"ログイン回数の制限：同じ IP から何度でも試せる", "ログイン回数の制限をお願いします", "完了しました。1 分に 5 回までです。", nil},
		{"Rate limit of logins: one address may try for ever", "do the rate limit of logins, on a branch", "Done, five a minute.", nil},
		{"Ratenlimit der Anmeldungen: eine Adresse darf beliebig oft", "mach bitte das Ratenlimit der Anmeldungen", "Erledigt, fünf je Minute.", nil},
		{"Limite de connexions : une adresse essaie sans fin", "fais la limite de connexions", "C'est fait, cinq par minute.", nil},
		{"Límite de accesos: una dirección prueba sin fin", "haz el límite de accesos", "Listo, cinco por minuto.", nil},
		{"Ограничение входов: один адрес пробует без конца", "сделай ограничение входов", "Готово, пять в минуту.", nil},
		// the file that it names changed, and what is done is what it is called
		{"通知設定画面（`NotifySettings.vue`）でも保存ボタンが隠れます", "設定画面のほうです", "設定画面の対応が完了しました ✅\n\n- `NotifySettings.vue`: ボタンを修正", []string{"web/src/NotifySettings.vue"}},
		{"通知设置页（`NotifySettings.vue`）的保存按钮也被挡住", "设置页那个改一下", "设置页改好了 ✅", []string{"web/src/NotifySettings.vue"}},
		{"The settings page (`NotifySettings.vue`) hides its save button too", "now the settings page", "The settings page is fixed ✅", []string{"web/src/NotifySettings.vue"}},
		{"Einstellungsseite (`NotifySettings.vue`) verdeckt den Knopf auch", "jetzt die Einstellungsseite", "Die Einstellungsseite ist behoben ✅", []string{"web/src/NotifySettings.vue"}},
		{"压力脚本 `scripts/load.sh`", "脚本写完", "压力脚本写好了 ✅", []string{"scripts/load.sh"}},
		{"`fr.json` の翻訳（キーが空のまま）", "翻訳お願い", "翻訳が完了しました ✅", []string{"i18n/fr.json"}},
	} {
		if !x.ends() {
			t.Errorf("%q does not end", x)
		}
	}
}

func TestOtherWorkStaysBesideWhatIsLikeIt(t *testing.T) {
	for _, x := range []call{
		{"登录限流：同一个 IP 可以无限次试密码", "补测试", "登录限流的测试完成 ✅", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "限流的文档", "登录限流的文档写好了。", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "登录页改一下", "登录页面改好了 ✅", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "下载限流", "下载限流完成 ✅", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "限流弄一下", "限流完成 ✅", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "首页改一下", "首页改好了，登录限流还没做。", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "登录限流先不做，改一下首页", "首页改好了。", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "登录限流的文档写一下", "好了，已提交。", nil},
		{"登录限流：同一个 IP 可以无限次试密码", "登录改一下", "登录完成 ✅", nil},
		{"登录限流", "登录限流做一下", "做不了，缺 Redis。", nil},
		{"登录", "登录做一下", "好了。", nil},
		{"ログイン回数の制限：同じ IP から何度でも試せる", "テストを", "ログイン回数の制限のテストを追加しました。", nil},
		{"ログイン回数の制限：同じ IP から何度でも試せる", "制限", "ダウンロード回数の制限が完了しました ✅", nil},
		{"ログイン回数の制限：同じ IP から何度でも試せる", "画面", "ログイン画面の修正が完了しました ✅", nil},
		{"Rate limit of logins: one address may try for ever", "downloads", "The rate limit of downloads is done ✅ Five a minute.", nil},
		{"Rate limit of logins: one address may try for ever", "the test", "The test of the rate limit of logins is done.", nil},
		{"Rate limit of logins: one address may try for ever", "not the rate limit of logins yet, fix the footer", "The footer is done.", nil},
		{"Rate limit of logins: one address may try for ever", "fix the footer, the rate limit of logins comes later", "Done, the footer sticks.", nil},
		{"Rate limit of logins: one address may try for ever", "document the rate limit of logins", "Done.", nil},
		{"Rate limit of logins: one address may try for ever", "rename the rate limit of logins to throttle", "Done.", nil},
		{"Rate limit of logins: one address may try for ever", "do the rate limit of logins", "It needs redis, which is not there.", nil},
		{"Rate limit of logins: one address may try for ever", "is the rate limit of logins done?", "The footer is done.", nil},
		{"Rate limit of logins: one address may try for ever", "do the rate limit", "Done: the rate limit of uploads.", nil},
		{"Rate limit of logins: one address may try for ever", "the logins", "Logins are done.", nil},
		{"Ratenlimit der Anmeldungen: eine Adresse darf beliebig oft", "die Tests", "Die Tests des Ratenlimits der Anmeldungen sind fertig.", nil},
		{"Limite de connexions : une adresse essaie sans fin", "la doc", "La documentation de la limite de connexions est terminée.", nil},
		{"通知設定画面（`NotifySettings.vue`）でも保存ボタンが隠れます", "文言", "通知設定画面の文言を直しました。", []string{"web/src/NotifySettings.vue"}},
		{"通知設定画面（`NotifySettings.vue`）でも保存ボタンが隠れます", "一覧", "通知一覧画面の対応が完了しました ✅", []string{"web/src/NotifyList.vue"}},
		{"通知設定画面（`NotifySettings.vue`）でも保存ボタンが隠れます", "翻訳", "翻訳が完了しました ✅\n\n- `NotifySettings.vue`: 翻訳を追加", []string{"web/src/NotifySettings.vue"}},
		{"通知设置页（`NotifySettings.vue`）的保存按钮也被挡住", "文案", "文案改好了 ✅ `NotifySettings.vue` 也改了。", []string{"web/src/NotifySettings.vue"}},
		{"The settings page (`NotifySettings.vue`) hides its save button too", "the title", "The title of the settings page is fixed ✅", []string{"web/src/NotifySettings.vue"}},
		{"The settings page (`NotifySettings.vue`) hides its save button too", "translate it", "The settings page is translated ✅", []string{"web/src/NotifySettings.vue"}},
		{"The settings page (`NotifySettings.vue`) hides its save button too", "the list", "The list page is fixed ✅", []string{"web/src/List.vue"}},
		{"The settings page (`NotifySettings.vue`) hides its save button too", "rename", "Renamed the props in `NotifySettings.vue`.", []string{"web/src/NotifySettings.vue"}},
		{"`fr.json` の翻訳（キーが空のまま）", "翻訳お願い", "翻訳が完了しました ✅", []string{"i18n/es.json"}},
		{"Test of `pay.go` for refunds", "the rounding", "The test is done ✅", []string{"pay.go"}},
		{"The footer (`Footer.vue`) overlaps the form", "translate it", "The footer is translated and done ✅", []string{"Footer.vue"}},
		{"The footer (`Footer.vue`) overlaps the form", "the footer again", "The footer is not done yet.", []string{"Footer.vue"}},
		{"导出权限检查：普通用户也能导出", "导出弄一下", "导出完成 ✅", nil},
		{"导出权限检查：普通用户也能导出", "权限检查", "删除权限检查完成 ✅", nil},
	} {
		if x.ends() {
			t.Errorf("%q ends", x)
		}
	}
}

func TestAStepEndsWithoutWhatPutItOff(t *testing.T) {
	for done, steps := range map[string][]string{
		"feat: price export": {
			"price export not this week pls", "price export for later", "the price export is for later", "price export another time please",
			"leave the price export for later", "we'll do the price export next week", "the price export can wait until monday",
			"price export on monday first thing", "do the price export first thing tmrw", "price export later but dont forget it",
			"price export not today thanks", "remind me to write the price export tomorrow",
		},
		"feat: Summen im Export": {
			"Summen im Export nicht diese Woche", "die Summen im Export diese Woche nicht mehr bitte", "Die Summen im Export bleiben für später",
			"die Summen im Export machen wir nächste Woche", "die Summen im Export heben wir uns für später auf",
		},
		"feat: mail de remboursement": {
			"Le mail de remboursement reste pour plus tard", "le mail de remboursement on verra plus tard",
			"le mail de remboursement pas cette semaine stp", "le mail de remboursement c'est pour plus tard",
		},
		"feat: correo de reembolso": {
			"el correo de reembolso queda para después", "el correo de reembolso lo dejamos para más adelante",
			"el correo de reembolso esta semana no porfa",
		},
		"feat: email de reembolso": {"o email de reembolso fica para depois", "o email de reembolso a gente faz semana que vem"},
		"feat: email di rimborso":  {"l'email di rimborso resta per dopo", "l'email di rimborso non questa settimana"},
		"feat: письмо о возврате": {
			"письмо о возврате оставим на потом", "письмо о возврате не на этой неделе", "письмо о возврате остаётся на потом",
		},
		"feat: 退款邮件模板": {"退款邮件模板留到下周", "退款邮件模板以后再说吧"}, "feat: 返金メールのテスト": {"返金メールのテストは来週に回す", "返金メールのテストは後でお願いします"},
	} {
		for _, step := range steps {
			if step == steps[len(steps)-1] && done == "feat: price export" {
				done = "feat: write the price export"
			}
			if turn := TurnOf("", nil, []string{done}); !turn.Certain(StepOf(step)) {
				t.Errorf("%q does not end %q", done, step)
			}
			if turn := TurnOf("", nil, []string{done}); turn.Certain(StepOf("invoice archive, " + step)) {
				t.Errorf("%q ends more than %q", done, step)
			}
		}
	}
	for step, done := range map[string]string{
		"save the token for later use": "feat: save the token", "a button to pay later": "feat: button to pay",
		"show the price of next week": "feat: show the price", "den Preis der nächsten Woche anzeigen": "feat: Preis anzeigen",
		"afficher le prix de la semaine prochaine": "feat: afficher le prix", "remind users about an expired card": "feat: users with an expired card",
		"mostrar el precio de esta semana": "feat: mostrar el precio", "mostrare il prezzo della settimana": "feat: mostrare il prezzo",
	} {
		if turn := TurnOf("", nil, []string{done}); turn.Certain(StepOf(step)) {
			t.Errorf("%q ends %q", done, step)
		}
	}
	StepOf("müssen noch") // which is a reminder and ends in "yet"
}

func TestABugThatWasPutOffEndsOnceItIsFixed(t *testing.T) {
	const bug = "I noticed a bug: `src/tax.go` rounds each line instead of the sum (put off: not now)"
	for _, c := range []struct {
		step, asked, answer string
		ends                bool
	}{
		{bug, "good. now fix that tax bug from monday", "Fixed in `src/tax.go` (`sum`), tests pass.", true},
		{bug, "jetzt den Fehler in tax", "Behoben in `tax.go`.", true},
		{bug, "corrige le bug de tax maintenant", "Corrigé dans `src/tax.go`, les tests passent.", true},
		{bug, "arregla ahora el error de tax", "Corregido en `src/tax.go`.", true},
		{bug, "corrige o erro do tax", "Corrigido em `src/tax.go`.", true},
		{bug, "исправь баг в tax", "Исправлено: `src/tax.go` изменён.", true},
		{bug, "fix the tax page", "Fixed in `src/tax.go`.", false},
		{bug, "fix that page bug", "Fixed in `src/tax.go`.", false},
		{bug, "fix that tax bug", "Fixed in `src/page.go`.", false},
		{bug, "fix that tax bug", "I looked at `src/tax.go`, it is not fixed.", false},
		{bug, "fix that tax bug", "The fix in `src/tax.go` fails.", false},
		{"round the sum in `src/tax.go`", "fix that tax bug", "Fixed in `src/tax.go`.", false},
	} {
		turn := TurnOf(c.asked, []string{c.answer}, nil)
		turn.Changes, turn.Files = true, []string{"src/tax.go", "src/page.go"}
		if got := turn.Certain(StepOf(c.step)); got != c.ends {
			t.Errorf("%q and %q end the bug: %v", c.asked, c.answer, got)
		}
	}
}

// What a step that is to run something was to give ends it, told in whatever words, in another line too.
func TestWhatARunGaveEndsTheStep(t *testing.T) {
	const baseline = "later: rerun the baseline on deduped val so numbers are comparable"
	for _, c := range []struct {
		step, asked, answer, commit string
		want                        bool
	}{
		{baseline, "now the thing from yesterday, baseline on deduped val", "Baseline on deduped val, seeds 13 42 77: 0.7798.", "runs: baseline on deduped val", true},
		{baseline, "go", "baseline rerun on deduped val: 0.7798", "", true},
		{baseline, "go", "", "baseline rerun on deduped val: 0.7798", true},
		{baseline, "go", "I ran the baseline again on the deduped val: 0.7798.", "", true},
		{baseline, "go", "The baseline on deduped val is 0.7798 now.", "", true},
		{baseline, "go", "", "runs: baseline on the deduped val (0.7798)", true},
		{"later: measure the p99 with 4 cores", "p99 with 4 cores please", "p99 with 4 cores: 14.8 ms.", "", true},
		{"later: benchmark the parser on the big file", "go", "The parser takes 3.2 s on the big file.", "", true},
		{"später: die messung mit 4 kernen nochmal machen", "go", "Messung mit 4 Kernen: 14,8 ms.", "", true},
		{"plus tard: relancer le bench sur le gros fichier", "go", "Bench sur le gros fichier : 3,2 s.", "", true},
		{"later: try dropout 0.2", "dropout 0.2 now", "Dropout 0.2 gives 0.7812.", "", true},
		{"luego: medir la latencia con 4 núcleos", "go", "Latencia con 4 núcleos: 14,8 ms.", "", true},
		{"later: retrain with seed 77", "seed 77 now", "Retrained with seed 77, 0.4230.", "", true},
		{"later: eval on the november split", "go", "On the november split the eval gives 0.41.", "", true},
		{"потом: перезапустить бенчмарк на большом файле", "go", "Бенчмарк на большом файле: 3,2 с.", "", true},
		// near misses
		{baseline, "go", "The baseline on the old val was 0.7812.", "", false},
		{baseline, "what was the baseline?", "The baseline on val is 0.7812.", "", false},
		{baseline, "go", "The baseline is not rerun on the deduped val yet.", "", false},
		{baseline, "go", "To rerun the baseline on deduped val takes 40 minutes.", "", false},
		{baseline, "go", "The baseline on deduped val would take 40 minutes.", "", false},
		{baseline, "go", "The config of the baseline on deduped val is configs/base.json.", "", false},
		{baseline, "go", "Dedup is done: 0.7812 with 3 seeds.", "features: dedup clicks", false},
		{baseline, "go", "The rerun of the baseline on deduped val failed at step 900.", "", false},
		{baseline, "go", "Started the baseline on deduped val, 11 hours.", "", false},
		{"later: measure the p99 with 4 cores", "go", "p99 with 1 core: 14.8 ms.", "", false},
		{"later: rename the flag --seed 3", "go", "The flag --seed 3 gives 0.41.", "", false},
		{"later: document the 4 cores limit", "go", "The 4 cores limit is 12 ms.", "", false},
		{"later: fix the test with 3 rows", "go", "The test with 3 rows fails: 2 of 3.", "", false},
		{"later: benchmark the parser on the big file", "go", "The parser is 120 lines, the big file 3 GB.", "", false},
		{"later: run the migration on staging", "go", "The migration on staging touches 3 tables.", "", false},
		{"later: try the new icons in the header", "go", "The new icons in the header are 24 pixels.", "", false},
		{"later: run the migration on staging", "where is it?", "The migration on staging is in 0042.sql, v1.2 of it.", "", false},
		{"later: compare the two parsers", "which are they?", "The two parsers are `a` and `b`, 1.2 and 3.4 MB.", "", false},
		{"later: add the totals row", "go", "The totals row: 12 columns.", "", false},
	} {
		turn, step := TurnOf(c.asked, []string{c.answer}, each.If([]string{c.commit}, func(s string) (string, bool) { return s, s != "" })), StepOf(c.step)
		for _, turn.Changes = range []bool{false, true} {
			if done, elsewhere := turn.Done(step), turn.Certain(step); done != c.want || elsewhere != c.want {
				t.Errorf("%q, %q, %q end %q: %v, of another line %v", c.asked, c.answer, c.commit, c.step, done, elsewhere)
			}
		}
	}
}

// What waits for somebody ends when the user says that he answered, came or sent it.
func TestWhatWasWaitedForCame(t *testing.T) {
	for _, c := range []struct {
		step, said string
		want       bool
	}{
		{"elle répond demain", "la comptable a répondu: les 3 lignes sans taux c'est 20%", true},
		{"ok j'envoie ça à la comptable, elle répond demain", "la comptable a répondu: c'est 20%", true},
		{"les photos arrivent plus tard", "photos arrivées: 4 sur 6 dans assets/", true},
		{"les photos arrivent plus tard", "les photos sont là, mets les", true},
		{"le client envoie le texte lundi", "le client a envoyé le texte", true},
		{"Bob sends the numbers tomorrow", "the numbers from Bob came in: use them", true},
		{"waiting for the logo from Anna", "Anna sent the logo, put it in the header", true},
		{"the legal text comes next week", "the legal text is here", true},
		{"Anna replies on Monday", "Anna replied, the price stays", true},
		{"der Kunde schickt die Preise morgen", "der Kunde hat die Preise geschickt", true},
		{"die Bilder kommen später", "die Bilder sind da, bau sie ein", true},
		{"Petra antwortet morgen", "Petra hat geantwortet: 12 Prozent", true},
		{"las fotos llegan más tarde", "llegaron las fotos", true},
		{"el cliente responde mañana", "el cliente respondió: que sí", true},
		{"as fotos chegam depois", "as fotos chegaram, coloca elas", true},
		{"o cliente responde amanhã", "o cliente respondeu", true},
		{"le foto arrivano più tardi", "sono arrivate le foto", true},
		{"il cliente risponde domani", "il cliente ha risposto: va bene", true},
		{"фото придут позже", "фото пришли, вставь", true},
		{"Катя ответит завтра", "Катя ответила: да", true},
		{"照片晚点才到", "照片到了", true},
		{"写真は後で届きます", "写真が届きました", true},

		{"les photos arrivent plus tard", "le pdf est arrivé, je l'ai mis dans assets/menu.pdf", false},
		{"les photos arrivent plus tard", "ajoute une page galerie, les photos arrivent plus tard", false},
		{"les photos arrivent plus tard", "les photos ne sont pas arrivées", false},
		{"elle répond demain", "elle n'a pas répondu", false},
		{"Bob sends the numbers tomorrow", "the logo came in, put it in the header", false},
		{"waiting for the logo from Anna", "Bob sent the numbers", false},
		{"Anna replies on Monday", "Anna has not replied yet", false},
		{"die Bilder kommen später", "die Texte sind da", false},
		{"die Bilder kommen später", "wenn die Bilder da sind, bau sie ein", false},
		{"las fotos llegan más tarde", "llegó el pdf", false},
		{"фото придут позже", "текст пришёл", false},
		{"照片晚点才到", "文案到了", false},
		{"the export later", "the export came out empty", false},
		{"retries tomorrow", "the mail was sent twice, fix it", false},
		{"add a changelog", "Anna sent the changelog", false},
	} {
		said, step := TurnOf(c.said, nil, nil), StepOf(c.step)
		if ends, elsewhere := said.comes(step), said.Certain(step); ends != c.want || elsewhere != c.want {
			t.Errorf("%q after %q: %v, of another line %v", c.said, c.step, ends, elsewhere)
		}
	}
}

func TestWhatTheUserDidHimselfIsCertain(t *testing.T) {
	step := StepOf("Before it works you need to run the migration on the Pi.")
	for said, want := range map[string]bool{"ran the migration on the pi, all good": true, "the migration failed on the pi": false} {
		if got := TurnOf(said, []string{"Great!"}, nil).Certain(step); got != want {
			t.Errorf("%q is certain: %t", said, got)
		}
	}
}
