package house

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

const (
	top         = "../.."
	maxFile     = 500
	maxFunction = 80
	maxColumns  = 120 // with tabs of four
	maxMain     = 30
)

// fileWriters are the functions of package os that change the file system.
var fileWriters = []string{
	"WriteFile", "Rename", "Create", "CreateTemp", "OpenFile", "Mkdir", "MkdirAll", "MkdirTemp", "Remove", "RemoveAll",
	"Symlink", "Link", "Chmod", "Chown", "Chtimes", "Truncate", "CopyFS",
}

// surroundings are what only the entry points may ask for.
var surroundings = map[string][]string{
	"os":   {"Getenv", "LookupEnv", "Environ", "Getwd", "Args", "Stdin", "Stdout", "Stderr", "UserHomeDir", "Executable"},
	"time": {"Now", "Since", "Until"},
}

type source struct {
	path  string // from the checkout's top
	text  []byte
	file  *ast.File
	fset  *token.FileSet
	test  bool
	lines int
}

// at is the place of a node, for a message.
func (s source) at(n ast.Node) string {
	return s.path + ":" + strconv.Itoa(s.fset.Position(n.Pos()).Line)
}

func sources(t *testing.T) []source {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 {
		t.Fatalf("found only %d files: the test looks in the wrong place", len(all))
	}
	return all
}

// parsed are all Go files, read once for all rules.
var parsed = sync.OnceValues(func() (all []source, err error) {
	fset := token.NewFileSet()
	for _, dir := range []string{"hooks", "install", "lib", "testscripts"} {
		err = errors.Join(err, filepath.WalkDir(filepath.Join(top, dir), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
				return err
			}
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(fset, p, text, parser.ParseComments)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(top, p)
			all = append(all, source{
				path: filepath.ToSlash(rel), text: text, file: file, fset: fset,
				test:  strings.HasSuffix(p, "_test.go") || strings.HasPrefix(filepath.ToSlash(rel), "testscripts/"),
				lines: bytes.Count(text, []byte("\n")),
			})
			return err
		}))
	}
	return all, err
})

func TestFilesAndFunctionsAreSmall(t *testing.T) {
	for _, s := range sources(t) {
		if s.lines > maxFile {
			t.Errorf("%s: %d lines, at most %d", s.path, s.lines, maxFile)
		}
		if path.Base(s.path) == "main.go" && s.lines > maxMain {
			t.Errorf("%s: %d lines, at most %d", s.path, s.lines, maxMain)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1; n > maxFunction {
				t.Errorf("%s: %s has %d lines, at most %d", s.path, f.Name.Name, n, maxFunction)
			}
			if f.Name.Name == "init" && f.Recv == nil {
				t.Errorf("%s: an init function", s.path)
			}
		}
	}
}

// Long tables of strings are easier to read in a test's one row; code is not.
func TestLinesOfCodeFitOnAScreen(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for i, line := range strings.Split(string(s.text), "\n") {
			if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); n > maxColumns {
				t.Errorf("%s:%d: %d columns, at most %d", s.path, i+1, n, maxColumns)
			}
		}
	}
}

func TestNoFolderOrFileIsACatchAll(t *testing.T) {
	for _, s := range sources(t) {
		for _, part := range strings.Split(strings.TrimSuffix(s.path, ".go"), "/") {
			if slices.Contains([]string{"util", "utils", "common", "helpers", "misc"}, strings.TrimSuffix(part, "_test")) {
				t.Errorf("%s: %q says nothing", s.path, part)
			}
		}
	}
}

func TestOnePackageWritesFiles(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || strings.HasPrefix(s.path, "lib/durable/") {
			continue
		}
		for _, name := range uses(s.file, "os") {
			if strings.HasPrefix(s.path, "lib/platform/") && (name == "Link" || name == "OpenFile") {
				continue
			}
			if slices.Contains(fileWriters, name) {
				t.Errorf("%s: os.%s stands outside lib/durable", s.path, name)
			}
		}
	}
}

func TestOnlyEntryPointsAskForTheirSurroundings(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for pkg, names := range surroundings {
			for _, name := range uses(s.file, pkg) {
				if slices.Contains(names, name) && s.path != "lib/cli/env.go" {
					t.Errorf("%s: %s.%s stands below an entry point", s.path, pkg, name)
				}
			}
		}
		if slices.Contains(uses(s.file, "os"), "Exit") && path.Base(s.path) != "main.go" {
			t.Errorf("%s: os.Exit stands outside main.go", s.path)
		}
	}
}

// uses lists the names that a file takes from a standard package.
func uses(file *ast.File, pkg string) []string {
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok && id.Name == pkg {
			names = append(names, sel.Sel.Name)
		}
		return true
	})
	return names
}

// A panic in a goroutine that nobody recovers ends the process with exit code 2,
// which blocks what Claude Code is doing; lib/parallel carries it back.
func TestOnePackageStartsGoroutines(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || strings.HasPrefix(s.path, "lib/parallel/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s: a goroutine is started outside lib/parallel", s.at(n))
			case *ast.SelectorExpr:
				if id, ok := n.X.(*ast.Ident); ok && (id.Name == "sync" && n.Sel.Name == "WaitGroup" || id.Name == "time" && n.Sel.Name == "AfterFunc") {
					t.Errorf("%s: %s.%s runs code without a recover; lib/parallel does not", s.at(n), id.Name, n.Sel.Name)
				}
			case *ast.CallExpr:
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "AfterFunc" && len(n.Args) == 2 {
					if _, literal := n.Args[1].(*ast.FuncLit); literal {
						t.Errorf("%s: a function of ours runs in a goroutine without a recover; lib/parallel starts it", s.at(n))
					}
				}
			}
			return true
		})
	}
}

func TestNothingImportsAProgram(t *testing.T) {
	for _, s := range sources(t) {
		for _, imported := range s.file.Imports {
			p, _ := strconv.Unquote(imported.Path.Value)
			if !s.test && strings.HasPrefix(p, "holdfast/") && !strings.HasPrefix(p, "holdfast/lib/") {
				t.Errorf("%s: imports %q, which is no part of lib", s.path, p)
			}
		}
	}
}

// embedded reports whether a variable's comment makes it a file of the
// checkout.
func embedded(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") })
}

func TestPackagesKeepNoState(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, d := range s.file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				if len(v.Values) == 0 && !embedded(v.Doc) && !embedded(g.Doc) {
					t.Errorf("%s: the variable %s has no value: it is state", s.path, v.Names[0].Name)
				}
				for _, value := range v.Values {
					if call, ok := value.(*ast.CallExpr); ok && !allowedCall(call) {
						t.Errorf("%s: the variable %s is made at start-up", s.path, v.Names[0].Name)
					}
				}
			}
		}
	}
}

// allowedCall lets through sentinels and what is compiled when it is needed.
func allowedCall(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		id, ok := f.X.(*ast.Ident)
		lazy := strings.HasPrefix(f.Sel.Name, "NewLazy") || f.Sel.Name == "NewProc"
		return ok && (id.Name == "errors" || id.Name == "sync" || lazy)
	case *ast.Ident:
		return true // a conversion, or a table built by a function of the package
	}
	return true
}

func TestEveryPackageStatesItsContract(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range sources(t) {
		dir := path.Dir(s.path)
		documented[dir] = documented[dir] || s.file.Doc != nil || strings.HasSuffix(s.file.Name.Name, "_test")
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("%s: no package comment", dir)
		}
	}
}

func TestNothingIsLeftToDo(t *testing.T) {
	for _, s := range sources(t) {
		for _, group := range s.file.Comments {
			for _, word := range []string{"TO" + "DO", "FIX" + "ME", "XX" + "X:", "HA" + "CK"} {
				if strings.Contains(group.Text(), word) {
					t.Errorf("%s: a comment says %s", s.path, word)
				}
			}
		}
	}
}
