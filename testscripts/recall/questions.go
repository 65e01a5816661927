package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// kinds are what questions are made of, in the order of the table.
var kinds = []string{"commit", "file, month", "sentence", "identifier"}

// A question, and the sessions of which each answers it.
type question struct {
	kind, text string
	answers    []string
}

// maxAnswers is how many sessions may answer a question: one that many answer
// finds one of them by chance.
const maxAnswers = 2

// questions are at most n of a project, of each kind as many where there are.
func (p *past) questions(n int) []question {
	r := rand.New(rand.NewPCG(1, 2))
	byKind := [][]question{p.commits(), p.files(), p.sentences(r), p.identifiers()}
	for _, list := range byKind {
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	var all []question
	for len(all) < n {
		before := len(all)
		for i, list := range byKind {
			if len(list) > 0 && len(all) < n {
				all, byKind[i] = append(all, list[0]), list[1:]
			}
		}
		if len(all) == before {
			break
		}
	}
	return all
}

// gathered are texts of sessions, and the sessions that hold each, in order.
type gathered struct {
	order []string
	in    map[string][]string
}

func (g *gathered) add(text, id string) {
	if g.in == nil {
		g.in = map[string][]string{}
	}
	if g.in[text] == nil {
		g.order = append(g.order, text)
	}
	if !slices.Contains(g.in[text], id) {
		g.in[text] = append(g.in[text], id)
	}
}

// each calls do with the texts that few sessions hold.
func (g *gathered) each(most int, do func(text string, ids []string)) {
	for _, text := range g.order {
		if len(g.in[text]) <= most {
			do(text, g.in[text])
		}
	}
}

var (
	commitMessage = regexp.MustCompile(`git commit[^\n]*?-a?m ("\$\(cat <<'?EOF'?\n)?["']?([^\n"']{12,120})`)
	sentenceEnd   = regexp.MustCompile(`[.!?\n]+\s*`)
	identifier    = regexp.MustCompile(`\b[a-z]{3,}(?:[A-Z][a-z]{2,}){1,4}\b|\b[a-z]{3,}(?:_[a-z]{3,}){1,4}\b`)
	hump          = regexp.MustCompile(`([a-z])([A-Z])`)
	word          = regexp.MustCompile(`[\pL\pN]+`)
)

// commits are the subjects of commits that a session made.
func (p *past) commits() (all []question) {
	var g gathered
	for _, s := range p.sessions {
		for _, c := range s.calls("Bash", "command") {
			if m := commitMessage.FindStringSubmatch(c); m != nil && len(strings.Fields(m[2])) >= 3 {
				g.add(strings.TrimSpace(m[2]), s.id)
			}
		}
	}
	g.each(maxAnswers, func(text string, ids []string) { all = append(all, question{kinds[0], text, ids}) })
	return all
}

// files are those that few sessions of a month changed.
func (p *past) files() (all []question) {
	var g gathered
	for _, s := range p.sessions {
		for _, tool := range []string{"Edit", "Write"} {
			for _, f := range s.calls(tool, "file_path") {
				g.add(fmt.Sprintf("what did we change in %s in %s", filepath.Base(f), s.started.Format("January 2006")), s.id)
			}
		}
	}
	g.each(maxAnswers, func(text string, ids []string) { all = append(all, question{kinds[1], text, ids}) })
	return all
}

// sentences are what the user said, with two words replaced by others of the
// project.
func (p *past) sentences(r *rand.Rand) (all []question) {
	var g gathered
	var vocabulary []string
	for _, s := range p.sessions {
		for _, said := range s.said() {
			for _, sentence := range sentenceEnd.Split(said, -1) {
				words := strings.Fields(sentence)
				if len(words) < 7 || len(words) > 25 || strings.ContainsAny(sentence, "<>{}|/") {
					continue
				}
				vocabulary = append(vocabulary, words...)
				g.add(sentence, s.id)
			}
		}
	}
	g.each(1, func(text string, ids []string) {
		words := strings.Fields(text)
		for range 2 {
			words[r.IntN(len(words))] = vocabulary[r.IntN(len(vocabulary))]
		}
		all = append(all, question{kinds[2], strings.Join(words, " "), ids})
	})
	return all
}

// identifiers are names in code of which a person types the parts.
func (p *past) identifiers() (all []question) {
	var g gathered
	for _, s := range p.sessions {
		for _, name := range identifier.FindAllString(s.text, -1) {
			g.add(name, s.id)
		}
	}
	g.each(1, func(name string, ids []string) {
		parts := strings.ToLower(hump.ReplaceAllString(strings.ReplaceAll(name, "_", " "), "$1 $2"))
		if len(strings.Fields(parts)) >= 3 {
			all = append(all, question{kinds[3], "where did we use " + parts, ids})
		}
	})
	return all
}

// calls are the values of a key of a tool's calls.
func (s session) calls(tool, key string) (all []string) {
	for _, r := range s.records {
		if r.Get("isSidechain").Bool() {
			continue
		}
		r.Get("message.content").ForEach(func(_, b gjson.Result) bool {
			if b.Get("type").String() == "tool_use" && b.Get("name").String() == tool {
				if v := b.Get("input").Get(key); v.Type == gjson.String {
					all = append(all, v.String())
				}
			}
			return true
		})
	}
	return all
}

// said are the user's prompts.
func (s session) said() (all []string) {
	for _, r := range s.records {
		if r.Get("type").String() != "user" || r.Get("isMeta").Bool() || r.Get("isSidechain").Bool() || r.Get("isCompactSummary").Bool() {
			continue
		}
		if c := r.Get("message.content"); c.Type == gjson.String && !strings.HasPrefix(strings.TrimSpace(c.String()), "<") && len(c.String()) < 2000 {
			all = append(all, c.String())
		}
	}
	return all
}

// A bag is the words of a text, and how often each is in it.
type bag struct {
	words map[string]int
	size  int
}

func bagOf(text string) bag {
	b := bag{words: map[string]int{}}
	for _, w := range word.FindAllString(strings.ToLower(text), -1) {
		b.words[w]++
		b.size++
	}
	return b
}

// plain ranks the sessions by BM25 over their texts, each one bag of words.
func (p *past) plain(text string) []string {
	const k, part = 1.2, 0.75
	mean := 0.0
	for _, b := range p.words {
		mean += float64(b.size) / float64(len(p.words))
	}
	scores := map[string]float64{}
	for w := range bagOf(text).words {
		with := 0.0
		for _, b := range p.words {
			with += float64(min(b.words[w], 1))
		}
		rarity := math.Log(1 + (float64(len(p.words))-with+0.5)/(with+0.5))
		for i, b := range p.words {
			if n := float64(b.words[w]); n > 0 {
				scores[p.sessions[i].id] += rarity * n * (k + 1) / (n + k*(1-part+part*float64(b.size)/mean))
			}
		}
	}
	var ids []string
	for _, s := range p.sessions {
		if scores[s.id] > 0 {
			ids = append(ids, s.id)
		}
	}
	slices.SortStableFunc(ids, func(a, b string) int {
		if scores[a] == scores[b] {
			return 0
		}
		return int(math.Copysign(1, scores[b]-scores[a]))
	})
	return ids[:min(5, len(ids))]
}
