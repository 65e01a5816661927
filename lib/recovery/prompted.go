package recovery

import (
	"cmp"
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/parallel"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
	"holdfast/lib/resume"
)

const (
	promptBudget = 2500
	promptFiles  = 12 // of the project
	answerFiles  = 4  // of each line
	maxAnswers   = 2
	agedAfter    = 10 // commits or lines
	agedRare     = 3  // lines that hold a rare name
	leastMet     = 2  // words of a prompt that a line has to hold and most others do not
)

// A Prompted is a prompt of a session, and what the session was told before. Of a line of which it was told a row
// (Beside) a prompt that is clearly about it is told more.
type Prompted struct {
	artifact.Notes
	Text string
	Past func() []history.Abstract
	Show Commands

	old bool // a line is about it that is not told
}

// An Answer is what a prompt is told.
type Answer struct {
	Context         fence.Context
	Lines, Sessions []string // that it tells
	Asked           bool     // the prompt asks for something
}

// A subject is what a prompt can be about: an own line, or a session of the history that was at none.
type subject struct {
	line *line.Line
	past history.Abstract
}

// told reports whether a line was told to the session already or must not be.
func (p Prompted) told(l *line.Line, session string) bool {
	return l.OnlyFor != "" && l.OnlyFor != session || slices.Contains(p.Answered, l.Name) && (p.Asked || !p.owed(l))
}

// few tells of which hits of a question one of two words is enough: a rare one, unless it asks for what is left, or if
// it asks for what was said before, a common one.
func (p Prompted) few(left bool) func(rank.Hit) bool {
	return func(h rank.Hit) bool {
		return 2*h.Rare >= h.Words && !left && prompt.Questions(p.Text) || 2*h.Met > h.Words && prompt.AsksBack(p.Text)
	}
}

// Answer tells what a prompt is about, each once and the best first: a session's first prompt the
// lines and sessions that share its words, a later one the lines that it names.
func (s Lines) Answer(ctx context.Context, q resume.Query, p Prompted) (Answer, error) {
	p.Text = fence.Head(p.Text, 64<<10) // bytes of a prompt that are looked at: more is a paste
	left := !p.Asked && prompt.AsksLeft(p.Text)
	if !left && !prompt.Asks(p.Text) || prompt.Concludes(p.Text) || prompt.OnlyPicks(p.Text) {
		return Answer{}, nil
	}
	if p.Asked || !slices.Contains(p.Beside, p.Told) { // what its brief told first
		p.Answered = append(p.Answered, p.Told)
	}
	// A model waits for the answer: what does not need the other is read at the same time.
	var past []history.Abstract
	var documents func(*line.Lines) []rank.Packed
	var question rank.Question
	var beside parallel.Group
	beside.Go(func() {
		if question = rank.AskOf(s.unnamed(p.Text)); !p.Asked {
			past, documents = p.Past(), s.Project.Documents()
		}
	})
	lines, err := s.Project.Known(ctx, "")
	beside.Wait()
	if err != nil || ctx.Err() != nil {
		return Answer{}, err
	}
	inUse := sync.OnceValue(func() use { return s.useOf(lines, q) })
	asks := sync.OnceValue(func() map[string]float64 { return inUse().about(p.Text) })
	paths, key := pathsIn(p.Text), line.Key(p.Text)
	named := sync.OnceValue(func() map[string]bool { return inUse().named(paths, past) })
	var found []subject
	// Who says "right, finish it, and run the tests" speaks of what was told first, unless most of it is of another.
	on := p.Told != "" && prompt.Resumes(p.Text) && prompt.OnlyGoesOn(append(prompt.Sentences(p.Text), "")[0])
	asking := slices.ContainsFunc(prompt.Sentences(p.Text), prompt.Questions)
	if !p.Asked && (len(paths) == 0 || len(named()) > 0) {
		words := each.Of(past, func(a history.Abstract) rank.Packed { return a.Words })
		hits := question.Rank(append(documents(lines), words...)) // none stands out because the best was told
		for _, h := range standing(hits, len(lines.Own), len(paths) > 0, p.few(left)) {
			if i := h.Doc - len(lines.Own); i >= 0 {
				known := append([]string{q.SessionID}, p.Answered...)
				is := func(l *line.Line) bool { return slices.Contains(l.Sessions, past[i].ID) } // which tells of it
				if !on && !slices.Contains(known, past[i].ID) && !slices.ContainsFunc(lines.Own, is) {
					found = append(found, subject{past: past[i]})
				}
			} else if l, half := lines.Own[h.Doc], 2*h.Met >= h.Words; !p.told(l, q.SessionID) &&
				(!on || h.Met > leastMet || half && asking) &&
				(!slices.Contains(p.Beside, l.Name) || half && (untold(l) || p.owed(l))) &&
				(half || len(l.Later()) == 0) && !p.aged(l, lines, q) {
				found = append(found, subject{line: l})
			}
		}
	}
	if len(found) > 0 { // else it is probably not asked for
		_ = parallel.Start(func() error { asks(); return nil })
	}
	for _, l := range lines.Own {
		known := p.told(l, q.SessionID) || slices.ContainsFunc(found, func(s subject) bool { return s.line == l })
		byFile := !known && !slices.Contains(p.Beside, l.Name) && namedBy(l, key, true)
		if !known && namedBy(l, key, false) || byFile && !p.aged(l, lines, q) {
			found = append([]subject{{line: l}}, found...)
		}
	}
	if len(found) > 0 && len(paths) > 0 {
		found = changers(found, lines, named(), func(l *line.Line) bool { return namedBy(l, key, false) })
	}
	if left && prompt.AsksUnmerged(p.Text) { // which their branches tell
		found = nil
	} else if left && len(found) == 0 {
		found = p.unfinished(lines.Own, q.SessionID)
	}
	found = each.Head(found, maxAnswers)
	var aside []resume.Detail
	if o := (&offer{Lines: s, q: q}); left || prompt.Ticket(p.Text) != "" { // as few
		aside = o.aside(lines, p, left)
	}
	if len(found)+len(aside) == 0 && !p.old {
		return Answer{Asked: true}, nil
	}
	return s.answer(q, p, inUse(), asks, question, found, aside), nil
}

// unfinished are the lines that are not over, else the newest one of which other work passed by what was left.
func (p Prompted) unfinished(own []*line.Line, session string) []subject {
	open := each.If(own, func(l *line.Line) (subject, bool) {
		return subject{line: l}, l.Steps() > 0 && l.Status() == line.Open && !p.told(l, session)
	})
	passed := func(l *line.Line) bool { return l.Listed && l.Steps() == 0 && !p.told(l, session) }
	if l := each.First(own, passed); l != nil && len(open) == 0 { // which begin with the newest
		open = []subject{{line: l}}
	}
	return open
}

// aged reports, and keeps in old, whether a line is none for a first prompt: nothing of it is open, more than agedAfter
// commits or lines came after it, and the prompt is no question and has no rare name of it.
func (p *Prompted) aged(l *line.Line, all *line.Lines, q resume.Query) bool {
	if p.Asked || prompt.Questions(p.Text) || l.Status() == line.Open {
		return false
	}
	since, known := q.Past.Since(l.Commit)
	if !known {
		since = slices.Index(all.Own, l) // which begin with the newest
	}
	if since <= agedAfter {
		return false
	}
	held := func(l *line.Line) string {
		return line.Key(l.Goal + " " + strings.Join(l.Paths(), " "))
	}
	own := held(l)
	named := slices.ContainsFunc(namesIn(p.Text), func(name string) bool {
		other := func(l *line.Line) bool { return !line.Names(held(l), name) }
		return line.Names(own, name) && len(each.Without(all.Own, other)) <= agedRare
	})
	p.old = p.old || !named
	return !named
}

// namesIn are the files and identifiers in a text, and what it quotes in a few words.
func namesIn(text string) (names []string) {
	quote := func(r rune) bool { return strings.ContainsRune("\"`“”„«»「」", r) }
	for i, part := range strings.FieldsFunc(" "+text, quote) {
		words := strings.Fields(part)
		if i%2 == 1 && 1 < len(words) && len(words) < 6 {
			names = append(names, part)
		}
		names = append(names, each.If(words, func(w string) (string, bool) {
			w = strings.Trim(w, ".,;:!?()[]{}<>*'@")
			inner := func(r rune) bool { return unicode.IsUpper(r) || strings.ContainsRune("_./", r) }
			return w, len(w) > 4 && strings.IndexFunc(w[1:], inner) > 0 && w != strings.ToUpper(w)
		})...)
	}
	return names
}

// aside is what waits for a review, for who asks what is open, and what is left to other tickets, for him or who names
// one.
func (o *offer) aside(ls *line.Lines, p Prompted, left bool) (all []resume.Detail) {
	var waiting, later []string
	known := map[string]bool{}
	for _, l := range ls.Own {
		told := p.told(l, o.q.SessionID)
		if left && !told && l.Waits() {
			waiting = append(waiting, o.pullRequest(l))
		}
		for _, step := range l.Later() {
			id := cmp.Or(prompt.Ticket(step.Text), step.Text)
			if !known[id] && l.OnlyFor == "" && (left || !(p.Asked && told) && prompt.NamesTicket(p.Text, id)) {
				later, known[id] = append(later, step.Text), true
			}
		}
		if left && !told && l.Steps() > 0 && slices.Contains([]line.Status{line.Merged, line.Gone}, l.Status()) {
			steps := o.steps(l)
			if len(steps) > 0 { // which else stand for all
				steps = line.Texts(o.state(l).Next)
			}
			later = append(later, steps...)
		}
	}
	all = []resume.Detail{{Name: "waits", Lines: some(waiting, 5)}, {Name: "later", Lines: some(later, 7)}}
	if left {
		not := func(l *line.Line) bool { return l.OnlyFor != "" || l.Status() != line.Resting || !l.Unmerged() }
		unmerged := branchesOf(each.Without(slices.Concat(ls.Own, ls.Elsewhere), not))
		all = append(all, resume.Detail{Name: "not merged", Lines: some(unmerged, 5)})
	}
	return slices.DeleteFunc(all, func(d resume.Detail) bool { return len(d.Lines) == 0 })
}

// owed reports whether a prompt asks what is left of a merged line, or goes on with it, or what was of one that other
// work passed by: no start tells what only a hook saw left there.
func (p Prompted) owed(l *line.Line) bool {
	landed := l.Status() == line.Merged || l.Status() == line.Gone
	asks := prompt.OnlyLooks(p.Text) || prompt.Resumes(p.Text)
	return landed && !l.Written && l.Steps() > 0 && asks ||
		l.Listed && l.Steps() == 0 && (asks || prompt.AsksWhatWasLeft(p.Text))
}

// untold reports whether there is more of a line than its row told.
func untold(l *line.Line) bool {
	s := l.State()
	return l.Status() == line.Open || len(s.Decisions)+len(s.Failed) > 0
}

// unnamed is a prompt without the project's name, which says of none of its lines that it is meant.
func (s Lines) unnamed(text string) string {
	name := filepath.Base(s.Project.Store.Root)
	of := func(w string) bool { return strings.EqualFold(strings.Trim(w, ".,;:!?()`'\""), name) }
	return strings.Join(slices.DeleteFunc(strings.Fields(text), of), " ")
}

// standing are the hits among lines, the first documents, and sessions that stand out, neither silencing others.
func standing(hits []rank.Hit, lines int, named bool, few func(rank.Hit) bool) (found []rank.Hit) {
	far := func(h rank.Hit) bool { return h.Score < 0.6*hits[0].Score } // too far from what may stand out to silence it
	of := each.Group(each.Without(hits, far), func(h rank.Hit) bool { return h.Doc < lines })
	found = slices.Concat(standOut(of[true], named, few), standOut(of[false], named, few))
	found = slices.DeleteFunc(found, func(h rank.Hit) bool { return h.Score < 0.8*hits[0].Score })
	slices.SortStableFunc(found, func(a, b rank.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return found
}

// standOut are the hits of one kind that are told: the best ones if the prompt names a known file, else the best if it
// is well before the next, or the newest of several equal ones that hold most of its words; few says for which prompt,
// a short question, fewer of these are enough.
func standOut(hits []rank.Hit, named bool, few func(rank.Hit) bool) []rank.Hit {
	most := 1
	if named {
		most = maxAnswers
	} else if len(hits) > 1 && hits[0].Score < 1.2*hits[1].Score {
		most = maxAnswers
		hits = each.Without(hits, func(h rank.Hit) bool { return h.Score < 0.9*hits[0].Score || 2*h.Met < h.Words })
		if len(hits) < 2 {
			return nil
		}
		slices.SortStableFunc(hits, func(a, b rank.Hit) int { return cmp.Compare(a.Doc, b.Doc) })
	}
	hits = each.Head(hits, most)
	for i, h := range hits {
		if enough := h.Rare >= leastMet && float64(h.Rare) >= 0.3*float64(min(h.Words, 10)); !enough && !few(h) {
			return hits[:i]
		}
	}
	return hits
}

// pathsIn are the paths in a text that can be of the project: with a folder and an ending, relative.
func pathsIn(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("`\"'()[]<>,;|*:", r)
	})
	return each.If(words, func(word string) (string, bool) {
		p := strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(word, "@"), "./"), ".")
		return p, len(path.Ext(p)) > 1 && strings.Contains(p, "/") && p[0] != '/' && p[0] != '~'
	})
}

// named are the files that sittings and sessions of the history used and a prompt names by those paths.
func (u use) named(paths []string, past []history.Abstract) map[string]bool {
	asked := func(f string) (string, bool) {
		return f, slices.ContainsFunc(paths, func(p string) bool {
			return f == p || strings.HasSuffix(f, "/"+p) || strings.HasSuffix(p, "/"+f)
		})
	}
	files := append([][]string{slices.Collect(maps.Keys(u.files))}, each.Of(past, history.Abstract.Files)...)
	return each.Set(each.If(slices.Concat(files...), asked))
}

// changers are the subjects that changed most of the named files, of one that many lines changed counting less, and
// lines that are called. Where no line changed one all are.
func changers(found []subject, ls *line.Lines, named map[string]bool, called func(*line.Line) bool) []subject {
	weigh := ls.Weights()
	weight := func(files []string) float64 {
		return weigh(each.Without(files, func(f string) bool { return !named[f] }))
	}
	most := slices.Max(append(each.Of(ls.Own, func(l *line.Line) float64 { return weight(l.Paths()) }), 0))
	return each.Without(found, func(s subject) bool {
		return s.line == nil && weight(s.past.Files()) < 0.6*most ||
			s.line != nil && weight(s.line.Paths()) < 0.6*most && !called(s.line)
	})
}

// namedBy reports whether a text, as line.Key returns it, names a line: its name, bead or, byFile, the
// path of a file of it.
func namedBy(l *line.Line, text string, byFile bool) bool {
	is := func(name string) bool { return line.Names(text, name) }
	inFolder := func(f line.File) bool { return path.Dir(f.Path) != "." && is(f.Path) }
	return is(l.Name) || slices.ContainsFunc(l.Beads, is) ||
		byFile && strings.Contains(text, "/") && slices.ContainsFunc(l.Files(), inFolder)
}

// answer tells what was found, and what else of the project the prompt may be about.
func (s Lines) answer(q resume.Query, p Prompted, use use, asks func() map[string]float64, question rank.Question,
	found []subject, aside []resume.Detail) Answer {
	o := offer{Lines: s, q: q}
	a := Answer{Asked: true}
	w := writer{request: Request{Query: q, Show: p.Show}, room: promptBudget, unnamed: map[string]int{}}
	named, met, told := use.best(use.files, startFiles), asked(question, use.sittings), slices.Clone(p.Answered)
	for _, c := range found {
		e, of := resume.Entry{}, line.Sitting{Session: c.past.ID, Files: each.Head(c.past.Files(), answerFiles)}
		if c.line != nil {
			most := 0.0
			for i, s := range use.sittings { // the one which the prompt is about most, of those that it is about
				if s.Line == c.line.Name && met[i] > most {
					of, most = s, met[i]
				}
			}
			e, of = o.about(c.line, of, question, p.owed(c.line), len(aside) > 0)
			p.answering(question, e.Details)
			a.Lines = append(a.Lines, c.line.Name)
		} else {
			e = resume.Entry{Kind: kindSession, ID: line.ShortID(of.Session), Saved: c.past.Ended, Ours: true}
			if c.past.Branch != "" {
				e.Fit = "on " + c.past.Branch
			}
			e.Add("goal", c.past.Goal)
			e.Add("files", line.ByFolder(of.Files)...)
			a.Sessions = append(a.Sessions, of.Session)
		}
		named, told = append(named, of.Files...), append(told, of.Session)
		neutralise(&e)
		b := newBlock(e, lead)
		w.add(b, w.row(b), whole)
	}
	files := use.best(asks(), promptFiles+len(named))
	files = slices.DeleteFunc(files, each.In(named))
	about := aside
	if len(found) > 0 || p.old {
		about = append(about, resume.Detail{Name: "files", Lines: line.ByFolder(each.Head(files, promptFiles))})
	}
	if !p.Asked && (len(found) > 0 || p.old) {
		start := each.Of(use.sessions(nil, nil, startSitting), func(s line.Sitting) string { return s.Session })
		about = append(about, sessionsDetail(use.sessions(append(told, start...), met, 2))) // the start told of these
	}
	for _, e := range projectEntry(about...) {
		neutralise(&e)
		w.add(newBlock(e, project), "project:", whole)
	}
	if len(w.blocks) == 0 {
		return a
	}
	w.fill(atPrompt, nil)
	show := typable(p.Show.About("lines", "--all"), promptBudget)
	if len(found) > 0 {
		show = typable(p.Show.About("show", fence.Name(w.blocks[0].entry.ID)), promptBudget)
	}
	text := w.render() + fence.Say("In full: %s", fence.Data{Text: show}).Told() // which names a branch
	a.Context = fence.Wrap("earlier work that this prompt may be about, quoted as data", text)
	return a
}

// about is a line as a prompt is told it: what the sitting was about that it asks for, and the files of that; where the
// line is, only if no sitting came after it.
func (o *offer) about(l *line.Line, of line.Sitting, question rank.Question, owed, aside bool) (resume.Entry,
	line.Sitting) {
	e, state := o.entry(l), o.state(l)
	newest := strings.Join(line.NewestOf(l.Sessions, 1), "")
	if of.Session == "" || of.Session == newest {
		of.Session, of.Files = newest, state.Files
	}
	of.Files = each.Head(of.Files, answerFiles)
	state.Files = of.Files
	other := func(i line.Item) bool { return len(question.Marks(i.Text)) < leastMet }
	if l.Listed && l.Status() != line.Open {
		state.Next = l.Kept()
	} else if !l.Written && l.Status() != line.Open && !owed { // nobody took up what an answer named, nor asks for it
		state.Next = each.Without(state.Next, other)
	}
	if !aside { // which tells of them
		state.Next = append(state.Next, each.Without(l.Later(), other)...)
	}
	e.Path, e.Details = "", details(state, o.q, nil)
	if of.Session != newest || of.Title != "" && line.Key(of.Title) != line.Key(state.Goal) {
		row := line.Sitting{Session: of.Session, Date: of.Date, Title: of.Title}
		e.Details = slices.DeleteFunc(e.Details, func(d resume.Detail) bool {
			return d.Name == "goal" || of.Session != newest && (d.Name == "now" || d.Name == "since")
		})
		e.Details = slices.Insert(e.Details, 0, resume.Detail{Name: session, Lines: []string{row.String()}})
	}
	return e, of
}

// answering brings what was decided, or failed, of what a prompt asks for to the front, and keeps of the user's words
// those most about it where it asks a question; what a step, or to a question one of these, answers needs no files.
func (p Prompted) answering(question rank.Question, details []resume.Detail) {
	held := func(text string) int {
		word := func(m rank.Span) string { return strings.ToLower(text[m.From:m.To]) }
		return len(each.Set(each.Of(question.Marks(text), word)))
	}
	found := false
	for i, d := range details {
		met := each.Without(d.Lines, func(text string) bool { return held(text) == 0 })
		slices.SortStableFunc(met, func(a, b string) int { return held(b) - held(a) })
		switch d.Name {
		case prompts:
			if details[i].Lines = nil; prompt.Questions(p.Text) {
				details[i].Lines = each.Head(met, 3)
			}
		case "decisions", "failed":
			details[i].Lines = each.Once(met, d.Lines)
		case "files":
			if found {
				details[i].Lines = nil
			}
		}
		kept := len(details[i].Lines) > 0 && len(met) > 0 && held(met[0]) >= leastMet
		said := prompt.Questions(p.Text) && (d.Name == "decisions" || d.Name == prompts)
		found = found || kept && (d.Name == "next" || said)
	}
}

// about weighs the files of which a prompt says the name, by use and the words of that.
func (u use) about(text string) map[string]float64 {
	said, question := []rank.Packed{rank.Pack([]rank.Passage{{Text: text, Weight: 1}})}, rank.Ask(text)
	score := map[string]float64{}
	for f, used := range u.files {
		name := strings.TrimSuffix(path.Base(f), path.Ext(f))
		if len(question.Marks(name)) > 0 {
			hits := rank.AskOf(name).Rank(said)
			if len(hits) > 0 && hits[0].Met == hits[0].Words {
				score[f] = used + float64(hits[0].Words)
			}
		}
	}
	return score
}

// wordsOf is what a question finds each of the sittings by.
func wordsOf(sittings []line.Sitting) []rank.Packed {
	return each.Of(sittings, func(s line.Sitting) rank.Packed { return s.Words })
}

// asked weighs the sittings by a prompt's words.
func asked(question rank.Question, sittings []line.Sitting) map[int]float64 {
	scores, hits := map[int]float64{}, question.Rank(wordsOf(sittings))
	for _, h := range hits {
		if h.Met >= leastMet || h.Met == h.Words {
			scores[h.Doc] = 2 * h.Score / hits[0].Score // so much more than its age
		}
	}
	return scores
}
