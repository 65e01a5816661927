package transcript

// link finds each record's parent and topmost ancestor. A parent stands
// earlier in the file than its child; one that does not is as good as missing,
// so there are no circles. Of records that share a uuid, the nearest counts.
func (x *index) link() {
	at := make(map[uint64]int32, len(x.nodes))
	for i := range x.nodes {
		n := &x.nodes[i]
		n.up, n.root = -1, int32(i)
		if up, ok := at[n.parent]; ok {
			n.up, n.root = up, x.nodes[up].root
		}
		at[n.id] = int32(i)
	}
}

// markLive marks the branch that ends in the last record, and the other
// records of the model's messages on it.
func (x *index) markLive() {
	messages := map[uint64]bool{}
	for i := int32(len(x.nodes) - 1); i >= 0; {
		n := &x.nodes[i]
		n.live = true
		if n.message != 0 {
			messages[n.message] = true
		}
		switch {
		case n.up >= 0:
			i = n.up
		case n.parent == 0:
			i = -1
		default:
			i = x.stepOver(i)
		}
	}
	for i := range x.nodes {
		if n := &x.nodes[i]; n.message != 0 && messages[n.message] {
			n.live = true
		}
	}
}

// stepOver finds where the branch goes on above a record whose parent is not
// in the part read: at the nearest earlier record, unless that hangs below
// another child of the same parent, for then it was rewound. It returns -1
// when there is none. Indices only fall, so all steps together are one pass.
func (x *index) stepOver(i int32) int32 {
	missing := x.nodes[i].parent
	for i--; i >= 0; i-- {
		root := &x.nodes[x.nodes[i].root]
		if missing == unknownParent || root.parent != missing {
			return i
		}
	}
	return -1
}
