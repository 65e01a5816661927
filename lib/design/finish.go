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
func (x *Session) finish(n int, writing file, c Change) error {
	x.look(writing)
	st := x.table[n]
	if faults := x.lacks(st); len(faults) > 0 && !c.Force {
		return &fault.InvalidError{
			Cause:  fmt.Errorf("stage %s cannot be completed yet", st),
			Faults: faults, Hint: "--force completes it anyway",
		}
	}
	if st.Approval {
		x.note(x.approved(st), st.checkpoint(), keyApproved)
	}
	x.complete(n, c.Now)
	return nil
}

// lacks is why a stage may not complete: an earlier stage is open, or its
// document or a part of it, the user's choice or approval, or a ticket is missing.
func (x *Session) lacks(st Stage) (faults []fault.Fault) {
	own, choice := st.checkpoint(), x.table.alternatives()
	lacks := func(when bool, field, found, allowed string) {
		if when {
			faults = append(faults, fault.Fault{Field: field, Found: fault.Shorten(found), Allowed: allowed})
		}
	}
	noted := func(when bool, checkpoint, key, allowed string) {
		lacks(when, "checkpoints."+checkpoint+"."+key, record.Found(x.at(checkpoint, key)), allowed)
	}
	for _, earlier := range x.table[:st.Number] {
		status := x.status(earlier.Number)
		lacks(status != Complete, fmt.Sprintf("stage_status.%d", earlier.Number), status,
			fmt.Sprintf("complete, before stage %d", st.Number))
	}
	skipped := st.Role == Contract && (x.simple() || x.at(own, "skipped").True())
	lacks(st.Needs != "" && !skipped && len(x.docs[st.Needs]) == 0, "artifacts."+string(st.Needs), fault.Nothing,
		fmt.Sprintf("a document: save %s --artifact %s < content", own, st.Needs))
	switch st.Role {
	case Analyse:
		key, _ := checkpointKeys.Find(keyComplexity)
		noted(!slices.Contains(key.OneOf, x.at(own, keyComplexity).Text()), own, keyComplexity, key.Allowed())
	case Decide:
		d, _ := x.docs.first(TDD)
		lacks(len(d.Missing) > 0, "artifacts."+string(TDD), "a partial document",
			"one with "+strings.Join(d.Missing, ", "))
		noted(x.awaitsChoice(), choice, keyChosen, "the alternative that was chosen")
		noted(!x.offered(x.chosen()), choice, keyChosen, x.alternatives())
	case Ticket:
		made, planned := len(x.docs[tickets]), max(x.planned(), 1)
		lacks(made < planned, "tickets_progress.created", strconv.Itoa(made), strconv.Itoa(planned))
		left, unknown := x.remaining(), x.unknownDependencies()
		lacks(len(left) > 0, "tickets_progress.remaining", strings.Join(left, "; "), "nothing")
		lacks(len(unknown) > 0, "checkpoints."+own+".dependencies", strings.Join(unknown, ", "), "tickets that exist")
	}
	noted(st.Approval && !x.approved(st), own, keyApproved, "true, once the user has approved it")
	return faults
}

// offered reports whether an alternative can have been chosen: one that is named by
// its number or letter exists. What is said in words is not judged.
func (x *Session) offered(chosen record.Value) bool {
	most, word := x.counted(Analysis), strings.ToUpper(chosen.Says())
	n, err := strconv.Atoi(word)
	if err != nil && len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' {
		n, err = int(word[0]-'A')+1, nil
	}
	return chosen.None() || most == 0 || err != nil || n >= 1 && n <= most
}

// alternatives are in words those that may be chosen.
func (x *Session) alternatives() string {
	return fmt.Sprintf("one of %d alternatives", x.counted(Analysis))
}
