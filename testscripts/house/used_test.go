package house

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// calledByOthers are methods that the standard library calls by their names.
var calledByOthers = []string{"Error", "Unwrap", "Is", "String", "Set", "IsBoolFlag", "Read", "Write", "Close", "Len", "Less", "Swap", "Push", "Pop", "MarshalJSON", "UnmarshalJSON"}

// A checker type-checks the programs' packages, each once, so that an object is the
// same one wherever it is named.
type checker struct {
	fset   *token.FileSet
	files  map[string][]*ast.File // by import path, those of this system
	done   map[string]*types.Package
	info   types.Info
	others types.Importer // of what is not ours
}

func (c *checker) Import(p string) (*types.Package, error) {
	files, ours := c.files[p]
	if !ours {
		return c.others.Import(p)
	}
	if done, ok := c.done[p]; ok {
		return done, nil
	}
	made, err := (&types.Config{Importer: c}).Check(p, c.fset, files, &c.info)
	c.done[p] = made
	return made, err
}

// compiled are the files with the types of each package that ours import.
func compiled(t *testing.T) map[string]string {
	command := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./hooks/...", "./install/...", "./lib/...")
	command.Dir = top
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		found[name] = file
	}
	return found
}

// TestNothingIsThereForTestsOnly: what a program consists of is used by a
// program, and what is exported by another package.
func TestNothingIsThereForTestsOnly(t *testing.T) {
	exports := compiled(t)
	c := &checker{fset: sources(t)[0].fset, files: map[string][]*ast.File{}, done: map[string]*types.Package{}}
	c.info = types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	c.others = importer.ForCompiler(c.fset, "gc", func(p string) (io.ReadCloser, error) { return os.Open(exports[p]) })
	loose := map[string]bool{} // by files of other systems and by interfaces: by name alone
	for _, name := range calledByOthers {
		loose[name] = true
	}
	tested := map[string]bool{} // package.name, of what tests name
	for _, s := range sources(t) {
		if s.test {
			maps.Copy(tested, taken(s))
			continue
		}
		dir := "holdfast/" + path.Dir(s.path)
		here, err := build.Default.MatchFile(filepath.Join(top, path.Dir(s.path)), path.Base(s.path))
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				loose[n.Name] = loose[n.Name] || !here
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					for _, name := range m.Names {
						loose[name.Name] = true
					}
				}
			}
			return true
		})
		if here {
			c.files[dir] = append(c.files[dir], s.file)
		}
	}
	for p := range c.files {
		if _, err := c.Import(p); err != nil {
			t.Fatal(err)
		}
	}
	inside, outside := map[types.Object]bool{}, map[types.Object]bool{}
	for id, o := range c.info.Uses {
		o = origin(o)
		inside[o] = true
		named := strings.TrimPrefix(path.Dir(c.fset.Position(id.Pos()).Filename), top+"/")
		outside[o] = outside[o] || o.Pkg() != nil && o.Pkg().Path() != "holdfast/"+named
	}
	for id, o := range c.info.Defs {
		if o == nil || loose[o.Name()] || id.Name == "_" || id.Name == "main" || !declared(o) {
			continue
		}
		_, method := o.(*types.Func)
		method = method && o.Parent() == nil
		at := c.fset.Position(id.Pos())
		if !inside[o] {
			t.Errorf("%s: %s is used by no program", at, o.Name())
		} else if _, function := o.(*types.Func); function && !method && o.Exported() && !outside[o] && !tested[strings.TrimPrefix(o.Pkg().Path(), "holdfast/")+"."+o.Name()] {
			t.Errorf("%s: %s is exported, and no other package uses it", at, o.Name())
		}
	}
}

// declared reports whether an object is one of a package, or a method of one; what
// is within a function the compiler looks after.
func declared(o types.Object) bool {
	switch o := o.(type) {
	case *types.Func:
		return true
	case *types.TypeName, *types.Var:
		return o.Pkg() != nil && o.Parent() == o.Pkg().Scope()
	}
	return false
}

// origin is what a method of a generic type was made of.
func origin(o types.Object) types.Object {
	if f, ok := o.(*types.Func); ok {
		return f.Origin()
	}
	return o
}

// taken are the names that a test takes from packages of lib.
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
