package platform

import "golang.org/x/sys/unix"

// getTermios is the ioctl(2) request that only a terminal answers.
const getTermios = unix.TIOCGETA
