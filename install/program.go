package main

import "holdfast/lib/cli"

// program is the installer with its verbs.
func program() cli.Program {
	return cli.Program{
		Name:     "holdfast",
		Summary:  "installs, checks and removes Holdfast, and runs its commands",
		Overview: overview(),
		Verbs: []cli.Verb{
			{
				Name:     "install",
				Synopsis: "install [--link DIR] [--statusline] [--project DIR] [--dry-run] [--replace-skills] [--json]",
				Summary:  "copy the programs and skills, wire the hooks",
				Help:     installHelp,
				Run:      runInstall,
			},
			{
				Name:     "uninstall",
				Synopsis: "uninstall [--project DIR] [--dry-run] [--purge] [--json]",
				Summary:  "undo an installation; saved state stays",
				Help:     uninstallHelp,
				Run:      runUninstall,
			},
			{
				Name:     "doctor",
				Synopsis: "doctor [--try] [--project DIR] [--clear] [--json]",
				Summary:  "check an installation and name the fixes",
				Help:     doctorHelp,
				Run:      runDoctor,
			},
			{
				Name:     "config",
				Synopsis: "config [KEY [VALUE]] [--project] [--json]",
				Summary:  "show and change settings",
				Help:     configHelp,
				Run:      runConfig,
			},
			{
				Name:     "completion",
				Synopsis: "completion bash|zsh|fish",
				Summary:  "completion for a shell",
				Help:     completionHelp,
				Run:      runCompletion,
			},
			{
				Name:     "statusline",
				Synopsis: "statusline [< payload]",
				Summary:  "one short line for Claude Code's status line",
				Help:     statuslineHelp,
				Run:      runStatusline,
			},
		},
	}
}

const installHelp = `
Copies the programs beside this one into the machine folder ($HOLDFAST_HOME,
else $CLAUDE_CONFIG_DIR/holdfast, else ~/.claude/holdfast), copies the skills,
and wires the hooks into Claude Code's settings.json. Everything else in that
file stays byte for byte; the file as it was is kept in the machine folder.
Run again, it brings older entries up to date in place, and otherwise changes
nothing. Exit code 3: the file is no strict JSON, or its hooks have another
shape; it is left as it is.

Options:
  --link DIR         make a link to holdfast in DIR, so that its name is enough;
                     without DIR in ~/.local/bin, if that is on PATH
  --statusline       set holdfast statusline as Claude Code's status line, where
                     none is set
  --project DIR      wire that project alone, in its
                     .claude/settings.local.json and .claude/skills
  --dry-run          print what would change, the settings as a unified diff;
                     change nothing
  --replace-skills   set skills of the same name that are not Holdfast's aside,
                     into the machine folder, instead of leaving them alone
  --json             the result as one JSON document
  --root DIR         the same as --project

Examples:
  holdfast install --dry-run
  holdfast install
  holdfast install --project ~/src/site

`

const uninstallHelp = `
Takes the hooks out of every settings file that was wired, removes the skills
whose bytes are still Holdfast's, and removes the programs. A settings file
that nothing else has touched gets back the bytes it had before; of any other
only the hooks go. What Holdfast saved stays, and is named.

Options:
  --project DIR   undo what was installed in that project alone
  --dry-run       print what would change; change nothing
  --purge         remove the state in the machine folder too: index, snapshots,
                  ledger, backups, log. Files in projects stay
  --json          the result as one JSON document
  --root DIR      the same as --project

Examples:
  holdfast uninstall --dry-run
  holdfast uninstall
  holdfast uninstall --purge

`

const doctorHelp = `
Checks the programs, the hooks, the skills, the machine folder, the last save of
this project and the log of failures. Each line starts with ok, warn or fail;
below it is the fix. Exit code 1: something failed.

Options:
  --try           also run each hook once on a made-up session, in a scratch
                  project that is removed again, and print what it saved and told
  --project DIR   check with the settings and skills of that project too
  --clear         forget the failures in the log, of all projects, and check nothing
  --json          {"checks":[{"name","status","detail","cure"}]}
  --root DIR      the same as --project

Examples:
  holdfast doctor
  holdfast doctor --try
  holdfast doctor --project ~/src/site

`
