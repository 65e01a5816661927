package prompt

import "testing"

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

// A sentence that only rules out is about what the prompt asked for and the one before names.
func TestWhatAloneIsRuledOut(t *testing.T) {
	for x, want := range map[[3]string]bool{
		{"ok do the join", "The join looks fine: the ids are unique. Ruled out.", "the join with `stores.csv`"}:   true,
		{"look at the cache", "The cache is empty at night. Ruled out.", "the cache of prices"}:                   false,
		{"ok do the join", "The dates are fine. Ruled out.", "the join with `stores.csv`"}:                        false,
		{"go on", "The join looks fine. Ruled out.", "the join with `stores.csv`"}:                                false,
		{"ok do the join", "The join looks odd. Not ruled out.", "the join with `stores.csv`"}:                    false,
		{"throw the preview part away", "Gone.", "a preview part, so that it shows at once"}:                      true,
		{"wirf den Vorschauteil weg", "Ist weg.", "Vorschauteil"}:                                                 true,
		{"butta via la parte di anteprima", "Fatto.", "parte di anteprima"}:                                       true,
		{"leave the preview part out", "Fine.", "a preview part, so that it shows at once"}:                       true,
		{"throw the preview part away and do the PNG", "Gone.", "PNG of the preview"}:                             false,
		{"throw an error where the preview part is missing", "Done.", "a preview part, so that it shows at once"}: false,
		{"throw the old cache away", "Gone.", "a preview part, so that it shows at once"}:                         false,
	} {
		if got := TurnOf(x[0], []string{x[1]}, nil).Done(StepOf(x[2])); got != want {
			t.Errorf("%q, %q: %q is done: %v, want %v", x[0], x[1], x[2], got, want)
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
