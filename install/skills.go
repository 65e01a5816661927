package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
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
	skillFileMD = "SKILL.md"
	maxSkill    = 1 << 20
)

// A skill is a folder of files as they come with the programs.
type skill struct {
	name  string
	files []sourceFile
}

type sourceFile struct {
	rel  string // below the skill's folder
	data []byte // as it comes
	mode fs.FileMode
}

// shipped are the skills that this program carries.
func shipped() ([]skill, error) { return readSkills(holdfast.Skills, "skills") }

// readSkills reads all skills below a folder. A folder without SKILL.md does not
// count.
func readSkills(from fs.FS, source string) ([]skill, error) {
	entries, err := fs.ReadDir(from, source)
	if err != nil {
		return nil, fmt.Errorf("reading the skills: %w", err)
	}
	var all []skill
	for _, e := range entries {
		s := skill{name: e.Name()}
		if s.files, err = readTree(from, path.Join(source, s.name)); err != nil {
			return nil, fmt.Errorf("reading the skill %q: %w", s.name, err)
		}
		if slices.ContainsFunc(s.files, func(f sourceFile) bool { return f.rel == skillFileMD }) {
			all = append(all, s)
		}
	}
	return all, nil
}

func readTree(from fs.FS, dir string) ([]sourceFile, error) {
	var files []sourceFile
	err := fs.WalkDir(from, dir, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || durable.Temp(e.Name()) {
			return err
		}
		info, err := e.Info()
		switch {
		case err != nil:
			return err
		case !info.Mode().IsRegular():
			return fmt.Errorf("%q is not a regular file", at)
		case info.Size() > maxSkill:
			return fmt.Errorf("%q: %w", at, durable.ErrTooLarge)
		}
		data, err := fs.ReadFile(from, at)
		rel := strings.TrimPrefix(strings.TrimPrefix(at, dir), "/")
		files = append(files, sourceFile{filepath.FromSlash(rel), data, modeShared | info.Mode().Perm()&0o111})
		return err
	})
	return files, err
}

// installedText is a skill file's text as it is installed: with the absolute path
// of the programs. In the rules of the front matter a parenthesis of the path
// would end the rule, so there a star replaces it.
func (s site) installedText(source []byte) []byte {
	bin := filepath.ToSlash(s.machine.Bin())
	head, body := frontMatter(source)
	inRule := strings.NewReplacer("(", "*", ")", "*").Replace(bin)
	head = bytes.ReplaceAll(head, []byte(binInSource), []byte(inRule))
	body = bytes.ReplaceAll(body, []byte(binInSource), []byte(bin))
	return append(head, body...)
}

// frontMatter cuts a text after the line that closes its front matter; the
// head is empty where it has none.
func frontMatter(text []byte) (head, body []byte) {
	if !bytes.HasPrefix(text, []byte("---\n")) && !bytes.HasPrefix(text, []byte("---\r\n")) {
		return nil, text
	}
	end := bytes.Index(text[3:], []byte("\n---"))
	if end < 0 {
		return nil, text
	}
	end += 3 + len("\n---")
	return bytes.Clone(text[:end]), text[end:]
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
func (s site) skillState(r *record, sk skill, dir string) string {
	folder := filepath.Join(dir, sk.name)
	info, err := os.Lstat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return skillAbsent
	}
	recorded := r.skillsBelow(folder)
	if err != nil || !info.IsDir() {
		return skillForeign
	}
	state, known := skillCurrent, len(recorded) > 0
	for _, f := range sk.files {
		switch s.fileState(r, f, filepath.Join(folder, f.rel)) {
		case skillAbsent:
			state = skillOld
		case skillOld:
			known, state = true, skillOld
		case skillCurrent:
			known = true
		case skillForeign:
			if len(recorded) > 0 {
				return skillEdited
			}
			return skillForeign
		}
	}
	if !known {
		entries, err := os.ReadDir(folder)
		written := slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return durable.Temp(e.Name()) })
		if err != nil || len(written) > 0 {
			return skillForeign
		}
	}
	return state
}

func (s site) fileState(r *record, f sourceFile, path string) string {
	if linked(filepath.Dir(path), f.rel) {
		return skillForeign
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return skillAbsent
	}
	sum, ok := sumOf(path)
	switch {
	case !ok:
		return skillForeign
	case sum == machine.Sum(s.installedText(f.data)):
		return skillCurrent
	case sum == r.skill(path):
		return skillOld
	}
	return skillForeign
}

// linked reports whether one of the folders of rel, whose last one is dir, is
// a link: what is behind it is not the skill's.
func linked(dir, rel string) bool {
	for at := filepath.Dir(rel); at != "."; at, dir = filepath.Dir(at), filepath.Dir(dir) {
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			return true
		}
	}
	return false
}

// sumOf is the SHA-256 of a skill's file; a link or a large file has none.
func sumOf(path string) (string, bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	data, err := durable.Read(path, maxSkill)
	if err != nil {
		return "", false
	}
	return machine.Sum(data), true
}

// installSkills brings the skills into the scope's folder, leaves those alone
// that are not ours as we wrote them, and removes our files that no longer
// belong to a skill.
func (j *job) installSkills(skills []skill, replace bool) error {
	dir := j.site.scope.skills
	wanted := map[string]bool{}
	for _, sk := range skills {
		for _, f := range sk.files {
			wanted[filepath.Join(dir, sk.name, f.rel)] = true
		}
		if err := j.installSkill(sk, dir, replace); err != nil {
			return fmt.Errorf("installing the skill %q: %w", sk.name, err)
		}
	}
	for _, f := range j.record.skillsBelow(dir) {
		if wanted[f.Path] {
			continue
		}
		if err := j.removeSkillFile(f, dir); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) installSkill(sk skill, dir string, replace bool) error {
	folder := filepath.Join(dir, sk.name)
	j.disk.sweep(folder)
	state := j.site.skillState(&j.record, sk, dir)
	if state == skillEdited || state == skillForeign {
		if !replace {
			why := "is not Holdfast's"
			if state == skillEdited {
				why = "was edited"
			}
			j.warn("the skill %q %s and is left alone; holdfast install --replace-skills sets it aside", folder, why)
			j.report.Skills = append(j.report.Skills, skillReport{sk.name, folder, state})
			return nil
		}
		if err := j.setSkillAside(sk.name, folder); err != nil {
			return err
		}
	}
	for _, f := range sk.files {
		path, data := filepath.Join(folder, f.rel), j.site.installedText(f.data)
		j.record.setSkill(path, machine.Sum(data))
		if state == skillCurrent {
			continue
		}
		if err := j.disk.makeDir(filepath.Dir(path), modeFolder); err != nil {
			return err
		}
		if err := j.place(path, data, f.mode); err != nil {
			return err
		}
	}
	if state != skillCurrent {
		state = "installed"
	}
	j.report.Skills = append(j.report.Skills, skillReport{sk.name, folder, state})
	return nil
}

// setSkillAside moves a skill's folder into the machine folder, where Claude
// Code does not look for skills: each file is copied, and the folder removed
// when all of them lie there.
func (j *job) setSkillAside(name, folder string) error {
	files, err := readTree(os.DirFS(folder), ".")
	if info, statErr := os.Lstat(folder); statErr == nil && !info.IsDir() {
		err = errors.New("it is not a folder")
	}
	if err != nil {
		return &cli.Error{Code: cli.Refused, Message: "it cannot be set aside", Cause: err,
			Hint: fmt.Sprintf("move %q away by hand and try again", folder)}
	}
	base := filepath.Join(j.site.machine.Backup(), "skills", name+"-"+j.inv.Now().UTC().Format("20060102T150405Z"))
	var to string
	for to = range durable.Numbered(base) {
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err := j.disk.makeDir(to, 0o700); err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(to, f.rel)
		if err := j.disk.makeDir(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := j.disk.write(path, f.data, f.mode); err != nil {
			return err
		}
	}
	for _, f := range j.record.skillsBelow(folder) {
		j.record.setSkill(f.Path, "")
	}
	j.warn("the skill %q is set aside as %q", folder, to)
	return j.disk.removeTree(folder)
}

// removeSkillFile removes a file of ours where its bytes are still ours, and
// the folders up to dir that are empty without it.
func (j *job) removeSkillFile(f skillFile, dir string) error {
	j.record.setSkill(f.Path, "")
	sum, ok := sumOf(f.Path)
	if !ok || sum != f.SHA256 {
		if _, err := os.Lstat(f.Path); err == nil {
			j.warn("%q was edited and is left alone", f.Path)
			j.report.Kept = append(j.report.Kept, f.Path)
		}
		return nil
	}
	if err := j.disk.remove(f.Path); err != nil {
		return err
	}
	for at := filepath.Dir(f.Path); len(at) > len(dir); at = filepath.Dir(at) {
		if !j.removeEmpty(at) {
			break
		}
	}
	return nil
}

// dropSavedSkills removes the copy of the skills that earlier releases kept in the
// machine folder.
func (j *job) dropSavedSkills() error {
	dir := filepath.Join(j.site.machine.Path, "skills")
	if _, err := os.Lstat(dir); err != nil {
		return nil
	}
	return j.disk.removeTree(dir)
}

// same reports whether two paths lead to one folder.
func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// removeOrphans removes from the scope's folder the skills' files that no
// record tells, because the machine folder was removed before: those that hold
// to the byte what this release would write there. Others in their places stay
// and are named. recorded are the files that the record told.
func (j *job) removeOrphans(recorded []skillFile) error {
	dir := j.site.scope.skills
	if same(dir, filepath.Join(filepath.Dir(j.site.from), "skills")) {
		return nil // a checkout or an archive in that place
	}
	skills, err := shipped()
	if err != nil {
		return err
	}
	for _, sk := range skills {
		folder := filepath.Join(dir, sk.name)
		if info, err := os.Lstat(folder); err != nil || !info.IsDir() {
			continue
		}
		for _, f := range sk.files {
			path := filepath.Join(folder, f.rel)
			if slices.ContainsFunc(recorded, func(r skillFile) bool { return r.Path == path }) {
				continue
			}
			if err := j.removeOrphan(f, path, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

func (j *job) removeOrphan(f sourceFile, path, dir string) error {
	switch j.site.fileState(&j.record, f, path) {
	case skillAbsent:
		return nil
	case skillCurrent:
		return j.removeSkillFile(skillFile{path, machine.Sum(j.site.installedText(f.data))}, dir)
	}
	j.report.Kept = append(j.report.Kept, path)
	return nil
}
