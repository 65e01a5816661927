package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
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

// A skill is a folder of files as they are installed.
type skill struct {
	name  string
	files []sourceFile
}

type sourceFile struct {
	rel  string // below the skill's folder, with slashes
	text []byte
}

// path is where a file of the skill is below the folder of skills.
func (sk skill) path(dir string, f sourceFile) string {
	return filepath.Join(dir, sk.name, filepath.FromSlash(f.rel))
}

// read reads a file of the skill below the folder of skills, through no link.
func (sk skill) read(dir string, f sourceFile) ([]byte, error) {
	return durable.In(dir, sk.name+"/"+f.rel).Read(maxSkill)
}

// skills are those that this program carries, as they are installed.
func (s site) skills() (all []skill, err error) {
	err = fs.WalkDir(holdfast.Skills, "skills", func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := holdfast.Skills.ReadFile(at)
		name, rel, _ := strings.Cut(strings.TrimPrefix(at, "skills/"), "/")
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
	head, body := []byte(nil), source
	if bytes.HasPrefix(source, []byte("---\n")) {
		if end := bytes.Index(source[3:], []byte("\n---")); end >= 0 {
			head, body = source[:3+end], source[3+end:]
		}
	}
	inRule := strings.NewReplacer("(", "*", ")", "*").Replace(bin)
	return append(bytes.ReplaceAll(head, []byte(binInSource), []byte(inRule)),
		bytes.ReplaceAll(body, []byte(binInSource), []byte(bin))...)
}

// The states of a skill's folder.
const (
	skillAbsent  = "absent"
	skillCurrent = "current"
	skillOld     = "old"     // ours, and to be written again
	skillEdited  = "edited"  // ours, and changed by the user
	skillForeign = "foreign" // not ours
)

// skillState is the state of a skill below the folder dir.
func (r *record) skillState(sk skill, dir string) string {
	folder := filepath.Join(dir, sk.name)
	info, err := os.Lstat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return skillAbsent
	}
	if err != nil || !info.IsDir() {
		return skillForeign
	}
	recorded := len(r.skillsBelow(folder)) > 0
	state, known := skillCurrent, recorded
	for _, f := range sk.files {
		text, err := sk.read(dir, f)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			state = skillOld
		case err == nil && bytes.Equal(text, f.text):
			known = true
		case err == nil && machine.Sum(text) == r.skill(sk.path(dir, f)):
			state = skillOld
		case recorded:
			return skillEdited
		default:
			return skillForeign
		}
	}
	if known {
		return state
	}
	entries, err := os.ReadDir(folder)
	if err != nil || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !durable.Temp(e.Name()) }) {
		return skillForeign
	}
	return state // a killed installation had only begun it
}

// installSkills brings the skills into the scope's folder, leaves those alone
// that are not ours as we wrote them, and removes our files that no longer
// belong to a skill.
func (j *job) installSkills(replace bool) error {
	skills, err := j.site.skills()
	if err != nil {
		return err
	}
	wanted := map[string]bool{}
	for _, sk := range skills {
		for _, f := range sk.files {
			wanted[sk.path(j.site.scope.skills, f)] = true
		}
		if err := j.installSkill(sk, replace); err != nil {
			return fmt.Errorf("installing the skill %q: %w", sk.name, err)
		}
	}
	for _, f := range j.record.skillsBelow(j.site.scope.skills) {
		if !wanted[f.Path] {
			if err := j.removeSkillFile(f); err != nil {
				return err
			}
		}
	}
	return nil
}

func (j *job) installSkill(sk skill, replace bool) error {
	dir := j.site.scope.skills
	folder := filepath.Join(dir, sk.name)
	said := skillReport{sk.name, folder, j.record.skillState(sk, dir)}
	if said.State == skillEdited || said.State == skillForeign {
		if !replace {
			why := map[string]string{skillEdited: "was edited", skillForeign: "is not Holdfast's"}[said.State]
			j.warn("the skill %q %s and is left alone; holdfast install --replace-skills sets it aside", folder, why)
			j.report.Skills = append(j.report.Skills, said)
			return nil
		}
		if err := j.setSkillAside(sk.name, folder); err != nil {
			return err
		}
	}
	for _, f := range sk.files {
		path := sk.path(dir, f)
		if err := j.disk.makeDir(filepath.Dir(path), modeFolder); err != nil {
			return err
		}
		if err := j.disk.place(path, f.text, durable.Shared); err != nil {
			return err
		}
		j.record.setSkill(path, machine.Sum(f.text))
	}
	if said.State != skillCurrent {
		said.State = "installed"
	}
	j.report.Skills = append(j.report.Skills, said)
	return nil
}

// setSkillAside moves a skill's folder into the machine folder, where Claude
// Code does not look for skills.
func (j *job) setSkillAside(name, folder string) error {
	aside := filepath.Join(j.site.machine.Backup(), "skills")
	if err := j.disk.makeDir(aside, modeOwn); err != nil {
		return err
	}
	to := filepath.Join(aside, name+"-"+j.inv.Now().UTC().Format("20060102T150405.000000Z"))
	info, err := os.Lstat(folder)
	if err == nil && !info.IsDir() {
		err = errors.New("it is not a folder")
	}
	if err == nil {
		err = j.disk.do(func() error { return move(folder, to) })
	}
	if err != nil {
		return &cli.Error{Code: cli.Refused, Message: "it cannot be set aside", Cause: err,
			Hint: fmt.Sprintf("move %q away by hand and try again", folder)}
	}
	for _, f := range j.record.skillsBelow(folder) {
		j.record.setSkill(f.Path, "")
	}
	j.disk.removed = append(j.disk.removed, folder)
	j.warn("the skill %q is set aside as %q", folder, to)
	return nil
}

// removeSkillFile removes a file of ours where its bytes are still ours, and the
// folders of the skill that are empty without it.
func (j *job) removeSkillFile(f skillFile) error {
	j.record.setSkill(f.Path, "")
	text, err := durable.Read(f.Path, maxSkill)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil || machine.Sum(text) != f.SHA256:
		j.warn("%q was edited and is left alone", f.Path)
		j.report.Kept = append(j.report.Kept, f.Path)
		return nil
	}
	if err := j.disk.remove(f.Path); err != nil {
		return err
	}
	for at := filepath.Dir(f.Path); filepath.Base(at) != "skills" && j.disk.removeEmpty(at); {
		at = filepath.Dir(at)
	}
	return nil
}

// adoptSkills enters in the record what is in the scope's folder to the byte as this
// release would write it: the record was lost with the machine folder.
func (j *job) adoptSkills() error {
	skills, err := j.site.skills()
	for _, sk := range skills {
		for _, f := range sk.files {
			text, err := sk.read(j.site.scope.skills, f)
			if err == nil && bytes.Equal(text, f.text) {
				j.record.setSkill(sk.path(j.site.scope.skills, f), machine.Sum(text))
			}
		}
	}
	return err
}
