package main

import (
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
  --json          the result as JSON

Examples:
  holdfast epic hub-abc wave 1 --tier max-5x --receipt "Wave 1: 2 tasks closed" \
    --closed hub-abc.1 --closed hub-abc.2 --tokens 168000 --tool-uses 212 --cost 1.52
  holdfast epic hub-abc wave 2 --receipt "Wave 2: 1 task closed" --set wave_cap=5 --set 'platform="codex"'
  holdfast epic hub-abc close
`

func runEpic(inv *cli.Invocation) error {
	if err := inv.Filled("tier", "tokens", "tool-uses", "cost"); err != nil {
		return err
	}
	r := epic.Report{
		Receipt: inv.Flag("receipt"), Tier: inv.Flag("tier"), Tokens: inv.Flag("tokens"),
		ToolUses: inv.Flag("tool-uses"), Cost: inv.Flag("cost"), Closed: inv.All("closed"), Force: inv.On("force"),
	}
	for _, v := range inv.Given("set") {
		key, value, ok := strings.Cut(v.Value, "=")
		if !ok {
			return inv.BadValue(v, "it has the form KEY=JSON")
		}
		r.Set = append(r.Set, epic.Setting{Key: key, JSON: value})
	}
	id, action := inv.Rest[0], inv.Rest[1]
	epics := epic.In(inv.Project, inv.Machine)
	if action == "close" {
		return inv.Report(epics.Close(inv.Ctx, id, inv.Now()))
	}
	var err error
	if r.Wave, err = strconv.Atoi(inv.Rest[2]); err != nil {
		return inv.UsageError(fmt.Sprintf("invalid wave %q: want a positive integer", inv.Rest[2]))
	}
	return inv.Report(epics.Merge(inv.Ctx, id, r, inv.Now()))
}
