package project

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Hash returns the name of the project root in the machine folder: the first 16 hex digits
// of the SHA-256 of the path without symbolic links, or as it is written if it is gone.
func Hash(root string) string {
	sum := sha256.Sum256([]byte(resolved(root)))
	return hex.EncodeToString(sum[:8])
}

// Rel returns path, absolute or relative to root, as it is stored: relative to the absolute path root,
// with slashes; "." is root itself. It reports false when path is outside, once the links of its folders
// are followed, or when they cannot be. Its last component may be a link; nothing of it need exist.
func Rel(root, path string) (string, bool) {
	if path == "" || !filepath.IsAbs(root) || strings.ContainsRune(path, 0) {
		return "", false
	}
	root = filepath.Clean(root)
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	}
	path = filepath.Clean(path)
	realRoot := resolved(root)
	if path == root || path == realRoot {
		return ".", true
	}
	parent, missing, err := Resolve(filepath.Dir(path))
	if err != nil {
		return "", false
	}
	rel, ok := below(realRoot, filepath.Join(parent, missing, filepath.Base(path)))
	if !ok && resolved(path) == realRoot {
		return ".", true
	}
	return filepath.ToSlash(rel), ok
}

// Resolve follows the symbolic links of dir as far as it exists, and returns what exists of it and what is missing
// below that. A link to nothing does not count as missing, but is an error: where it leads is unknown.
func Resolve(dir string) (existing, missing string, err error) {
	for {
		existing, err := filepath.EvalSymlinks(dir)
		if err == nil {
			return existing, missing, nil
		}
		info, lstatErr := os.Lstat(dir)
		isLink, parent := lstatErr == nil && info.Mode()&fs.ModeSymlink != 0, filepath.Dir(dir)
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) || isLink || parent == dir {
			return "", "", err
		}
		missing = filepath.Join(filepath.Base(dir), missing)
		dir = parent
	}
}

// resolved returns path without symbolic links, or clean where that fails.
func resolved(path string) string {
	if path == "" {
		return ""
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return filepath.Clean(path)
}

// below returns path relative to dir, and whether it is dir or is in it. Both are absolute and clean.
func below(dir, path string) (string, bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}
