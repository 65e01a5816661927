package design

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/fault"
	"holdfast/lib/record"
)

// finish completes a stage and records whether the user approved it. What speaks
// against it, see lacks, is a *fault.InvalidError unless force is set. writing is
// a document that is about to be written.
func (s Store) finish(x *Session, n int, writing file, c Change) error {
	v := s.view(*x, writing)
	st := x.table[n]
	if faults := v.lacks(st); len(faults) > 0 && !c.Force {
		return &fault.InvalidError{
			Cause:  fmt.Errorf("stage %s cannot be completed yet", st),
			Faults: faults, Hint: "--force completes it anyway",
		}
	}
	if st.Approval {
		x.note(v.approved(st), st.checkpoint(), keyApproved)
	}
	x.complete(n, c.Now)
	return nil
}

// lacks is why a stage may not complete: an earlier stage is open, or its
// document or a part of it, the user's choice or approval, or a ticket is missing.
func (v view) lacks(st Stage) []fault.Fault {
	t, own := v.table, st.checkpoint()
	var faults []fault.Fault
	lacks := func(when bool, field, found, allowed string) {
		if when {
			faults = append(faults, fault.Fault{Field: field, Found: found, Allowed: allowed})
		}
	}
	noted := func(when bool, checkpoint, key, allowed string) {
		lacks(when, "checkpoints."+checkpoint+"."+key, record.Found(v.at(checkpoint, key)), allowed)
	}
	for _, earlier := range t[:st.Number] {
		status := v.status(earlier.Number)
		lacks(status != Complete, fmt.Sprintf("stage_status.%d", earlier.Number), status,
			fmt.Sprintf("complete, before stage %d", st.Number))
	}
	skipped := st.Role == Contract && (v.simple() || v.at(own, "skipped").True())
	lacks(st.Needs != "" && !skipped && len(v.docs[st.Needs]) == 0, "artifacts."+string(st.Needs), fault.Nothing,
		fmt.Sprintf("a document: save %s --artifact %s < content", own, st.Needs))
	switch st.Role {
	case Analyse:
		key, _ := checkpointKeys.Find(keyComplexity)
		noted(!slices.Contains(key.OneOf, v.at(own, keyComplexity).Text()), own, keyComplexity, key.Allowed())
	case Decide:
		d, _ := v.docs.first(TDD)
		lacks(len(d.Missing) > 0, "artifacts."+string(TDD), "a partial document",
			"one with "+strings.Join(d.Missing, ", "))
		noted(v.awaitsChoice(), t.alternatives(), keyChosen, "the alternative that was chosen")
		noted(!v.offered(v.chosen()), t.alternatives(), keyChosen, v.alternatives())
	case Ticket:
		made, planned := len(v.docs[tickets]), max(v.planned(), 1)
		lacks(made < planned, "tickets_progress.created", strconv.Itoa(made), strconv.Itoa(planned))
		left := v.remaining()
		lacks(len(left) > 0, "tickets_progress.remaining", fault.Shorten(strings.Join(left, "; ")), "nothing")
		unknown := v.unknownDependencies(v.Session)
		lacks(len(unknown) > 0, "checkpoints."+own+".dependencies", fault.Shorten(strings.Join(unknown, ", ")),
			"tickets that exist")
	}
	noted(st.Approval && !v.approved(st), own, keyApproved, "true, once the user has approved it")
	return faults
}

// offered reports whether an alternative can have been chosen: one that is named by
// its number or letter exists. What is said in words is not judged.
func (v view) offered(chosen record.Value) bool {
	most, word := v.counted(Analysis), strings.ToUpper(chosen.Says())
	n, err := strconv.Atoi(word)
	if err != nil && len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' {
		n, err = int(word[0]-'A')+1, nil
	}
	return chosen.None() || most == 0 || err != nil || n >= 1 && n <= most
}

// alternatives are in words those that may be chosen.
func (v view) alternatives() string {
	return fmt.Sprintf("one of %d alternatives", v.counted(Analysis))
}
