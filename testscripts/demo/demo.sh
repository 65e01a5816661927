#!/bin/sh
# A whole session on recorded payloads, in a scratch project and a scratch home:
# what is saved, what the summarizer is told, what the next session is told.
# Usage: demo.sh FOLDER-OF-THE-PROGRAMS
set -eu
bin=$1
data=$(cd "$(dirname "$0")/../testdata" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
project=$scratch/shop
transcript=$scratch/9d62f97f-2893-455c-bb22-9bab1b9efe1b.jsonl
mkdir -p "$scratch/home" "$project/src"
export HOME="$scratch/home" CLAUDE_PROJECT_DIR="$project"
unset HOLDFAST_HOME CLAUDE_CONFIG_DIR CLAUDE_CODE_SESSION_ID

say() { printf '\n\033[1m%s\033[0m\n' "$*" | if [ -t 1 ]; then cat; else sed 's/\x1b\[[0-9;]*m//g'; fi; }
indent() { sed 's/^/    /'; }
# fill puts the scratch project into a recorded file.
fill() { sed -e "s#/home/dev/app#$project#g" -e "s#/home/dev/.claude/projects/-home-dev-app#$scratch#" "$1"; }
context() { sed -n 's/.*"additionalContext":"\(.*\)"},"systemMessage.*/\1/p' | sed -e 's/\\n/\n/g' -e 's/\\"/"/g' -e 's/\\u003c/</g' -e 's/\\u003e/>/g'; }
message() { sed -n 's/.*"systemMessage":"\([^"]*\)".*/\1/p'; }

say '1. A session works in a project: Claude Code keeps this transcript (shortened).'
echo 'package a' > "$project/src/a.go"
fill "$data/transcripts/auto-compaction.jsonl" | sed '/compact_boundary/,$d' > "$transcript"
grep -o '"name":"[A-Z][a-z]*","input":{[^}]*}' "$transcript" | cut -c1-100 | indent

say '2. Its context is full. Claude Code calls pre-compact, which saves the state in a file:'
fill "$data/payloads/pre-compact.auto.json" > "$scratch/compact.json"
"$bin/pre-compact" < "$scratch/compact.json" > "$scratch/summarizer"
file=$(cd "$project" && find thoughts -name '*.yaml')
printf '%s\n' "$file" | indent
indent < "$project/$file"

say '3. What the summarizer of the compaction is told to keep:'
indent < "$scratch/summarizer"

say '4. Later, a new session starts in the project. Claude Code calls session-start.'
fill "$data/payloads/session-start.startup.json" > "$scratch/start.json"
"$bin/session-start" < "$scratch/start.json" > "$scratch/answer"
echo '   Its user sees one line:'
message < "$scratch/answer" | indent
echo '   The model reads:'
context < "$scratch/answer" | indent

say '5. In a project where nothing was saved, a session starts as if Holdfast were not there:'
mkdir "$scratch/other"
sed "s#$project#$scratch/other#g" "$scratch/start.json" > "$scratch/other.json"
CLAUDE_PROJECT_DIR="$scratch/other" "$bin/session-start" < "$scratch/other.json" | wc -c | sed 's/^ *\(.*\)/    \1 bytes of output/'
