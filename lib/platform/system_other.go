//go:build !linux

package platform

import "os"

// SyncFileSystem makes nothing durable here.
func SyncFileSystem(string) (bool, error) { return false, nil }

// ProcessStart reports whether a process lives; when it began this system does not tell in the client's terms.
func ProcessStart(pid int) (ticks string, alive bool) { return "", signalled(pid) }

// Ancestors are the processes that this one descends from: here its parent.
func Ancestors(int) []int { return []int{os.Getppid()} }
