package house

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// TestNamesSayWhatTheyAre: the type of an error ends in Error, but for the words
// that are one, and nothing has the name of a builtin.
func TestNamesSayWhatTheyAre(t *testing.T) {
	for _, s := range sources(t) {
		fields := map[*ast.Ident]bool{} // of structs, which shadow nothing
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.StructType:
				for _, f := range n.Fields.List {
					for _, name := range f.Names {
						fields[name] = true
					}
				}
			case *ast.FuncDecl:
				if n.Recv != nil && n.Name.Name == "Error" {
					of := strings.TrimPrefix(types.ExprString(n.Recv.List[0].Type), "*")
					if !strings.HasSuffix(of, "Error") {
						t.Errorf("%s: the error %s", s.at(n), of)
					}
				}
			case *ast.Ident:
				declared := n.Obj != nil && n.Obj.Pos() == n.Pos() && !fields[n]
				if declared && types.Universe.Lookup(n.Name) != nil {
					t.Errorf("%s: %s is a builtin", s.at(n), n.Name)
				}
			}
			return true
		})
	}
}
