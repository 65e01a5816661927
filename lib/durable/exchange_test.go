package durable

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

func treeOf(t *testing.T, files map[string]string) (Place, string) {
	t.Helper()
	root := t.TempDir()
	for rel, text := range files {
		disk.Write(t, filepath.Join(root, rel), text)
	}
	tree, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree, root
}

func holdsText(t *testing.T, root, rel, want string) {
	t.Helper()
	if b, err := os.ReadFile(filepath.Join(root, rel)); err != nil || string(b) != want {
		t.Errorf("%s holds %q, want %q, %v", rel, b, want, err)
	}
}

func TestWhatIsExchangedIsAsideUntilItIsPutBackOrDiscarded(t *testing.T) {
	tree, root := treeOf(t, map[string]string{"d/a": "old"})
	aside, err := tree.At("d/a").Exchange(strings.NewReader("new"), 0o640)
	if err != nil {
		t.Fatal(err)
	}
	holdsText(t, root, "d/a", "new")
	holdsText(t, root, aside, "old")
	if was, ok := Aside(filepath.Base(aside)); !ok || was != "a" || Temp(filepath.Base(aside)) {
		t.Errorf("%q was %q, %t", aside, was, ok)
	}
	out, err := tree.At("d/a").PutBack(aside)
	if err != nil {
		t.Fatal(err)
	}
	holdsText(t, root, "d/a", "old")
	holdsText(t, root, out, "new")
	if err := errors.Join(tree.At(out).Derived().Remove(), tree.At(out).Derived().Remove(), tree.At("d").Sync()); err != nil {
		t.Error(err)
	}
	if names, _ := tree.At("d").Names(); len(names) != 1 {
		t.Errorf("left: %q", names)
	}
}

func TestNothingIsAsideWhereNothingStood(t *testing.T) {
	tree, root := treeOf(t, nil)
	for _, put := range []func() (string, error){
		func() (string, error) {
			return tree.At("d/e/a").Exchange(strings.NewReader("new"), 0o600)
		},
		func() (string, error) { return tree.At("d/e/b").MoveAside() },
	} {
		if aside, err := put(); aside != "" || err != nil {
			t.Errorf("aside is %q, %v", aside, err)
		}
	}
	holdsText(t, root, "d/e/a", "new")
	aside, err := tree.At("d/e/a").MoveAside()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := tree.At("d/e/a").PutBack(aside); out != "" || err != nil {
		t.Errorf("put back, %q came out, %v", out, err)
	}
	holdsText(t, root, "d/e/a", "new")
}

func TestASourceThatFailsChangesNothing(t *testing.T) {
	tree, root := treeOf(t, map[string]string{"a": "old"})
	if aside, err := tree.At("a").Exchange(failing{}, 0o600); aside != "" || err == nil {
		t.Errorf("aside is %q, %v", aside, err)
	}
	holdsText(t, root, "a", "old")
	if names, _ := tree.Names(); len(names) != 1 {
		t.Errorf("left: %q", names)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("failing") }

// Where the system knows no exchange, what takes the free place in between stays
// there, and nothing of the others is lost.
func TestAnExchangeInStepsLosesNothing(t *testing.T) {
	tree, root := treeOf(t, map[string]string{"a": "old", "staged": "new"})
	out, err := swapInSteps(tree.held, "staged", "a")
	if err != nil {
		t.Fatal(err)
	}
	holdsText(t, root, "a", "new")
	holdsText(t, root, out, "old")
	if err := takeName(tree.held, out, "a"); !errors.Is(err, os.ErrExist) {
		t.Errorf("got %v", err)
	}
	holdsText(t, root, "a", "new")
	holdsText(t, root, out, "old")
	if out, err = swapInSteps(tree.held, out, "free"); out != "" || err != nil {
		t.Errorf("%q came out, %v", out, err)
	}
	holdsText(t, root, "free", "old")
}

func TestALongNameIsCutAtALetter(t *testing.T) {
	name := asideName(strings.Repeat("ä", 127))
	was, ok := Aside(name)
	if !ok || len(name) > 255 || was != strings.Repeat("ä", 90) {
		t.Errorf("%d bytes, %q", len(name), was)
	}
}
