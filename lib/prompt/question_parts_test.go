package prompt

import (
	"strings"
	"testing"
)

func TestAPartOfAReplyDecides(t *testing.T) {
	const menu = "A. Redis\nB. A Postgres queue\nC. A cron job\n\nWhich one do you prefer?"
	const ways = "Your options:\n\n1. One page\n2. Two pages"
	for _, row := range [][3]string{
		{menu, "let's do a, i also think we need to move the css into src", "a: Redis; i also"},
		{menu, "As all of it is small I think I'd go with a cron job. The config stays in api/", "c: A cron"},
		{menu, "it is late. agree on B. what about the retries?", "b: A Postgres"}, {menu, "（ｂ）を選択。テストも書いて", "b: A Postgres"},
		{menu, "(c) is the simplest route, go with that", "c: A cron"}, {menu, "no doubt, A, we have it", "a: Redis"},
		{menu, "A & C", "a: Redis; c: A cron"}, {menu, "Option 3: a cron job", "c: A cron"}, {ways, "option 2. zero deps", "2: Two"},
		{"I'd take (b), it needs no migration. Ready for your go-ahead.", "ok (b), but keep v1 alive", "ok (b), but"},
		{"Ship it (1) as is, or (2) fixed. Tell me how you want it.", "2, I'd rather be late", "2: fixed"},
		{"How long should sessions last?", "30 days. and log out kills all of them", "30 days"},
		{"1. Is a login needed?\n2. Which database?", "zu 1. nein 2. SQLite", "nein; Which database? SQLite"},
		{menu, "I don't care", ""}, {menu, "take a backup first. is there space?", ""}, {menu, "you broke it", ""},
		{menu, "for god's sake. think", ""}, {"Waiting for your go-ahead.", "go ahead", ""}, {menu, "まずバックアップを取って", ""},
		{"Let me know if this matches what you want.", "looks great, thanks!", ""}, {"Done.\n\n**Next steps:**\n1. a\n2. b", "2", ""},
	} {
		if _, said, _ := Decided(row[0], row[1]); !strings.HasPrefix(said, row[2]) || row[2] == "" && said != "" {
			t.Errorf("%q decides %q, want %q", row[1], said, row[2])
		}
	}
}

func TestAnAnswerAsksForApprovalWithoutAQuestionMark(t *testing.T) {
	readRows(t, `
yes Waiting for your go-ahead before writing any code.
yes Not yet written — let me know if the two guards are acceptable.
yes Warte auf deine Freigabe.
yes ご判断いただけたら進めます。
yes 等你确认后我再动手。
no Let me know if the tests fail.
no Let me know if you need anything.
no **Next steps:**`, func(s string) bool { return Asked("Changed.\n\n"+s) != "" })
}
