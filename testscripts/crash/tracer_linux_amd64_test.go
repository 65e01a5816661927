package crash

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
)

// A verdict is what the tracer does with a system call that changes a file.
type verdict struct {
	kill  bool
	errno syscall.Errno // the call does not happen and gives this
}

// A call is one file-changing system call that a traced process is about to
// make.
type call struct {
	name string
	path string // of the file that a descriptor stands for, "" where the call names paths
}

// changing are the system calls that change files, and fsync, which can fail.
// Source: the kernel's syscall table for x86-64.
var changing = map[uint64]string{
	1: "write", 18: "pwrite64", 20: "writev", 40: "sendfile", 74: "fsync", 75: "fdatasync", 76: "truncate",
	77: "ftruncate", 82: "rename", 83: "mkdir", 84: "rmdir", 86: "link", 87: "unlink", 88: "symlink",
	90: "chmod", 91: "fchmod", 132: "utime", 257: "openat", 258: "mkdirat", 263: "unlinkat", 264: "renameat",
	265: "linkat", 266: "symlinkat", 268: "fchmodat", 280: "utimensat", 285: "fallocate", 306: "syncfs",
	316: "renameat2", 326: "copy_file_range",
}

// byDescriptor are those of them that name their file by a descriptor alone.
var byDescriptor = map[string]bool{"write": true, "pwrite64": true, "writev": true, "sendfile": true, "fsync": true,
	"fdatasync": true, "ftruncate": true, "fchmod": true, "fallocate": true, "syncfs": true}

// trace runs a program to its end and asks decide about each file-changing
// system call of its threads, counted from 1 in the order in which they come.
// It returns the exit code, or -1 where the program was killed.
func trace(cmd *exec.Cmd, decide func(n int, c call) verdict) (code int, err error) {
	runtime.LockOSThread() // a tracer is one thread, not a process
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true, Setpgid: true}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	defer cmd.Process.Release()
	pid := cmd.Process.Pid
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil {
		return 0, err
	}
	const exitKill = 0x100000 // PTRACE_O_EXITKILL
	if err := syscall.PtraceSetOptions(pid, syscall.PTRACE_O_TRACECLONE|syscall.PTRACE_O_TRACESYSGOOD|exitKill); err != nil {
		return 0, err
	}
	t := tracer{pid: pid, decide: decide, inside: map[int]bool{}, failing: map[int]syscall.Errno{}}
	if err := syscall.PtraceSyscall(pid, 0); err != nil {
		return 0, err
	}
	return t.run()
}

type tracer struct {
	pid     int
	decide  func(int, call) verdict
	n       int
	inside  map[int]bool          // threads between the entry and the end of a system call
	failing map[int]syscall.Errno // what the call of a thread is to give
}

func (t *tracer) run() (int, error) {
	for {
		var status syscall.WaitStatus
		tid, err := syscall.Wait4(-t.pid, &status, syscall.WALL, nil) // its group: the threads, and nobody else's child
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("waiting for the program: %w", err)
		}
		switch {
		case status.Exited() && tid == t.pid:
			return status.ExitStatus(), nil
		case status.Signaled() && tid == t.pid:
			return -1, nil
		case !status.Stopped():
			continue
		}
		signal := 0
		switch sig := status.StopSignal(); {
		case sig == syscall.SIGTRAP|0x80:
			if err := t.syscall(tid); err != nil {
				return 0, err
			}
		case sig == syscall.SIGTRAP || sig == syscall.SIGSTOP: // a new thread, and what starts it
		default:
			signal = int(sig)
		}
		if err := syscall.PtraceSyscall(tid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return 0, fmt.Errorf("going on with thread %d: %w", tid, err)
		}
	}
}

// syscall looks at a thread that enters or leaves a system call.
func (t *tracer) syscall(tid int) error {
	var regs syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(tid, &regs); err != nil {
		if errors.Is(err, syscall.ESRCH) {
			return nil
		}
		return err
	}
	if t.inside[tid] {
		t.inside[tid] = false
		if errno := t.failing[tid]; errno != 0 {
			delete(t.failing, tid)
			regs.Rax = uint64(-int64(errno))
			return syscall.PtraceSetRegs(tid, &regs)
		}
		return nil
	}
	t.inside[tid] = true
	c, ok := t.call(tid, &regs)
	if !ok {
		return nil
	}
	t.n++
	v := t.decide(t.n, c)
	switch {
	case v.kill:
		return syscall.Kill(t.pid, syscall.SIGKILL)
	case v.errno != 0:
		t.failing[tid] = v.errno
		regs.Orig_rax = ^uint64(0)
		return syscall.PtraceSetRegs(tid, &regs)
	}
	return nil
}

// call is the system call that a thread enters, if it changes a file.
func (t *tracer) call(tid int, regs *syscall.PtraceRegs) (call, bool) {
	c := call{name: changing[regs.Orig_rax]}
	switch {
	case c.name == "":
		return c, false
	case c.name == "openat":
		if regs.Rdx&(syscall.O_CREAT|syscall.O_TRUNC) == 0 {
			return c, false
		}
		c.path = t.text(tid, uintptr(regs.Rsi))
	case byDescriptor[c.name]:
		// What is no file (a pipe, the runtime's own wake-up) does not count.
		c.path, _ = os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", t.pid, int32(regs.Rdi)))
		if !strings.HasPrefix(c.path, "/") || strings.HasPrefix(c.path, "/dev/") || int32(regs.Rdi) <= 2 {
			return c, false
		}
	}
	return c, true
}

// text is the string at an address of the program.
func (t *tracer) text(tid int, at uintptr) string {
	var b [4096]byte
	n, _ := syscall.PtracePeekText(tid, at, b[:256])
	if end := bytes.IndexByte(b[:n], 0); end >= 0 {
		n = end
	}
	return string(b[:n])
}
