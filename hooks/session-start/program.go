package main

import "holdfast/lib/cli"

func program() cli.Program {
	return cli.Program{
		Name:    "session-start",
		Summary: "shows saved work to a session that starts",
		Hook:    runHook, Complete: complete,
		Verbs: []cli.Verb{statusVerb(), briefVerb(), rulesVerb(), designVerb(), runVerb(), epicVerb()},
	}
}
