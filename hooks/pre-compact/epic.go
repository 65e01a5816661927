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
	err := inv.Parse(func(fs *flag.FlagSet) { defineReport(fs, &r) }, 2, 3)
	if err != nil {
		return err
	}
	id, verb := inv.Rest[0], inv.Rest[1]
	switch {
	case verb == "close" && len(inv.Rest) == 2 && (len(inv.Given) == 0 || r.Force && len(inv.Given) == 1):
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
	epics := epic.Store{Root: root, Machine: folder}
	if verb == "close" {
		return inv.Report(epics.Close(inv.Ctx, id, inv.Now()))
	}
	m, err := epics.Merge(inv.Ctx, id, r, inv.Now())
	m.Told().Tell(inv)
	return inv.Report(m, err)
}

// defineReport declares the options of wave.
func defineReport(fs *flag.FlagSet, r *epic.Report) {
	fs.StringVar(&r.Receipt, "receipt", "", "")
	for name, to := range map[string]*string{"tier": &r.Tier, "tokens": &r.Tokens, "tool-uses": &r.ToolUses, "cost": &r.Cost} {
		fs.Func(name, "", func(s string) error {
			if *to = s; s == "" {
				return errors.New("it is empty")
			}
			return nil
		})
	}
	fs.Func("closed", "", func(s string) error { r.Closed = append(r.Closed, s); return nil })
	fs.Func("set", "", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("it has the form KEY=JSON")
		}
		r.Set = append(r.Set, epic.Setting{Key: key, JSON: value})
		return nil
	})
	fs.BoolVar(&r.Force, "force", false, "")
}
