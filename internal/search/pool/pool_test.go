package pool_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/search/pool"
)

func of(docs int) recall.Statistics {
	return recall.Statistics{Docs: docs, Words: float64(10 * docs), DF: map[int]int{0: 1, docs: docs}}
}

// share fails the test if what is shared does not come back as want documents.
func share(t *testing.T, ctx context.Context, r recall.Round, docs, want int) {
	t.Helper()
	sum, err := pool.Share(ctx, r, of(docs))
	if err != nil || sum.Docs != want || sum.Words != float64(10*want) {
		t.Errorf("round %d: %+v, %v; want %d documents", r, sum, err, want)
	}
}

func TestAlone(t *testing.T) {
	share(t, t.Context(), recall.RoundWords, 5, 5)
	pool.Ask(t.Context(), 1, func(ctx context.Context, _ int) { share(t, ctx, recall.RoundWords, 5, 5) })
	pool.Ask(t.Context(), 0, func(context.Context, int) { t.Error("nobody is asked") })
}

// Whatever one of them does, the others get the sum of those that shared.
func TestEveryRoundIsTheSumOfThoseWhoAreThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sums [2]recall.Statistics
		pool.Ask(t.Context(), 5, func(ctx context.Context, i int) {
			time.Sleep(time.Duration(i) * time.Second)
			switch i {
			case 0, 1:
				share(t, ctx, recall.RoundWords, 1, 1+1+100)
				sum, err := pool.Share(ctx, recall.RoundSimilar, of(10))
				if err != nil {
					t.Error(err)
				}
				sums[i] = sum
			case 2:
				share(t, ctx, recall.RoundWords, 100, 102)
				// fails before the next round
			case 3:
				// has no statistics
			case 4:
				time.Sleep(time.Hour) // and is slow besides
			}
		})
		if sums[0].Docs != 20 || sums[1].Docs != 20 || sums[0].DF[0] != 2 || sums[0].DF[10] != 20 {
			t.Errorf("the second round is %+v and %+v", sums[0], sums[1])
		}
	})
}

// One that starts again gets what it got, and adds nothing twice.
func TestSharingTwice(t *testing.T) {
	pool.Ask(t.Context(), 2, func(ctx context.Context, i int) {
		for range 1 + i {
			share(t, ctx, recall.RoundWords, 3, 6)
		}
		share(t, ctx, recall.RoundCorrected, 1, 2)
	})
}

// One that has parts asks them in its place.
func TestNested(t *testing.T) {
	pool.Ask(t.Context(), 2, func(ctx context.Context, i int) {
		if i == 0 {
			share(t, ctx, recall.RoundWords, 1, 1+10+20+30)
			return
		}
		pool.Ask(ctx, 3, func(ctx context.Context, k int) { share(t, ctx, recall.RoundWords, 10*(k+1), 61) })
	})
	pool.Ask(t.Context(), 2, func(ctx context.Context, i int) {
		if i == 0 {
			share(t, ctx, recall.RoundWords, 1, 1)
			return
		}
		pool.Ask(ctx, 0, func(context.Context, int) {})
	})
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pool.Ask(ctx, 2, func(ctx context.Context, i int) {
		if i == 0 {
			cancel()
			<-ctx.Done()
			time.Sleep(time.Millisecond)
			return
		}
		if _, err := pool.Share(ctx, recall.RoundWords, of(1)); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}

// None waits for ever, in whatever order they come, share and go.
func TestNobodyWaits(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		rounds := make([]int, 1+random.IntN(6)) // how many rounds each goes through
		for i := range rounds {
			rounds[i] = random.IntN(5)
		}
		pool.Ask(t.Context(), len(rounds), func(ctx context.Context, i int) {
			for r := range rounds[i] {
				sum, err := pool.Share(ctx, recall.Round(r), of(1))
				want := 0
				for _, n := range rounds {
					if n > r {
						want++
					}
				}
				if err != nil || sum.Docs != want {
					t.Error(fmt.Sprint("seed ", seed, " round ", r, ": ", sum.Docs, " of ", want, err))
				}
			}
		})
	}
}
