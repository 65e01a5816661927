//go:build race

package release

// Race reports that the tests were built to find races; the programs are then
// built so too.
const Race = true
