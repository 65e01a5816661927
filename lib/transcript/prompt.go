package transcript

import (
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/prompt"
)

// interruption starts what the client notes where the user stopped the model.
const interruption = "[Request interrupted"

// clientMarks start texts that the client puts into a user's mouth.
var clientMarks = []string{
	"<command-", "<local-command", "<system-reminder", "<task-notification", "<bash-input", "<bash-stdout",
	"<bash-stderr", "<ide_", "<user-prompt-submit-hook", "<post-tool-use-hook", "<session-start-hook",
	"<new-diagnostics", interruption, "Caveat: The messages below",
	"This session is being continued from a previous conversation", "Base directory for this skill",
	"Stop hook feedback:\n", "SubagentStop hook feedback:\n", "TeammateIdle hook feedback:\n",
	"TaskCreated hook feedback:\n", "TaskCompleted hook feedback:\n", // as 2.1.330 writes it
}

// agentMarks start what another agent said, also behind a line that introduces it (2.1.330).
var agentMarks = []string{"<teammate-message", "<cross-session-message"}

// refusal starts a tool result that was refused.
const refusal = "The user doesn't want to "

// reasonOf comes before what the user typed when refusing a tool call, as releases from 2.1.17 write it.
const reasonOf = refusal + "proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
	"new_string was NOT written to the file). To tell you how to proceed, the user said:\n"

// userWords is what of a text the user wrote: all of it, nothing where the client wrote it, and "/name arguments" for a
// slash command. The client puts the name of those that it runs itself, such as /model, first: they ask for nothing.
func userWords(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "<command-message") {
		name, args := slashCommand(s)
		if name == "" || args == "" && prompt.IsOurs("/"+name) {
			return "" // ours alone says nothing of what the user wants
		}
		return fence.Ends(strings.TrimSpace("/"+name+" "+args), maxText)
	}
	_, introduced, _ := strings.Cut(s, ":\n")
	if hasPrefixOf(s, clientMarks) || wrapped(s) || hasPrefixOf(s, agentMarks) || hasPrefixOf(introduced, agentMarks) {
		return ""
	}
	return fence.Ends(s, maxText)
}

// wrapped says whether a text is one element of a name with a hyphen, as agents wrap theirs.
func wrapped(s string) bool {
	name := strings.TrimPrefix(s[:max(0, strings.IndexAny(s, " >\n"))], "<")
	return strings.HasPrefix(s, "<"+name) && strings.Trim(name, letters[:26]+"-_") == "" &&
		strings.ContainsAny(name, "-_") && strings.HasSuffix(s, "</"+name+">")
}

// slashCommand is the name, without "/", and the arguments of the slash command in a text.
func slashCommand(s string) (name, args string) {
	_, name, _ = strings.Cut(s, "<command-name>")
	name, _, named := strings.Cut(name, "</command-name>")
	if !named {
		return "", ""
	}
	_, args, _ = strings.Cut(s, "<command-args>")
	args = args[:max(0, strings.LastIndex(args, "</command-args>"))]
	return strings.TrimPrefix(strings.TrimSpace(name), "/"), strings.TrimSpace(args)
}

// refusalWords is the reason a user typed when refusing a tool call, not what the client says for a user who leaves the
// model's questions. A server or page can fail in the same words: of its tool the client's mark counts alone.
func (c call) refusalWords() string {
	words, refused := strings.CutPrefix(c.output, reasonOf)
	words, _, _ = strings.Cut(words, "\n\nNote: The user's next message may contain")
	words = strings.TrimSpace(words)
	unmarked := c.end.denial == "" && !hasPrefixOf(c.tool(), foreignTools) && c.tool() != "" // before 2.1.330
	if !refused || !unmarked && c.end.denial != "user-rejected" ||
		strings.HasPrefix(words, "The user wants to clarify these questions.") {
		return ""
	}
	return fence.Head(words, maxText)
}

// userText is what the user wrote in a message's content, as much of it as there is.
func userText(content value) string {
	words := blocksText(content, userWords)
	if words == "" && strings.Contains(string(content), `"type":"image"`) {
		return "[Image]" // of who sent only pictures
	}
	return words
}

// blocksText joins the pieces of a message's content that use makes something of.
func blocksText(content value, use func(string) string) string {
	if strings.HasPrefix(string(content), `"`) {
		return use(content.text())
	}
	var pieces []string
	for block := range content.elements() {
		if piece := use(block.get("text").text()); piece != "" && block.get("type").str() == "text" {
			pieces = append(pieces, piece)
		}
	}
	return strings.Join(pieces, "\n")
}
