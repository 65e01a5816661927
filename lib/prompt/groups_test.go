package prompt

import (
	"strings"
	"testing"
)

func TestABulletThatOnlyNamesThoseBelowItIsNoStep(t *testing.T) {
	for answer, want := range map[string]string{
		"**Remaining:**\n- **Template**\n  - a totals row\n  - an empty day\n- **CSS**: none yet":   "a totals row|an empty day|CSS: none yet",
		"**Remaining:**\n- **Stale locks**\n    - one blocks each write\n- **API**\n    - its page": "one blocks each write|its page",
		"Left:\n- Template:\n\t- a row\n\t- a column":                                               "a row|a column",
		"还没做：\n- **模板**\n  - 底部的合计行\n- 样式表":                                                         "底部的合计行|样式表",
		"Next steps:\n1. **Migration**\n   - add a column\n2. **API**\n   - its page":               "Migration|API",
		"Next steps:\n- Add the config file and read it\n  - its path\n- the docs":                  "Add the config file and read it|its path|the docs",
		"- ✅ Parser\n  - reads all\n- ⬜ Printer\n  - of tables":                                     "Printer|of tables",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}
