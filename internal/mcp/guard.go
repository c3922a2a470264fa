package mcp

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
)

// Listen listens on an address, HOST:PORT. Unless remote says so it is one of this
// machine alone, and any other is Usage.
func Listen(address string, remote bool) (net.Listener, error) {
	host, port, err := net.SplitHostPort(address)
	if _, odd := strconv.ParseUint(port, 10, 16); err != nil || odd != nil {
		return nil, agmem.Errorf(agmem.Usage, "%.100q is not an address", address).
			WithHint("an address is HOST:PORT, such as 127.0.0.1:8765; with the port 0 one is chosen")
	}
	if !remote && !isLoopback(host) {
		return nil, reachable(address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, agmem.Errorf(agmem.Unavailable, "%.100q cannot be listened on: %w", address, err)
	}
	if at, ok := listener.Addr().(*net.TCPAddr); !remote && ok && !at.IP.IsLoopback() { // localhost may mean anything
		_ = listener.Close()
		return nil, reachable(address)
	}
	return listener, nil
}

func reachable(address string) error {
	return agmem.Errorf(agmem.Usage, "other machines may reach %.100q", address).
		WithHint("127.0.0.1:PORT is for this machine alone").WithStep(agmem.ActionServeRemote, "")
}

// isLoopback says whether a host is this machine for itself alone. A name is not
// looked up: what it means may change.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.IsLoopback()
}

// guard lets a request through that was made for this server, by a program that
// has the token. A page in a browser has neither: a request of its own has its
// origin, and one by a name that its owner points to this machine has that name.
// Nothing allows other origins (CORS), so that browsers refuse them too.
func guard(address net.Addr, opts HTTPOptions, next http.Handler) http.Handler {
	port := portOf(address)
	token := sha256.Sum256([]byte(opts.Token))
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		given, bears := strings.CutPrefix(req.Header.Get("Authorization"), "Bearer ")
		sum := sha256.Sum256([]byte(given)) // of one length, so that comparing tells nothing
		switch {
		case !isOurs(req.Host, port, opts.Hosts):
			http.Error(w, "this server is not called by this name", http.StatusForbidden)
		case !sameOrigin(req, port, opts.Hosts):
			http.Error(w, "pages of other origins are refused", http.StatusForbidden)
		case !bears || opts.Token == "" || subtle.ConstantTimeCompare(sum[:], token[:]) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "a bearer token is required", http.StatusUnauthorized)
		case req.URL.Path != Path:
			http.Error(w, "there is only "+Path, http.StatusNotFound)
		default:
			next.ServeHTTP(w, req)
		}
	})
}

func portOf(address net.Addr) string {
	_, port, _ := net.SplitHostPort(address.String()) // a listener of TCP has one
	return port
}

// isOurs says whether a server on this port may be called HOST or HOST:PORT. An
// address is fine: only a name can be pointed to another machine.
func isOurs(hostport, port string, names []string) bool {
	host, asked, err := net.SplitHostPort(hostport)
	if err != nil {
		host, asked = strings.Trim(hostport, "[]"), "80"
	}
	if asked != port {
		return false
	}
	_, notIP := netip.ParseAddr(host)
	return notIP == nil || strings.EqualFold(host, "localhost") ||
		slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, host) })
}

// sameOrigin says whether a request does not come from a page of another origin.
// Programs say nothing of an origin.
func sameOrigin(req *http.Request, port string, names []string) bool {
	if site := req.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	for _, text := range req.Header.Values("Origin") {
		origin, err := url.Parse(text)
		if err != nil || origin.Scheme != "http" || origin.Host != req.Host || !isOurs(origin.Host, port, names) {
			return false
		}
	}
	return true
}
