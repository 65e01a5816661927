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

// A skill is a folder of files as they are installed.
type skill struct {
	name  string
	files []sourceFile
}

type sourceFile struct {
	rel  string // below the folder of skills, with slashes
	text []byte
}

// path is where the file is below the folder of skills.
func (f sourceFile) path(dir string) string { return filepath.Join(dir, filepath.FromSlash(f.rel)) }

// in reads the file below the folder of skills, through no link.
func (f sourceFile) in(dir string) ([]byte, error) { return durable.In(dir, f.rel).Read(maxSkill) }

// skills are those that this program carries, as they are installed.
func (s site) skills() (all []skill, err error) {
	err = fs.WalkDir(holdfast.Skills, "skills", func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := holdfast.Skills.ReadFile(at)
		rel := strings.TrimPrefix(at, "skills/")
		name, _, _ := strings.Cut(rel, "/")
		if n := len(all); n == 0 || all[n-1].name != name {
			all = append(all, skill{name: name})
		}
		last := &all[len(all)-1]
		last.files = append(last.files, sourceFile{rel, s.installedText(text)})
		return err
	})
	return all, err
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

// skillState is the state of a skill below the folder dir.
func (r record) skillState(sk skill, dir string) string {
	state := skillCurrent
	for _, f := range sk.files {
		text, err := f.in(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist), err == nil && machine.Sum(text) == r.Skills[f.path(dir)]:
			if !bytes.Equal(text, f.text) {
				state = skillOutdated
			}
		case err != nil || !bytes.Equal(text, f.text):
			return skillForeign
		}
	}
	return state
}

// installSkills brings the skills into the scope's folder, leaves those alone
// that are not ours as we wrote them, and removes our files that no longer
// belong to a skill.
func (j *job) installSkills() error {
	skills, err := j.skills()
	if err != nil {
		return err
	}
	dir, wanted := j.scope.skills, map[string]bool{}
	var names []string
	for _, sk := range skills {
		for _, f := range sk.files {
			wanted[f.path(dir)] = true
		}
		if j.record.skillState(sk, dir) == skillForeign {
			if !j.inv.On("replace-skills") {
				j.warn("the skill %q is %s, and is left alone; holdfast install --replace-skills replaces it",
					filepath.Join(dir, sk.name), skillForeign)
				names = append(names, "/"+sk.name+" (left alone)")
				continue
			}
			err = j.setSkillAside(sk)
		}
		for _, f := range sk.files {
			if err == nil {
				err = j.place(f.path(dir), f.text, durable.Shared, modeFolder)
				j.record.Skills[f.path(dir)] = machine.Sum(f.text)
			}
		}
		if err != nil {
			return fmt.Errorf("installing the skill %q: %w", sk.name, err)
		}
		names = append(names, "/"+sk.name)
	}
	if err := j.removeSkills(dir, func(path string) bool { return !wanted[path] }); err != nil {
		return err
	}
	j.say("skills    %s: %s", dir, strings.Join(names, ", "))
	return nil
}

// setSkillAside keeps the files of another skill that ours take the place of in the
// machine folder, where Claude Code does not look for skills.
func (j *job) setSkillAside(sk skill) error {
	dir := j.scope.skills
	aside := filepath.Join(j.machine.Backup(), "skills")
	at := j.inv.Now().UTC().Format("20060102T150405.000000Z")
	for _, f := range sk.files {
		text, err := f.in(dir)
		if err == nil {
			to := filepath.Join(aside, sk.name+"-"+at, strings.TrimPrefix(f.path(dir), filepath.Join(dir, sk.name)))
			err = j.place(to, text, modePrivate, modeOwn)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return &cli.Error{Code: cli.Refused, Message: "it cannot be set aside", Cause: err,
				Hint: fmt.Sprintf("move %q away by hand and try again", filepath.Join(dir, sk.name))}
		}
	}
	j.warn("the skill %q is set aside as %q", filepath.Join(dir, sk.name), filepath.Join(aside, sk.name+"-"+at))
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
			j.report.Kept = append(j.report.Kept, path)
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
	skills, err := j.skills()
	for _, sk := range skills {
		for _, f := range sk.files {
			if text, err := f.in(j.scope.skills); err == nil && bytes.Equal(text, f.text) {
				j.record.Skills[f.path(j.scope.skills)] = machine.Sum(text)
			}
		}
	}
	return err
}
