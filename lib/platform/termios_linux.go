package platform

import "syscall"

// getTermios is the ioctl(2) request that only a terminal answers.
const getTermios = syscall.TCGETS
