// Package stateless is the part of the site's API whose answers depend on the
// request alone: the rules, the computer's reply, the tables, the exercises. It
// knows nothing of HTTP, so that the page has the same code, compiled to
// WebAssembly, for when the server cannot be reached.
package stateless
