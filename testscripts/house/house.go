// Package house holds the rules that every file of the project keeps, as
// tests: sizes, layers, and what may stand where.
package house
