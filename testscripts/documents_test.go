package testscripts

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

// An example is a fenced block of a document, or what a comment has run before
// it. Every block says its language. Blocks of sh and console are run; in a
// console block a line that begins with "$ " is a command, one with "> " goes on
// with it, and what follows is what it prints. An HTML comment right before a
// block says more:
//
//	<!-- not run: WHY -->      the block is left out
//	<!-- needs PROGRAM -->     it runs where that program is installed
//	<!-- first: COMMANDS -->   these run before it, unseen by the reader
//	<!-- file PATH -->         it is that file of the project; of YAML the values
//	                           of keys called run are commands, of XML the texts
//	                           of elements called run
type example struct {
	commands []shown
	needs    string
	file     string
	content  string
}

// shown is a command and what the document says it prints, nothing where it
// does not say.
type shown struct {
	line  int
	text  string
	shown []string
}

// directives are the comments before a block.
type directives struct{ notRun, needs, first, file string }

func parseExamples(document string) ([]example, error) {
	var all []example
	var say directives
	lines := strings.Split(document, "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		switch language, fenced := strings.CutPrefix(line, "```"); {
		case strings.HasPrefix(line, "<!--"):
			comment, last, err := commentAt(lines, i)
			if err != nil {
				return nil, err
			}
			say.take(comment)
			i = last
		case fenced:
			if language == "" {
				return nil, fmt.Errorf("line %d: the block does not say its language: sh, console, text, …", i+1)
			}
			end := i + 1
			for end < len(lines) && strings.TrimSpace(lines[end]) != "```" {
				end++
			}
			if end == len(lines) {
				return nil, fmt.Errorf("line %d: the block is never closed", i+1)
			}
			block, err := blockOf(say, language, lines[i+1:end], i+2)
			if err != nil {
				return nil, err
			}
			all = append(all, block...)
			say, i = directives{}, end
		case line != "":
			say = directives{} // they stand right before their block
		}
	}
	return all, nil
}

// commentAt is the text of the comment that begins in a line, and its last line.
func commentAt(lines []string, at int) (string, int, error) {
	for end := at; end < len(lines); end++ {
		if strings.HasSuffix(strings.TrimSpace(lines[end]), "-->") {
			text := strings.TrimSpace(strings.Join(lines[at:end+1], "\n"))
			return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "<!--"), "-->")), end, nil
		}
	}
	return "", 0, fmt.Errorf("line %d: the comment is never closed", at+1)
}

func (d *directives) take(comment string) {
	for prefix, to := range map[string]*string{"not run:": &d.notRun, "needs ": &d.needs, "first:": &d.first, "file ": &d.file} {
		if rest, ok := strings.CutPrefix(comment, prefix); ok {
			*to = strings.TrimSpace(rest)
		}
	}
}

// blockOf are the examples of a block whose first line has the number at.
func blockOf(say directives, language string, lines []string, at int) ([]example, error) {
	var all []example
	if say.first != "" {
		all = append(all, example{commands: []shown{{line: at, text: say.first}}})
	}
	e := example{needs: say.needs, file: say.file, content: strings.Join(lines, "\n") + "\n"}
	var err error
	switch {
	case say.notRun != "":
		return nil, nil
	case say.file != "":
		e.commands, err = workflowCommands(language, e.content, at)
	case language == "sh":
		// A command that fails ends the shell, so that no later one hides it.
		e.commands = []shown{{line: at, text: "set -e\n" + e.content + "set +e"}}
	case language == "console":
		e.commands, err = consoleCommands(lines, at)
	}
	return append(all, e), err
}

func consoleCommands(lines []string, at int) ([]shown, error) {
	var all []shown
	for i, line := range lines {
		command, is := strings.CutPrefix(line, "$ ")
		more, goesOn := strings.CutPrefix(line, "> ")
		last := len(all) - 1
		switch {
		case is:
			all = append(all, shown{line: at + i, text: command})
		case last < 0:
			return nil, fmt.Errorf("line %d: output of no command", at+i)
		case goesOn && len(all[last].shown) == 0:
			all[last].text += "\n" + more
		default:
			all[last].shown = append(all[last].shown, line)
		}
	}
	return all, nil
}

// workflowCommands are the commands that a workflow's definition calls.
func workflowCommands(language, content string, at int) ([]shown, error) {
	var all []shown
	add := func(text string) { all = append(all, shown{line: at, text: strings.TrimSpace(text)}) }
	switch language {
	case "yaml":
		var root yaml.Node
		if err := yaml.Unmarshal([]byte(content), &root); err != nil {
			return nil, fmt.Errorf("line %d: %w", at, err)
		}
		runsOf(&root, add)
	case "xml":
		inside := false
		for d := xml.NewDecoder(strings.NewReader(content)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", at, err)
			}
			switch token := token.(type) {
			case xml.StartElement:
				inside = token.Name.Local == "run"
			case xml.EndElement:
				inside = false
			case xml.CharData:
				if inside {
					add(string(token))
				}
			}
		}
	}
	return all, nil
}

func runsOf(n *yaml.Node, add func(string)) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 && n.Content[i-1].Value == "run" && child.Kind == yaml.ScalarNode {
			add(child.Value)
			continue
		}
		runsOf(child, add)
	}
}

func commandsOf(all []example) string {
	var b strings.Builder
	for _, e := range all {
		for _, c := range e.commands {
			b.WriteString(c.text + "\n")
		}
	}
	return b.String()
}
