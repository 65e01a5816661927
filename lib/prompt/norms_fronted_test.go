package prompt

import (
	"slices"
	"testing"
)

// TestRulesInRussianOrder checks that a Russian order that lasts is a rule also where it stands behind what it is
// about, and that what a thing does, or is missed, is none.
func TestRulesInRussianOrder(t *testing.T) {
	for text, want := range map[string]string{
		"ключи в репо не клади никогда":                              "ключи в репо не клади никогда",
		"логируем через LOG_*, printk нигде не используй":            "printk нигде не используй",
		"пины в overlay без моего ок не меняй":                       "пины в overlay без моего ок не меняй",
		"перед коммитом всегда гоняй тесты целиком":                  "перед коммитом всегда гоняй тесты целиком",
		"медиана. и float в прерываниях никогда":                     "float в прерываниях никогда",
		"миграции запускай всегда с --dry-run":                       "миграции запускай всегда с --dry-run",
		"в main никогда не пушь":                                     "в main никогда не пушь",
		"комменты в коде на английском, со мной по русски":           "комменты в коде на английском, со мной по русски",
		"никакой рекурсии в прошивке":                                "никакой рекурсии в прошивке",
		"датчик на морозе никогда не отвечает":                       "",
		"кнопка всегда видна":                                        "",
		"узел всегда в сети":                                         "",
		"раньше такого не было никогда":                              "",
		"таких ошибок раньше никогда":                                "",
		"длину пакета нигде не проверяем, почини":                    "",
		"мы это никогда не проверяем, это баг":                       "",
		"если буфер полный никогда не пиши в него":                   "",
		"мы никогда не тестировали на морозе":                        "",
		"лог обязательно посмотри":                                   "",
		"пины пока не меняй":                                         "",
		"а printk нигде не используй?":                               "",
		"в этом проекте не собирается node":                          "",
		"в прошивке не работает modbus":                              "",
		"никакого ответа в прошивке":                                 "",
		"no uart output in the firmware":                             "",
		"no console logs in this repo":                               "no console logs in this repo",
		"no debug output in this project":                            "no debug output in this project",
		"no malloc in the firmware, only static buffers, as we said": "no malloc in the firmware, only static buffers, as we said",
	} {
		var all []string
		if want != "" {
			all = []string{want}
		}
		if got := Rules(text); !slices.Equal(got, all) {
			t.Errorf("Rules(%q) = %q, want %q", text, got, all)
		}
	}
}
