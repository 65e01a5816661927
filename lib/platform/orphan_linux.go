package platform

import "syscall"

// endWithParent has the system kill a program whose parent dies, so that not
// even a killed parent leaves one behind.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
