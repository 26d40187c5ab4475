package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// printHelp prints the help of the program or a command, with its example at the
// end. Commands write the example as the last sentence of their Help.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	if node == nil {
		node = ctx.Model.Node
	}
	detail := node.Detail
	node.Detail, _, _ = strings.Cut(detail, exampleMark)
	out := ctx.Stdout
	var text bytes.Buffer
	ctx.Stdout = &text
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout, node.Detail = out, detail
	if err != nil {
		return err
	}
	// A small screen has no room for a blank line behind -h, nor for flags that
	// are only that.
	help := strings.TrimRight(text.String(), "\n")
	if node.Type == kong.ApplicationNode {
		before, after, _ := strings.Cut(help, "Flags:\n")
		_, after, _ = strings.Cut(after, "\n\n")
		help = strings.Replace(before+after, "\n\nRun ", "\nRun ", 1)
	}
	help = strings.Replace(help, "help.\n\n  ", "help.\n  ", 1)
	_, err = fmt.Fprintf(out, "%s\n\n%s%s\n", help, exampleMark, example(node))
	return err
}

const exampleMark = "Example: "

// example returns that of a command, or of the first of its subcommands that has
// one.
func example(node *kong.Node) string {
	if node.Type == kong.ApplicationNode {
		return "bolshak serve"
	}
	if _, text, ok := strings.Cut(node.Detail, exampleMark); ok {
		return strings.TrimSpace(text)
	}
	for _, child := range node.Children {
		if text := example(child); text != "" {
			return text
		}
	}
	return ""
}
