// Package config is what a person set for Holdfast: config.json in the machine folder for all projects,
// and one beside a project's state for that project. Nothing is ever read from a repository.
//
// A file is one JSON object of the keys of Keys; unknown ones are kept and ignored. Where one is broken,
// the error says so and the defaults hold.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
)

// Values are the settings in force.
type Values struct {
	Brief         string // full, short or off
	BriefBudget   int    // UTF-16 units of the brief at most
	Autosave      bool
	KeepAutos     int // automatic artifacts kept of each line of work
	KeepDays      int // days that one is kept
	Snapshots     bool
	KeepSnapshots int
	History       bool
	KeepHistory   int  // megabytes kept of a project's sessions
	SavePrompts   bool // whether prompt texts are stored anywhere
	Trunk         string
}

// A Key is one setting.
type Key struct {
	Name    string   `json:"key"`
	Default string   `json:"default"`
	Allowed []string `json:"-"` // the values; nil for a number, and for names of branches
	Least   int      `json:"-"` // of a number
	Most    int      `json:"-"` // of a number, 0 for names of branches
	Help    string   `json:"-"`
}

// Keys are all settings, in the order in which they are shown.
var Keys = []Key{
	{Name: "brief", Default: "full", Allowed: []string{"full", "short", "off"},
		Help: "how much a new session is given"},
	{Name: "brief_budget", Default: "3500", Least: 1000, Most: 9500, Help: "characters of the brief at most"},
	{Name: "autosave", Default: on, Allowed: onOff, Help: "save at a compaction, an end and a crash"},
	{Name: "keep_autos", Default: "3", Least: 1, Most: 1000, Help: "automatic saves kept of each line of work"},
	{Name: "keep_days", Default: "30", Least: 1, Most: 3650, Help: "days that an automatic save is kept"},
	{Name: "snapshots", Default: on, Allowed: onOff, Help: "save the files before each prompt, for undo"},
	{Name: "keep_snapshots", Default: "100", Least: 1, Most: 10000, Help: "snapshots of prompts kept"},
	{Name: "history", Default: on, Allowed: onOff, Help: "keep what sessions said, for history and search"},
	{Name: "keep_history_mb", Default: "100", Least: 1, Most: 100000, Help: "megabytes of it kept of a project"},
	{Name: "trunk", Help: "branches treated like the default one, with spaces between"},
	{Name: "save_prompts", Default: on, Allowed: onOff, Help: "store the text of prompts"},
}

const on = "on"

var onOff = []string{on, "off"}

// Names are the names of all keys.
func Names() []string { return each.Of(Keys[:], func(k Key) string { return k.Name }) }

// Range says in words what the key takes.
func (k Key) Range() string {
	switch {
	case k.Allowed != nil:
		return strings.Join(k.Allowed, ", ")
	case k.Most == 0:
		return "names of branches"
	}
	return fmt.Sprintf("%d to %d", k.Least, k.Most)
}

// Takes reports whether value is one of the key's.
func (k Key) Takes(value string) bool {
	switch {
	case k.Allowed != nil:
		return slices.Contains(k.Allowed, value)
	case k.Most == 0:
		return len(value) <= 1000 && !strings.ContainsFunc(value, unicode.IsControl) &&
			!strings.ContainsAny(value, "~^:?*[\\")
	}
	n, err := strconv.Atoi(value)
	return err == nil && n >= k.Least && n <= k.Most && strconv.Itoa(n) == value
}

// File is the file of all projects, or of the one with the given hash.
func File(folder machine.Folder, project string) string {
	if project == "" {
		return filepath.Join(folder.Path, "config.json")
	}
	return filepath.Join(folder.Project(project), "config.json")
}

// A Setting is a key with its value and the file that it comes from, "" for the default.
type Setting struct {
	Key
	Value  string `json:"value"`
	Source string `json:"source"`
}

// Load returns the settings in force for the project with the given hash, "" for none,
// complete also beside an error, which says what is wrong with a file.
func Load(folder machine.Folder, project string) (Values, error) {
	settings, err := Settings(folder, project)
	names := Names()
	text := func(key string) string { return settings[slices.Index(names, key)].Value }
	number := func(key string) int { n, _ := strconv.Atoi(text(key)); return n }
	return Values{
		Brief: text("brief"), BriefBudget: number("brief_budget"), Autosave: text("autosave") == on,
		KeepAutos: number("keep_autos"), KeepDays: number("keep_days"), Snapshots: text("snapshots") == on,
		KeepSnapshots: number("keep_snapshots"), History: text("history") == on,
		KeepHistory: number("keep_history_mb"), Trunk: text("trunk"), SavePrompts: text("save_prompts") == on,
	}, err
}

// Settings is Load, with where each value comes from.
func Settings(folder machine.Folder, project string) ([]Setting, error) {
	settings := each.Of(Keys, func(k Key) Setting { return Setting{Key: k, Value: k.Default} })
	err := overlay(settings, File(folder, ""))
	if project != "" {
		err = errors.Join(err, overlay(settings, File(folder, project)))
	}
	return settings, err
}

// read reads a file of settings; one that is missing holds none.
func read(path string) ([]byte, error) {
	b, err := durable.Read(path, 64<<10)
	if errors.Is(err, fs.ErrNotExist) {
		return []byte("{}\n"), nil
	}
	if err == nil && (!json.Valid(b) || !gjson.ParseBytes(b).IsObject()) {
		err = errors.New("it is not a JSON object")
	}
	if err != nil {
		err = fmt.Errorf("reading the configuration %q: %w", path, err)
	}
	return b, err
}

func overlay(settings []Setting, path string) error {
	b, err := read(path)
	if err != nil {
		return err
	}
	for i, s := range settings {
		switch v := gjson.GetBytes(b, s.Name); {
		case !v.Exists():
		case !s.Takes(v.String()):
			const wrong = "configuration %q: %s is %q, allowed: %s"
			err = errors.Join(err, fmt.Errorf(wrong, path, s.Name, v.String(), s.Range()))
		default:
			settings[i].Value, settings[i].Source = v.String(), path
		}
	}
	return err
}

// Set writes a value that the key takes to the file of all projects, or of the one with the given hash; "" removes it.
func Set(folder machine.Folder, project string, k Key, value string) error {
	path := File(folder, project)
	text, err := read(path)
	// Nothing but a key's value is to change, in an object of one level: sjson does
	// that. The names of keys are plain words, so that none is a path to it.
	switch {
	case err != nil:
		return err
	case value == "":
		text, err = sjson.DeleteBytes(text, k.Name)
	case k.Most > 0:
		text, err = sjson.SetRawBytes(text, k.Name, []byte(value))
	default:
		text, err = sjson.SetBytes(text, k.Name, value)
	}
	if err != nil {
		return fmt.Errorf("changing the configuration %q: %w", path, err)
	}
	return durable.Own(path).Replace(text, 0o600)
}
