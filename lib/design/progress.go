package design

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// documents are a session's files that are there, by their kind.
type documents map[Kind][]Document

const tickets Kind = "tickets"

// documents reads them; writing is one that is about to be written.
func (s Store) documents(x Session, writing file) documents {
	docs := documents{}
	for _, k := range Kinds {
		for _, p := range s.candidates(x, k) {
			b, err := writing.content, error(nil)
			if b == nil || p != writing.path {
				b, err = s.read(p)
			}
			if err == nil || errors.Is(err, durable.ErrTooLarge) {
				docs[k] = append(docs[k], inspect(p, k, b))
			}
		}
	}
	for _, p := range x.tickets() {
		if s.there(p) {
			docs[tickets] = append(docs[tickets], Document{Path: p})
		}
	}
	return docs
}

// candidates are where a document of a kind may be: where the session says,
// then its usual places, unless what is there is of an earlier design.
func (s Store) candidates(x Session, k Kind) []string {
	all := append([]string{}, x.listed(k)...)
	for _, p := range places(x.Feature, k) {
		if !slices.Contains(all, p) && !x.superseded(p) && !slices.Contains(x.get(moving, "files").Texts(), p) {
			all = append(all, p)
		}
	}
	return all
}

func (d documents) first(k Kind) (Document, bool) {
	if len(d[k]) == 0 {
		return Document{}, false
	}
	return d[k][0], true
}

// of are the documents of a stage, and what it starts from or its tickets.
func (d documents) of(role Role) []Document {
	all := []Document{}
	for _, k := range append(kindsOf(role), map[Role]Kind{Clarify: prd, Ticket: tickets}[role]) {
		all = append(all, d[k]...)
	}
	return all
}

// paths are their paths.
func (d documents) paths(role Role) []string {
	all := []string{}
	for _, doc := range d.of(role) {
		all = append(all, doc.Path)
	}
	return all
}

// count is how many rules, alternatives or scenarios there are: the session's
// word, else the document's.
func (s Session) count(k Kind, docs documents) int {
	if n, ok := s.num("checkpoints", s.table.holder(k), docKinds[k].countKey); ok {
		return n
	}
	d, _ := docs.first(k)
	return len(d.Titles)
}

// produced is what a stage made, in words.
func (s Store) produced(x Session, st Stage, docs documents) string {
	t := x.table
	at := func(key string) record.Value { return x.at(t.checkpoint(st.Role), key) }
	switch st.Role {
	case Clarify:
		switch n := len(at("questions_asked").Items()); {
		case n > 0:
			return fence.Count(len(maps.Collect(at("user_answers").Members())), "answer") + " to " + fence.Count(n, "question")
		case at("was_clear").True():
			return "clear as it was"
		}
	case Extract:
		return producedRules(x, st, docs)
	case Analyse:
		if c := at(keyComplexity).Text(); c != "" {
			return strings.TrimSuffix(c+": "+at("reason").Says(), ": ")
		}
	case Decide:
		return producedDesign(x, st, docs)
	case Contract:
		_, there := docs.first(Contracts)
		switch {
		case at("skipped").True():
			return "skipped"
		case there:
			return "contracts written"
		case x.Simple():
			return "not needed for a simple feature"
		}
	case Scenario:
		if n := x.count(BDD, docs); n > 0 {
			return fence.Count(n, "scenario")
		}
	case Ticket:
		if made := len(docs[tickets]); made > 0 || x.planned() > 0 {
			return x.madeOf(made)
		}
	case Review:
		return x.approval(st, docs, "")
	}
	return ""
}

// approval says in words whether the user approved a stage; open is what it says
// of one that is not complete yet.
func (s Session) approval(st Stage, docs documents, open string) string {
	asked := s.at(s.table.checkpoint(st.Role), keyApproved)
	switch {
	case s.approved(st, docs):
		return "approved"
	case s.Status(st.Number) != Complete:
		return open
	case asked.IsBool():
		return "completed without approval"
	}
	return ""
}

func producedRules(x Session, st Stage, docs documents) string {
	n := x.count(Rules, docs)
	if _, there := docs.first(Rules); !there && n == 0 {
		return ""
	}
	rules := fence.Count(n, "rule")
	if n == 0 {
		rules = "rules, not counted,"
	}
	return strings.TrimSuffix(strings.TrimSpace(rules+" "+x.approval(st, docs, "awaiting approval")), ",")
}

func producedDesign(x Session, st Stage, docs documents) string {
	var parts []string
	if n := x.count(Analysis, docs); n > 0 {
		parts = append(parts, fence.Count(n, "alternative"))
		if x.awaitsChoice(docs) {
			parts[0] += " awaiting choice"
		}
	}
	if chosen := x.chosen(); !chosen.None() {
		parts = append(parts, "chosen: "+chosen.Says())
	}
	if d, ok := docs.first(TDD); ok {
		state := x.approval(st, docs, "")
		switch {
		case state == "" && len(d.Missing) > 0:
			state = "partial"
		case state == "":
			state = "written"
		}
		parts = append(parts, "TDD "+state)
	}
	if n := len(docs[ADR]); n > 0 {
		parts = append(parts, fence.Count(n, "ADR"))
	}
	return strings.Join(parts, ", ")
}
