package testscripts

import "os"

// peak is not known here.
func peak(*os.ProcessState) int64 { return 0 }
