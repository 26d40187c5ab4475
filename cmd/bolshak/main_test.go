package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bolshak": main})
}

// TestScripts runs the transcripts of testdata: what the command prints for
// what it is asked.
func TestScripts(t *testing.T) {
	t.Cleanup(stopDatabase)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Condition:           hasDatabase,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"site": siteScript, "login": loginScript, "database": databaseScript, "lock": lockScript,
			"nats": natsScript, "bury": buryScript, "workers": workersScript,
		},
	})
}
