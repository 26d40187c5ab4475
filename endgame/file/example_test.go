package file_test

import (
	"fmt"
	"os"

	"github.com/bolshak-draughts/bolshak/endgame/file"
)

func ExampleOpenFS() {
	t, err := file.OpenFS(os.DirFS("../data"), "1010.dtw")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer t.Close()
	fmt.Println(t.Balance, t.Kind, t.Stats.Wins, t.Balance.Position(t.Stats.AtWin))

	halves := make([]uint8, t.Balance.Size())
	err = t.ReadBlock(0, halves)
	fmt.Println(halves[t.Stats.AtWin], err)
	// Output:
	// 1 0 1 0 distances 284 W:Wb4:Bf8
	// 6 <nil>
}
