package testscripts

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/rivo/uniseg"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/tidwall/gjson"
)

// commands are the scripts' own commands. FILE is relative to the script's
// folder; where a command reads one, stdout and stderr are those of the last
// program. The folder scratch lives as long as the scripts.
func commands(scratch string) map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"project":    (&projects{dir: scratch, made: map[string]error{}}).project,
		"payload":    payload,
		"hook":       runHook,
		"transcript": transcript,
		"recorded":   recorded,
		"exits":      exits,
		"touch-back": touchBack,
		"ago":        ago,
		"newest":     newest,
		"count":      count,
		"lines":      lines,
		"fenced":     fenced,
		"narrow":     narrow,
		"terminal":   terminal,
		"length":     length,
		"mode":       mode,
		"jsonpath":   jsonPath,
		"jsonget":    jsonGet,
		"masked":     masked,
		"tree":       tree,
		"bytes":      writeBytes,
		"escaped":    escaped,
		"expand":     expand,
		"secret":     secret,
		"fifo":       fifo,
		"gone":       gone,
		"bigline":    bigLine,
		"bigfile":    bigFile,
		"archive":    archive,
		"tracker":    tracker,
		"hostile":    hostile,
		"besiege":    besiege,
		"gittrap":    gitTrap,
	}
}

// payload OUT RECORDED [KEY=VALUE | KEY:=JSON | -KEY]... writes the recorded
// payload testdata/payloads/RECORDED.json to OUT, with the project and its
// transcripts in place of the recorded folders, and keys set or taken away. A
// new session_id also renames the transcript.
func payload(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: payload OUT RECORDED [KEY=VALUE | KEY:=JSON | -KEY]...")
	}
	recorded, err := os.ReadFile(filepath.Join("testdata", "payloads", args[1]+".json"))
	ts.Check(err)
	var p map[string]any
	ts.Check(json.Unmarshal(recorded, &p))
	p["cwd"] = ts.Getenv("P")
	if args[1] == "user-prompt-submit" {
		delete(p, "prompt_id") // a script sends it again as another prompt
	}
	session, _ := p["session_id"].(string)
	for _, a := range args[2:] {
		switch key, value, ok := strings.Cut(a, "="); {
		case strings.HasPrefix(a, "-"):
			delete(p, a[1:])
		case !ok:
			ts.Fatalf("no value: %q", a)
		case strings.HasSuffix(key, ":"):
			p[strings.TrimSuffix(key, ":")] = json.RawMessage(value)
		default:
			p[key] = value
		}
	}
	if s, ok := p["session_id"].(string); ok {
		session = s
	}
	if t, _ := p["transcript_path"].(string); strings.HasPrefix(t, "/home/dev/") {
		p["transcript_path"] = filepath.Join(ts.Getenv("T"), session+".jsonl")
	}
	out, err := json.Marshal(p)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out, 0o600))
}

// hook PROGRAM FILE.json and hook PROGRAM RECORDED [KEY=VALUE]... run a program as the
// client runs a hook: with a payload on its standard input, one that payload wrote or
// one as payload would write it.
func runHook(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: hook PROGRAM FILE.json | RECORDED [KEY=VALUE | KEY:=JSON | -KEY]...")
	}
	file := ts.MkAbs(args[1])
	if !strings.HasSuffix(args[1], ".json") {
		file = filepath.Join(ts.Getenv("WORK"), ".tmp", "payload.json")
		payload(ts, false, append([]string{file}, args[1:]...))
	} else if len(args) > 2 {
		ts.Fatalf("a payload of its own is not changed: %q", args[2:])
	}
	sh, err := exec.LookPath("sh") // of the tests' own PATH: a script may have another
	ts.Check(err)
	if err := ts.Exec(sh, "-c", `exec "$0" <"$1"`, args[0], file); (err != nil) != neg {
		ts.Fatalf("%s: %v", args[0], err)
	}
}

// exits CODE PROGRAM [ARG]... runs a program that must end with that code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG]...")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		code = ended.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// ago NAME DURATION sets $NAME to the time so long before now, and $NAME_FILE
// to how the name of a file tells it. A negative duration is ahead.
func ago(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: ago NAME DURATION")
	}
	d, err := time.ParseDuration(args[1])
	ts.Check(err)
	at := time.Now().Add(-d).UTC()
	ts.Setenv(args[0], at.Format(time.RFC3339))
	ts.Setenv(args[0]+"_FILE", at.Format("2006-01-02_15-04"))
}

// touch-back FILE DURATION sets the file's time back, a folder's with all that
// is in it.
func touchBack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: touch-back FILE DURATION")
	}
	d, err := time.ParseDuration(args[1])
	ts.Check(err)
	at := time.Now().Add(-d)
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, at, at)
	}))
}

// newest GLOB NAME sets a variable to the absolute path of the file that was
// written last, of equals the last by name. None is a failure.
func newest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: newest GLOB NAME")
	}
	var found string
	var when time.Time
	for _, path := range glob(ts, args[0]) {
		if info, err := os.Lstat(path); err == nil && !info.ModTime().Before(when) {
			found, when = path, info.ModTime()
		}
	}
	if found == "" {
		ts.Fatalf("nothing matches %q", args[0])
	}
	ts.Setenv(args[1], found)
}

// count GLOB N says how many files match.
func count(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: count GLOB N")
	}
	if found := glob(ts, args[0]); strconv.Itoa(len(found)) != args[1] {
		ts.Fatalf("%d files match %q, want %s: %q", len(found), args[0], args[1], found)
	}
}

func glob(ts *testscript.TestScript, pattern string) []string {
	found, err := filepath.Glob(ts.MkAbs(pattern))
	ts.Check(err)
	return found
}

// lines FILE N says how many lines a file has.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines FILE N")
	}
	if n := strings.Count(ts.ReadFile(args[0]), "\n"); strconv.Itoa(n) != args[1] {
		ts.Fatalf("%s has %d lines, want %s", args[0], n, args[1])
	}
}

// narrow N says that no line of the file "screen" is drawn wider than N columns.
func narrow(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: narrow N")
	}
	most, err := strconv.Atoi(args[0])
	ts.Check(err)
	for line := range strings.Lines(ts.ReadFile("screen")) {
		if n := uniseg.StringWidth(strings.TrimRight(line, "\r\n")); n > most {
			ts.Fatalf("%q takes %d columns, at most %d", line, n, most)
		}
	}
}

// fenced FILE says that all of a text is in one fence.
func fenced(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fenced FILE")
	}
	text := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	name, rest, opens := strings.Cut(strings.TrimPrefix(text, "[holdfast "), ": ")
	if !opens || len(name) != 16 || !strings.HasPrefix(text, "[holdfast ") || !strings.HasSuffix(rest, "\n[end of holdfast "+name+"]") {
		ts.Fatalf("%s is not fenced:\n%s", args[0], text)
	}
}

// length FILE LEAST MOST bounds a file's length in UTF-16 units.
func length(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: length FILE LEAST MOST")
	}
	least, err := strconv.Atoi(args[1])
	ts.Check(err)
	most, err := strconv.Atoi(args[2])
	ts.Check(err)
	if n := len(utf16.Encode([]rune(ts.ReadFile(args[0])))); n < least || n > most {
		ts.Fatalf("%s has %d UTF-16 units, want %d to %d", args[0], n, least, most)
	}
}

// mode PATH PERM says which permissions a file or folder has, in octal.
func mode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mode PATH PERM")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if got := fmt.Sprintf("%04o", info.Mode().Perm()); got != args[1] {
		ts.Fatalf("%s has mode %s, want %s", args[0], got, args[1])
	}
}

// jsonpath FILE PATH VALUE says what is at a gjson path of a JSON file, an
// object or a list as compact JSON. With ! PATH alone must not be there.
func jsonPath(ts *testscript.TestScript, neg bool, args []string) {
	if neg && len(args) != 2 || !neg && len(args) != 3 {
		ts.Fatalf("usage: jsonpath FILE PATH VALUE, ! jsonpath FILE PATH")
	}
	got := at(ts, args[0], args[1])
	switch {
	case neg && got.Exists():
		ts.Fatalf("%s holds %s: %s", args[0], args[1], got)
	case neg:
	case !got.Exists():
		ts.Fatalf("%s does not hold %s", args[0], args[1])
	default:
		if s := value(got); s != args[2] {
			ts.Fatalf("%s: %s is %q, want %q", args[0], args[1], s, args[2])
		}
	}
}

// jsonget FILE PATH OUT writes what is at a gjson path to OUT.
func jsonGet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: jsonget FILE PATH OUT")
	}
	got := at(ts, args[0], args[1])
	if !got.Exists() {
		ts.Fatalf("%s does not hold %s", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(value(got)), 0o600))
}

func at(ts *testscript.TestScript, file, path string) gjson.Result {
	text := ts.ReadFile(file)
	if !json.Valid([]byte(text)) {
		ts.Fatalf("%s is not one JSON document: %q", file, text)
	}
	return gjson.Get(text, path)
}

func value(r gjson.Result) string {
	if r.IsObject() || r.IsArray() {
		return r.Get("@ugly").Raw
	}
	return r.String()
}

var masks = []struct{ shape, name string }{
	{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`, "TIME"},
	{`\d{4}-\d\d-\d\d_\d\d-\d\d_`, "MINUTE_"},
	{`\b[0-9a-f]{40}\b`, "COMMIT"},
	{`holdfast [0-9a-f]{16}`, "holdfast FENCE"},
}

// masked FILE OUT writes FILE to OUT with times, minutes in file names, commits,
// the fence's name and the script's folder replaced by TIME, MINUTE_, COMMIT,
// FENCE and WORK, and a line break at its end, for comparison with a golden
// file.
func masked(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: masked FILE OUT")
	}
	text := strings.ReplaceAll(ts.ReadFile(args[0]), ts.Getenv("WORK"), "WORK")
	for _, m := range masks {
		text = regexp.MustCompile(m.shape).ReplaceAllString(text, m.name)
	}
	text = strings.TrimSuffix(text, "\n") + "\n"
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// tree OUT DIR... writes a line for all that is in the folders, with mode,
// time and checksum: two equal trees mean that nothing was touched.
func tree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: tree OUT DIR...")
	}
	var all []string
	for _, dir := range args[1:] {
		ts.Check(filepath.WalkDir(ts.MkAbs(dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			sum := ""
			if info.Mode().IsRegular() {
				b, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				sum = fmt.Sprintf("%x", sha256.Sum256(b))
			}
			all = append(all, fmt.Sprintf("%s %v %d %s", path, info.Mode(), info.ModTime().UnixNano(), sum))
			return nil
		}))
	}
	slices.Sort(all)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(all, "\n")+"\n"), 0o600))
}

// bytes FILE TEXT [N] writes TEXT, with the escapes of a Go string, N times.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: bytes FILE TEXT [N]")
	}
	text := unescape(ts, args[1])
	n, err := 1, error(nil)
	if len(args) == 3 {
		n, err = strconv.Atoi(args[2])
		ts.Check(err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(text, n)), 0o600))
}

// escaped NAME TEXT sets a variable to TEXT, with the escapes of a Go string.
func escaped(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: escaped NAME TEXT")
	}
	ts.Setenv(args[0], unescape(ts, args[1]))
}

// expand FILE OUT writes FILE to OUT with variables filled in.
func expand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: expand FILE OUT")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(os.Expand(ts.ReadFile(args[0]), ts.Getenv)), 0o600))
}

func unescape(ts *testscript.TestScript, s string) string {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	ts.Check(err)
	return text
}

// secret NAME KIND sets a variable to text of a secret's shape. It is put
// together here, so that no file of the checkout holds one.
func secret(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: secret NAME KIND")
	}
	const mixed = "Q7rT2vXk9LmB4nHs8ZpW3yGd6JfC1aEu5iRoN0tK"
	shapes := map[string]string{
		"aws":       "AKIA" + strings.ToUpper(mixed[:16]),
		"google":    "AIza" + mixed[:35],
		"github":    "gh" + "p_" + mixed[:36],
		"gitlab":    "glp" + "at-" + mixed[:20],
		"slack":     "xox" + "b-2413567890-" + mixed[:24],
		"anthropic": "sk-" + "ant-api03-" + mixed,
		"openai":    "sk-" + "proj-" + mixed,
		"jwt":       "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + mixed,
		"bearer":    mixed[:32],
		"password":  "tr0ub4dor" + "&Plum7",
		"pem":       "-----BEGIN RSA PRIVATE " + "KEY-----\n" + mixed + mixed[:24] + "\n" + mixed[8:] + "\n-----END RSA PRIVATE " + "KEY-----",
	}
	text, ok := shapes[args[1]]
	if !ok {
		ts.Fatalf("no secret of kind %q", args[1])
	}
	ts.Setenv(args[0], text)
}

// fifo PATH makes a named pipe that nobody writes to.
func fifo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fifo PATH")
	}
	ts.Check(exec.Command("mkfifo", ts.MkAbs(args[0])).Run())
}

// bigline FILE MEGABYTES adds a transcript line of that size, a tool result
// that carries a whole file.
func bigLine(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bigline FILE MEGABYTES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	file := ts.MkAbs(args[0])
	above := lastRecord(ts, file)
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	ts.Check(err)
	defer f.Close()
	_, err = fmt.Fprintf(f, `{"parentUuid":%q,"isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_big","content":"`, above)
	ts.Check(err)
	chunk := []byte(strings.Repeat("all work and no play ", 1<<20/21+1)[:1<<20])
	for range n {
		_, err = f.Write(chunk)
		ts.Check(err)
	}
	_, err = fmt.Fprintf(f, `"}]},"uuid":"00000000-0000-4000-8000-00000000b1b1","timestamp":%q}`+"\n", time.Now().UTC().Format("2006-01-02T15:04:05.000Z"))
	ts.Check(err)
}

// bigfile FILE MEGABYTES writes a transcript of that size: a record, a line that is
// a hole, and 4 MB of records.
func bigFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bigfile FILE MEGABYTES")
	}
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	record := `{"type":"user","parentUuid":null,"isSidechain":false,"uuid":"00000000-0000-4000-8000-0000000000aa","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":"an old prompt `
	record += strings.Repeat("x", 1<<16) + "\"}}\n"
	text := "\n" + strings.Repeat(record, 4<<20/len(record))
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	ts.Check(err)
	defer f.Close()
	_, err = f.WriteString(record)
	ts.Check(err)
	_, err = f.WriteAt([]byte(text), n<<20-int64(len(text)))
	ts.Check(err)
}

// archive DIR makes the release archive of this system in DIR.
func archive(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: archive DIR")
	}
	cmd := exec.Command(".ci/dist", ts.MkAbs(args[0]))
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1700000000", "ONLY="+runtime.GOOS+"-"+runtime.GOARCH, "DOWNLOAD=https://example.org/holdfast")
	if said, err := cmd.CombinedOutput(); err != nil {
		ts.Fatalf("making the archive: %v\n%s", err, said)
	}
}
