package legacy

import "strings"

// A page is lines with the ends of the fenced blocks among them, found once:
// line i starts a block that ends before line ends[i], or none where that is
// i+1.
type page struct {
	lines []string
	ends  []int
}

// newPage finds the fenced blocks. A fence closes at the next bare line of at
// least as many of the same sign.
func newPage(lines []string) page {
	p := page{lines: lines, ends: make([]int, len(lines))}
	// Possible ends below, the nearest last. A farther one only matters if it is
	// longer, so there are few.
	type end struct{ line, length int }
	below := map[byte][]end{}
	for i := len(lines) - 1; i >= 0; i-- {
		p.ends[i] = i + 1
		sign, n := fence(lines[i])
		if n == 0 {
			continue
		}
		ends := below[sign]
		for j := len(ends) - 1; j >= 0; j-- {
			if ends[j].length >= n {
				p.ends[i] = ends[j].line + 1
				break
			}
		}
		if strings.Trim(lines[i], " \t"+string(sign)) != "" {
			continue
		}
		for len(ends) > 0 && ends[len(ends)-1].length <= n {
			ends = ends[:len(ends)-1]
		}
		below[sign] = append(ends, end{i, n})
	}
	return p
}

// starts reports whether a fenced block starts at line i.
func (p page) starts(i int) bool { return p.ends[i] > i+1 }

// fence tells the sign and length of a line that opens or closes a block.
func fence(line string) (sign byte, n int) {
	s := strings.TrimLeft(line, " \t")
	if s == "" || s[0] != '`' && s[0] != '~' {
		return 0, 0
	}
	for n < len(s) && s[n] == s[0] {
		n++
	}
	if n < 3 || s[0] == '`' && strings.ContainsRune(s[n:], '`') {
		return 0, 0
	}
	return s[0], n
}
