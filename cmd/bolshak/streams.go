package main

import (
	"context"
	"errors"
	"io"
	"sync"
	"syscall"
)

// output is standard output. It remembers that nobody reads any longer, which is
// no fault of the command.
type output struct {
	w    io.Writer
	gone bool
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	o.gone = o.gone || errors.Is(err, syscall.EPIPE)
	return n, err
}

// input is standard input. A read ends when the context does, so that Ctrl-C
// works in a command that waits for a line. The goroutine that reads begins with
// the first read and, since a read of a terminal or a pipe cannot be broken off,
// ends with the input or the process.
type input struct {
	ctx  context.Context
	r    io.Reader
	once sync.Once
	data chan []byte
	rest []byte
	err  error // set before data is closed
}

func (i *input) Read(b []byte) (int, error) {
	i.once.Do(func() {
		i.data = make(chan []byte)
		go i.read()
	})
	if len(i.rest) == 0 {
		select {
		case <-i.ctx.Done():
			return 0, i.ctx.Err()
		case data, ok := <-i.data:
			if !ok {
				return 0, i.err
			}
			i.rest = data
		}
	}
	n := copy(b, i.rest)
	i.rest = i.rest[n:]
	return n, nil
}

func (i *input) read() {
	defer close(i.data)
	for {
		b := make([]byte, 64<<10)
		n, err := i.r.Read(b)
		if n > 0 {
			select {
			case i.data <- b[:n]:
			case <-i.ctx.Done():
				i.err = i.ctx.Err()
				return
			}
		}
		if err != nil {
			i.err = err
			return
		}
	}
}
