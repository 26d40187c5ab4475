//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// separate puts a program into a process group of its own, so that Ctrl-C in the
// terminal does not reach it.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
