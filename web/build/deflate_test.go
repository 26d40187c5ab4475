package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSqueeze: what is packed is read again by others, and smaller than theirs.
func TestSqueeze(t *testing.T) {
	random := rand.NewChaCha8([32]byte{1})
	noise := make([]byte, 70_000)
	_, _ = random.Read(noise) // it never fails
	var words strings.Builder
	for range 40_000 {
		words.WriteString([]string{"man", "king ", "main road", ", ", "c3-d4 "}[random.Uint64()%5])
	}
	for name, data := range map[string][]byte{
		"nothing": {}, "a byte": {7}, "a run": bytes.Repeat([]byte{9}, 300_000), "noise": noise,
		"text": []byte(words.String()), "far": append(append(append([]byte{}, noise[:32768]...), noise[:9000]...), noise[:32768]...),
	} {
		t.Run(name, func(t *testing.T) {
			packed := squeeze(data)
			zip, err := gzip.NewReader(bytes.NewReader(packed))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(zip)
			if err != nil || !bytes.Equal(got, data) {
				t.Fatalf("%d bytes are read as %d others: %v", len(data), len(got), err)
			}
			var usual bytes.Buffer
			w, _ := gzip.NewWriterLevel(&usual, gzip.BestCompression)
			_, _ = w.Write(data)
			_ = w.Close()
			t.Logf("%d bytes, as usual %d", len(packed), usual.Len())
			if name == "text" && len(packed) >= usual.Len() {
				t.Error("it is no smaller than usual")
			}
		})
	}
}

func FuzzSqueeze(f *testing.F) {
	f.Add([]byte("c3-d4 c3-d4 c3-d4"))
	f.Add(bytes.Repeat([]byte{1, 2, 3, 1, 2}, 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		zip, err := gzip.NewReader(bytes.NewReader(squeeze(data)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(zip); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%q, %v", got, err)
		}
	})
}
