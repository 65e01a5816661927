#!/bin/sh
# What Holdfast does, shown on recorded conversations in a scratch project and a
# scratch home: no Claude Code is needed, and nothing of yours is touched. Fails
# where a step does not show what it says.
# Usage: demo.sh FOLDER-OF-THE-PROGRAMS
set -eu
bin=$(cd "${1:?usage: demo.sh FOLDER-OF-THE-PROGRAMS}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
payloads=$here/../testdata/payloads
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
export HOME="$scratch/home"
mkdir "$HOME"
unset HOLDFAST_HOME CLAUDE_CONFIG_DIR CLAUDE_CODE_SESSION_ID

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi
say() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; shift; for line; do printf '%s\n' "$line"; done; }
show() { awk '{ print "    " $0 }' "$1"; }

# expect FILE TEXT...: the demo fails where FILE lacks a TEXT.
expect() {
	file=$1; shift
	for text; do
		grep -qF -e "$text" "$file" && continue
		printf 'demo: "%s" is missing in:\n' "$text" >&2
		cat "$file" >&2
		exit 1
	done
}

# enter NAME: work goes on in the project NAME.
enter() {
	project=$scratch/$1 talks=$scratch/conversations/$1
	mkdir -p "$project" "$talks"
	export CLAUDE_PROJECT_DIR="$project"
}

# quoted TEXT: TEXT as it stands in JSON, for the right side of a sed command.
quoted() { printf '%s' "$1" | sed -e 's/["\\]/\\&/g' -e 's/[&#\\]/\\&/g'; }

# fill FILE [SESSION]: a recorded file, with the scratch project's paths in it.
fill() {
	sed -e "s#[0-9a-f]\{8\}-[0-9a-f]\{4\}-[0-9a-f]\{4\}-[0-9a-f]\{4\}-[0-9a-f]\{12\}#${2-&}#g" \
		-e "s#/home/dev/.claude/projects/-home-dev-app#$(quoted "$talks")#g" \
		-e "s#/home/dev/app#$(quoted "$project")#g" "$1"
}

# value KEY...: of each line, the first of the KEYs that has a text, and that
# text, read as JSON has it.
value() {
	awk -v keys="$*" '
	function hex(s,   n, i) { n = 0; for (i = 1; i <= 4; i++) n = n * 16 + index("0123456789abcdef", tolower(substr(s, i, 1))) - 1; return n }
	function read(s,   out, c, i) {
		out = ""
		for (i = 1; i <= length(s) && (c = substr(s, i, 1)) != "\""; i++) {
			if (c != "\\") { out = out c; continue }
			c = substr(s, ++i, 1)
			if (c == "n") out = out "\n"
			else if (c == "t") out = out "\t"
			else if (c == "u" && hex(substr(s, i + 1, 4)) < 128) { out = out sprintf("%c", hex(substr(s, i + 1, 4))); i += 4 }
			else if (c == "u") { out = out "?"; i += 4 }
			else out = out c
		}
		return out
	}
	BEGIN { many = split(keys, key, " ") }
	{
		for (k = 1; k <= many; k++) if (match($0, "\"" key[k] "\"[ \t]*:[ \t]*\"")) {
			text = read(substr($0, RSTART + RLENGTH))
			print (many > 1 ? key[k] ": " text : text)
			next
		}
	}'
}

# conversation: who said and did what in the recorded transcript on standard
# input. Of what commands and edits gave back, only failures are shown.
conversation() {
	sed -e '/"is_error":true/s/"content":"/"failure":"/' -e '/"failure":/b' -e '/"tool_result"/d' |
		value command file_path subject taskId failure text content | sed \
		-e 's/^content:/the user asks:/' -e 's#^file_path: /home/dev/app/#Claude edits:  #' \
		-e 's/^command:/Claude runs:  /' -e 's/^subject:/Claude plans: /' -e 's/^text:/Claude says:  /' \
		-e 's/^taskId: /Claude ends:   task /' -e 's/^failure:/it fails:     /' \
		-e '/^[A-Za-z ]*: /!s/^/               /'
}

# starts SOURCE SESSION: Claude Code calls the hook session-start.
starts() {
	fill "$payloads/session-start.$1.json" "$2" > "$scratch/start.json"
	"$bin/session-start" < "$scratch/start.json" > "$scratch/answer.json"
	value systemMessage < "$scratch/answer.json" > "$scratch/message"
	value additionalContext < "$scratch/answer.json" > "$scratch/brief"
	if [ -s "$scratch/message" ]; then
		echo 'You see one line:'
		show "$scratch/message"
	fi
	echo 'Claude reads:'
	show "$scratch/brief"
}

say 'Holdfast keeps the state of your work where Claude Code would lose it.' \
	'Claude Code calls its programs at certain moments (it calls these hooks). Here the' \
	'demo calls them instead, with what a real Claude Code was recorded to send.'

first=9d62f97f-2893-455c-bb22-9bab1b9efe1b
enter shop
say '1. You work with Claude on a shop.' \
	'You correct it once, one of two planned tasks gets done, and a test still fails:'
sed '/compact_boundary/,$d' "$here/compacted.jsonl" > "$scratch/before"
fill "$scratch/before" > "$talks/$first.jsonl"
conversation < "$scratch/before" > "$scratch/said"
show "$scratch/said"
expect "$scratch/said" 'the user asks: No floats for money' 'Claude runs:   go test' 'want 850'

say '2. The conversation has grown too long for the model.' \
	'Claude Code will replace it by a summary, in which details get lost. Just before,' \
	'it calls pre-compact, which saves what it finds in the conversation in this file:'
fill "$payloads/pre-compact.auto.json" "$first" > "$scratch/compact.json"
"$bin/pre-compact" < "$scratch/compact.json" > "$scratch/summarizer"
saved=$(cd "$project" && find thoughts -name '*_auto_checkpoint.yaml')
printf '    %s\n\n' "$saved"
show "$project/$saved"
expect "$project/$saved" 'goal: Add discount codes to the cart' 'No floats for money' \
	'task: Parse discount codes' '- Apply the discount to the total' 'go test ./src/... failed' \
	'want 850' '- src/discount.go' '- src/cart.go'

say '3. What pre-compact prints goes to the model that writes the summary.' \
	'So the summary names the file, the goal and the steps that are still open:'
show "$scratch/summarizer"
expect "$scratch/summarizer" "$saved" 'goal: Add discount codes' 'open step: Apply the discount'

say '4. The summary is written, and the session goes on from it.' \
	'Claude Code calls session-start, so that Claude also has what the summary left out.'
fill "$here/compacted.jsonl" > "$talks/$first.jsonl"
starts compact "$first"
expect "$scratch/brief" 'No floats for money' 'want 850'

say '5. The test passes at last, and you type /checkpoint.' \
	'Now Claude itself writes down what no program could find, such as why it was done so:'
cat > "$scratch/body.yaml" <<'BODY'
goal: Add discount codes to the cart
now: Totals are right; a code can still be used twice
done_this_session:
  - task: Discounts are rounded to the nearest cent
    files: [src/cart.go]
next:
  - Refuse a code that was used before
blockers: []
decisions:
  money: counted in whole cents, because floats lose them
BODY
show "$scratch/body.yaml"
(cd "$project" && CLAUDE_CODE_SESSION_ID=$first "$bin/pre-compact" checkpoint --bead none < "$scratch/body.yaml") > "$scratch/said"
echo 'The program it hands this to says:'
show "$scratch/said"

say '6. Later you start a new session in the shop, which knows nothing of the first.' \
	'Claude Code calls session-start, and what that prints tells the new session:'
second=ee5843bb-54f8-4624-add3-fb5f1b861eb0
starts startup "$second"
expect "$scratch/message" 'holdfast: found'
expect "$scratch/brief" 'a code can still be used twice' 'Refuse a code that was used before' \
	'floats lose them' 'quoted'
! grep 'blockers' "$scratch/brief" || { echo 'demo: a settled blocker is still told' >&2; exit 1; }

third=0b7c1d52-6a0e-4c3f-9d7b-2f4f0d1c8e11
enter website
mkdir -p "$project/web" && echo '{{.Price}} €' > "$project/web/price.html"
say '7. In another project the computer crashed yesterday.' \
	'Nothing could be saved then. All that is left is the conversation so far:'
# What is older than two days is not recovered: the recorded hour becomes one of today.
hour=$(TZ=UTC0 date -d '2 hours ago' +%Y-%m-%dT%H 2> "$scratch/no" || TZ=UTC0 date -v-2H +%Y-%m-%dT%H)
fill "$here/killed.jsonl" | sed "s/2026-11-21T00/$hour/" > "$talks/$third.jsonl"
TZ=UTC0 touch -t "$(printf %s "$hour" | tr -d T-)05" "$talks/$third.jsonl"
conversation < "$here/killed.jsonl" > "$scratch/said"
show "$scratch/said"
say '8. You start Claude Code again in that project.' \
	'session-start sees a conversation that was never saved, and saves it before it answers:'
starts startup "$second"
expect "$scratch/message" 'holdfast: the last session ended without a save; its state is saved now; found'
expect "$scratch/brief" 'Show the prices in euros' 'web/price.html' 'Check the receipt page'
(cd "$project" && find thoughts -name '*_auto_checkpoint.yaml') > "$scratch/said"
expect "$scratch/said" 'show-the-prices-in'

enter empty
say '9. In a project where nothing was saved, Holdfast says nothing:'
fill "$payloads/session-start.startup.json" > "$scratch/start.json"
"$bin/session-start" < "$scratch/start.json" > "$scratch/answer.json"
[ ! -s "$scratch/answer.json" ] || { echo 'demo: session-start spoke up in an empty project' >&2; exit 1; }
[ -z "$(ls -A "$project")" ] || { echo 'demo: session-start left files in an empty project' >&2; exit 1; }
echo '    (no output, and no file)'
