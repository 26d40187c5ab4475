//go:build !js

package endgame

import "embed"

//go:embed data/*.wdl data/*.dtw data/*.dtc
var embedded embed.FS
