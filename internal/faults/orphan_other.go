//go:build !linux

package faults

import "syscall"

// attributes returns how programs are started: a Ctrl-C in the terminal is for
// whoever has started them.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
