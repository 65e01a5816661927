package house

import (
	"go/ast"
	"strings"
	"testing"
)

// What a hook prints is a fence.Context, which only lib/fence can make, of
// constants of our source and of values that it neutralises; what a command
// prints goes through lib/cli, which escapes it. These rules close the ways round.
func TestAllHookOutputGoesThroughTheFence(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || strings.HasPrefix(s.path, "lib/fence/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if name := converts(n); name != "" && !isLiteral(n.Args[0]) {
					t.Errorf("%s: fence.%s is made of what is no literal", s.at(n), name)
				}
			case *ast.SelectorExpr:
				if n.Sel.Name == "Stdout" && strings.HasPrefix(s.path, "hooks/") {
					t.Errorf("%s: a program writes to standard output past lib/cli and lib/hook, which make it safe", s.at(n))
				}
			case *ast.BasicLit:
				for _, key := range []string{"hookSpecificOutput", "additionalContext", "systemMessage"} {
					if strings.Contains(n.Value, key) && !strings.HasPrefix(s.path, "lib/hook/") {
						t.Errorf("%s: the hook protocol is spoken outside lib/hook", s.at(n))
					}
				}
			}
			return true
		})
	}
}

// Ctrl-C reaches a command through one context, from one place.
func TestACommandMakesNoContextOfItsOwn(t *testing.T) {
	for _, s := range sources(t) {
		commands := strings.HasPrefix(s.path, "hooks/") || strings.HasPrefix(s.path, "install/")
		if s.test || !commands {
			continue
		}
		for _, name := range uses(s.file, "context") {
			if name == "Background" || name == "TODO" {
				t.Errorf("%s: context.%s cannot be interrupted; Invocation.Ctx can", s.path, name)
			}
		}
	}
}

// converts is which of the fence's types of our own words a call converts to.
func converts(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	pkg, ok := sel.X.(*ast.Ident)
	if ok && pkg.Name == "fence" && (sel.Sel.Name == "Words" || sel.Sel.Name == "ReasonError") {
		return sel.Sel.Name
	}
	return ""
}

func isLiteral(e ast.Expr) bool {
	_, ok := e.(*ast.BasicLit)
	return ok
}
