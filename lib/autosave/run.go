package autosave

import (
	"context"
	"errors"
	"fmt"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/epic"
	"holdfast/lib/transcript"
)

// A Session is one whose state is saved without being asked.
type Session struct {
	ID           string
	Transcript   string // path as the client names it, may be empty
	Trigger      string // manual, auto or Recovered
	Instructions string // what the user said to keep, may be empty
	Bead         Bead
	Goal         string   // what other stores say the work is for
	Designs      []string // lines that name open designs and their stages
	Waves        []epic.Wave
	// Now is the clock's time; Date, where it is not zero, the time that the
	// state is of.
	Now, Date time.Time
}

// Result is what Run did.
type Result struct {
	Saved   artifact.Saved
	Wrote   bool // false where there was nothing to save
	Facts   Facts
	Heads   []artifact.Head // all artifacts, the new one first, then newest first
	Warning error           // what went wrong without stopping the saving
}

// Run saves the session's state as an artifact of mode checkpoint and the
// title auto. A transcript that cannot be read is a warning: the rest is saved.
func Run(ctx context.Context, store artifact.Store, survey Survey, s Session) (Result, error) {
	var r Result
	var err error
	if r.Heads, err = store.Heads(ctx, s.Now); err != nil {
		return r, err
	}
	earlier, has := store.LastOf(r.Heads, s.ID)
	var conversation transcript.Conversation
	if s.Transcript != "" { // the client may know of none
		settle(ctx, s.Transcript, s.Now)
		conversation, err = readConversation(ctx, s.Transcript, time.Time{})
	}
	if err != nil {
		r.Warning = err
	} else if conversation.Cut && len(conversation.Prompts) == 0 {
		r.Warning = errLong
	}
	r.Facts = s.facts(conversation, survey.Work(ctx, conversation, err == nil && s.Transcript != ""), earlier, has)
	return r, r.save(store, s.Now)
}

// errLong says that a conversation could not be read back to its last prompt.
var errLong = errors.New("the conversation is too long to be read to its last prompt; what is saved may lack some of it")

// readConversation reads the live conversation, further back where the end of
// the transcript holds no prompt.
func readConversation(ctx context.Context, path string, since time.Time) (transcript.Conversation, error) {
	c, err := transcript.Read(ctx, path, since, transcript.Limits{Bytes: maxTranscript})
	if err != nil || !c.Cut || len(c.Prompts) > 0 || ctx.Err() != nil {
		return c, err
	}
	return transcript.Read(ctx, path, since, transcript.Limits{Bytes: longTranscript})
}

func (s Session) facts(c transcript.Conversation, w Work, earlier artifact.Artifact, has bool) Facts {
	f := Facts{
		SessionID: s.ID, Trigger: s.Trigger, Instructions: s.Instructions, Transcript: s.Transcript,
		Conversation: c, Work: w, Bead: s.Bead, Earlier: earlier, HasEarlier: has, Goal: s.Goal, Designs: s.Designs, Waves: s.Waves, Date: s.Date,
	}
	if f.Date.IsZero() {
		f.Date = s.Now
	}
	return f
}

func (r *Result) save(store artifact.Store, now time.Time) error {
	if r.Facts.Empty() {
		return nil
	}
	saved, err := store.Save(r.Facts.Document(), artifact.Options{Auto: true, Now: now})
	if err != nil {
		return fmt.Errorf("saving the state: %w", err)
	}
	r.Saved, r.Wrote = saved, true
	r.Heads = append([]artifact.Head{artifact.HeadOf(saved.Path, saved.Bytes)}, r.Heads...)
	r.Warning = errors.Join(r.Warning, saved.Unrecorded)
	return nil
}
