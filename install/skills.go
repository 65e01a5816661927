package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"holdfast"
	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

const (
	// binInSource is how a skill names the programs' folder in its source,
	// which is right as it is where the checkout is a plugin.
	binInSource = "${CLAUDE_SKILL_DIR}/../../bin"
	maxSkill    = 1 << 20
	// skillsIn is in the path of each installed file, below Claude Code's folder.
	skillsIn = string(filepath.Separator) + "skills" + string(filepath.Separator)
)

// skillFiles are the files of the skills that this program carries, as they are
// installed, by their paths below the folder of skills.
func (s site) skillFiles() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(holdfast.Skills, "skills", func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := holdfast.Skills.ReadFile(at)
		files[strings.TrimPrefix(at, "skills/")] = s.installedText(text)
		return err
	})
	return files, err
}

// skillOf is the skill that a file belongs to.
func skillOf(rel string) string {
	name, _, _ := strings.Cut(rel, "/")
	return name
}

// installedText is a skill file's text as it is installed: with the absolute path
// of the programs. In the rules of the front matter a parenthesis of the path
// would end the rule, so there a star replaces it.
func (s site) installedText(source []byte) []byte {
	bin := filepath.ToSlash(s.machine.Bin())
	inRule := strings.NewReplacer("(", "*", ")", "*").Replace(bin)
	end := 0 // of the front matter
	if bytes.HasPrefix(source, []byte("---\n")) {
		end = max(0, bytes.Index(source, []byte("\n---\n")))
	}
	return append(bytes.ReplaceAll(source[:end:end], []byte(binInSource), []byte(inRule)),
		bytes.ReplaceAll(source[end:], []byte(binInSource), []byte(bin))...)
}

// The states of a skill's folder.
const (
	skillCurrent  = "current"
	skillOutdated = "missing or of another release" // and to be written
	skillForeign  = "edited, or not Holdfast's"
)

// skillStates are the states of skills below the folder dir, which is read through no
// link.
func (r record) skillStates(files map[string][]byte, dir string) map[string]string {
	states := map[string]string{}
	for rel, want := range files {
		text, err := durable.In(dir, rel).Read(maxSkill)
		known := errors.Is(err, fs.ErrNotExist) ||
			err == nil && machine.Sum(text) == r.Skills[filepath.Join(dir, filepath.FromSlash(rel))]
		name := skillOf(rel)
		switch current := err == nil && bytes.Equal(text, want); {
		case !current && !known:
			states[name] = skillForeign
		case !current && states[name] != skillForeign:
			states[name] = skillOutdated
		case states[name] == "":
			states[name] = skillCurrent
		}
	}
	return states
}

// installSkills brings the skills into the scope's folder, leaves those alone
// that are not ours as we wrote them, and removes our files that no longer
// belong to a skill.
func (j *job) installSkills() error {
	files, err := j.skillFiles()
	if err != nil {
		return err
	}
	dir := j.scope.skills
	states, wanted := j.record.skillStates(files, dir), map[string]bool{}
	aside := filepath.Join(j.machine.Backup(), "skills", j.inv.Now().UTC().Format("20060102T150405.000000Z"))
	var names []string
	for _, name := range slices.Sorted(maps.Keys(states)) {
		switch foreign := states[name] == skillForeign; {
		case foreign && j.inv.On("replace-skills"):
			j.warn("the skill %q is set aside in %q", filepath.Join(dir, name), aside)
		case foreign:
			j.warn("the skill %q is %s, and is left alone; holdfast install --replace-skills replaces it",
				filepath.Join(dir, name), skillForeign)
			names = append(names, "/"+name+" (left alone)")
			continue
		}
		names = append(names, "/"+name)
	}
	for _, rel := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(rel))
		wanted[path] = true
		if states[skillOf(rel)] == skillForeign {
			if !j.inv.On("replace-skills") {
				continue
			}
			if err := j.setAside(path, rel, aside); err != nil {
				return err
			}
		}
		if err := j.place(path, files[rel], durable.Shared, modeFolder); err != nil {
			return fmt.Errorf("installing the skill %q: %w", skillOf(rel), err)
		}
		j.record.Skills[path] = machine.Sum(files[rel])
	}
	if err := j.removeSkills(dir, func(path string) bool { return !wanted[path] }); err != nil {
		return err
	}
	j.say("skills    %s: %s", dir, strings.Join(names, ", "))
	return nil
}

// setAside keeps a file of another skill that ours takes the place of in the machine
// folder, where Claude Code does not look for skills.
func (j *job) setAside(path, rel, aside string) error {
	text, err := durable.In(j.scope.skills, rel).Read(maxSkill)
	if err == nil {
		err = j.place(filepath.Join(aside, filepath.FromSlash(rel)), text, modePrivate, modeOwn)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &cli.Error{Code: cli.Refused, Message: "it cannot be set aside", Cause: err,
			Hint: fmt.Sprintf("move %q away by hand and try again", path)}
	}
	return nil
}

// removeSkills removes those of our files below a folder that are to go, where their
// bytes are still ours, and the folders that are empty without them.
func (j *job) removeSkills(below string, gone func(path string) bool) error {
	for _, path := range slices.Sorted(maps.Keys(j.record.Skills)) {
		if !strings.HasPrefix(path, below) || !gone(path) {
			continue
		}
		sum := j.record.Skills[path]
		delete(j.record.Skills, path)
		text, err := durable.Read(path, maxSkill)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil || machine.Sum(text) != sum:
			j.warn("%q was edited and is left alone", path)
			j.keepAlone(path)
		default:
			if err := j.remove(path); err != nil {
				return err
			}
			j.tidy(path, path[:max(0, strings.LastIndex(path, skillsIn))])
		}
	}
	return nil
}

// adoptSkills enters in the record what is in the scope's folder to the byte as this
// release would write it: the record was lost with the machine folder.
func (j *job) adoptSkills() error {
	files, err := j.skillFiles()
	for rel, want := range files {
		if text, err := durable.In(j.scope.skills, rel).Read(maxSkill); err == nil && bytes.Equal(text, want) {
			j.record.Skills[filepath.Join(j.scope.skills, filepath.FromSlash(rel))] = machine.Sum(text)
		}
	}
	return err
}
