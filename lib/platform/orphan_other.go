//go:build !linux && !windows

package platform

import "syscall"

func endWithParent(*syscall.SysProcAttr) {}
