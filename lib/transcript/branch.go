package transcript

import (
	"bytes"
	"slices"
)

// named says whether some record bears an id, so that the records form a tree.
// Then those without one are not part of it.
func (x *index) named() bool {
	named := slices.ContainsFunc(x.nodes, func(n node) bool { return len(n.uuid) > 0 })
	if named {
		x.nodes = slices.DeleteFunc(x.nodes, func(n node) bool { return len(n.uuid) == 0 })
	}
	return named
}

// takeAll marks every record, for a transcript without ids: the order of the
// file is then all there is.
func (x *index) takeAll() {
	for i := range x.nodes {
		x.nodes[i].live = true
	}
}

// link finds each record's parent and topmost ancestor. A parent comes
// earlier in the file than its child; one that does not is as good as missing,
// so there are no circles. Of records that share a uuid, the nearest counts.
func (x *index) link() {
	places := map[string][]int32{} // of all records, once one is not near its parent
	for i := range x.nodes {
		n := &x.nodes[i]
		n.up, n.root = -1, int32(i)
		if len(n.parent) == 0 {
			continue
		}
		up := i - 1
		for up >= 0 && i-up <= nearParent && !bytes.Equal(x.nodes[up].uuid, n.parent) {
			up--
		}
		if i-up > nearParent {
			up = x.farParent(places, i)
		}
		if up >= 0 {
			n.up, n.root = int32(up), x.nodes[up].root
		}
	}
}

// nearParent is how far above a record its parent nearly always is.
const nearParent = 16

// farParent is the nearest record before the one at i that is its parent, -1
// without.
func (x *index) farParent(places map[string][]int32, i int) int {
	if len(places) == 0 {
		for i, n := range x.nodes {
			places[string(n.uuid)] = append(places[string(n.uuid)], int32(i))
		}
	}
	known := places[string(x.nodes[i].parent)]
	at, _ := slices.BinarySearch(known, int32(i))
	if at == 0 {
		return -1
	}
	return int(known[at-1])
}

// markLive marks the branch that ends in the last record, and the other
// records of the model's messages on it.
func (x *index) markLive() {
	back := takenBack{}
	for i := int32(len(x.nodes) - 1); i >= 0; {
		n := &x.nodes[i]
		n.live = true
		back.climb(x.nodes, i)
		switch {
		case n.up >= 0:
			i = n.up
		case len(n.parent) == 0:
			i = -1
		default:
			i = x.stepOver(i)
		}
	}
	var messages map[string]bool // of the live records, once one is beside them
	for i := range x.nodes {
		n := &x.nodes[i]
		if n.live || n.kind != assistant {
			continue
		}
		if messages == nil {
			messages = x.liveModel((*node).messageID)
		}
		id := n.messageID()
		n.live = len(id) > 0 && messages[string(id)]
	}
	for i := range x.nodes {
		x.nodes[i].live = x.nodes[i].live || x.nodes[i].kept
	}
}

// liveModel are the names of the live records of the model.
func (x *index) liveModel(name func(*node) []byte) map[string]bool {
	names := map[string]bool{}
	for i := range x.nodes {
		if n := &x.nodes[i]; n.live && n.kind == assistant {
			names[string(name(n))] = true
		}
	}
	return names
}

// takenBack finds, on the way up a branch, what the user took back by going
// back to the first prompt: the client then hangs the new prompt below the old
// branch's end, and counts it from 1 again (seen in release 2.1.329).
type takenBack struct {
	since []int32 // records passed since the last prompt
	next  place   // the prompt below them
}

func (b *takenBack) climb(nodes []node, i int32) {
	b.since = append(b.since, i)
	at := nodes[i].place
	if at.prompt == 0 {
		return
	}
	if b.next.prompt > 0 && at.prompt >= b.next.prompt && at.turn >= b.next.turn {
		for _, dead := range b.since {
			nodes[dead].live = false
		}
	} else {
		b.next = at
	}
	b.since = b.since[:0]
}

// stepOver finds where the branch goes on above a record whose parent is not
// in the part read: at the nearest earlier record, unless that hangs below
// another child of the same parent, for then it was rewound. It returns -1
// when it does not exist. Indices only fall, so all steps together are one pass.
func (x *index) stepOver(i int32) int32 {
	missing := string(x.nodes[i].parent)
	for i--; i >= 0; i-- {
		if root := &x.nodes[x.nodes[i].root]; string(root.parent) != missing {
			return i
		}
	}
	return -1
}
