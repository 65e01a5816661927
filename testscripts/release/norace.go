//go:build !race

package release

// Race reports that the tests were built to find races.
const Race = false
