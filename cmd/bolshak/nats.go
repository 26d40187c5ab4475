package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
)

// natsFlags say where the cluster's NATS servers are.
type natsFlags struct {
	NATS  string `name:"nats" placeholder:"URL[,URL...]" help:"NATS servers, as nats://a:4222,nats://b:4222."`
	Creds string `name:"nats-creds" placeholder:"FILE" help:"Credentials for them."`
	CA    string `name:"nats-ca" placeholder:"FILE" help:"Certificate of who signed theirs, for TLS."`
	Cert  string `name:"nats-cert" placeholder:"FILE" help:"Certificate to show to them."`
	Key   string `name:"nats-key" placeholder:"FILE" help:"Key of that certificate."`
}

// check returns what is wrong with the flags.
func (f natsFlags) check() error {
	switch {
	case f.NATS == "" && f.Creds+f.CA+f.Cert+f.Key != "":
		return errors.New("--nats-creds, --nats-ca, --nats-cert and --nats-key need --nats")
	case (f.Cert == "") != (f.Key == ""):
		return errors.New("--nats-cert and --nats-key need each other")
	}
	return nil
}

// open joins the cluster; without servers it is one within this process.
func (f natsFlags) open(ctx context.Context, log *slog.Logger) (*cluster.Node, error) {
	return cluster.Open(ctx, cluster.Config{URL: f.NATS, Creds: f.Creds, CA: f.CA, Cert: f.Cert, Key: f.Key, Version: version, Logger: log})
}

// with joins the cluster for one piece of work of an operator.
func (f natsFlags) with(ctx context.Context, do func(*cluster.Node) error) error {
	if f.NATS == "" {
		return usageError{errors.New("--nats is needed: a site without it keeps its queues to itself")}
	}
	node, err := f.open(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(do(node), node.Close())
}
