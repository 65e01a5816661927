//go:build !race

package testscripts

const raceDetector = false
