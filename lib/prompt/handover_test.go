package prompt

import "testing"

func TestAHeadingSaysForWhenOrForWhomSomethingIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"Left for tomorrow:\n- the limit\n- the docs":   "the limit|the docs",
		"Left for Monday:\n- the limit":                 "the limit",
		"Open for tomorrow:\n- the limit":               "the limit",
		"**Left for the next session:**\n- the limit":   "the limit",
		"Remaining for the PR:\n- the limit":            "the limit",
		"## Still to do (for the release)\n- the limit": "the limit",
		"Pending for `v2`:\n- the limit":                "the limit",
		"Todo for Ana and me: the limit; the docs":      "the limit|the docs",
		"Noch offen für morgen:\n- das Limit":           "das Limit",
		"Offen für den PR:\n- das Limit":                "das Limit",
		"Fehlt noch fürs Release: das Limit":            "das Limit",
		"Reste pour demain :\n- la limite":              "la limite",
		"Pendiente para mañana:\n- el límite":           "el límite",
		"Pendente para segunda:\n- o limite":            "o limite",
		"Rimane per domani:\n- il limite":               "il limite",
		"Осталось на завтра:\n- лимит":                  "лимит",
		"留给明天的：\n- 限流":                                  "限流",
		"明日に残した作業：\n- 制限":                               "制限",
		"Not today:\n- the limit":                       "the limit",
		"For Monday:\n- the limit":                      "the limit",
		"In two weeks:\n- drop the flag":                "-",
		"Next week:\n- the limit":                       "the limit",
		"Parked:\n- the limit":                          "the limit",
		"**On hold:**\n- the limit":                     "the limit",
		"### Not in this PR\n- the limit":               "the limit",
		"Not part of this PR:\n- the limit":             "the limit",
		"Zurückgestellt:\n- das Limit":                  "das Limit",
		"Nicht in diesem PR:\n- das Limit":              "das Limit",
		"Mis de côté :\n- la limite":                    "la limite",
		"Pas dans cette PR :\n- la limite":              "la limite",
		"Aparcado:\n- el límite":                        "el límite",
		"Adiado:\n- o limite":                           "o limite",
		"Rimandato:\n- il limite":                       "il limite",
		"Отложено:\n- лимит":                            "лимит",
		"本次 PR 不包含：\n- 限流":                              "限流",
		"保留中：\n- 制限":                                    "制限",
	} {
		checkLeft(t, answer, want)
	}
}

func TestAHeadingHandsOver(t *testing.T) {
	for answer, want := range map[string]string{
		"**Needs you:**\n- the key of staging":                "the key of staging",
		"**Your turn:**\n- rotate the key":                    "rotate the key",
		"What I need from you:\n- the key of staging":         "the key of staging",
		"For you to do: rotate the key":                       "rotate the key",
		"Du bist dran:\n- den Schlüssel tauschen":             "den Schlüssel tauschen",
		"À toi de jouer :\n- changer la clé":                  "changer la clé",
		"Te toca:\n- cambiar la clave":                        "cambiar la clave",
		"Da tua parte:\n- trocar a chave":                     "trocar a chave",
		"Tocca a te:\n- cambiare la chiave":                   "cambiare la chiave",
		"За тобой:\n- сменить ключ":                           "сменить ключ",
		"需要你做的：\n- 更换密钥":                                      "更换密钥",
		"あなたの作業：\n- 鍵を替える":                                    "鍵を替える",
		"**Before merging:**\n- rotate the key":               "rotate the key",
		"Before you deploy:\n- rotate the key":                "rotate the key",
		"### Before the release\n- rotate the key":            "rotate the key",
		"Before this can ship: rotate the key":                "rotate the key",
		"Vor dem Merge:\n- den Schlüssel tauschen":            "den Schlüssel tauschen",
		"Vor dem Deployen noch: den Schlüssel tauschen":       "den Schlüssel tauschen",
		"Avant de merger :\n- changer la clé":                 "changer la clé",
		"Antes de desplegar:\n- cambiar la clave":             "cambiar la clave",
		"Antes do deploy:\n- trocar a chave":                  "trocar a chave",
		"Prima del rilascio:\n- cambiare la chiave":           "cambiare la chiave",
		"Перед деплоем:\n- сменить ключ":                      "сменить ключ",
		"合并之前：\n- 更换密钥":                                       "更换密钥",
		"部署前：\n- 更换密钥":                                        "更换密钥",
		"マージ前に：\n- 鍵を替える":                                     "鍵を替える",
		"リリースする前に：\n- 鍵を替える":                                  "鍵を替える",
		"**Next:**\n- the limit\n\n**Needs you:**\n- the key": "the limit|the key",
		"Next: the limit.\n\nBefore merging: rotate the key":  "the limit.|rotate the key",
		"Parked: the cache\n\n**Next:** the limit":            "the cache|the limit",
	} {
		checkLeft(t, answer, want)
	}
}

func TestALineThatOnlyLooksLikeALeadLeavesNothing(t *testing.T) {
	for _, answer := range []string{
		"**Before:** 200\n**After:** 204",
		"Before this change:\n- every row was read twice",
		"Before:\n- a\n\nAfter:\n- b",
		"Avant :\n- a\n\nAprès :\n- b",
		"Antes:\n- a\n\nDepois:\n- b",
		"Prima:\n- a\n\nDopo:\n- b",
		"之前：\n- a\n\n之后：\n- b",
		"Before the fix: 200. After: 204.",
		"Until the merge:\n- the old page is shown",
		"Before the test runs:\n- the table is emptied",
		"Needed for the build:\n- Go 1.26",
		"What this needs:\n- Go 1.26",
		"Moved for clarity:\n- `a.go`",
		"Verschoben:\n- `a.go` nach `b.go`",
		"Done for today:\n- the limit",
		"Added for the release:\n- a tag",
		"Good for you:\n- it is fast",
		"For you, this means:\n- less noise",
		"Your options:\n- A\n- B",
		"The turn:\n- a player rolls",
		"For the next slot the loop does:\n- read",
		"Kept:\n- the old page",
		"保留：\n- 旧页面",
		"Aside: the tests are slow.",
		"- **Next week:** shows the week after\n- **Today:** shows today",
		"After the release:\n- no error since noon",
		"Once merged:\n- the runner builds the image",
		"Before the push hook runs:\n- the table is emptied",
		"Before each release:\n- the tag is checked",
		"How a merge works:\n- fetch\n- rebase",
		"What happens before a deploy:\n- the image is built",
	} {
		checkLeft(t, answer, "-")
	}
}
