package faults

import "syscall"

// attributes returns how programs are started: a Ctrl-C in the terminal is for
// whoever has started them, with whom they end.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
