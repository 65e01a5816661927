package prompt

import (
	"encoding/binary"
	"flag"
	"holdfast/lib/rank"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write phrases.bin")

// phrases.bin is what compile makes of phrases.txt: a program that starts has no time to take that apart.
func TestPhrasesAreCompiled(t *testing.T) {
	want := compile(t)
	if *update {
		if err := os.WriteFile("phrases.bin", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != compiled {
		t.Fatal("phrases.txt was changed: go generate ./lib/prompt")
	}
}

// listsOf are the lists of phrases.txt by name, "+name" being all of that one; names are in the order of the file.
func listsOf(t *testing.T) (of map[string][]string, names []string) {
	b, err := os.ReadFile("phrases.txt")
	if err != nil {
		t.Fatal(err)
	}
	of = map[string][]string{}
	for part := range strings.SplitSeq(strings.ReplaceAll(string(b), "\r", ""), "\n\n") {
		part = strings.TrimSpace(part)
		for strings.HasPrefix(part, "#") {
			_, part, _ = strings.Cut(part, "\n")
		}
		name, text, _ := strings.Cut(part, ":\n")
		if part == "" { // the head of the file
			continue
		}
		for phrase := range strings.SplitSeq(strings.Trim(text, "| \n"), "|") {
			if phrase = strings.TrimSpace(phrase); slices.Contains(of[name], phrase) {
				t.Errorf("%s: %q is in it twice", name, phrase)
			}
			of[name] = append(of[name], phrase)
		}
		names = append(names, name)
	}
	for _, name := range names {
		var all []string
		for _, phrase := range of[name] {
			if group, is := strings.CutPrefix(phrase, "+"); !is {
				all = append(all, phrase)
			} else if all = append(all, of[group]...); of[group] == nil {
				t.Fatalf("%s: no list %q", name, group)
			}
		}
		of[name] = all
	}
	return of, names
}

// hurried are a phrase and what who types in a hurry writes for it: without its accents, but not one that would be
// another word then, and with the short forms that chats have.
func hurried(phrase string) []string {
	all := []string{phrase}
	if phrase == "não" || strings.Contains(phrase, "\xc3") && len(phrase) > 6 && !strings.ContainsAny(phrase, "äöü") &&
		!strings.HasSuffix(phrase, "é") {
		all = append(all, rank.Unaccented(phrase))
	}
	for _, of := range [][2]string{
		{"tomorrow", "tmrw"}, {"you", "u"}, {"please", "pls"}, {"depois", "dps"}, {"hoje", "hj"}, {"o que", "oq"}, {"você", "vc"},
		{"por que", "pq"}, {"também", "tb"}, {"porque", "pq"}, {"para", "pra"},
		{"don t", "dont"}, {"doesn t", "doesnt"}, {"didn t", "didnt"}, {"isn t", "isnt"}, {"aren t", "arent"}, {"wasn t", "wasnt"},
		{"weren t", "werent"}, {"haven t", "havent"}, {"hasn t", "hasnt"}, {"won t", "wont"}, {"can t", "cant"},
		{"couldn t", "couldnt"}, {"wouldn t", "wouldnt"}, {"shouldn t", "shouldnt"}, {"needn t", "neednt"}, {"mustn t", "mustnt"},
		{"that s", "thats"}, {"what s", "whats"}, {"there s", "theres"}, {"i ve", "ive"}, {"you re", "youre"}, {"they re", "theyre"},
		{"c est", "cest"}, {"j ai", "jai"}, {"d accord", "daccord"}, {"n est", "nest"}, {"aujourd hui", "aujourdhui"},
	} {
		for _, as := range slices.Clone(all) {
			if short := strings.TrimSpace(strings.ReplaceAll(" "+as+" ", " "+of[0]+" ", " "+of[1]+" ")); short != as && short != "dont" { // which is a French word
				all = append(all, short)
			}
		}
	}
	return all
}

// compile is phrases.bin: what slots describes, then the lists, each as phrases describes it.
func compile(t *testing.T) string {
	b := make([]byte, 4*slots)
	of, names := listsOf(t)
	for _, name := range names {
		var all strings.Builder
		var ends, ats []byte
		buckets := make([][]int, 1<<bits.Len(uint(len(of[name]))))
		add := func(phrase string) {
			h := int(hash(phrase)) & (len(buckets) - 1)
			buckets[h] = append(buckets[h], all.Len())
			all.WriteString(phrase + "|")
		}
		for _, phrase := range of[name] {
			for _, as := range hurried(phrase) {
				add(as)
			}
		}
		ends = append(ends, 0, 0)
		for _, bucket := range buckets {
			for _, at := range bucket {
				ats = binary.LittleEndian.AppendUint16(ats, uint16(at))
			}
			ends = binary.LittleEndian.AppendUint16(ends, uint16(len(ats)/2))
		}
		if all.Len() > 1<<16 {
			t.Fatalf("the list %q is too long for phrases.bin", name)
		}
		slot := slotOf(name)
		for binary.LittleEndian.Uint32(b[4*slot:]) > 0 {
			slot = (slot + 1) % slots
		}
		binary.LittleEndian.PutUint32(b[4*slot:], uint32(len(b)))
		for _, size := range []int{all.Len(), len(ends), len(ats)} {
			b = binary.LittleEndian.AppendUint32(b, uint32(size))
		}
		b = append(append(append(b, name+" "+all.String()...), ends...), ats...)
	}
	return string(b)
}

// A phrase is found only where it is written as words returns a text, and a list only where code names it.
func TestPhrasesAreWrittenAsTextsAreCompared(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code string
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			code += string(b)
		}
	}
	b, err := os.ReadFile("phrases.txt")
	if err != nil {
		t.Fatal(err)
	}
	groups := string(b)
	asPrinted := []string{"outputs", "spokenMarks", "outputParts", "abbreviations", "honorifics", "planLeads"} // compared with texts as they are
	of, _ := listsOf(t)
	for name, list := range of {
		if !strings.Contains(code, `"`+name+`"`) && !regexp.MustCompile(`\+`+name+`\b`).MatchString(groups) {
			t.Errorf("no code names the list %q of phrases.txt", name)
		}
		for _, phrase := range list {
			if len(phrase) > maxPhrase {
				t.Errorf("%s: %q has more than %d bytes", name, phrase, maxPhrase)
			}
			if written := bareWords(phrase); written != phrase && !slices.Contains(asPrinted, name) || strings.Contains(phrase, "\n") {
				t.Errorf("%s: %q never matches, write it as %q, with | at the end of its line", name, phrase, written)
			}
		}
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(\w+):\r?$`).FindAllStringSubmatch(groups, -1) {
		if named[m[1]] {
			t.Errorf("phrases.txt has two lists %q, of which the last counts: separate all lists by an empty line", m[1])
		}
		named[m[1]] = true
	}
	if len(named) != len(of) {
		t.Errorf("%d lists of %d are read: separate all lists by an empty line", len(of), len(named))
	}
}

// Who opens phrases.txt has only the comment above a list, or above the first one of its group, to tell what it is for.
func TestListsAreNamedByTheirComments(t *testing.T) {
	b, err := os.ReadFile("phrases.txt")
	if err != nil {
		t.Fatal(err)
	}
	var comment string
	for part := range strings.SplitSeq(strings.ReplaceAll(string(b), "\r", ""), "\n\n") {
		part = strings.TrimSpace(part)
		for above := ""; strings.HasPrefix(part, "#"); comment = above {
			line, rest, _ := strings.Cut(part, "\n")
			above, part = above+line+"\n", rest
		}
		if name, _, is := strings.Cut(part, ":\n"); is && !regexp.MustCompile(`\b`+name+`\b`).MatchString(comment) {
			t.Errorf("the comment above the list %q of phrases.txt does not name it: say there what its phrases are", name)
		}
	}
}
