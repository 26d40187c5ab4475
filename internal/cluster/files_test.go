package cluster

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

func TestFilesTravel(t *testing.T) {
	c := startTrio(t)
	for name, nodes := range map[string][2]*Node{
		"embedded": func() [2]*Node { n := openTest(t, Config{}); return [2]*Node{n, n} }(),
		"outer":    {openTest(t, Config{URL: c.urls()}), openTest(t, Config{URL: c.urls()})},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := testContext(t)
			a, err := nodes[0].Files(ctx, "tables")
			if err != nil {
				t.Fatal(err)
			}
			b, err := nodes[1].Files(ctx, "tables")
			if err != nil {
				t.Fatal(err)
			}
			if list, err := b.List(ctx); err != nil || len(list) != 0 {
				t.Errorf("the empty shelf has %v, %v", list, err)
			}
			data := make([]byte, 3<<20+17)
			rand.NewChaCha8([32]byte{1}).Read(data)
			for name, data := range map[string][]byte{"5 v 1/a b.dtr": data, "empty": nil, "é": []byte("x")} {
				sum := sha256.Sum256(data)
				put, err := a.Put(ctx, name, iotest.HalfReader(bytes.NewReader(data)))
				if err != nil {
					t.Fatal(err)
				}
				r, info, err := b.Get(ctx, name)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(r)
				if err != nil || !bytes.Equal(got, data) {
					t.Errorf("%s: %d bytes came back, %v", name, len(got), err)
				}
				for _, i := range []FileInfo{put, info} {
					if i.Name != name || i.Size != int64(len(data)) || i.SHA256 != hex.EncodeToString(sum[:]) {
						t.Errorf("%s: %+v", name, i)
					}
				}
				if err := r.Close(); err != nil {
					t.Error(err)
				}
			}
			if _, err := a.Put(ctx, "é", strings.NewReader("newer")); err != nil {
				t.Error(err)
			}
			if _, err := a.Put(ctx, "é", iotest.ErrReader(errors.New("disk on fire"))); err == nil || !contains(err, "disk on fire") {
				t.Errorf("a reader that fails gives %v", err)
			}
			r, _, err := b.Get(ctx, "é")
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); err != nil || string(got) != "newer" {
				t.Errorf("got %q, %v", got, err)
			}
			r.Close()
			if err := b.Delete(ctx, "empty"); err != nil {
				t.Error(err)
			}
			for _, err := range []error{b.Delete(ctx, "empty"), func() error { _, _, err := b.Get(ctx, "empty"); return err }(), b.Delete(ctx, "nothing")} {
				if !errors.Is(err, ErrUnknown) {
					t.Errorf("a file that is not there gives %v", err)
				}
			}
			list, err := a.List(ctx)
			if err != nil || len(list) != 2 || list[0].Name != "5 v 1/a b.dtr" || list[1].Name != "é" {
				t.Errorf("the shelf has %+v, %v", list, err)
			}
			if _, err := a.Put(ctx, "", strings.NewReader("")); err == nil {
				t.Error("a file without a name was taken")
			}
			if _, err := nodes[0].Files(ctx, "a.b"); err == nil {
				t.Error("a.b was taken as a name")
			}
		})
	}
}

func TestADamagedFileIsNoticed(t *testing.T) {
	n := openTest(t, Config{})
	ctx := testContext(t)
	f, err := n.Files(ctx, "data")
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Put(ctx, "x", bytes.NewReader(make([]byte, 1<<20)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := n.js.Stream(ctx, "OBJ_data")
	if err != nil {
		t.Fatal(err)
	}
	// Other bytes take the place of those that were stored.
	chunk, err := s.GetMsg(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteMsg(ctx, 2); err != nil {
		t.Fatal(err)
	}
	if _, err := n.js.Publish(ctx, chunk.Subject, append([]byte{1}, chunk.Data[1:]...)); err != nil {
		t.Fatal(err)
	}
	r, _, err := f.Get(ctx, "x")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err == nil || int64(len(got)) > info.Size {
		t.Errorf("%d bytes came back without an error", len(got))
	}
}
