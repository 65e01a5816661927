// Package holdfast carries what the programs bring along.
package holdfast

import "embed"

// Skills are the skills as they come, below "skills".
//
//go:embed skills
var Skills embed.FS
