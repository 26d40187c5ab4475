// Package docs holds those documents that the program itself shows.
package docs

import _ "embed"

// OpenAPI is the description of the site's JSON API.
//
//go:embed openapi.yaml
var OpenAPI []byte
