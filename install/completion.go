package main

import (
	"os/exec"
	"slices"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/config"
)

const completionHelp = `
Prints a shell script that completes the commands and flags of holdfast, its
settings, and the names of what is saved: lines of work, files, checkpoints,
prompts, runs, designs and epics; zsh and fish show the goal beside a line, file
or prompt. The examples put it where each shell looks for it.

Options:
  --root DIR  not used
  --json      {"shell","script"}

Examples:
  holdfast completion bash > ~/.local/share/bash-completion/completions/holdfast
  holdfast completion zsh > "${fpath[1]}/_holdfast"
  holdfast completion fish > ~/.config/fish/completions/holdfast.fish
  source <(holdfast completion bash)

`

// The scripts ask holdfast itself, so that they need no change when a command
// is added. A completion of ":files" stands for names of files.
var completionScripts = map[string]string{
	"bash": `_holdfast() {
  local cur=${COMP_WORDS[COMP_CWORD]} found word
  COMPREPLY=()
  found=$("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "$found" = :files ]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
  else
    [ -z "$found" ] || while IFS= read -r word; do COMPREPLY+=("$word"); done <<< "$found"
  fi
}
complete -F _holdfast holdfast
`,
	"zsh": `#compdef holdfast
_holdfast() {
  local -a found names shown
  found=("${(@f)$("${words[1]}" complete --described "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$found" == :files ]]; then
    _files
  else
    found=("${(@)found:#}")
    names=("${(@)found%%$'\t'*}")
    shown=("${(@)found/$'\t'/  -- }")
    compadd -l -d shown -- "${(@)names}"
  fi
}
if [ "$funcstack[1]" = _holdfast ]; then
  _holdfast "$@"
else
  compdef _holdfast holdfast
fi
`,
	"fish": `function __holdfast_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] complete --described $words[2..-1] 2>/dev/null)
  if test "$found" = :files
    __fish_complete_path (commandline -ct)
  else
    printf '%s\n' $found
  end
end
complete -c holdfast -f -a '(__holdfast_complete)'
`,
}

func runCompletion(inv *cli.Invocation) error {
	if err := inv.Parse(nil, 1, 1); err != nil {
		return err
	}
	script, ok := completionScripts[inv.Rest[0]]
	if !ok {
		return cli.Unknown("shell", inv.Rest[0], []string{"bash", "zsh", "fish"}, "holdfast completion bash, zsh or fish")
	}
	inv.PrintText(script)
	return inv.PrintJSON(map[string]string{"shell": inv.Rest[0], "script": script})
}

// completeSetting offers the settings and the values that the one before takes.
func completeSetting(inv *cli.Invocation, placeholder, _ string) []string {
	switch placeholder {
	case "KEY":
		var keys []string
		for _, k := range config.Keys {
			keys = append(keys, k.Name+"\t"+k.Help)
		}
		return keys
	case "VALUE":
		for _, word := range inv.Args {
			if k, ok := config.Find(word); ok {
				return append([]string{"default"}, k.Allowed...)
			}
		}
	}
	return nil
}

// complete answers a shell: by the table of commands for the first word, else
// by the program that owns it.
func complete(env cli.Env, words []string) int {
	p := program()
	for _, c := range cli.Front {
		if c.Program != "" {
			p.Verbs = append(p.Verbs, cli.Verb{Name: c.Name})
		}
	}
	asked := []string{"complete"}
	if len(words) > 0 && words[0] == "--described" {
		asked, words = append(asked, words[0]), words[1:]
	}
	env.Args = append(slices.Clone(asked), words...)
	if len(words) > 1 && words[0] == "help" {
		words = words[1:]
		env.Args = append(slices.Clone(asked), words...)
	}
	if len(words) < 2 {
		return p.Main(env)
	}
	c, ok := cli.FrontCommand(words[0])
	if !ok || c.Program == "" {
		return p.Main(env)
	}
	if c.Files {
		if words = words[1:]; len(words) == 1 {
			for _, w := range c.Words() {
				if strings.HasPrefix(w, words[0]) {
					_, _ = env.Stdout.Write([]byte(w + "\n"))
				}
			}
			return cli.OK
		}
	}
	for _, name := range []string{c.Program, c.Reader} {
		path, err := beside(env, name)
		if name == "" || err != nil {
			continue
		}
		ask := exec.Cmd{Path: path, Args: slices.Concat([]string{path}, asked, words), Env: env.Environ(), Stdout: env.Stdout}
		_ = ask.Run() // a shell has no place for an error
	}
	return cli.OK
}
