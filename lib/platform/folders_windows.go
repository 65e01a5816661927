package platform

import "os"

// Entries calls visit with the name of each entry of a folder, until that fails, and
// with what says when a folder changed last, in nanoseconds since 1970; false where it
// is gone by then.
func Entries(dir string, visit func(name string, folder bool, changed func() (int64, bool)) error) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		changed := func() (int64, bool) {
			info, err := e.Info()
			if err != nil {
				return 0, false
			}
			return info.ModTime().UnixNano(), true
		}
		if err := visit(e.Name(), e.IsDir(), changed); err != nil {
			return err
		}
	}
	return nil
}
