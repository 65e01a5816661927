package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/epic"
)

const epicHelp = `Saves the checkpoint of an epic (a large task of the issue tracker beads that is
worked on in waves, several issues at a time) in temp/sdd-checkpoint-EPIC.json.
A new session is given its next wave.

wave N is called once wave N is complete and adds what that wave did: its
receipt is appended, closed issues are merged, tokens, tool uses and cost are
added up. Other keys of the file stay. Repeating the last wave with the same
receipt changes nothing; another receipt for it, or an earlier wave, is refused.
A checkpoint that cannot be used is set aside and a new one is started.

close moves the checkpoint to temp/archive.

Options of wave, each for this wave alone:
  --tier T        how much may be spent: max-20x, max-5x or pro/api
  --receipt T     what the wave did, in one text
  --closed ID     an issue that it closed; repeatable
  --tokens N      tokens used
  --tool-uses N   tool calls made
  --cost X        cost, as an exact decimal
  --set K=JSON    any other key of the checkpoint; repeatable
  --force         merge a wave that is recorded already
Options of both:
  --root DIR      the project (default: found upward from here)
  --json          the result as JSON

Examples:
  holdfast epic hub-abc wave 1 --tier max-5x --receipt "Wave 1: 2 tasks closed" \
    --closed hub-abc.1 --closed hub-abc.2 --tokens 168000 --tool-uses 212 --cost 1.52
  holdfast epic hub-abc wave 2 --receipt "Wave 2: 1 task closed" --set wave_cap=5 --set 'platform="codex"'
  holdfast epic hub-abc close
`

const epicSynopsis = `epic EPIC wave N [--tier T] [--receipt T] [--closed ID]... [--tokens N] [--tool-uses N] [--cost X] [--set K=JSON]... [--force]
epic EPIC close`

func epicVerb() cli.Verb {
	return cli.Verb{
		Name: "epic", Synopsis: epicSynopsis, Help: epicHelp, Run: runEpic,
		Summary: "saves the checkpoint of an epic after each wave",
	}
}

func runEpic(inv *cli.Invocation) error {
	var r epic.Report
	var given bool
	err := inv.Parse(func(fs *flag.FlagSet) { defineReport(fs, &r, &given) }, 2, 3)
	if err != nil {
		return err
	}
	id, verb := inv.Rest[0], inv.Rest[1]
	switch {
	case verb == "close" && len(inv.Rest) == 2 && !given:
	case verb == "close":
		return inv.UsageError("close takes no further argument or option")
	case verb != "wave":
		return inv.UsageError(fmt.Sprintf("unknown word %q: wave or close", verb))
	case len(inv.Rest) != 3:
		return inv.UsageError("wave takes the number of the wave that is complete")
	default:
		if r.Wave, err = strconv.Atoi(inv.Rest[2]); err != nil {
			return inv.UsageError(fmt.Sprintf("invalid wave %q: want a positive integer", inv.Rest[2]))
		}
	}
	root, folder, err := inv.Place()
	if err != nil {
		return err
	}
	store := epic.Store{Root: root, Machine: folder}
	if verb == "close" {
		return closeEpic(inv, store, id)
	}
	m, err := store.Merge(inv.Ctx, id, r, inv.Now())
	if m.SetAside != "" {
		inv.Warnf("the checkpoint of epic %q was corrupt (%v) and is set aside as %q", id, m.Why, m.SetAside)
	}
	if err != nil {
		return err
	}
	return reportWave(inv, m, r)
}

// defineReport declares the options of wave; given says that one was used.
func defineReport(fs *flag.FlagSet, r *epic.Report, given *bool) {
	text := func(name string, to *string) {
		fs.Func(name, "", func(s string) error {
			*given, *to = true, s
			if s == "" && name != "receipt" {
				return errors.New("it is empty")
			}
			return nil
		})
	}
	text("tier", &r.Tier)
	text("receipt", &r.Receipt)
	text("tokens", &r.Tokens)
	text("tool-uses", &r.ToolUses)
	text("cost", &r.Cost)
	fs.Func("closed", "", func(s string) error {
		*given, r.Closed = true, append(r.Closed, s)
		return nil
	})
	fs.Func("set", "", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("it has the form KEY=JSON")
		}
		*given, r.Set = true, append(r.Set, epic.Setting{Key: key, JSON: value})
		return nil
	})
	fs.BoolVar(&r.Force, "force", false, "")
}

type waveDocument struct {
	Epic     string `json:"epic"`
	Path     string `json:"path"`
	Changed  bool   `json:"changed"`
	Wave     int    `json:"wave_completed"`
	Next     int    `json:"next_wave"`
	Tier     string `json:"budget_tier"`
	SetAside string `json:"set_aside,omitempty"`
}

func reportWave(inv *cli.Invocation, m epic.Merged, r epic.Report) error {
	switch {
	case m.Skipped == 1:
		inv.Warnf("1 wave before wave %d was never recorded", r.Wave)
	case m.Skipped > 1:
		inv.Warnf("%d waves before wave %d were never recorded", m.Skipped, r.Wave)
	}
	if len(m.Unknown) > 0 {
		inv.Warnf("wave %d was recorded without closing %s; --force adds them", r.Wave, strings.Join(m.Unknown, ", "))
	}
	if m.Tier() == "" {
		inv.Warnf("the checkpoint has no budget tier (--tier); the next session will have to ask for it")
	}
	if m.Unrecorded != nil {
		inv.Warnf("%v", m.Unrecorded)
	}
	if m.Changed {
		inv.Printf("saved wave %d of epic %s in %s\n", r.Wave, m.ID, m.Path)
	} else {
		inv.Printf("wave %d of epic %s is recorded already; nothing changed\n", r.Wave, m.ID)
	}
	inv.Printf("next is wave %d; holdfast epic %s shows it\n", m.Next(), m.ID)
	return inv.PrintJSON(waveDocument{
		Epic: m.ID, Path: m.Path, Changed: m.Changed, Wave: m.Wave(), Next: m.Next(), Tier: m.Tier(), SetAside: m.SetAside,
	})
}

func closeEpic(inv *cli.Invocation, store epic.Store, id string) error {
	if err := epic.CheckID(id); err != nil {
		return err
	}
	a, err := store.Close(inv.Ctx, id, inv.Now())
	if err != nil {
		return err
	}
	if a.Why != nil {
		inv.Warnf("the checkpoint was corrupt (%v) and is set aside", a.Why)
	}
	inv.Printf("closed epic %s; its checkpoint is now %s\n", id, a.Path)
	return inv.PrintJSON(map[string]string{"epic": id, "path": a.Path})
}
