package autosave

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

var now = time.Date(2026, 11, 21, 9, 30, 15, 0, time.UTC)

const secret = "ghp_" + "x7Kq2mV9rT4wY8bN3cJ6hL1pD5sF0gZaQeRu"

// A scene is a project, a machine folder and a folder of transcripts.
type scene struct {
	t     *testing.T
	store artifact.Store
	logs  string
}

func newScene(t *testing.T) scene {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := scene{t, artifact.Of(filepath.Join(dir, "a b\nç"), machine.Folder{Path: filepath.Join(dir, "machine")}), filepath.Join(dir, "logs")}
	for _, d := range []string{s.store.Root, s.logs} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// file writes a file of the project and sets its time.
func (s scene) file(rel string, at time.Time) string {
	s.t.Helper()
	full := filepath.Join(s.store.Root, filepath.FromSlash(rel))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(rel), 0o644); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Chtimes(full, at, at); err != nil {
		s.t.Fatal(err)
	}
	return full
}

// log writes the transcript of a session: a prompt a string, "w:PATH" a Write
// of a file, "sh" a shell command, one a minute from start on.
func (s scene) log(id string, start, touched time.Time, steps ...string) string {
	s.t.Helper()
	var b strings.Builder
	parent := "null"
	record := func(typ, message, rest string) {
		uuid := fmt.Sprintf("%q", fmt.Sprintf("%s-%d", id, strings.Count(b.String(), "\n")))
		fmt.Fprintf(&b, `{"parentUuid":%s,"isSidechain":false,"type":%q,"uuid":%s,"sessionId":%q,"gitBranch":"main","timestamp":%q,"message":%s%s}`+"\n",
			parent, typ, uuid, id, start.UTC().Format("2006-01-02T15:04:05.000Z"), message, rest)
		parent = uuid
		start = start.Add(time.Minute)
	}
	for i, step := range steps {
		kind, arg, _ := strings.Cut(step, ":")
		switch kind {
		case "w":
			path, _ := json.Marshal(arg)
			record("assistant", fmt.Sprintf(`{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Write","input":{"file_path":%s}}]}`, i, i, path), "")
			record("user", fmt.Sprintf(`{"role":"user","content":[{"tool_use_id":"t%d","type":"tool_result","content":"ok"}]}`, i), fmt.Sprintf(`,"toolUseResult":{"type":"create","filePath":%s}`, path))
		case "sh":
			record("assistant", fmt.Sprintf(`{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"make"}}]}`, i, i), "")
			record("user", fmt.Sprintf(`{"role":"user","content":[{"tool_use_id":"t%d","type":"tool_result","content":"ok"}]}`, i), `,"toolUseResult":{"stdout":"ok"}`)
		default:
			text, _ := json.Marshal(step)
			record("user", `{"role":"user","content":`+string(text)+`}`, "")
		}
	}
	path := filepath.Join(s.logs, id+".jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Chtimes(path, touched, touched); err != nil {
		s.t.Fatal(err)
	}
	return path
}

// heads are the artifacts there.
func (s scene) heads() []string {
	s.t.Helper()
	all, err := filepath.Glob(filepath.Join(s.store.Root, filepath.FromSlash(artifact.Dir), "*", "*_*.yaml"))
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func (s scene) project() line.Project { return line.In(s.store, now) }

func (s scene) session(id, path string) Session {
	return Session{Project: s.project(), ID: id, Transcript: path}
}

func (s scene) load(rel string) artifact.Artifact {
	s.t.Helper()
	a, err := s.store.Load(rel)
	if err != nil || a.Broken != nil {
		s.t.Fatal(err, a.Broken)
	}
	return a
}

func said(texts ...string) []transcript.Prompt {
	var all []transcript.Prompt
	for _, s := range texts {
		all = append(all, transcript.Prompt{Text: s})
	}
	return all
}

// earlier is an artifact as the session's last one.
func earlier(t *testing.T, text string) artifact.Artifact {
	t.Helper()
	a := artifact.Parse(artifact.Dir+"/folder/2026-11-21_09-00_auto_checkpoint.yaml", []byte(text))
	if a.Broken != nil {
		t.Fatal(a.Broken)
	}
	return a
}

// list is the lines at a dotted path of the body's mappings.
func list(d artifact.Document, keys ...string) []string {
	n := d.Body
	for _, k := range keys {
		n = yamldoc.Get(n, k)
	}
	var all []string
	if n != nil {
		for _, c := range n.Content {
			all = append(all, c.Value)
		}
	}
	return all
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %q, want %q", what, got, want)
	}
}

func TestNothingToSaveIsNoPromptNoChangeAndNoOpenWork(t *testing.T) {
	if !(Facts{Session: Session{ID: "s"}, Conversation: transcript.Conversation{LastAnswer: "hi", UsedShell: true}, Work: Work{Branch: "main", dirty: []string{"b.go"}}}).Empty() {
		t.Error("nothing is something")
	}
	for name, f := range map[string]Facts{
		"a prompt":     {Conversation: transcript.Conversation{Prompts: said("x")}},
		"a change":     {Work: Work{Changed: []string{"a"}}},
		"an open task": {Conversation: transcript.Conversation{Tasks: []transcript.Task{{ID: "1", Subject: "a", Status: "pending"}}}},
	} {
		if f.Empty() {
			t.Errorf("%s is nothing", name)
		}
	}
}

// A session without a line is worth saving where the user put something off, or agreed to what an answer leaves, and
// not where the answer to a question lists something.
func TestASessionThatOnlyPutsOffOrAgreesIsWorthSaving(t *testing.T) {
	const (
		list  = "All tests pass.\n\nLeft:\n1. call `Mark` in `ServeHTTP`\n2. the test for the UTC fix"
		offer = "The cache is never cleared. Shall I clear it on save?"
		why   = "It reads the cache."
	)
	for _, x := range []struct {
		answer, reply string
		want          bool
	}{
		{list, "ok. do 1 tomorrow in a branch", true},
		{list, "mach zuerst 2", true},
		{list, "ok go", true},
		{list, "oui, vas-y", true},
		{list, "d'accord, le 1 demain", true},
		{list, "vale, el 1 mañana", true},
		{list, "好的,先做第一个", true},
		{list, "はい、1からお願いします", true},
		{list, "sì, prima il test utc", true},
		{list, "morgen", true},
		{list, "ok, we do that on monday", true},
		{offer, "not today, tomorrow", true},
		{why, "ah ok. remind me to clear it tomorrow", true},
		{list, "", false},
		{list, "ok thanks", false},
		{list, "danke", false},
		{list, "ok danke, lass 409 so. keine änderung", false},
		{list, "thanks, keep the 404 as it is", false},
		{list, "merci, garde le 500", false},
		{list, "what does Mark do?", false},
		{list, "und was macht 2?", false},
		{list, "à quoi sert le 2?", false},
		{list, "2是做什么的？", false},
		{list, "explain the cache", false},
		{why, "ah ok. i will read it later", false},
		{why, "and what happens later?", false},
		{offer, "no", false},
		{"Left:\n- deploy, waiting for Bob's review", "thanks", false},
	} {
		talk := said("what's left before friday?", x.reply)
		talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), x.answer, now.Add(-time.Minute)
		c := transcript.Conversation{Prompts: talk, LastAnswer: "Ok.", First: now.Add(-time.Hour), Last: now}
		if x.reply == "" {
			c.Prompts, c.LastAnswer = talk[:1], x.answer
		}
		if got := (Facts{Session: Session{Date: now, Trigger: SessionEnd}, Conversation: c}).Worth(); got != x.want {
			t.Errorf("%q is worth saving: %t", x.reply, got)
		}
	}
}

// A session that only talked is where its user decided or put something off, not where he only asked.
func TestTalkIsWorthSaving(t *testing.T) {
	for _, said := range []struct {
		prompts []string
		want    bool
	}{
		{[]string{"what is the median?", "the map comes after the holidays, i dont have the file yet"}, true},
		{[]string{"wie testet man die Pumpe?", "Ich habe entschieden: wir testen auf dem Prüfstand, das Feld ist zu nass"}, true},
		{[]string{"we also need a parts list. bom/pump.csv. let's do that next week"}, true},
		{[]string{"il faut aussi une fiche pour les allergènes. on fait ça la semaine prochaine"}, true},
		{[]string{"what is the median?", "and of the suburbs?"}, false},
		{[]string{"is python 3.13 out?", "ok we'll use 3.13"}, false},
		{[]string{"does the job run after the holidays?", "thanks, see you tomorrow"}, false},
		{[]string{"how do i open a csv? i look at it myself tomorrow"}, false},
	} {
		c := transcript.Conversation{LastAnswer: "Noted.", First: now.Add(-time.Hour), Last: now}
		for i, text := range said.prompts {
			at := now.Add(time.Duration(i-5) * time.Minute)
			c.Prompts = append(c.Prompts, transcript.Prompt{Text: text, Answer: "It is 1800.", Time: at})
		}
		f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Conversation: c, lines: &line.Lines{}}
		if f.Worth() != said.want {
			t.Errorf("%q is worth saving: %t", said.prompts, !said.want)
		}
	}
}

// So it is where it was turned to all or a part of a list by what it is called, by numbers or "both", for whatever day;
// not where the user turns all of it down, does it himself, or only remarks something.
func TestWhatIsSaidOfAListIsWorthSaving(t *testing.T) {
	const (
		list  = "All tests pass.\n\nLeft:\n1. call `Mark` in `ServeHTTP`\n2. the test for the UTC fix"
		plain = "Still open:\n- tests for the parser\n- the README"
		offer = "The cache is never cleared. Shall I clear it on save?"
		why   = "It reads the cache."
	)
	for answer, replies := range map[string][2][]string{
		list: {
			{"1 and 2 tomorrow", "drop 1, 2 tomorrow", "do 1 but drop 2", "começa pelo 1", "1から始めて", "2 on friday"},
			{
				"drop 1 and 2", "lass 1 und 2 weg", "laisse tomber le 1 et le 2", "olvida el 1 y el 2", "1和2都不要", "1と2は要らない", "skip both",
				"i do 1 and 2 myself", "1 und 2 mach ich selbst", "yo hago el 1 y el 2", "1 и 2 сделаю сам",
				"show me 1", "cool, thanks, 2 years ago this was impossible", "explain 1",
			},
		},
		plain: {
			{
				"not now", "nicht jetzt", "beides morgen", "les deux demain", "los dos mañana", "entrambi domani", "оба завтра",
				"两个都明天", "両方明日", "heute nicht mehr", "今天不做", "hoy ya no", "later",
			},
			{"both are fine", "gracias, nos vemos mañana", "beides ist gut", "thanks, gotta run"},
		},
		offer: {{"later"}, {"no, i will do it myself later", "nein, das mach ich später selbst"}},
		why: {
			{
				"note for monday: the retry needs a cap", "put that on the list for next week", "merk dir das für morgen",
				"mets ça sur la liste pour demain", "deberíamos corregir eso después del release", "заметка на завтра: кэшу нужен ttl",
			},
			{
				"later versions don't have it, right", "tom will look at it tomorrow", "ana lo mira mañana", "the job runs after the release",
				"i look at it myself tomorrow", "there is a list for next week in the wiki",
			},
		},
	} {
		for i, said := range replies {
			for _, reply := range said {
				p := []transcript.Prompt{{Text: "what's open?", Answer: answer, Time: now.Add(-time.Hour)}, {Text: reply, Time: now.Add(-time.Minute)}}
				c := transcript.Conversation{Prompts: p, LastAnswer: "Ok.", First: now.Add(-time.Hour), Last: now}
				f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Conversation: c, lines: &line.Lines{}}
				if f.Worth() != (i == 0) {
					t.Errorf("%q to %q is worth saving: %t", reply, answer, i > 0)
				}
			}
		}
	}
}
