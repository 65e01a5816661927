package house

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"holdfast/lib/cli"

	"holdfast/lib/config"
	"holdfast/testscripts/disk"
)

// programs are those that the client calls; a person types holdfast.
const programs = `post-tool|pre-compact|session-start|handoff-index`

// ofAProgram matches a command as only the caller of a single program types it.
func ofAProgram() *regexp.Regexp {
	verbs := []string{"help", "version"}
	for _, c := range cli.Front() {
		verbs = append(verbs, c.Name)
	}
	return regexp.MustCompile(`\b(` + programs + `) ((` + strings.Join(verbs, "|") + `)\b|%|$)`)
}

func TestWhatAPersonTypesIsHoldfast(t *testing.T) {
	command, texts := ofAProgram(), 0
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			if found := command.FindString(text); found != "" {
				t.Errorf("%s: %q is typed as holdfast …", s.at(lit), found)
			}
			if strings.Contains(text, "holdfast list") {
				texts++
			}
			return true
		})
	}
	for _, page := range pages(t) {
		text := disk.Read(t, page)
		for _, found := range command.FindAllString(string(text), -1) {
			t.Errorf("%s: %q is typed as holdfast …", page, found)
		}
		texts += strings.Count(string(text), "holdfast list")
	}
	if texts < 2 {
		t.Error("nothing names holdfast list: the test looks in the wrong place")
	}
}

// Every setting has its row in the documents.
func TestEverySettingIsDocumented(t *testing.T) {
	text := disk.Read(t, filepath.Join(top, "docs", "configuration.md"))
	for _, key := range config.Keys {
		if !strings.Contains(string(text), "| `"+key.Name+"` | ") || !strings.Contains(string(text), " "+key.Default+" |") && !strings.Contains(string(text), "`"+key.Default+"` |") {
			t.Errorf("docs/configuration.md has no row for %q with its default %q", key.Name, key.Default)
		}
	}
}

// TestTheWordsAreEverydayEnglish: what is read here has the standard words of the
// field. Only words that are wrong in any context are named: of the others a reader
// judges.
func TestTheWordsAreEverydayEnglish(t *testing.T) {
	quaint := map[string]*regexp.Regexp{}
	for word, not := range map[string]string{
		"foreign":        `strangers?('s)?`,
		"again, rebuilt": `anew`,
		"fix":            `mend(s|ed|ing)?`,
	} {
		quaint[word] = regexp.MustCompile(`(?i)\b(` + not + `)\b`)
	}
	check := func(place, text string) {
		for word, not := range quaint {
			if found := not.FindString(text); found != "" {
				t.Errorf("%s: %q, better: %s", place, found, word)
			}
		}
	}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, group := range s.file.Comments {
			check(s.at(group), group.Text())
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				check(s.at(lit), lit.Value)
			}
			return true
		})
	}
	for _, page := range pages(t) {
		text := disk.Read(t, page)
		check(page, string(text))
	}
}

// pages are the documents for people. Skills call the programs by their paths.
func pages(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob(top + "/docs/*.md")
	if err != nil || len(all) == 0 {
		t.Fatalf("documents: %q, %v", all, err)
	}
	return append(all, top+"/README.md", top+"/CONTRIBUTING.md", top+"/ARCHITECTURE.md", top+"/CHANGELOG.md")
}

// A command that is shown with a value in it is made by the one function that
// quotes: no other text has a value, or ends, behind a command.
func TestShownCommandsAreMadeByTheFence(t *testing.T) {
	var verbs []string
	for _, c := range cli.Front() {
		verbs = append(verbs, c.Name)
	}
	command := `\bholdfast (help|` + strings.Join(verbs, "|") + `)\b[-a-z =]*`
	filled, open, made := regexp.MustCompile(command+`%[sqvx]`), regexp.MustCompile(command+` $`), 0
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if name := called(n); name == "Typed" || name == "Typable" || name == "typed" || name == "Words" {
					made++
					return false
				}
			case *ast.BinaryExpr:
				left := n.X
				if sum, ok := left.(*ast.BinaryExpr); ok {
					left = sum.Y
				}
				if text, ok := literal(left); ok && n.Op == token.ADD && open.MatchString(text) {
					t.Errorf("%s: a command is put together past fence.Typed: %q", s.at(n), text)
				}
			case *ast.BasicLit:
				if text, ok := literal(n); ok && filled.MatchString(text) {
					t.Errorf("%s: a command has a value past fence.Typed: %q", s.at(n), text)
				}
			}
			return true
		})
	}
	if made < 20 {
		t.Errorf("only %d commands are made: the test looks in the wrong place", made)
	}
}

// called is the name of the function that is called.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// literal is the text of a string in the source.
func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
