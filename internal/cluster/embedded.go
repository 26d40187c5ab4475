package cluster

import (
	"errors"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// embed starts a server inside the process, without ports, logs and signals,
// that keeps everything in memory.
func embed(name string) (*server.Server, error) {
	// JetStream insists on a folder. It stays empty, and goes at once.
	dir, err := os.MkdirTemp("", "bolshak-nats-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := server.NewServer(&server.Options{
		ServerName:             name,
		DontListen:             true,
		JetStream:              true,
		StoreDir:               dir,
		NoLog:                  true,
		NoSigs:                 true,
		DisableJetStreamBanner: true,
	})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, errors.New("it is not ready after ten seconds")
	}
	return s, nil
}
