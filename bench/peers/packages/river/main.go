// The queue River, with empty jobs. It reads numbers of jobs from standard input, inserts so many, and prints the seconds until
// the last is completed. Settings are those of River's own benchmark.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

const (
	batch       = 5_000
	workers     = 2_000
	connections = 16
)

type emptyArgs struct {
	Number int `json:"number"`
}

func (emptyArgs) Kind() string { return "empty" }

type emptyWorker struct {
	river.WorkerDefaults[emptyArgs]
}

func (*emptyWorker) Work(context.Context, *river.Job[emptyArgs]) error { return nil }

func main() {
	ctx := context.Background()
	config, err := pgxpool.ParseConfig(os.Args[1])
	check(err)
	config.MaxConns = connections
	pool, err := pgxpool.NewWithConfig(ctx, config)
	check(err)
	driver := riverpgxv5.New(pool)
	migrator, err := rivermigrate.New(driver, nil)
	check(err)
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	check(err)
	fmt.Println("ready")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		count, err := strconv.Atoi(lines.Text())
		check(err)
		_, err = pool.Exec(ctx, "truncate river_job")
		check(err)
		fmt.Println(run(ctx, driver, count).Seconds())
	}
}

// run returns the time from the first insert until the last completion.
func run(ctx context.Context, driver *riverpgxv5.Driver, count int) time.Duration {
	registered := river.NewWorkers()
	river.AddWorker(registered, &emptyWorker{})
	client, err := river.NewClient(driver, &river.Config{
		FetchCooldown:     2 * time.Millisecond,
		FetchPollInterval: 20 * time.Millisecond,
		Logger:            slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
		Queues:            map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workers}},
		Workers:           registered,
	})
	check(err)
	completed, cancel := client.SubscribeConfig(&river.SubscribeConfig{
		ChanSize: count,
		Kinds:    []river.EventKind{river.EventKindJobCompleted},
	})
	defer cancel()
	check(client.Start(ctx))
	began := time.Now()
	for from := 0; from < count; from += batch {
		jobs := make([]river.InsertManyParams, min(batch, count-from))
		for index := range jobs {
			jobs[index].Args = emptyArgs{Number: from + index}
		}
		_, err := client.InsertManyFast(ctx, jobs)
		check(err)
	}
	for range count {
		<-completed
	}
	elapsed := time.Since(began)
	check(client.Stop(ctx))
	return elapsed
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
