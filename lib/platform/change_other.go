//go:build !windows

package platform

import "os"

// Rename gives the entry old of an open folder the name to there, in place of a
// file or link.
func Rename(dir *os.Root, old, to string) error { return dir.Rename(old, to) }

// Remove removes a file, a link or an empty folder of an open folder.
func Remove(dir *os.Root, name string) error { return dir.Remove(name) }

// RemoveAll removes an entry of an open folder with all below it.
func RemoveAll(dir *os.Root, name string) error { return dir.RemoveAll(name) }
