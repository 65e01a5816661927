package legacy

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
)

// The earlier generations, as formats.md of the documentation numbers them.
const (
	Checkpoint = "1" // .checkpoint/YYYY-MM-DD-HHMM.md
	Handoff    = "2" // .handoff/YYYY-MM-DD-HHMM-<bead>.md
	Plain      = "3" // YAML without schema_version and mode
	Task       = "4" // auto-handoff-<time>.yaml or .md, task-NN*.md
	Event      = "5" // events/<time>_<8 hex>.md
	Ledger     = "6" // current.md, CONTINUITY_CLAUDE-<session>.md
)

const (
	checkpointDir = ".checkpoint"
	handoffDir    = ".handoff"
	ledgerDir     = "thoughts/ledgers"
	maxDepth      = 4               // folders in which earlier generations are looked for
	Events        = "events"        // the folder, in that of the artifacts or of a session, of its events
	autoHandoff   = "auto-handoff-" // begins the names of files that a hook wrote before a compaction
)

var ownDirs = []string{checkpointDir, handoffDir, ledgerDir}

// formats are the names of the generations in metadata.original_format, by number.
var formats = [...]string{"", "checkpoint", "handoff", "handoff-yaml", "task-handoff", "event", "ledger"}

// Recognise tells the generation of a file by its path, but where only its content tells it.
func Recognise(rel string) (generation string, ok bool) {
	dir, file := path.Split(rel)
	base, isMarkdown := strings.CutSuffix(file, ".md")
	in := func(folder string) bool { return strings.HasPrefix(dir, folder+"/") }
	stored, isReadme := in(artifact.Dir), strings.EqualFold(base, "readme")
	switch {
	case strings.HasPrefix(file, "."):
		return "", false
	case strings.HasPrefix(file, autoHandoff):
		return Task, (isMarkdown || artifact.IsYAML(file)) && (stored || in(handoffDir))
	case !isMarkdown:
		_, moded := cutMode(file)
		return Plain, stored && artifact.IsYAML(file) && startsWithDate(file) && !moded
	case strings.HasPrefix(base, "CONTINUITY_CLAUDE-"):
		return Ledger, stored || in(ledgerDir)
	case in(checkpointDir):
		return Checkpoint, !isReadme
	case in(handoffDir):
		return Handoff, !isReadme
	case path.Base(dir) == Events:
		return Event, stored && startsWithDate(base)
	case base == "current":
		return Ledger, stored
	case strings.HasPrefix(base, "task-") && len(base) > 5 && base[5] >= '0' && base[5] <= '9':
		return Task, stored
	}
	return Handoff, stored && startsWithDate(base)
}

func startsWithDate(file string) bool {
	_, rest := stamp(file)
	return len(rest) < len(file)
}

// cutMode takes the ending of a file's name and the mode before it off.
func cutMode(file string) (rest string, moded bool) {
	rest = strings.TrimSuffix(file, path.Ext(file))
	if i := strings.LastIndexByte(rest, '_'); i >= 0 && isMode(rest[i+1:]) {
		return rest[:i], true
	}
	return rest, false
}

// Folders lists the folders that earlier generations have for themselves, without links.
func Folders(root string) []string {
	found := slices.DeleteFunc(slices.Clone(ownDirs), func(dir string) bool { return !isFolder(root, dir) })
	for i := 0; i < len(found); i++ {
		entries, _ := os.ReadDir(filepath.Join(root, filepath.FromSlash(found[i])))
		for _, e := range entries {
			inner := path.Join(found[i], e.Name())
			if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && strings.Count(inner, "/") < maxDepth {
				found = append(found, inner)
			}
		}
	}
	return found
}

// isFolder reports whether rel is a folder and no folder on the way is a link.
func isFolder(root, rel string) bool {
	info, err := durable.In(root, rel).Lstat()
	return err == nil && info.IsDir()
}
