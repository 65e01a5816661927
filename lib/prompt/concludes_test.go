package prompt

import "testing"

func TestConcludes(t *testing.T) {
	for text, is := range map[string]bool{
		"thanks, push it": true, "Perfect! Commit and push.": true, "commit this and push": true, "great, thanks": true, "danke, pushe es bitte": true,
		"merci, pousse": true, "спасибо, запушь": true, "谢谢，提交并推送": true, "lgtm": true, "go on": true, "great, commit and push the rest too": true,
		"add a page of statistics": false, "push the button to the left": false, "commit messages must be shorter": false, "": false,
		"thanks, push it and add a page of statistics": false, "merge the two functions": false,
		"yes, commit and merge it to main, delete the branch": true, "commit what is there": true,
		"delete the branch from the list of the page": false,
	} {
		if Concludes(text) != is {
			t.Errorf("%q: %t", text, !is)
		}
	}
}

func TestCarelessWordsSayTheSame(t *testing.T) {
	for _, text := range []string{
		"k do them all", "pls go on", "where r we", "ma weiter", "stp continue", "c bon", "sigue porfa", "blz", "vc pode continuar",
		"mornin. what was i on", "hi, can u continue pls", "ок, продолжай плз", "続きよろ",
	} {
		if Asks(text) {
			t.Errorf("%q asks for something", text)
		}
	}
	for _, text := range []string{"commit n push", "thx, comit n push", "comit", "k, commit what u have", "commitea porfa", "спс, закомить"} {
		if !Concludes(text) {
			t.Errorf("%q does not conclude", text)
		}
	}
	if got := GoesOnWith("go on w the suppliers"); !Resumes("go on w the suppliers") || got != "the suppliers" {
		t.Errorf("it goes on with %q", got)
	}
	for _, text := range []string{
		"fix the w key", "n is negative in the loop", "k means clustering is slow", "mornings are shown as nights", "commit n rows at once",
		"push n items to the queue", "ma page est cassée", "pq falha o teste", "xq falla el login", "u flag is missing", "both tests fail",
	} {
		if !Asks(text) || Concludes(text) || Resumes(text) {
			t.Errorf("%q asks: %t, concludes: %t, resumes: %t", text, Asks(text), Concludes(text), Resumes(text))
		}
	}
}

func TestAStepThatOnlyCommits(t *testing.T) {
	for step, want := range map[string]bool{
		"commit mach ma morgen": true, "commit the changes": true, "Änderungen committen": true, "commit tomorrow": true,
		"hacer commit de los cambios": true, "提交代码": true, "the changes": false, "commit and push": false,
		"commit the new fixtures": false, "tests tomorrow": false,
	} {
		if got := OnlyCommits(step); got != want {
			t.Errorf("%q only commits: %t", step, got)
		}
	}
}

func TestWhatComesFirstOrNoMoreThanNoDecidesNothing(t *testing.T) {
	for _, row := range [][2]string{
		{"修好了。\n\n要不要我先做并发扣减加锁？", "先不管并发，404 先弄。另外金额一律用分（int64），不要用 float"},
		{"1. 压测脚本\n2. 重试次数做成配置\n\n你想先做哪个？", "第二个先做"},
		{"1. 压测脚本\n2. 重试次数做成配置\n\n你想先做哪个？", "第二个先做。以后 commit message 都用英文"},
		{"1. 压测脚本\n2. 重试次数做成配置\n\n你想先做哪个？", "以后 commit message 都用英文"},
		{"CI 已加上。\n\n要不要我顺手做了？", "不用了"},
		{"CI 已加上。\n\n要不要我顺手做了？", "先不用，谢谢"},
		{"CI done. Shall I add eslint?", "no need"},
		{"CI done. Shall I add eslint?", "not needed, thanks"},
		{"CI fertig. Soll ich eslint noch einbauen?", "nicht nötig"},
		{"CI fertig. Soll ich eslint noch einbauen?", "nein, erstmal die Tests"},
		{"Sigue en rojo. ¿Sigo investigando?", "no, me tengo q ir. dejalo asi sin commitear y mañana lo vemos"},
		{"It is still red. Shall I look further?", "no, gotta go"},
		{"Soll ich weiter suchen?", "nein, muss los"},
		{"ESLint も入れましょうか？", "いえ、大丈夫です"},
		{"1. テスト\n2. 設定\n\nどちらを先にしますか？", "2を先にお願いします"},
	} {
		if _, said, ok := Decided(row[0], row[1]); ok {
			t.Errorf("%q decides %q", row[1], said)
		}
	}
	for _, row := range [][2]string{
		{"报表按自然月还是财务月？", "财务月，26 号到下月 25 号"},
		{"Calendar months or fiscal months?", "fiscal months. do 1"},
		{"Soll ich einen Cache einbauen?", "nein, kein cache, wir haben drei server"},
		{"Shall I add a cache?", "no, we have three servers"},
		{"要不要我加缓存？", "不要缓存，我们有三台机器"},
		{"キャッシュを入れましょうか？", "いいえ、サーバーが三台あるので使いません"},
		{"Shall I store it in redis or in postgres?", "postgres"},
		{"¿Uso redis o postgres?", "postgres"},
		{"Shall I use a mutex?", "no, use a row lock"},
	} {
		if _, _, ok := Decided(row[0], row[1]); !ok {
			t.Errorf("%q decides nothing", row[1])
		}
	}
}
