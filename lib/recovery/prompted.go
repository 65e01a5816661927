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
	// leastMet how many words of a prompt a line has to hold, and certain how much of
	// them.
	nearBest  = 0.8
	standsOut = 1.2
	leastMet  = 2
	certain   = 0.3
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
	question, paths, use, key := rank.Ask(p.Text), pathsIn(p.Text), useOf(lines, q), line.Key(p.Text)
	candidate := func(i int) bool {
		l := lines.Own[i]
		return (l.OnlyFor == "" || l.OnlyFor == q.SessionID) && !slices.Contains(p.Told, l.Name)
	}
	var found []*line.Line
	if p.First && (len(paths) == 0 || slices.ContainsFunc(paths, use.knows)) {
		found = standing(lines.Own, question.Rank(lines.Documents(), candidate), len(paths) > 0)
	}
	for i, l := range lines.Own {
		if candidate(i) && !slices.Contains(found, l) && namedBy(l, key) {
			found = append([]*line.Line{l}, found...)
		}
	}
	if len(found) == 0 {
		return Answer{Asked: true}, nil
	}
	return s.answer(q, p, use, question, first(found, maxAnswers))
}

// standing are the lines that stand out of those that share words with a prompt.
// A prompt that names a file that sessions used is about earlier work: the best
// ones answer it. Of any other only one that is well before the next one does.
func standing(own []*line.Line, hits []rank.Hit, named bool) []*line.Line {
	most := 1
	if named {
		most = maxAnswers
	} else if len(hits) > 1 && hits[0].Score < standsOut*hits[1].Score {
		return nil
	}
	var found []*line.Line
	for _, h := range first(hits, most) {
		enough := h.Met >= leastMet && float64(h.Met) >= certain*float64(min(h.Words, 10)) || h.All()
		if !enough || h.Score < nearBest*hits[0].Score {
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
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("`\"'()[]<>,;|*:", r)
	}) {
		p := strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(word, "@"), "./"), ".")
		if len(path.Ext(p)) > 1 && strings.Contains(p, "/") && p[0] != '/' && p[0] != '~' {
			paths = append(paths, p)
		}
	}
	return paths
}

// knows reports whether a sitting used a file of that path, or one that ends so.
func (u use) knows(p string) bool {
	for f := range u.files {
		if f == p || strings.HasSuffix(f, "/"+p) || strings.HasSuffix(p, "/"+f) {
			return true
		}
	}
	return false
}

// namedBy reports whether a text, as line.Key returns it, names a line: by its name, its bead, or a file of
// it by a path with a folder.
func namedBy(l *line.Line, text string) bool {
	names := append([]string{l.Name}, l.Beads...)
	if strings.Contains(text, "/") {
		for _, f := range l.Files() {
			if path.Dir(f.Path) != "." {
				names = append(names, f.Path)
			}
		}
	}
	return slices.ContainsFunc(names, func(name string) bool { return line.Names(text, name) })
}

// answer tells the lines found, and what of the project the prompt may be about.
func (s Lines) answer(
	q resume.Query, p Prompted, use use, question rank.Question, found []*line.Line,
) (Answer, error) {
	o := offer{Lines: s, q: q}
	a := Answer{Asked: true}
	w := writer{request: Request{Query: q, Show: p.Show}, room: promptBudget, unnamed: map[string]int{}}
	told := use.files.best(startFiles)
	for _, l := range found {
		e, state := o.entry(l), l.State()
		e.Path = ""
		told = append(told, first(state.Files, answerFiles)...)
		e.Details = details(state, q, "")
		for i := range e.Details {
			if e.Details[i].Name == "files" {
				e.Details[i].Lines = line.ByFolder(first(state.Files, answerFiles))
			}
		}
		neutralise(&e)
		b := newBlock(e, lead)
		w.begin(b, w.row(b))
		a.Lines = append(a.Lines, l.Name)
	}
	files := use.about(question, found).best(promptFiles + len(told))
	files = slices.DeleteFunc(files, func(f string) bool { return slices.Contains(told, f) })
	about := []resume.Detail{{Name: "files", Lines: line.ByFolder(first(files, promptFiles))}}
	if p.First {
		rows := use.sessions(append(a.Lines, p.Told...), asked(question, use.sittings), promptSitting)
		about = append(about, resume.Detail{Name: "sessions", About: "holdfast show ID", Lines: rows})
	}
	for _, e := range projectEntry(about...) {
		neutralise(&e)
		w.begin(newBlock(e, project), "project:")
	}
	w.fill(atPrompt, func() {})
	context, err := fence.Wrap("earlier work that this prompt may be about, quoted as data", w.render(), p.Random)
	if err != nil {
		return Answer{}, fmt.Errorf("answering a prompt: %w", err)
	}
	show := fence.Data{Text: typable(p.Show.about("show", fence.Name(found[0].Name)), promptBudget)}
	a.Context = context.Then(fence.Stated(fence.Say("In full: %s", show)))
	return a, nil
}

// about weighs the files by how much a prompt is about them: those used much,
// changed by the lines found, and named by the prompt's words, a word that few paths
// hold counting more.
func (u use) about(question rank.Question, found []*line.Line) weights {
	const (
		byWord = 0.3
		byLine = 0.5
	)
	words, holders := map[string][]string{}, weights{}
	for f := range u.files {
		for _, m := range question.Marks(f) {
			word := strings.ToLower(f[m.From:m.To])
			words[f] = append(words[f], word)
			holders[word]++
		}
	}
	score := weights{}
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
	return score
}

// byPrompt is how much more the words of a prompt say of a sitting than its age.
const byPrompt = 2

// asked weighs the sittings by a prompt's words.
func asked(question rank.Question, sittings []line.Sitting) map[int]float64 {
	docs := make([]rank.Packed, len(sittings))
	for i, s := range sittings {
		docs[i] = s.Words
	}
	scores, hits := map[int]float64{}, question.Rank(docs, nil)
	for _, h := range hits {
		scores[h.Doc] = byPrompt * h.Score / hits[0].Score
	}
	return scores
}
