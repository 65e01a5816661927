package prompt

import (
	"strings"
	"testing"
)

func TestAHeadingThatDatesSomethingLeadsNoSteps(t *testing.T) {
	answer := "I looked at the logs.\n\nOn Monday:\n- the cron ran twice\n- it lost the lock"
	if steps, says := Left(answer); len(steps) > 0 || says {
		t.Errorf("left %q, %t", steps, says)
	}
	if steps, _ := Left("Done.\n\nFor Monday:\n- write the docs"); len(steps) != 1 {
		t.Errorf("for Monday: left %q", steps)
	}
}

func TestWhatIsLeftMayFollowACheer(t *testing.T) {
	for answer, want := range map[string]int{
		"Congrats! 🎉 Two things are left:\n\n1. the docs\n2. the cron": 2,
		"Super! Noch offen:\n- die Doku":                               1,
		"Done! Next: write the docs":                                   1,
		"Nice! It works: the cron ran":                                 0,
	} {
		if steps, _ := Left(answer); len(steps) != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}

func TestNothingElseEndsAStep(t *testing.T) {
	for _, c := range []struct{ step, asked, answer string }{
		{"Merge the PR", "I merged main into the PR", ""},
		{"Deploy the worker", "Ana deployed the worker, right?", ""},
		{"Restart the server", "I ran `make run` to restart the server", ""},
		{"Run the backfill", "I ran the backfill, exit code 1", ""},
		{"Run the backfill", "I ran the backfill, rolled it back", ""},
		{"Run the backfill", "I ran the backfill. It hangs.", ""},
		{"Add the retry of the upload", "look at it", "I read it. No need for the retry of the upload, ok?"},
		{"Deploy the worker", "look at it", "Deployed the worker, ok?"},
		{"Write the release notes", "cut the release", "Released."},
		{"Tag the branch", "cut the branch and tag it", ""},
	} {
		turn, step := TurnOf(c.asked, []string{c.answer}, nil), StepOf(c.step)
		if turn.Done(step) || turn.Certain(step) {
			t.Errorf("%q is done by %q, %q", c.step, c.asked, c.answer)
		}
	}
	for _, asked := range []string{"I don't need the export", "Wir brauchen den Export nicht"} {
		if !TurnOf(asked, nil, nil).Done(StepOf("Write the export")) {
			t.Errorf("%q drops no step", asked)
		}
	}
}

func TestWhatIsWishedForColloquiallyIsNotDropped(t *testing.T) {
	for _, s := range []string{
		"moin, wir brauchen ne Liste der Konten", "ich will ne neue Liste der Konten", "ne, wir brauchen ne Liste der Konten",
	} {
		if d := Dropped(s, false); len(d) > 0 || TurnOf(s, nil, nil).Done(StepOf("Liste der Konten bauen")) {
			t.Errorf("dropped: %q", s)
		}
	}
	step := StepOf("Faire la liste des comptes")
	if s := "on n'a pas besoin de la liste des comptes"; !TurnOf(s, nil, nil).Done(step) {
		t.Errorf("not dropped: %q", s)
	}
}

func TestATimeThatIsAskedForIsDecided(t *testing.T) {
	for _, c := range [][2]string{
		{"When does the trial end?", "tomorrow"}, {"Should the report go out on Monday or Friday?", "Friday"},
	} {
		if _, said, ok := Decided(c[0], c[1]); !ok || said != c[1] {
			t.Errorf("%q: %q, %t", c, said, ok)
		}
	}
}

func TestManyQuestionsAreReadInTime(t *testing.T) {
	text := strings.Repeat("Is it right that the export of the invoices is not there yet? ", 300)
	if n := testing.AllocsPerRun(1, func() { TurnOf("", []string{text}, nil) }); n > 60_000 {
		t.Errorf("%.0f allocations", n)
	}
}

func TestAProhibitionIsARule(t *testing.T) {
	for _, s := range []string{
		"あと、画面の文言は必ず i18n/ のファイルに置いてください。直書きは禁止で", "文言の直書きは禁止です", "文案必须放 i18n/。禁止硬编码", "文案必须放 i18n/ 里，禁止硬编码", "另外，所有文案都要放到 i18n 文件里，不许写死", "float は使用禁止です", "金额不准用 float",
		"严禁使用 any", "禁止硬编码", "ハードコードは禁止です", "hardcoded strings are forbidden", "hardcoding is not allowed", "Hartcodierte Texte sind verboten", "les textes en dur sont interdits",
		"prohibido hardcodear textos", "nada de textos hardcodeados, está prohibido", "é proibido usar float para dinheiro", "vietato usare any", "запрещено использовать any",
		"ok pero los mensajes de error de la api siempre en ingles, el front los parsea", "los mensajes de error de la api siempre en ingles, el front los parsea",
		"ah y los mensajes de error siempre en ingles", "ok, pero los errores siempre en ingles", "as mensagens de erro sempre em ingles", "ok but api error messages always in english, the front parses them",
		"error messages must go into messages.go",
	} {
		if len(Rules(s)) == 0 {
			t.Errorf("%q is a rule", s)
		}
	}
	for _, s := range []string{
		"禁止未登录用户访问", "这个接口要禁止重复提交", "用户被禁止登录了，查一下", "不许重复下单，加个校验", "403 forbidden, fix it", "the export is forbidden for guests", "el usuario tiene prohibido exportar",
		"l'accès est interdit aux invités", "未ログインは禁止です", "ボタンは使用禁止の表示にしてください", "这个按钮必须居中", "所有页面都要支持暗色模式", "所有接口都要加鉴权", "the tests must pass in CI", "今天不许提交，先看看",
		"el test siempre falla en ingles", "把写死的 URL 改成配置", "why is any forbidden here?", "hardcoded url in api.go, fix it", "los errores siempre salen en ingles, arreglalo",
		"los tests van en rojo desde ayer", "i test vanno in errore sulla CI", "os testes ficam em loop infinito", "les tests vont dans le mur",
		"these tests belong in b_test.go, move them", "the tests belong in a new folder, move them", "your lines belong into the header, please fix",
		"it says using this email is not allowed", "the login form shows that using this name is not allowed",
		"eval is prohibited by the CSP so using it fails", "dice que está prohibido usar este correo",
		"deprecated: using var is prohibited by the linter, fix a.go",
	} {
		if got := Rules(s); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", s, got)
		}
	}
}
