// Package holdfast carries what the programs bring along.
package holdfast

import "embed"

// Skills are the skills as they come, below "skills".
//
//go:embed skills
var Skills embed.FS

// Schema is the JSON Schema (draft-07) of an artifact's front matter and body, taken together.
//
//go:embed docs/artifact.schema.json
var Schema string
