//go:build !windows

package platform

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// NullDevice is the path of the device that reads as empty.
const NullDevice = "/dev/null"

// NonBlocking are the flags of an open that waits for nobody and takes no terminal for its own.
const NonBlocking = syscall.O_NONBLOCK | syscall.O_NOCTTY

func open(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|NonBlocking, 0) }

// readRegular reads in five system calls: an [os.File] takes two more for each file, and a hook may read a hundred.
func readRegular(path string, limit int64, follow bool) ([]byte, error) {
	stat, flags := unix.Stat, unix.O_RDONLY|unix.O_CLOEXEC|NonBlocking
	if !follow {
		stat, flags = unix.Lstat, flags|unix.O_NOFOLLOW
	}
	var info unix.Stat_t
	var fd int
	for _, step := range []func() error{
		func() error { return stat(path, &info) },
		func() (err error) { fd, err = unix.Open(path, flags, 0); return err },
		func() error { return unix.Fstat(fd, &info) },
	} {
		err := again(step)
		switch kind := info.Mode & unix.S_IFMT; {
		case err == unix.ELOOP && !follow, err == nil && kind == unix.S_IFLNK:
			err = ErrLink
		case err == nil && kind != unix.S_IFREG:
			err = ErrNotRegular
		}
		if err != nil {
			if fd > 0 {
				_ = unix.Close(fd)
			}
			return nil, quoted("opening", path, err)
		}
	}
	defer func() { _ = unix.Close(fd) }()
	b, err := ReadAll(openFile(fd), info.Size, limit)
	return b, quoted("reading", path, err)
}

// openFile is a file by its number alone.
type openFile int

func (f openFile) Read(b []byte) (n int, err error) {
	err = again(func() error {
		n, err = unix.Read(int(f), b[:min(len(b), 1<<30)]) // which it may be asked for everywhere
		return err
	})
	if n == 0 && err == nil {
		err = io.EOF
	}
	return max(n, 0), err
}

// again does what a signal interrupted once more.
func again(do func() error) error {
	for {
		if err := do(); err != unix.EINTR {
			return err
		}
	}
}

// TryLock takes an advisory lock on the whole file, if nobody else holds one, and reports
// whether it did: [errors.ErrUnsupported] where the file system knows no locks. It ends
// with the last close of the open file and with the process.
func TryLock(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	return notLocked(f, err)
}

// SyncOpenDir makes the names in an open folder durable. File systems that cannot sync a folder are not errors.
func SyncOpenDir(dir *os.File) error {
	err := dir.Sync()
	if unknown(err) {
		return nil
	}
	return err
}

func unknown(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOLCK)
}

// prepareGroup makes cmd, once started, the leader of a process group of its own, so that
// killGroup reaches its children. On Linux it dies with this process too.
func prepareGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
}

func killGroup(cmd *exec.Cmd) error {
	if cmd.Process == nil || syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) != nil {
		return os.ErrProcessDone
	}
	return nil
}

// programNames lists the file names that the program called name may have in a
// folder of PATH, in the order to try them.
func programNames(name string) []string { return []string{name} }

// MayRun reports whether the file that info describes is a program.
func MayRun(info os.FileInfo) bool { return info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 }

// IsTerminal reports whether a stream is a terminal; what is no file is not one.
func IsTerminal(stream any) bool {
	return control(stream, func(fd int) error {
		_, err := unix.IoctlGetTermios(fd, getTermios)
		return err
	}) == nil
}

// Size is how many columns and rows a terminal has, 0 where a stream is not one or does not say.
func Size(stream any) (columns, rows int) {
	_ = control(stream, func(fd int) error {
		size, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		if err == nil {
			columns, rows = int(size.Col), int(size.Row)
		}
		return err
	})
	return columns, rows
}

// control runs do on the descriptor of what may be a terminal or a pipe, and leaves it as it is, which Fd does not.
func control(stream any, do func(fd int) error) error {
	f, _ := stream.(*os.File)
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	if closed := conn.Control(func(fd uintptr) { err = do(int(fd)) }); closed != nil {
		return closed
	}
	return err
}

// signalled reports whether a process takes a signal, or belongs to another user.
func signalled(pid int) bool {
	err := syscall.Kill(pid, 0)
	return pid > 0 && (err == nil || errors.Is(err, syscall.EPERM))
}

// Map shows the first n bytes of f without taking memory for them, until release is called. Where the
// file becomes shorter by then, looking at them is a fault: see [debug.SetPanicOnFault].
func Map(f *os.File, n int) (data []byte, release func(), err error) {
	data, err = unix.Mmap(int(f.Fd()), 0, n, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	return data, func() { _ = unix.Munmap(data) }, nil
}

// Become runs the program at path in place of this one: on success it does not return.
func Become(path string, argv, env []string, _ io.Reader, _, _ io.Writer) (code int, err error) {
	return 0, syscall.Exec(path, argv, env)
}

// Rename gives the entry old of an open folder the name to there, in place of a file or link; Remove removes a file, a
// link or an empty folder of one, RemoveAll an entry with all below it.
func Rename(dir *os.Root, old, to string) error { return dir.Rename(old, to) }
func Remove(dir *os.Root, name string) error    { return dir.Remove(name) }
func RemoveAll(dir *os.Root, name string) error { return dir.RemoveAll(name) }

// RenameAt gives the entry old of the open folder from a name in the open folder to,
// in one step. Its error wraps [errors.ErrUnsupported] where the system cannot do that.
func RenameAt(from *os.File, old string, to *os.File, name string, how Renaming) error {
	err := renameAt(int(from.Fd()), old, int(to.Fd()), name, how)
	switch {
	case err == nil:
		return nil
	case unknown(err):
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: "rename", Old: old, New: name, Err: err}
}

// FactsOf are the facts of the file that info describes.
func FactsOf(info os.FileInfo) Facts {
	stat := info.Sys().(*syscall.Stat_t) // as of all that package os describes
	return Facts{
		UID: int(stat.Uid), GID: int(stat.Gid), Links: uint64(stat.Nlink),
		Special: info.Mode()&(os.ModeSetuid|os.ModeSetgid|os.ModeSticky) != 0,
		Changed: changeTime(stat).Nano(), Inode: uint64(stat.Ino),
	}
}

// Xattrs reports whether an open file has extended attributes that a new file in its place does not get,
// access lists among them: labels of security modules and the like are the system's.
func Xattrs(f *os.File) bool {
	list := make([]byte, 8<<10)
	n, err := unix.Flistxattr(int(f.Fd()), list)
	if err != nil {
		return errors.Is(err, unix.ERANGE)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list[:n]), "\x00"), "\x00") {
		switch {
		case name == "" || runtime.GOOS == "darwin" && name == "com.apple.provenance":
		case runtime.GOOS == "darwin", strings.HasPrefix(name, "user."), strings.HasPrefix(name, "trusted."),
			name == "system.posix_acl_access", name == "security.capability":
			return true
		}
	}
	return false
}
