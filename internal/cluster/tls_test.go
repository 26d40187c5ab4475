package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// authority makes certificates.
type authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	dir  string
}

// make makes a certificate with its key as files, signed by the authority, or by
// itself if there is none yet.
func (a *authority) make(name string) (cert, key string) {
	a.t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, BasicConstraintsValid: true, IsCA: a.cert == nil,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = c, k
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &k.PublicKey, signer)
	if err != nil {
		a.t.Fatal(err)
	}
	if a.cert == nil {
		a.cert, a.key = c, k
	}
	keyDER, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		a.t.Fatal(err)
	}
	return a.file(name+".crt", "CERTIFICATE", der), a.file(name+".key", "EC PRIVATE KEY", keyDER)
}

func (a *authority) file(name, kind string, der []byte) string {
	a.t.Helper()
	path := filepath.Join(a.dir, name)
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		a.t.Fatal(err)
	}
	return path
}

func TestConnectionsMayBeSecret(t *testing.T) {
	a := &authority{t: t, dir: t.TempDir()}
	ca, _ := a.make("ca")
	serverCert, serverKey := a.make("server")
	cert, key := a.make("node")
	pair, err := tls.LoadX509KeyPair(serverCert, serverKey)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if data, err := os.ReadFile(ca); err != nil || !pool.AppendCertsFromPEM(data) {
		t.Fatal("the authority's certificate cannot be read", err)
	}
	s := startServer(t, serverAt{change: func(o *server.Options) {
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert}
		o.TLS, o.TLSVerify, o.TLSTimeout = true, true, 10
	}})
	url := strings.Replace(s.ClientURL(), "nats://", "tls://", 1)
	n := openTest(t, Config{URL: url, CA: ca, Cert: cert, Key: key})
	work(t, n, 1, map[Kind]Handler{Move: echo})
	if got := result(t, submit(t, n, Job{ID: "a", Kind: Move, Payload: []byte("x")}, Follow{})); got != "x" {
		t.Errorf("got %q", got)
	}
	if _, err := Open(testContext(t), Config{URL: url}); err == nil {
		t.Error("an unknown authority was trusted")
	}
	if _, err := Open(testContext(t), Config{URL: url, CA: ca}); err == nil {
		t.Error("a node without a certificate was let in")
	}
}
