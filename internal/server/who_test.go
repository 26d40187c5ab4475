package server

import (
	"net/http/httptest"
	"testing"
)

func TestWhereARequestComesFrom(t *testing.T) {
	tests := []struct {
		name, remote string
		headers      []string
		want         peer
	}{
		{"the operator", "127.0.0.1:1", nil, peer{"127.0.0.1", true, false}},
		{"the operator, IPv6", "[::1]:1", nil, peer{"::/64", true, false}},
		{"through the proxy", "127.0.0.1:1", []string{"X-Forwarded-For", "203.0.113.5"}, peer{"203.0.113.5", false, false}},
		{"through the proxy by TLS", "127.0.0.1:1", []string{"X-Forwarded-For", "203.0.113.5", "X-Forwarded-Proto", "https"}, peer{"203.0.113.5", false, true}},
		{"through the proxy, with a tale", "127.0.0.1:1", []string{"X-Forwarded-For", "127.0.0.1, 203.0.113.5"}, peer{"203.0.113.5", false, false}},
		{"through the proxy, with nonsense", "127.0.0.1:1", []string{"X-Forwarded-For", "nonsense"}, peer{"127.0.0.1", false, false}},
		{"through another kind of proxy", "127.0.0.1:1", []string{"Forwarded", "for=203.0.113.5"}, peer{"127.0.0.1", false, false}},
		{"a tale from elsewhere", "198.51.100.9:1", []string{"X-Forwarded-For", "127.0.0.1", "X-Forwarded-Proto", "https"}, peer{"198.51.100.9", false, false}},
		{"IPv6 by network", "[2001:db8:1:2:3:4:5:6]:1", nil, peer{"2001:db8:1:2::/64", false, false}},
		{"IPv4 in IPv6", "[::ffff:198.51.100.9]:1", nil, peer{"198.51.100.9", false, false}},
		{"nowhere", "@", nil, peer{"@", false, false}},
	}
	for _, tt := range tests {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.remote
		for i := 0; i+1 < len(tt.headers); i += 2 {
			r.Header.Set(tt.headers[i], tt.headers[i+1])
		}
		if got := peerOf(r); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestTheCookie looks at what a browser is given.
func TestTheCookie(t *testing.T) {
	h := newTestServer(t)
	for _, secure := range []bool{false, true} {
		r := httptest.NewRequest("POST", "/api/v1/account/guest", nil)
		r.RemoteAddr = "127.0.0.1:1"
		if secure {
			r.Header.Set("X-Forwarded-Proto", "https")
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		cookies := w.Result().Cookies()
		if len(cookies) != 1 {
			t.Fatalf("cookies %v", cookies)
		}
		if c := cookies[0]; c.Name != cookieName || !c.HttpOnly || c.Secure != secure || c.SameSite != 2 || len(c.Value) < 20 || c.Path != "/" {
			t.Errorf("cookie %v", c)
		}
	}
}
