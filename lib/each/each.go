// Package each makes another list or a map out of a list.
package each

import "slices"

// Of is what f makes of each of a list; nil for none.
func Of[T, U any](list []T, f func(T) U) []U {
	made := slices.Grow([]U(nil), len(list))
	for _, one := range list {
		made = append(made, f(one))
	}
	return made
}

// Some is what f makes of each of a list, where that is not empty.
func Some[T any, U comparable](list []T, f func(T) U) []U {
	return slices.DeleteFunc(Of(list, f), func(one U) bool { return one == *new(U) })
}

// First is the first of a list of which f says so, the zero value for none.
func First[T any](list []T, f func(T) bool) (first T) {
	if i := slices.IndexFunc(list, f); i >= 0 {
		first = list[i]
	}
	return first
}

// Head is the first of a list, at most so many, and Tail the last.
func Head[S ~[]T, T any](list S, most int) S { return list[:min(len(list), most)] }

func Tail[S ~[]T, T any](list S, most int) S { return list[max(0, len(list)-most):] }

// By has what f makes of each of a list: a key, and its value.
func By[T any, K comparable, V any](list []T, f func(T) (K, V)) map[K]V {
	made := make(map[K]V, len(list))
	for _, one := range list {
		key, value := f(one)
		made[key] = value
	}
	return made
}

// Set holds each of a list.
func Set[K comparable](list []K) map[K]bool {
	return By(list, func(one K) (K, bool) { return one, true })
}

// If is what f makes of those of a list of which it says so; nil for none.
func If[T, U any](list []T, f func(T) (U, bool)) (made []U) {
	for _, one := range list {
		if x, ok := f(one); ok {
			made = append(made, x)
		}
	}
	return made
}

// Group has the lists of those of a list that have the same key.
func Group[T any, K comparable](list []T, key func(T) K) map[K][]T {
	made := map[K][]T{}
	for _, one := range list {
		made[key(one)] = append(made[key(one)], one)
	}
	return made
}

// In tells what is in one of the lists.
func In[T comparable](lists ...[]T) func(T) bool {
	all := slices.Concat(lists...)
	return func(one T) bool { return slices.Contains(all, one) }
}

// Without is a list, in its own memory, without those of which f says so.
func Without[T any](list []T, f func(T) bool) []T {
	return If(list, func(one T) (T, bool) { return one, !f(one) })
}

// FirstOf keeps of what has the same key the first.
func FirstOf[T any, K comparable](list []T, key func(T) K) []T {
	seen := make(map[K]bool, len(list))
	return Without(list, func(one T) bool {
		before := len(seen)
		seen[key(one)] = true
		return len(seen) == before
	})
}

// Once has each of the lists one time, where it is first.
func Once[T comparable](lists ...[]T) []T { return FirstOf(slices.Concat(lists...), Itself) }

// LastOf keeps of what has the same key the last.
func LastOf[T any, K comparable](list []T, key func(T) K) []T {
	return Reversed(FirstOf(Reversed(list), key))
}

// Itself is the key of what only equals itself.
func Itself[T any](one T) T { return one }

// Reversed is a list the other way round.
func Reversed[T any](list []T) []T {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}
