package platform

import (
	"io"
	"os"
	"time"

	"holdfast/lib/parallel"
)

// head keeps the first limit bytes written to it. It calls stop once there is
// one more (over), or once enough says so (satisfied).
type head struct {
	bytes           []byte
	limit           int
	enough          func([]byte) bool
	stop            func()
	over, satisfied bool
}

// Write never fails, so that the program does not end by a broken pipe before
// it is stopped.
func (h *head) Write(p []byte) (int, error) {
	if h.over || h.satisfied {
		return len(p), nil
	}
	room := h.limit - len(h.bytes)
	h.bytes = append(h.bytes, p[:min(room, len(p))]...)
	switch {
	case h.enough != nil && h.enough(h.bytes):
		h.satisfied = true
	case len(p) > room:
		h.over = true
	default:
		return len(p), nil
	}
	h.stop()
	return len(p), nil
}

// tail keeps the last limit bytes written to it.
type tail struct {
	bytes []byte
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	t.bytes = append(t.bytes, p...)
	if over := len(t.bytes) - t.limit; over > 0 {
		t.bytes = append(t.bytes[:0], t.bytes[over:]...)
	}
	return len(p), nil
}

// pipe carries what the program writes to a writer of ours.
type pipe struct {
	read, write *os.File
	to          io.Writer
	done        <-chan error
}

func newPipe(to io.Writer) (*pipe, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &pipe{read: read, write: write, to: to}, nil
}

// begin closes this process's writing end and reads until there is no other.
func (p *pipe) begin() {
	p.done = parallel.Start(func() error {
		_ = p.write.Close()
		_, err := io.Copy(p.to, p.read)
		return err
	})
}

// finish waits until all has been copied. Who holds the writing end for
// longer than a moment has left the group, and is not waited for. The moment
// is made of several, because one may pass while this process is suspended.
func (p *pipe) finish() {
	for range pipeChecks {
		timer := time.NewTimer(pipeCheck)
		select {
		case <-p.done:
			timer.Stop()
			return
		case <-timer.C:
		}
	}
	_ = p.read.Close()
	<-p.done
}

func (p *pipe) close() {
	_ = p.write.Close()
	_ = p.read.Close()
}
