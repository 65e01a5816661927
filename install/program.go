package main

import "holdfast/lib/cli"

// program is the installer with its verbs.
func program() cli.Program {
	return cli.Program{
		Name:     "holdfast",
		Summary:  "installs, checks and removes Holdfast, and runs its commands",
		Overview: overview(),
		Complete: completeName,
		Verbs: []cli.Verb{
			{Name: "install", Anywhere: true, Help: installHelp, Run: runInstall},
			{Name: "uninstall", Anywhere: true, Help: uninstallHelp, Run: runUninstall},
			{Name: "doctor", Anywhere: true, Help: doctorHelp, Run: runDoctor},
			{Name: "config", Help: configHelp(), Run: runConfig},
			{Name: "completion", Anywhere: true, Help: completionHelp, Run: runCompletion},
			{Name: "statusline", Anywhere: true, Help: statuslineHelp, Run: runStatusline},
		},
	}
}

const installHelp = `
Installs Holdfast: copies the programs that are beside this one into the machine
folder ($HOLDFAST_HOME, else $CLAUDE_CONFIG_DIR/holdfast, else
~/.claude/holdfast), copies the skills (its slash commands), and adds the hooks
(the calls by Claude Code) to settings.json. Everything else in that file stays
byte for byte, and a copy of it is kept in the machine folder. Run again, it
updates what is older and changes nothing else. Exit code 3: the settings file
is not valid JSON, or its hooks have another form; it is left as it is.

Options:
  --link DIR         link holdfast into DIR, so that its name is enough to type
  --statusline       use holdfast statusline as Claude Code's status line, if
                     none is set
  --project DIR      install for that project alone, in its
                     .claude/settings.local.json and .claude/skills
  --dry-run          print what would change, the settings as a unified diff;
                     change nothing
  --replace-skills   move other skills of the same name into the machine folder
                     instead of leaving them alone
  --json             the result as one JSON document
  --root DIR         the same as --project

Examples:
  holdfast install --dry-run
  holdfast install
  holdfast install --project ~/src/site
`

const uninstallHelp = `
Removes Holdfast: its hooks from every settings file that install changed, its
skills unless they were edited, and the programs. A settings file that nothing
else has changed gets back its earlier bytes; from any other only the hooks are
removed. What Holdfast saved stays, and is named.

Options:
  --project DIR   only what was installed for that project
  --dry-run       print what would change; change nothing
  --purge         also remove what the machine folder holds: ledger (hashes of
                  what this machine wrote), index, history, snapshots, copies,
                  settings, backups and log. Files in projects stay
  --json          the result as one JSON document
  --root DIR      the same as --project

Examples:
  holdfast uninstall --dry-run
  holdfast uninstall
  holdfast uninstall --purge
`

const doctorHelp = `
Checks the programs, the hooks, the skills, the machine folder, the last save in
this project and the log of failures. Each row starts with ok, warn or fail; the
row below it is the command that fixes it. Exit code 1: a check failed.

Options:
  --try           also run each hook once on a made-up session, in a scratch
                  project and machine folder that are removed again, and print
                  what it saved and printed there
  --project DIR   check the settings and skills of that project too
  --clear         empty the log of failures, of all projects, and check nothing
  --json          {"checks":[{"name","status","detail","cure"}]}
  --root DIR      the same as --project

Examples:
  holdfast doctor
  holdfast doctor --try
  holdfast doctor --project ~/src/site
`
