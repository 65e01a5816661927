package recovery

import (
	"context"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
	"holdfast/lib/resume"
)

const (
	// maxAsked is how much of a prompt, in bytes, is looked at: more is a paste.
	maxAsked      = 64 << 10
	promptBudget  = 2500
	promptFiles   = 10 // of the project
	answerFiles   = 4  // of each line
	promptSitting = 2
	maxAnswers    = 2
	// nearBest is the least share of the best line's score that a further line is
	// told with, standsOut how far before the next one a line is that answers alone,
	// leastMet how many words of a prompt a line has to hold.
	nearBest  = 0.8
	standsOut = 1.2
	leastMet  = 2
	// certain is how much of its words a prompt shares with a line that it is about.
	certain = 0.3
)

// A Prompted is a prompt of a session, and what the session was told before.
type Prompted struct {
	Text   string
	First  bool     // of its session
	Told   []string // lines
	Random io.Reader
	Show   Commands
}

// An Answer is what a prompt is told.
type Answer struct {
	Context fence.Context
	Lines   []string // that it tells
	Asked   bool     // the prompt asks for something
}

// Answer tells the lines in every state that a prompt is about, best first: the
// first prompt of a session by its words, a later one only if it names a line, its
// bead or pull request, or one of its files by its path. A prompt that asks for
// nothing, or that nothing answers, gets nothing. Each line is told once.
func (s Lines) Answer(ctx context.Context, q resume.Query, p Prompted) (Answer, error) {
	if len(p.Text) > maxAsked {
		p.Text = strings.ToValidUTF8(p.Text[:maxAsked], "")
	}
	if !prompt.Asks(p.Text) {
		return Answer{}, nil
	}
	lines, err := s.Project.Known(ctx)
	if err != nil || ctx.Err() != nil {
		return Answer{}, err
	}
	question, paths := rank.Ask(p.Text), pathsIn(p.Text)
	use := useOf(lately(lines.Sittings(), q.Now), q.Branch)
	candidates := func(i int) bool {
		l := lines.Own[i]
		return (l.OnlyFor == "" || l.OnlyFor == q.SessionID) && !slices.Contains(p.Told, l.Name)
	}
	var found []*line.Line
	if p.First && (len(paths) == 0 || slices.ContainsFunc(paths, use.knows)) {
		found = standing(lines.Own, question.Rank(lines.Documents(), candidates), len(paths) > 0)
	}
	for i, l := range lines.Own {
		if candidates(i) && !slices.Contains(found, l) && namedBy(l, p.Text) {
			found = append([]*line.Line{l}, found...)
		}
	}
	if len(found) == 0 {
		return Answer{Asked: true}, nil
	}
	return s.answer(q, p, use, question, found[:min(len(found), maxAnswers)])
}

// standing are the lines that stand out of those that share words with a prompt.
// A prompt that names a file that sessions used is about earlier work: the best
// ones answer it. Of any other only one that is well before the next one does.
func standing(own []*line.Line, hits []rank.Hit, named bool) []*line.Line {
	if !named && len(hits) > 1 && hits[0].Score < standsOut*hits[1].Score {
		return nil
	}
	var found []*line.Line
	for _, h := range hits {
		enough := h.Met >= leastMet && float64(h.Met) >= certain*float64(min(h.Words, 10)) || h.All()
		if !enough || h.Score < nearBest*hits[0].Score || len(found) == maxAnswers || len(found) > 0 && !named {
			break
		}
		found = append(found, own[h.Doc])
	}
	return found
}

// pathsIn are the paths of files in a text that can be the project's own: with a
// folder and an ending, neither absolute nor of a web address.
func pathsIn(text string) []string {
	var paths []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("`\"'()[]<>,;|*:", r) }) {
		p := strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(word, "@"), "./"), ".")
		if ext := path.Ext(p); len(ext) > 1 && strings.Contains(p, "/") && !strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "~") && !strings.Contains(ext, "/") {
			paths = append(paths, p)
		}
	}
	return paths
}

// knows reports whether a sitting used a file of that path, or one that ends so.
func (u use) knows(p string) bool {
	if u.files[p] > 0 {
		return true
	}
	for f := range u.files {
		if strings.HasSuffix(f, "/"+p) || strings.HasSuffix(p, "/"+f) {
			return true
		}
	}
	return false
}

// namedBy reports whether a text names a line: by its name, its bead, or a file of
// it by a path with a folder.
func namedBy(l *line.Line, text string) bool {
	if line.Names(text, l.Name) || slices.ContainsFunc(l.Beads, func(b string) bool { return line.Names(text, b) }) {
		return true
	}
	return strings.Contains(text, "/") && slices.ContainsFunc(l.Files(), func(f line.File) bool {
		return path.Dir(f.Path) != "." && line.Names(text, f.Path)
	})
}

func (s Lines) answer(q resume.Query, p Prompted, use use, question rank.Question, found []*line.Line) (Answer, error) {
	o := offer{Lines: s, q: q}
	a := Answer{Asked: true}
	w := writer{request: Request{Query: q, Show: p.Show}, room: promptBudget, unnamed: map[string]int{}}
	for _, l := range found {
		e := o.entry(l)
		e.Path = ""
		state := l.State()
		e.Details = details(state, q, "")
		for i := range e.Details {
			if e.Details[i].Name == "files" {
				e.Details[i].Lines = line.ByFolder(state.Files[:min(len(state.Files), answerFiles)])
			}
		}
		neutralise(&e)
		b := newBlock(e)
		b.of = lead
		w.begin(b, w.row(b))
		a.Lines = append(a.Lines, l.Name)
	}
	e := resume.Entry{Kind: kindProject, Ours: true}
	if files := use.about(question, found); len(files) > 0 {
		e.Details = append(e.Details, resume.Detail{Name: "files", Lines: line.ByFolder(files)})
	}
	if p.First {
		if rows := use.sessions(append(a.Lines, p.Told...), asked(question, use.sittings), promptSitting); len(rows) > 0 {
			e.Details = append(e.Details, resume.Detail{Name: "sessions", About: "holdfast show ID", Lines: rows})
		}
	}
	neutralise(&e)
	b := newBlock(e)
	b.of = project
	w.begin(b, "project:")
	w.fill(atPrompt, func() {})
	context, err := fence.Wrap("earlier work that this prompt may be about, quoted as data", w.render(), p.Random)
	if err != nil {
		return Answer{}, fmt.Errorf("answering a prompt: %w", err)
	}
	show := fence.Data{Text: w.fit(p.Show.about("show", fence.Name(found[0].Name)))}
	a.Context = context.Then(fence.Stated(fence.Say("In full: %s", show)))
	return a, nil
}

// about are the files that a prompt is probably about, beyond those that a start
// tells: used much, changed by the lines found, and named by the prompt's words, a
// word that few paths hold counting more.
func (u use) about(question rank.Question, found []*line.Line) []string {
	const (
		byWord = 0.3
		byLine = 0.5
	)
	words, holders := map[string][]string{}, map[string]float64{}
	for f := range u.files {
		for _, m := range question.Marks(f) {
			word := strings.ToLower(f[m.From:m.To])
			words[f] = append(words[f], word)
			holders[word]++
		}
	}
	score := map[string]float64{}
	for f, n := range u.files {
		score[f] = n
		for _, w := range words[f] {
			score[f] += byWord * math.Log(1+float64(len(u.files))/holders[w])
		}
	}
	for _, l := range found {
		for _, f := range l.Files() {
			score[f.Path] += byLine
		}
	}
	told := u.best(startFiles)
	for _, l := range found {
		files := l.State().Files
		told = append(told, files[:min(len(files), answerFiles)]...)
	}
	var out []string
	for _, f := range (use{files: score}).best(len(score)) {
		if len(out) == promptFiles {
			break
		}
		if !slices.Contains(told, f) {
			out = append(out, f)
		}
	}
	return out
}

// byPrompt is how much more the words of a prompt say of a sitting than its age.
const byPrompt = 2

// asked weighs the sittings by a prompt's words.
func asked(question rank.Question, sittings []line.Sitting) func(i int) float64 {
	docs := make([]rank.Packed, len(sittings))
	for i, s := range sittings {
		docs[i] = rank.Pack([]rank.Passage{{Text: s.Title, Weight: 2}, {Text: strings.Join(s.Prompts, "\n")}, {Text: strings.Join(s.Files, "\n")}})
	}
	scores := map[int]float64{}
	hits := question.Rank(docs, nil)
	for _, h := range hits {
		scores[h.Doc] = byPrompt * h.Score / hits[0].Score
	}
	return func(i int) float64 { return scores[i] }
}
