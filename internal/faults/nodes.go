package faults

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bolshak-draughts/bolshak/internal/postgres"
)

// Programs are the commands that a site of many nodes is made of.
type Programs struct {
	// Node is the program of a node, such as bolshak serve; --addr, --db and
	// --nats are added. Worker is bolshak worker; --nats is added. NATS is a
	// program that calls [ServeNATS] with what is added.
	Node, Worker, NATS []string
	// Env is added to the environment of all.
	Env []string
}

// Numbers of what a site of many nodes has.
const (
	nodes       = 3
	natsServers = 3
	database    = "bolshak"
)

// Nodes is a site of three nodes, three NATS servers, a PostgreSQL server and
// some workers, all on this machine.
type Nodes struct {
	postgres *postgres.Server

	nats    [natsServers]*process
	nodes   [nodes]*process
	workers []*process

	// The lines on the way, where there are such. Each node has its own to the
	// database and to each NATS server.
	front  [nodes]*cable
	toDB   [nodes]*cable
	toNATS [nodes][natsServers]*cable
	routes [natsServers]*cable

	ends []func() error
}

// StartNodes starts a site in an empty folder. With cables, all lines between
// its parts can be cut. Ports are chosen among those that are free.
func StartNodes(ctx context.Context, dir string, p Programs, workers int, cables bool) (*Nodes, error) {
	s := &Nodes{}
	if err := s.start(ctx, dir, p, workers, cables); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Nodes) start(ctx context.Context, dir string, p Programs, workers int, cables bool) error {
	laid, cancel := context.WithCancel(context.WithoutCancel(ctx)) // they are needed to the very end
	s.ends = append(s.ends, func() error { cancel(); return nil })
	// lay returns the address by which something is reached, and the cable there.
	lay := func(to string) (string, *cable, error) {
		if !cables {
			return to, nil, nil
		}
		c, err := newCable(laid, to)
		if err != nil {
			return "", nil, err
		}
		s.ends = append(s.ends, func() error { c.wait(); return nil })
		return c.address(), c, nil
	}
	var ports []int
	for len(ports) < 1+nodes+2*natsServers {
		port, err := freePort()
		if err != nil {
			return err
		}
		if !slices.Contains(ports, port) {
			ports = append(ports, port)
		}
	}
	pgPort, nodePorts, natsPorts, routePorts := ports[0], ports[1:1+nodes], ports[1+nodes:1+nodes+natsServers], ports[1+nodes+natsServers:]

	var err error
	if s.postgres, err = postgres.New(pgPort); err != nil {
		return err
	}
	if err := s.postgres.Create(ctx, database); err != nil {
		return err
	}
	var routes []string
	for i, port := range routePorts {
		address, c, err := lay(local(port))
		if err != nil {
			return err
		}
		s.routes[i] = c
		routes = append(routes, "nats-route://"+address)
	}
	for i := range s.nats {
		name := fmt.Sprintf("nats%d", i+1)
		others := append(append([]string{}, routes[:i]...), routes[i+1:]...)
		s.nats[i] = &process{
			command: append(append([]string{}, p.NATS...), "--name", name, "--port", fmt.Sprint(natsPorts[i]), "--route", fmt.Sprint(routePorts[i]),
				"--routes", strings.Join(others, ","), "--advertise", strings.TrimPrefix(routes[i], "nats-route://"), "--dir", filepath.Join(dir, name)),
			env: p.Env, says: "listening on ",
		}
		if err := s.nats[i].start(ctx); err != nil {
			return err
		}
	}
	var direct []string
	for _, port := range natsPorts {
		direct = append(direct, "nats://"+local(port))
	}
	for i := range s.nodes {
		var c *cable
		db, c, err := lay(local(pgPort))
		if err != nil {
			return err
		}
		s.toDB[i] = c
		var urls []string
		for j, port := range natsPorts {
			address, c, err := lay(local(port))
			if err != nil {
				return err
			}
			s.toNATS[i][j] = c
			urls = append(urls, "nats://"+address)
		}
		if _, s.front[i], err = lay(local(nodePorts[i])); err != nil {
			return err
		}
		s.nodes[i] = &process{
			command: append(append([]string{}, p.Node...), "--addr", local(nodePorts[i]),
				"--db", postgres.TCP(db, database), "--nats", strings.Join(urls, ",")),
			env: p.Env, says: "listening on ",
		}
		if err := s.nodes[i].startAgain(ctx); err != nil {
			return err
		}
	}
	for range workers {
		w := &process{command: append(append([]string{}, p.Worker...), "--nats", strings.Join(direct, ",")), env: p.Env}
		s.workers = append(s.workers, w)
		if err := w.start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// URLs returns the addresses of the nodes.
func (s *Nodes) URLs() []string {
	var urls []string
	for i, n := range s.nodes {
		address := argument(n, "--addr")
		if s.front[i] != nil {
			address = s.front[i].address()
		}
		urls = append(urls, "http://"+address)
	}
	return urls
}

// Database returns the URL of the database.
func (s *Nodes) Database() string { return s.postgres.URL(database) }

// NATS returns the addresses of the NATS servers, with commas between them.
func (s *Nodes) NATS() string {
	var urls []string
	for _, n := range s.nats {
		urls = append(urls, "nats://127.0.0.1:"+argument(n, "--port"))
	}
	return strings.Join(urls, ",")
}

// argument returns the value of a flag of a program.
func argument(p *process, flag string) string {
	for i, a := range p.command {
		if a == flag {
			return p.command[i+1]
		}
	}
	return ""
}

// Stop ends everything, the workers and nodes in an orderly way.
func (s *Nodes) Stop() error {
	var parts sync.WaitGroup
	for _, p := range append(append([]*process{}, s.workers...), s.nodes[:]...) {
		if p != nil {
			parts.Go(p.stop)
		}
	}
	parts.Wait()
	for _, p := range s.nats {
		if p != nil {
			p.kill()
		}
	}
	var err error
	for _, end := range s.ends {
		err = errors.Join(err, end())
	}
	if s.postgres != nil {
		err = errors.Join(err, s.postgres.Stop())
	}
	return err
}
