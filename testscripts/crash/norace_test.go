//go:build linux && amd64 && !race

package crash

// raceDetector says that the test itself was built to find races.
const raceDetector = false
