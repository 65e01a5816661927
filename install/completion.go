package main

import (
	"holdfast/lib/cli"
)

const completionHelp = `
Prints a shell script that completes the commands and flags of holdfast, its
settings, and the names of what is saved: lines of work, files, checkpoints,
prompts, runs, designs and epics. The examples put it where each shell looks for it.

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
  local -a found
  found=("${(@f)$("${words[1]}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$found" == :files ]]; then
    _files
  else
    compadd -- "${(@)found:#}"
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
  set -l found ($words[1] complete $words[2..-1] 2>/dev/null)
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
	script, ok := completionScripts[inv.Rest[0]]
	if !ok {
		return cli.Unknown("shell", inv.Rest[0], []string{"bash", "zsh", "fish"},
			"holdfast completion bash, zsh or fish")
	}
	inv.PrintText(script)
	return inv.PrintJSON(map[string]string{"shell": inv.Rest[0], "script": script})
}
