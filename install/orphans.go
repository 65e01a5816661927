package main

import (
	"os"
	"path/filepath"
	"slices"

	"holdfast/lib/machine"
)

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
