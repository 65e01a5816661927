package design

import "holdfast/lib/cli"

// A Result is what a change of a session did.
type Result struct {
	Feature      string   `json:"feature"`
	Path         string   `json:"path"`
	CurrentStage int      `json:"current_stage"`
	StageName    string   `json:"stage_name"`
	Complete     bool     `json:"complete"`
	Closed       bool     `json:"closed"`
	Wrote        []string `json:"wrote"`   // the documents and tickets that were written
	Message      string   `json:"message"` // what a person reads last
	cli.Warnings `json:"-"`
	Session      Session `json:"-"`
	done         string  // what a person reads first
}

// safely is the message of what saves work.
const safely = "Checkpoint saved. You can safely resume later."

// of makes it the result of a change that left a session as x.
func (r *Result) of(x Session) {
	st, complete := x.Resume()
	_, closed := x.Closed()
	r.Session, r.Feature, r.Path, r.CurrentStage, r.StageName, r.Complete, r.Closed = x, x.Feature, x.Path, st.Number, st.Name, complete, closed
	r.Wrote = append([]string{}, r.Wrote...)
}

// Print says what was changed, and where the design is now.
func (r Result) Print(inv *cli.Invocation) {
	r.Tell(inv)
	inv.Printf("%s\n", r.done)
	for _, p := range r.Wrote {
		inv.Printf("wrote %s\n", p)
	}
	switch {
	case r.Complete:
		inv.Printf("Every stage is complete.\n")
	case !r.Closed:
		inv.Printf("Current stage: %d %s\n", r.CurrentStage, r.StageName)
	}
	if r.Message != "" {
		inv.Printf("%s\n", r.Message)
	}
}
