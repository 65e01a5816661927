package platform

import "os"

// Folders calls folder with the name of each folder in dir and when it changed last,
// in nanoseconds since 1970, until that fails, and other with the names of all else.
// What is gone by then is left out.
func Folders(dir string, folder func(name string, modified int64) error, other func(name string)) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() {
			other(e.Name())
			continue
		}
		info, err := e.Info()
		if err != nil {
			continue
		}
		if err := folder(e.Name(), info.ModTime().UnixNano()); err != nil {
			return err
		}
	}
	return nil
}
