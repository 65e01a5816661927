package platform

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

const NullDevice = "NUL"

// NonBlocking are the flags of an open that waits for nobody: Windows has and needs none.
const NonBlocking = 0

// open opens a file for reading so that others may rename and remove it, which [os.Open] does not let them.
func open(path string) (*os.File, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	h, err := windows.CreateFile(name, windows.GENERIC_READ, share, nil, windows.OPEN_EXISTING,
		windows.FILE_FLAG_BACKUP_SEMANTICS, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}

func TryLock(f *os.File) (bool, error) {
	// One byte stands for the file: far beyond its end, since Windows keeps others
	// from reading the bytes that are locked.
	region := windows.Overlapped{Offset: 0xffff_fffe, OffsetHigh: 0x7fff_ffff}
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &region)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return notLocked(f, err)
}

// SyncOpenDir makes the names in an open folder durable, which Windows does by itself.
func SyncOpenDir(*os.File) error { return nil }

// prepareGroup makes cmd, once started, the leader of a process group of its
// own, so that killGroup reaches its children. Call it before Start.
func prepareGroup(cmd *exec.Cmd) {
	const flags = syscall.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: flags}
}

// killGroup kills the program and those of its descendants whose parents still live, as
// Windows knows groups for signals only.
func killGroup(cmd *exec.Cmd) error {
	if cmd.Process == nil {
		return os.ErrProcessDone
	}
	for _, pid := range descendants(uint32(cmd.Process.Pid)) {
		process, err := syscall.OpenProcess(syscall.PROCESS_TERMINATE, false, pid)
		if err != nil {
			continue
		}
		_ = syscall.TerminateProcess(process, 1)
		_ = syscall.CloseHandle(process)
	}
	return cmd.Process.Kill()
}

func descendants(root uint32) []uint32 {
	snapshot, err := syscall.CreateToolhelp32Snapshot(syscall.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil
	}
	defer func() { _ = syscall.CloseHandle(snapshot) }()
	children := map[uint32][]uint32{}
	entry := syscall.ProcessEntry32{}
	entry.Size = uint32(unsafe.Sizeof(entry))
	for err = syscall.Process32First(snapshot, &entry); err == nil; err = syscall.Process32Next(snapshot, &entry) {
		children[entry.ParentProcessID] = append(children[entry.ParentProcessID], entry.ProcessID)
	}
	all := []uint32{root}
	known := func(child uint32) bool { return slices.Contains(all, child) }
	for i := 0; i < len(all); i++ {
		all = append(all, slices.DeleteFunc(children[all[i]], known)...)
	}
	return all[1:]
}

// Batch files are not among the programs: their arguments cannot be quoted safely.
func programNames(name string) []string {
	if strings.HasSuffix(strings.ToLower(name), ".exe") {
		return []string{name}
	}
	return []string{name + ".exe"}
}

func MayRun(info os.FileInfo) bool { return info.Mode().IsRegular() }

func IsTerminal(stream any) bool {
	f, _ := stream.(*os.File)
	var mode uint32
	return syscall.GetConsoleMode(syscall.Handle(f.Fd()), &mode) == nil
}

// signalled reports whether a process lives. The number is minwinbase.h's STILL_ACTIVE.
func signalled(pid int) bool {
	const stillActive = 259
	h, err := syscall.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return errors.Is(err, syscall.ERROR_ACCESS_DENIED)
	}
	defer syscall.CloseHandle(h)
	var code uint32
	return syscall.GetExitCodeProcess(h, &code) == nil && code == stillActive
}

func RenameAt(*os.File, string, *os.File, string, Renaming) error { return errors.ErrUnsupported }

func Size(stream any) (columns, rows int) {
	f, _ := stream.(*os.File)
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0, 0
	}
	return int(info.Window.Right-info.Window.Left) + 1, int(info.Window.Bottom-info.Window.Top) + 1
}

// Map fails: what is mapped could not be appended to by others here.
func Map(*os.File, int) (data []byte, release func(), err error) {
	return nil, nil, errors.ErrUnsupported
}

func Become(path string, argv, env []string, in io.Reader, out, errs io.Writer) (code int, err error) {
	c := exec.Cmd{Path: path, Args: argv, Env: env, Stdin: in, Stdout: out, Stderr: errs}
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true} // a console that has to be made stays out of sight
	err = c.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), nil
	}
	return 0, err
}

func FactsOf(os.FileInfo) Facts { return Facts{UID: -1, GID: -1} }

func Xattrs(*os.File) bool { return false }

func Rename(dir *os.Root, old, to string) error {
	return patiently(func() error { return dir.Rename(old, to) })
}

// Remove removes a file, a link or an empty folder of an open folder. Wine does that by its path alone.
func Remove(dir *os.Root, name string) error {
	return patiently(func() error {
		err := dir.Remove(name)
		if !errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
			return err
		}
		path, remove := filepath.Join(dir.Name(), name), syscall.Unlink
		if info, err := dir.Lstat(name); err == nil && info.IsDir() {
			remove = syscall.Rmdir
		}
		_ = dir.Chmod(name, 0o600) // a file that is only for reading is not removed
		return remove(path)
	})
}

func RemoveAll(dir *os.Root, name string) error {
	if dir.RemoveAll(name) == nil {
		return nil
	}
	var all []string
	err := fs.WalkDir(dir.FS(), filepath.ToSlash(name), func(path string, _ fs.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, path := range slices.Backward(all) {
		err = errors.Join(err, Remove(dir, path))
	}
	return err
}

// patiently does again, for a second or two, what another program keeps from being
// done: a reader or a virus scanner that has the file open.
func patiently(do func() error) error {
	for try := range 64 {
		err := do()
		busy := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION) ||
			errors.Is(err, windows.ERROR_DELETE_PENDING)
		if !busy {
			return err
		}
		time.Sleep(rand.N(time.Millisecond << min(try, 6)))
	}
	return do()
}

func unknown(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, windows.ERROR_INVALID_FUNCTION) ||
		errors.Is(err, windows.ERROR_INVALID_PARAMETER)
}

func readRegular(path string, limit int64, follow bool) ([]byte, error) {
	if info, err := os.Lstat(path); !follow && err == nil && Regular(info) != nil {
		return nil, quoted("opening", path, Regular(info))
	}
	f, info, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := ReadAll(f, info.Size(), limit)
	return b, quoted("reading", path, err)
}
