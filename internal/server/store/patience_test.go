package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// outage is a server that is away until a moment.
type outage struct {
	driver.Connector
	until time.Time
	err   error
	tries int
}

func (o *outage) Connect(context.Context) (driver.Conn, error) {
	o.tries++
	if time.Now().Before(o.until) {
		return nil, o.err
	}
	return nil, nil
}

func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, began := t.Context(), time.Now()
		server := &outage{until: began.Add(3 * time.Second), err: io.EOF}
		p := &patient{Connector: server, log: slog.New(slog.DiscardHandler)}
		if _, err := p.Connect(ctx); err != nil || time.Since(began) > 4*time.Second {
			t.Errorf("a short outage: %v after %s", err, time.Since(began))
		}

		began = time.Now()
		server.until = began.Add(time.Hour)
		_, err := p.Connect(ctx)
		wantErr(t, err, ErrDown)
		wantErr(t, err, io.EOF)
		if took := time.Since(began); took < patience || took > patience+2*lastGap {
			t.Errorf("it was waited for %s", took)
		}
		// Later on nobody waits, and one in a while tries.
		server.tries = 0
		for range 100 {
			again := time.Now()
			_, err := p.Connect(ctx)
			wantErr(t, err, ErrDown)
			if !time.Now().Equal(again) {
				t.Errorf("it was waited for %s", time.Since(again))
			}
			time.Sleep(lastGap / 10)
		}
		if server.tries < 5 || server.tries > 11 {
			t.Errorf("%d tries in a hundred", server.tries)
		}
		server.until = time.Now()
		time.Sleep(lastGap)
		if _, err := p.Connect(ctx); err != nil {
			t.Errorf("the server is back: %v", err)
		}

		// Who gives up is not kept waiting, and an error of another kind is told.
		server.until = time.Now().Add(time.Hour)
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_, err = p.Connect(short)
		wantErr(t, err, context.DeadlineExceeded)
		server.err = &pgconn.PgError{Code: "28P01", Message: "wrong password"}
		if _, err = p.Connect(ctx); err == nil || errors.Is(err, ErrDown) {
			t.Errorf("a wrong password: %v", err)
		}
	})
}

func TestIsDown(t *testing.T) {
	for _, test := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{io.EOF, true},
		{fmt.Errorf("reading: %w", io.ErrUnexpectedEOF), true},
		{&net.OpError{Op: "read", Err: os.NewSyscallError("read", net.ErrClosed)}, true},
		{&pgconn.PgError{Code: "57P01"}, true},
		{&pgconn.PgError{Code: pgUnique}, false},
		{errors.Join(&pgconn.PgError{Code: pgUnique}, driver.ErrBadConn), false},
		{errors.Join(ErrStale, driver.ErrBadConn), true},
		{context.Canceled, false},
		{context.DeadlineExceeded, false},
		{fmt.Errorf("%w: %w", ErrUnsure, io.EOF), false},
		{ErrStale, false},
	} {
		if got := isDown(test.err); got != test.want {
			t.Errorf("%v: %v", test.err, got)
		}
	}
}

// TestSilence: a line that carries nothing any more is cut.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := net.Pipe()
		conn := watch(client)
		answer := make([]byte, 1)
		var answering sync.WaitGroup
		answering.Go(func() {
			for _, wait := range []time.Duration{silence / 2, silence - time.Second, time.Hour} {
				if _, err := server.Read(make([]byte, 1)); err != nil {
					return
				}
				time.Sleep(wait)
				if _, err := server.Write([]byte("a")); err != nil {
					return
				}
			}
		})
		ask := func() error {
			if _, err := conn.Write([]byte("q")); err != nil {
				return err
			}
			_, err := conn.Read(answer)
			return err
		}
		for range 2 {
			if err := ask(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Hour) // nobody asks
		}
		began := time.Now()
		if err := ask(); !errors.Is(err, io.ErrClosedPipe) || time.Since(began) != silence {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		answering.Wait()
	})
}

func TestCertain(t *testing.T) {
	unsure := fmt.Errorf("%w: %w", ErrUnsure, io.EOF)
	yes, no, unread := func() (bool, error) { return true, nil }, func() (bool, error) { return false, nil }, func() (bool, error) { return false, ErrDown }
	for _, test := range []struct {
		name string
		do   []error
		done func() (bool, error)
		want error
		not  error
	}{
		{"well", []error{nil}, yes, nil, nil},
		{"refused", []error{ErrStale}, yes, ErrStale, nil},
		{"away", []error{ErrDown}, yes, ErrDown, nil},
		{"done", []error{unsure}, yes, nil, nil},
		{"not done, and then well", []error{unsure, nil}, no, nil, nil},
		{"another was first", []error{unsure, ErrStale}, no, ErrStale, ErrUnsure},
		{"never well", []error{unsure, unsure, unsure, unsure}, no, ErrUnsure, nil},
		{"away after all", []error{unsure, ErrDown, ErrDown, ErrDown}, no, ErrUnsure, nil},
		{"not to be found out", []error{unsure}, unread, ErrUnsure, nil},
	} {
		err := certain(t.Context(), func() error {
			if len(test.do) == 0 {
				t.Fatalf("%s: done too often", test.name)
			}
			err := test.do[0]
			test.do = test.do[1:]
			return err
		}, test.done)
		if !errors.Is(err, test.want) || test.not != nil && errors.Is(err, test.not) || len(test.do) > 0 {
			t.Errorf("%s: %v, %d left to do", test.name, err, len(test.do))
		}
	}
}
