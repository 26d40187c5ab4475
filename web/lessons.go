package web

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed src/course/lessons.json
var course []byte

// Lessons returns the ids of the lessons of the course, in their order.
var Lessons = sync.OnceValue(func() []string {
	var lessons []struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(course, &lessons); err != nil {
		panic(fmt.Sprintf("web: the course in the binary: %v", err))
	}
	ids := make([]string, len(lessons))
	for i, l := range lessons {
		ids[i] = l.ID
	}
	return ids
})
