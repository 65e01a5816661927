package cli

import (
	"fmt"
	"time"

	"github.com/rivo/uniseg"
)

// Progress draws one line on the terminal of standard error, from the second
// second on and five times a second at most; elsewhere it is nil. doing is a
// word such as migrating, of what the things counted, such as files.
func (inv *Invocation) Progress(doing, of string) func(done, total int) {
	if !inv.Terminal(inv.Stderr) {
		return nil
	}
	began, drawn, widest := inv.Now(), time.Time{}, 0
	return func(done, total int) {
		now := inv.Now()
		if now.Sub(began) < time.Second {
			return
		}
		if done == total && !drawn.IsZero() {
			fmt.Fprintf(inv.Stderr, "\r%*s\r", widest, "")
			drawn = time.Time{}
		} else if done < total && now.Sub(drawn) >= 200*time.Millisecond {
			text := fitted(fmt.Sprintf("%s: %d of %d %s", doing, done, total, of), inv.columns(inv.Stderr)-1)
			widest = max(widest, uniseg.StringWidth(text))
			fmt.Fprintf(inv.Stderr, "\r%s", text)
			drawn = now
		}
	}
}
