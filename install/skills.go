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
)

// A skill is one that this program carries, as it is installed.
type skill struct {
	name  string
	files map[string][]byte // by their paths below the folder of skills
}

func (s site) skills() (all []skill) {
	_ = fs.WalkDir(holdfast.Skills, "skills", func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel := strings.TrimPrefix(at, "skills/")
		if name, _, _ := strings.Cut(rel, "/"); len(all) == 0 || all[len(all)-1].name != name {
			all = append(all, skill{name, map[string][]byte{}})
		}
		text, err := holdfast.Skills.ReadFile(at)
		all[len(all)-1].files[rel] = s.installedText(text)
		return err
	})
	return all
}

// installedText is a skill file with the absolute path of the programs. In the rules of the
// front matter a parenthesis would end the rule, so there a star replaces it.
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

const (
	skillCurrent  = "current"
	skillOutdated = "missing or of another release" // and to be written
	skillForeign  = "edited, or not Holdfast's"
)

// stateOf is the state of a skill below the folder dir, which is read through no link.
func (r record) stateOf(s skill, dir string) string {
	state := skillCurrent
	for rel, want := range s.files {
		text, err := durable.In(dir, rel).Read(maxSkill)
		ours := err == nil && machine.Sum(text) == r.Skills[filepath.Join(dir, filepath.FromSlash(rel))]
		switch {
		case err == nil && bytes.Equal(text, want):
		case ours || errors.Is(err, fs.ErrNotExist):
			state = skillOutdated
		default:
			return skillForeign
		}
	}
	return state
}

// installSkills brings the skills, leaves edited ones alone, and removes files no longer of one.
func (j *job) installSkills() error {
	dir, wanted, names := j.scope.skills, map[string]bool{}, []string{}
	aside := filepath.Join(j.machine.Backup(), "skills", j.inv.Now().UTC().Format("20060102T150405.000000Z"))
	for _, s := range j.skills() {
		for rel := range s.files {
			wanted[filepath.Join(dir, filepath.FromSlash(rel))] = true
		}
		path, foreign := filepath.Join(dir, s.name), j.record.stateOf(s, dir) == skillForeign
		if foreign && !j.inv.On("replace-skills") {
			j.warn("the skill %q is %s, and is left alone; holdfast install --replace-skills replaces it",
				path, skillForeign)
			names = append(names, "/"+s.name+" (left alone)")
			continue
		}
		if foreign {
			j.warn("the skill %q is set aside in %q", path, aside)
			if err := j.setAside(s, aside); err != nil {
				return err
			}
		}
		names = append(names, "/"+s.name)
		for _, rel := range slices.Sorted(maps.Keys(s.files)) {
			path := filepath.Join(dir, filepath.FromSlash(rel))
			if err := j.place(path, s.files[rel], durable.Shared, modeFolder); err != nil {
				return fmt.Errorf("installing the skill %q: %w", s.name, err)
			}
			j.record.Skills[path] = machine.Sum(s.files[rel])
		}
	}
	j.say("skills    %s: %s", dir, strings.Join(names, ", "))
	return j.removeSkills(dir, wanted)
}

// setAside keeps the files of a foreign skill where Claude Code does not look for skills.
func (j *job) setAside(s skill, aside string) error {
	for rel := range s.files {
		text, err := durable.In(j.scope.skills, rel).Read(maxSkill)
		if err == nil {
			err = j.place(filepath.Join(aside, filepath.FromSlash(rel)), text, modePrivate, modeOwn)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			hint := fmt.Sprintf("move %q away by hand and try again", filepath.Join(j.scope.skills, s.name))
			return cli.Fail(cli.Refused, hint, "it cannot be set aside: %w", err)
		}
	}
	return nil
}

// removeSkills removes our unedited files below a folder but for those wanted, and folders left empty.
func (j *job) removeSkills(below string, wanted map[string]bool) error {
	for _, path := range slices.Sorted(maps.Keys(j.record.Skills)) {
		if !strings.HasPrefix(path, below) || wanted[path] {
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
			top := path[:max(0, strings.LastIndex(path, filepath.FromSlash("/skills/")))]
			for at := filepath.Dir(path); j.removeEmpty(at) && at != top; {
				at = filepath.Dir(at)
			}
		}
	}
	return nil
}
