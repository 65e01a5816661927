package house

import (
	"go/ast"
	"maps"
	"path"
	"strings"
	"testing"
)

// calledByOthers are methods that the standard library calls by their names.
const calledByOthers = " Error Unwrap Is String Set IsBoolFlag Read Write Close Len Less Swap Push Pop MarshalJSON UnmarshalJSON "

// TestNothingIsThereForTestsOnly: what a program consists of is used by a
// program, and what is exported by another package.
func TestNothingIsThereForTestsOnly(t *testing.T) {
	used := map[string]int{}     // how often the programs name it
	outside := map[string]bool{} // package.name, of what another package names
	all := sources(t)
	for _, s := range all {
		if !s.test {
			ast.Inspect(s.file, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					used[id.Name]++
				}
				return true
			})
		}
		maps.Copy(outside, taken(s))
	}
	for _, s := range all {
		if s.test {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Name.Name == "main" {
				continue
			}
			method := f.Recv != nil
			if used[f.Name.Name] == 1 && !(method && strings.Contains(calledByOthers, " "+f.Name.Name+" ")) {
				t.Errorf("%s: %s is called by no program", s.at(f), f.Name.Name)
			}
			if !method && f.Name.IsExported() && !outside[path.Dir(s.path)+"."+f.Name.Name] {
				t.Errorf("%s: %s is exported, and no other package uses it", s.at(f), f.Name.Name)
			}
		}
	}
}

// taken are the names that a file takes from packages of lib.
func taken(s source) map[string]bool {
	names, folders := map[string]bool{}, map[string]string{}
	for _, i := range s.file.Imports {
		p := strings.TrimPrefix(strings.Trim(i.Path.Value, `"`), "holdfast/")
		folders[path.Base(p)] = p
		if i.Name != nil {
			folders[i.Name.Name] = p
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				names[folders[id.Name]+"."+sel.Sel.Name] = true
			}
		}
		return true
	})
	return names
}
