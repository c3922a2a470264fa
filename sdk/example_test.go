package sdk_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/agmem/agmem/sdk"
)

// open opens memories in a folder of their own, on 15 January 2025.
func open() (*sdk.Memories, func()) {
	dir, err := os.MkdirTemp("", "agmem-example")
	if err != nil {
		log.Fatal(err)
	}
	memories, err := sdk.Open(context.Background(), sdk.Options{
		Path: filepath.Join(dir, "agmem.db"),
		Now:  func() time.Time { return time.Date(2025, 1, 15, 10, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		log.Fatal(err)
	}
	return memories, func() {
		if err := memories.Close(); err != nil {
			log.Fatal(err)
		}
		if err := os.RemoveAll(dir); err != nil {
			log.Fatal(err)
		}
	}
}

func store(ctx context.Context, memories *sdk.Memories, content string, tags ...string) {
	if _, _, err := memories.Store(ctx, content, sdk.StoreOptions{Tags: tags}); err != nil {
		log.Fatal(err)
	}
}

func ExampleOpen() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "agmem-example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	memories, err := sdk.Open(ctx, sdk.Options{Path: filepath.Join(dir, "agmem.db"), EnteredBy: "investigate-agent"})
	if err != nil {
		log.Fatal(err)
	}
	defer memories.Close()
	m, _, err := memories.Store(ctx, "flake.lock must be committed", sdk.StoreOptions{})
	fmt.Println(m.EnteredBy, err)
	// Output: investigate-agent <nil>
}

func ExampleMemories_Store() {
	ctx := context.Background()
	memories, done := open()
	defer done()
	for range 2 {
		m, created, err := memories.Store(ctx, "Staging: https://staging.example.com", sdk.StoreOptions{
			Tags: []string{"Staging"}, Expires: "end of month",
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Number, created, m.Tags, m.ExpiresAt.Format(time.DateOnly))
	}
	// Output:
	// 1 true [staging] 2025-01-31
	// 1 false [staging] 2025-01-31
}

func ExampleMemories_Search() {
	ctx := context.Background()
	memories, done := open()
	defer done()
	store(ctx, memories, "Docker: prune -a reclaims space", "docker")
	store(ctx, memories, "Kubernetes: a pod restart policy is Always, OnFailure or Never")
	for _, query := range []string{"docker space", "kuberntes"} {
		found, err := memories.Search(ctx, query, sdk.SearchOptions{Limit: 5})
		if err != nil {
			log.Fatal(err)
		}
		for _, r := range found.Results {
			fmt.Println(r.Number, r.Tier, found.Corrections)
		}
	}
	// Output:
	// 1 all []
	// 2 fuzzy [{kuberntes kubernetes}]
}

func ExampleMemories_List() {
	ctx := context.Background()
	memories, done := open()
	defer done()
	store(ctx, memories, "one", "a")
	store(ctx, memories, "two", "b")
	store(ctx, memories, "three", "a", "b")
	list, err := memories.List(ctx, sdk.ListOptions{Filter: sdk.Filter{AnyTags: []string{"A"}}})
	for _, m := range list {
		fmt.Println(m.Number, m.Content)
	}
	fmt.Println(err)
	// Output:
	// 3 three
	// 1 one
	// <nil>
}

func ExampleMemories_Extract() {
	ctx := context.Background()
	memories, done := open()
	defer done()
	stored, refused, err := memories.Extract(ctx, `The tests pass now.

*Remember*: kubectl needs the context prod-eu, valid through March 2027`, sdk.ExtractOptions{EnteredBy: "optimize-agent"})
	for _, m := range stored {
		fmt.Println(m.Content, m.Tags, m.ExpiresAt.Format(time.DateOnly), m.EnteredBy)
	}
	fmt.Println(refused, err)
	// Output:
	// kubectl needs the context prod-eu, valid through March 2027 [kubernetes] 2027-03-31 optimize-agent
	// [] <nil>
}

func ExampleMemories_Delete() {
	ctx := context.Background()
	memories, done := open()
	defer done()
	store(ctx, memories, "one")
	gone, err := memories.Delete(ctx, 1)
	fmt.Println(len(gone), err)
	_, err = memories.Delete(ctx, 1)
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// there is no memory 1
}
