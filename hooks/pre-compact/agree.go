package main

import "holdfast/lib/cli"

// agree asks a question about what a command is about to do. Without a terminal it
// says that nothing was done, and names the command that does it.
func agree(inv *cli.Invocation, question, done, command string) (bool, error) {
	if inv.On("yes") {
		return true, nil
	}
	if inv.JSON || !inv.Terminal(inv.Stdin) || !inv.OnTerminal() {
		inv.Printf("nothing was %s; %s does\n", done, inv.Typed(command))
		return false, nil
	}
	agreed, err := inv.Confirm(question)
	if err != nil || !agreed {
		inv.Printf("nothing was %s\n", done)
	}
	return agreed, err
}
