package server

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/bolshak-draughts/bolshak/internal/cluster"
	"github.com/bolshak-draughts/bolshak/internal/server/club"
	"github.com/bolshak-draughts/bolshak/internal/server/wire"
)

// metrics are what the operator can watch; docs/operating.md lists them.
type metrics struct {
	handler  http.Handler
	requests *prometheus.CounterVec
	took     prometheus.Histogram
	actions  prometheus.Histogram
}

func newMetrics(s *Server) *metrics {
	registry := prometheus.NewRegistry()
	m := &metrics{
		handler: promhttp.HandlerFor(registry, promhttp.HandlerOpts{}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "bolshak_http_requests_total", Help: "Requests that were answered, by status.",
		}, []string{"status"}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "bolshak_http_request_seconds", Help: "How long answers took, those of streams and sockets not counted.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}),
		actions: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "bolshak_action_seconds", Help: "How long moves and other actions of games took, with their commit.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
		}),
	}
	s.club.Counts().Observe(func(took time.Duration) { m.actions.Observe(took.Seconds()) })
	registry.MustRegister(m.requests, m.took, m.actions, &clubCollector{s},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// serve tells the metrics to the operator's own machine only.
func (m *metrics) serve(w http.ResponseWriter, r *http.Request) {
	if !peerOf(r).local {
		wire.WriteProblem(w, wire.ErrNotFound)
		return
	}
	m.handler.ServeHTTP(w, r)
}

// observe counts an answer.
func (m *metrics) observe(status int, took time.Duration, long bool) {
	m.requests.WithLabelValues(strconv.Itoa(status)).Inc()
	if !long {
		m.took.Observe(took.Seconds())
	}
}

// clubCollector asks the site for what it is busy with when it is wanted.
type clubCollector struct{ s *Server }

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("bolshak_"+name, help, labels, nil)
}

var (
	playingDesc  = describe("games_playing", "Games that have not ended.")
	seatsDesc    = describe("seats_open", "Seats in the lobby.")
	onlineDesc   = describe("players_online", "Players with a connection.")
	socketsDesc  = describe("sockets", "Open sockets.")
	cachedDesc   = describe("games_cached", "Games in memory.")
	thinkingDesc = describe("computers_thinking", "Computer opponents of this node's games at work.")
	thinkersDesc = describe("computers_waiting", "Computer opponents of this node's games that wait for their turn.")
	analysesDesc = describe("analyses_working", "Analyses of this node's clients at work.")
	queueDesc    = describe("analyses_waiting", "Analyses of this node's clients that wait for their turn.")
	jobsDesc     = describe("jobs_waiting", "Jobs that wait for a worker, on all nodes, by kind.", "kind")
	atWorkDesc   = describe("jobs_working", "Jobs that workers have, on all nodes, by kind.", "kind")
	deadDesc     = describe("jobs_dead", "Jobs that have failed too often, by kind.", "kind")
	startedDesc  = describe("games_started_total", "Games that have begun.")
	endedDesc    = describe("games_ended_total", "Games that have ended, by reason.", "reason")
	actionsDesc  = describe("actions_total", "Actions of players and the computer, by type and by whether they were refused.", "type", "refused")
	staleDesc    = describe("stale_writes_total", "Changes that were tried again because another came first.")
)

func (c *clubCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		playingDesc, seatsDesc, onlineDesc, socketsDesc, cachedDesc, thinkingDesc, thinkersDesc,
		analysesDesc, queueDesc, jobsDesc, atWorkDesc, deadDesc, startedDesc, endedDesc, actionsDesc, staleDesc,
	} {
		ch <- d
	}
}

func (c *clubCollector) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, n int) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n))
	}
	counter := func(d *prometheus.Desc, n int64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), labels...)
	}
	n, err := c.s.club.Numbers(c.s.draining)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(playingDesc, err)
	} else {
		gauge(playingDesc, n.Playing)
		gauge(seatsDesc, n.Seats)
	}
	gauge(onlineDesc, n.Online)
	gauge(socketsDesc, c.s.hub.Len())
	gauge(cachedDesc, n.Cached)
	gauge(thinkingDesc, n.Thinking)
	gauge(thinkersDesc, n.WaitingToThink)
	working, waiting := c.s.desk.Load()
	gauge(analysesDesc, working)
	gauge(queueDesc, waiting)
	c.queues(ch)
	counts := c.s.club.Counts()
	counter(startedDesc, counts.Started.Load())
	counter(staleDesc, counts.Stale.Load())
	counts.Each(
		func(a club.ActionCount, n int64) { counter(actionsDesc, n, a.Type, strconv.FormatBool(a.Refused)) },
		func(reason string, n int64) { counter(endedDesc, n, reason) },
	)
}

// queuesTime is how long the queues may take to answer.
const queuesTime = 2 * time.Second

// queues tells how many jobs there are on all nodes.
func (c *clubCollector) queues(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(c.s.draining, queuesTime)
	defer cancel()
	queues, err := c.s.cluster.Queues(ctx)
	if err != nil {
		c.s.log.Warn("the queues are not known", "error", err)
		return // the other figures are
	}
	var kinds []cluster.Kind
	sums := map[cluster.Kind]cluster.QueueInfo{}
	for _, q := range queues {
		if !slices.Contains(kinds, q.Kind) {
			kinds = append(kinds, q.Kind)
		}
		sum := sums[q.Kind]
		sum.Waiting, sum.AtWork, sum.Dead = sum.Waiting+q.Waiting, sum.AtWork+q.AtWork, sum.Dead+q.Dead
		sums[q.Kind] = sum
	}
	for _, kind := range kinds {
		for d, n := range map[*prometheus.Desc]int{jobsDesc: sums[kind].Waiting, atWorkDesc: sums[kind].AtWork, deadDesc: sums[kind].Dead} {
			ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), string(kind))
		}
	}
}
