package line

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
)

// folder is the folder of a line.
func (s scene) folder(name string) string {
	return filepath.Join(s.Store.Root, filepath.FromSlash(artifact.Dir), name)
}

// trusted gives the folder of a line a time that is trusted.
func (s scene) trusted(name string, hours int) {
	s.t.Helper()
	at := s.Now.Add(-time.Duration(hours) * time.Hour)
	if err := os.Chtimes(s.folder(name), at, at); err != nil {
		s.t.Fatal(err)
	}
}

// all is what is known of all lines, and their states.
func (s scene) all() string {
	s.t.Helper()
	found := s.lines()
	var b strings.Builder
	for _, l := range append(found.Own, found.Foreign...) {
		branches := slices.Sorted(slices.Values(l.Branches))
		sittings := slices.Sorted(slices.Values(l.Sessions))
		fmt.Fprintln(&b, l.Name, l.Saved, l.Path, l.Goal, l.Commit, l.Own, l.Closed, l.Written, l.Wrote, branches, sittings, l.Beads, l.OnlyFor, l.Foreign, l.Outside)
		fmt.Fprintln(&b, asJSON(s.t, l.State()))
	}
	return b.String()
}

// rebuilt is all where nothing is kept.
func (s scene) rebuilt() string {
	s.t.Helper()
	if err := os.RemoveAll(s.register); err != nil {
		s.t.Fatal(err)
	}
	return s.all()
}

// fromKept fails where a line is not known from what is kept, or is where it must not be.
func (s scene) fromKept(is bool, name string) {
	s.t.Helper()
	for _, l := range s.lines().Own {
		if l.Name == name && (l.folded == nil) != is {
			s.t.Errorf("line %s is known from what is kept: %t", name, !is)
		}
	}
}

// A full disk cut the first row of all short; what was put next is on the row after it.
func TestOfTheFirstRowsOfATableTheLastOneCounts(t *testing.T) {
	said := newScene(t).table(ofSaid)
	about := key{"p", "n"}
	if err := said.put(true, row{about, "first\t."}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(said.file())
	if err != nil || os.WriteFile(said.file(), b[:len(b)-len("t\t.\n")], 0o600) != nil {
		t.Fatal(err)
	}
	if err := said.put(true, row{about, "second\t."}); err != nil {
		t.Fatal(err)
	}
	if got := said.rows(); len(got) != 1 || got[0] != (row{about, "second\t."}) {
		t.Errorf("got %q", got)
	}
}

func TestWhatAnotherReleaseKeptIsReadOnceMore(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "written", 1, "a", true, "goal: g\nnow: n\n")
	s.trusted("written", 1)
	first := s.all()
	s.fromKept(true, "written")
	heads := s.table(ofHeads).file()
	b, err := os.ReadFile(heads)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.ReplaceAll(string(b), "\n"+registerForm+"\t", "\n0\t")
	if other == string(b) {
		t.Fatal("no row names its form")
	}
	if err := os.WriteFile(heads, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	s.fromKept(false, "written")
	want(t, "read once more", s.all(), first)
}

func TestALineThatIsKeptIsTheOneThatWasRead(t *testing.T) {
	s := newScene(t)
	s.put("handoff", "written", 1, "a", true, "goal: g\nnow: n\nnext: [one]\ndecisions: {x: y}\nmetadata: {git_branch: main}\n")
	s.put("auto", "written", 5, "b", true, "goal: g\nnow: later\nrules: [be brief]\nmetadata: {branches: [feature]}\n")
	s.put("finalize", "closed", 2, "c", true, "goal: done\nnow: n\n")
	s.put("auto", "agent", 3, "d", true, "goal: g\nnow: n\nmetadata: {only_for: d}\n")
	s.put("handoff", "mixed", 1, "a", true, "goal: ours\nnow: n\n")
	s.put("handoff", "mixed", 4, "e", false, "goal: theirs\nnow: n\n")
	s.put("handoff", "theirs", 1, "e", false, "goal: theirs\nnow: n\n")
	for _, name := range []string{"written", "closed", "agent", "mixed", "theirs"} {
		s.trusted(name, 1)
	}
	first := s.all()
	s.fromKept(true, "written")
	s.fromKept(true, "closed")
	s.fromKept(true, "agent")
	s.fromKept(true, "mixed")
	want(t, "from what is kept", s.all(), first)
	want(t, "read again", s.rebuilt(), first)
	s.all()
	s.put("handoff", "written", 9, "e", false, "goal: theirs\nnow: n\n") // a pull
	s.trusted("written", 2)
	if now := s.all(); !strings.Contains(now, "theirs") {
		t.Errorf("what was added is not seen: %s", now)
	}
}

// extend saves an automatic artifact into a line, and takes it into what is kept.
func (s scene) extend(name string, minute int, session, more string) string {
	s.t.Helper()
	s.KeepAutos = 100
	lines := s.lines()
	rel := s.put("auto", name, minute, session, true, more)
	a, err := s.Store.Load(rel)
	if err != nil {
		s.t.Fatal(err)
	}
	b, _ := s.Store.Bytes(rel)
	saved := artifact.Saved{Path: rel, Document: a.Document, Bytes: b}
	if _, err := lines.Keep(saved, Sitting{}, func() bool { return true }); err != nil {
		s.t.Fatal(err)
	}
	return rel
}

func TestASaveExtendsWhatIsKept(t *testing.T) {
	s := newScene(t)
	s.extend("l", 1, "a", "goal: g\nnow: n\nrules: [be brief]\nmetadata: {branches: [main]}\n")
	s.fromKept(true, "l")
	kept := s.all()
	want(t, "a line that begins", s.rebuilt(), kept)
	s.put("handoff", "l", 3, "b", true, "goal: asked\nnow: n\nnext: [one]\n")
	s.trusted("l", 1)
	s.all()
	branches := "main"
	for i := range 4 {
		branches += fmt.Sprint(", b", i) // as saves do, it holds all of the line
		s.extend("l", 5+i, fmt.Sprint("c", i%2), fmt.Sprintf("goal: asked\nnow: at %d\nnext: [one, two]\nrules: [be brief]\nmetadata: {branches: [%s], sessions: [a, b]}\n", i, branches))
		s.fromKept(true, "l")
		kept := s.all()
		want(t, fmt.Sprint("after save ", i), s.rebuilt(), kept)
		s.trusted("l", 1)
		s.all()
	}
}

func TestWhatOthersAddInTheMomentOfASaveIsSeen(t *testing.T) {
	s := newScene(t)
	s.extend("l", 1, "a", "goal: g\nnow: n\n")
	s.fromKept(true, "l")
	info, err := os.Lstat(s.folder("l"))
	if err != nil {
		t.Fatal(err)
	}
	s.put("handoff", "l", 5, "b", true, "goal: other\nnow: n\n")
	if err := os.Chtimes(s.folder("l"), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	s.fromKept(false, "l")
	if now := s.all(); !strings.Contains(now, "other") {
		t.Errorf("it is not seen: %s", now)
	}
}

func TestASaveThatIsDatedBackIsReadAgain(t *testing.T) {
	s := newScene(t)
	s.extend("l", 10, "a", "goal: new\nnow: n\n")
	s.extend("l", 5, "b", "goal: old\nnow: n\n")
	s.fromKept(false, "l")
	kept := s.all()
	want(t, "read again", s.rebuilt(), kept)
}

// told is the line of a row, "" for none.
func told(name, fields string) (*Line, bool) {
	l := &Line{Name: name}
	_, ok := read(fields, l.fields(nil), new([]string))
	return l, ok
}

func TestARowIsReadAsItWasWritten(t *testing.T) {
	l := &Line{
		Name: "l", folders: fingerprint{1, 2, -3}, parts: []string{"l"}, changes: true, steps: 3, Outside: true, Worktree: "/w", autos: 6,
		Foreign: "e", Head: Head{
			Saved: at(1), Wrote: at(2), Began: at(3), Path: "p", Goal: "a goal", Commit: "c", OnlyFor: "o", Follows: "f", Closed: true,
			Written: true, Branches: []string{"a b", "main"}, Sessions: []string{"x"}, Beads: []string{"x"}, Team: "t", Outcome: "o",
			Rules: []Item{{Text: "be brief", At: at(5)}},
		},
	}
	rows := table{t.TempDir(), "rows"}
	put := func(name, fields string) {
		t.Helper()
		if err := rows.put(true, row{key{"p", name}, fields}); err != nil {
			t.Fatal(err)
		}
	}
	put("l", "an older one")
	put("l", fieldsOf(l.fields(nil)))
	all := rows.rows()
	if len(all) != 1 || all[0].name != "l" {
		t.Fatalf("%+v", all)
	}
	if got, ok := told("l", all[0].fields); !ok || !reflect.DeepEqual(got, l) {
		t.Errorf("%+v\n%+v", got, l)
	}
	l.Goal = "a\tb\nc\x1fd"
	if got, ok := told("l", fieldsOf(l.fields(nil))); !ok || got.Goal != "a b c d" {
		t.Errorf("%q, %t", got.Goal, ok)
	}
	if _, ok := told("l", ""); ok {
		t.Error("a row of another form counts")
	}
}

// shapeOf is a type with all that is in it.
func shapeOf(of reflect.Type) string {
	switch {
	case of.Kind() == reflect.Slice:
		return "[]" + shapeOf(of.Elem())
	case of.Kind() != reflect.Struct || of == reflect.TypeFor[time.Time]():
		return of.String()
	}
	var all []string
	for f := range of.Fields() {
		all = append(all, cmp.Or(f.Tag.Get("json"), f.Name)+" "+shapeOf(f.Type))
	}
	return "{" + strings.Join(all, "; ") + "}"
}

// What a release before this one kept lacks a new field: it is of another form, and made again.
func TestTheFormOfTheRegisterChangesWithWhatItKeeps(t *testing.T) {
	l := &Line{}
	row, shape := l.fields(nil), shapeOf(reflect.TypeFor[folding]())+strings.Join(moreKeys, ", ")
	in := func(v reflect.Value) bool {
		return slices.ContainsFunc(row, func(field any) bool { return reflect.ValueOf(field).UnsafePointer() == v.Addr().UnsafePointer() })
	}
	for i := range reflect.TypeFor[Head]().NumField() {
		if !in(reflect.ValueOf(&l.Head).Elem().Field(i)) {
			t.Errorf("Line.fields lacks %s of the Head: the register forgets it", reflect.TypeFor[Head]().Field(i).Name)
		}
	}
	var name func(v reflect.Value, path string)
	names := map[any]string{}
	name = func(v reflect.Value, path string) {
		names[v.Addr().UnsafePointer()] += path
		for i := 0; v.Kind() == reflect.Struct && i < v.NumField(); i++ {
			if f := v.Type().Field(i); f.IsExported() { // the others may be renamed
				name(v.Field(i), path+"."+cmp.Or(f.Tag.Get("json"), f.Name))
			}
		}
	}
	name(reflect.ValueOf(l).Elem(), "")
	for _, field := range row {
		shape += "\n" + names[reflect.ValueOf(field).UnsafePointer()] + " " + reflect.TypeOf(field).String()
	}
	number, _, _ := strings.Cut(registerForm, ".")
	const known = "29 e2135662"
	if is := number + " " + machine.Sum([]byte(shape))[:8]; is != known {
		t.Errorf("what the register keeps is not what form %s says: raise the number of registerForm, and write the new form and sum, %q, here", number, is)
	}
}

func FuzzRows(f *testing.F) {
	f.Add(registerForm + "\tp\tn\tx\n")
	f.Add(registerForm + "\tp\tn\t" + fieldsOf((&Line{Head: Head{Goal: "g", Branches: []string{"a", "b"}}}).fields(nil)) + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		tab := table{dir: t.TempDir(), name: ofHeads}
		if err := os.WriteFile(tab.file(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, r := range tab.rows() {
			if l, ok := told(r.name, r.fields); ok {
				if again, ok := told(r.name, fieldsOf(l.fields(nil))); !ok || again.Goal != asField(l.Goal) || len(again.Branches) > len(l.Branches) {
					t.Errorf("%+v\n%+v", again, l)
				}
			}
		}
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTidySittingsKeepsTheNewestOfEachWorktree(t *testing.T) {
	tab := table{t.TempDir(), ofSittings}
	rows := []row{{key{"other", "s"}, "1"}}
	for i := range 2 * maxSittings {
		rows = append(rows, row{key{"here", fmt.Sprint(i)}, strings.Repeat("x", 200)})
	}
	if err := tab.put(false, rows...); err != nil {
		t.Fatal(err)
	}
	known := map[key]bool{}
	for _, r := range tab.rows() {
		known[r.key] = true
	}
	if len(known) != maxSittings+1 || !known[key{"other", "s"}] || !known[key{"here", fmt.Sprint(2*maxSittings - 1)}] || known[key{"here", "49"}] {
		t.Errorf("kept %d rows, which are not the newest of each worktree", len(known))
	}
}

// A tidy writes what it read: a closing that another process adds in between waits.
func TestARowThatLastsIsNotLostToATidy(t *testing.T) {
	tab := table{t.TempDir(), ofSaid}
	var all parallel.Group
	const n = 15
	for w := range 2 {
		all.Go(func() {
			for i := range n {
				r := row{key{"here", fmt.Sprint(w, " ", i)}, "closed"}
				if err := tab.put(true, r, row{key{"here", fmt.Sprint("long ", w)}, strings.Repeat("x", 2*spareBytes)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	known := map[key]bool{}
	for _, r := range tab.rows() {
		known[r.key] = true
	}
	if len(known) != 2*n+2 {
		t.Errorf("%d of %d rows are left", len(known), 2*n+2)
	}
}

func TestFoldersThatAreAllKnownAreNotListedAgain(t *testing.T) {
	s := newScene(t)
	s.Now = time.Now().Add(time.Hour)
	listed := func() (listed string) {
		for _, r := range s.table(ofHeads).rows() {
			if r.project == ofFolders {
				listed = r.fields
			}
		}
		return listed
	}
	s.put("auto", "mine", 5, "a", true, "goal: mine\n")
	if s.lines(); listed() != "" {
		t.Errorf("a line that the register did not know was known: %q", listed())
	}
	if s.lines(); listed() == "" || listed() != s.reading(t.Context()).listing() {
		t.Errorf("kept %q, it is %q", listed(), s.reading(t.Context()).listing())
	}
	s.put("checkpoint", "theirs", 5, "b", false, "goal: theirs\nnow: n\n")
	before := listed()
	if found := s.lines(); namesOf(found.Foreign) != "theirs" || listed() != before {
		t.Errorf("found %s, kept %q", namesOf(found.Foreign), listed())
	}
	is := s.reading(t.Context()).listing()
	if err := s.table(ofHeads).put(false, row{key{ofFolders, s.Store.Hash}, is}); err != nil {
		t.Fatal(err)
	}
	if found := s.lines(); len(found.Foreign) > 0 {
		t.Errorf("folders that were all known were listed again: %s", namesOf(found.Foreign))
	}
	if err := os.RemoveAll(s.register); err != nil {
		t.Fatal(err)
	}
	if found := s.lines(); namesOf(found.Own) != "mine" || namesOf(found.Foreign) != "theirs" {
		t.Errorf("without a register: %s, %s", namesOf(found.Own), namesOf(found.Foreign))
	}
}

func TestARuleThatIsWrittenAgainIsToldOnce(t *testing.T) {
	s := newScene(t)
	s.put("auto", "l", 1, "a", true, "goal: g\nnow: n\nrules: ['so never mock the clock, that goes for everything', be brief]\n")
	s.put("handoff", "l", 3, "b", true, "goal: g\nnow: n\nrules: [never mock the clock, be brief in specs]\n")
	told := each.Of(s.lines().Rules(), func(r Rule) string { return r.Text })
	want(t, "rules", strings.Join(told, "|"), "never mock the clock|be brief in specs|be brief")
}

func TestARuleUntilADayIsToldUntilThen(t *testing.T) {
	s := newScene(t)
	s.put("auto", "l", 1, "a", true, "goal: g\nnow: n\nrules: [no deploys until tomorrow, be brief]\n")
	told := func() string {
		return strings.Join(each.Of(s.lines().Rules(), func(r Rule) string { return r.Text }), "|")
	}
	want(t, "rules", told(), "no deploys until tomorrow|be brief")
	s.Now = s.Now.AddDate(0, 0, 3)
	want(t, "rules", told(), "be brief")
}

// Two commands at most are named, those that failed last first; the rows of an earlier release know of none.
func TestWhatFailsAgainAndAgainIsNamedUntilItWorks(t *testing.T) {
	s := newScene(t)
	var rows []row
	sat := func(hours int, ran ...string) {
		at := Sitting{Date: s.Now.Add(-time.Duration(hours) * time.Hour), Line: "a", Ran: ran}
		fields := at.fields()
		if len(ran) == 0 {
			fields = fields[:6]
		}
		rows = append(rows, row{s.home(fmt.Sprint("s", hours)), fieldsOf(fields)})
	}
	sat(1, "+cured", "-twice")
	sat(2, "-late", "-cured")
	sat(3, "-late", "-new", "-again")
	sat(4)
	sat(5, "-late", "-new", "-again", "-twice", "-cured")
	sat(6, "-new", "-again", "-cured")
	sat(7, "+again", "-cured")
	sat(8, "-again", "-third")
	sat(9, "-third")
	sat(10, "-third")
	for hours := 11; hours < 14; hours++ {
		sat(hours, "-old")
	}
	if err := s.table(ofSittings).put(false, rows...); err != nil {
		t.Fatal(err)
	}
	found := s.lines()
	const of = " (in all of the last 3 sessions that ran it)"
	want(t, "failing", strings.Join(found.Failing(), "|"), "late"+of+"|new"+of)
	want(t, "sittings", fmt.Sprint(len(found.Sittings())), "13")
}
