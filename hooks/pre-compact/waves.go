package main

import (
	"holdfast/lib/autosave"
	"holdfast/lib/epic"
	"holdfast/lib/hook"
)

// noteWaves adds the waves of epics that are in flight, and the flags of
// abandoned ones. What cannot be read never stops the compaction.
func noteWaves(c *hook.Call, root string, session *autosave.Session) {
	waves, err := epic.Store{Root: root, Machine: c.Machine}.Waves(c.Now())
	if err != nil {
		c.Failed(err)
	}
	session.Waves = waves
}
