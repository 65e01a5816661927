//go:build linux && amd64 && race

package crash

// raceDetector says that the test itself was built to find races. The programs
// that it kills are not, so it shows nothing new then.
const raceDetector = true
