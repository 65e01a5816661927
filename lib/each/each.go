// Package each makes one list out of another.
package each

// Of is what f makes of each of a list; nil for none.
func Of[T, U any](list []T, f func(T) U) (made []U) {
	for _, one := range list {
		made = append(made, f(one))
	}
	return made
}
