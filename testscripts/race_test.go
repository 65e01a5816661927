//go:build race

package testscripts

// raceDetector says that the tests run under the race detector; the programs
// are then built with it too.
const raceDetector = true
