package snapshot

import (
	"path"
	"strings"
	"unicode"
)

// Private is the machine folder where it is inside a project, relative to that:
// nothing of it is ever saved, restored or removed. "" where it is outside.
type Private string

// Holds reports whether a path of the project is of the machine folder.
func (p Private) Holds(rel string) bool {
	return p != "" && (rel == string(p) || strings.HasPrefix(rel, string(p)+"/"))
}

// excluded reports whether a path is never saved: one that is forbidden, and
// the machine folder.
func (s Store) excluded(rel string) bool { return Forbidden(rel) || s.Private.Holds(rel) }

// Forbidden reports whether a path must never be saved or put back: it
// has a component that some file system takes for .git, or is in
// .claude/checkpoints. Source for the spellings: git's documentation,
// git-config, core.protectHFS and core.protectNTFS.
func Forbidden(rel string) bool {
	rel = Plain(strings.ReplaceAll(rel, `\`, "/"))
	for name := range strings.SplitSeq(rel, "/") {
		if name == ".git" || name == "git~1" {
			return true
		}
	}
	rel = path.Clean(rel)
	return rel == ".claude/checkpoints" || strings.HasPrefix(rel, ".claude/checkpoints/")
}

// Plain is a path as the most forgiving of file systems reads it: without
// regard to case, to the code points that HFS+ passes over, and to what NTFS
// cuts off a name.
func Plain(rel string) string {
	parts := strings.Split(rel, "/")
	for i, name := range parts {
		name, _, _ = strings.Cut(strings.Map(fold, name), ":") // an NTFS stream
		parts[i] = strings.TrimRight(name, ". ")
	}
	return strings.Join(parts, "/")
}

func fold(r rune) rune {
	switch {
	case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
		return -1 // code points that HFS+ passes over
	case r == 0x17f: // the long s, which folds to s and is in lower case already
		return 's'
	}
	return unicode.ToLower(r)
}
