package cli

import "fmt"

// Warnings are what went wrong without stopping a command.
type Warnings []error

// Warn adds err, if it is not nil.
func (w *Warnings) Warn(err error) {
	if err != nil {
		*w = append(*w, err)
	}
}

// Warnf adds a warning.
func (w *Warnings) Warnf(format string, a ...any) { w.Warn(fmt.Errorf(format, a...)) }

// Tell prints them.
func (w Warnings) Tell(inv *Invocation) {
	for _, err := range w {
		inv.Warnf("%v", err)
	}
}
