//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// separate puts a program into a process group of its own, so that Ctrl-C in the
// terminal does not reach it, and lets what it has started be killed with it.
func separate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
