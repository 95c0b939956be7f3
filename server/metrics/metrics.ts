import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import { connectionsOf, type StatementRun, statementRuns } from '#server/database/connection.ts'
import type { Db } from '#server/database/tables.ts'

/** The measured parts of a running product. */
export interface MeasuredProduct {
  readonly db: Db
  readonly clock: { now(): Date }
  /** Number of browsers connected for live updates. */
  readonly browsers: () => number
  /** Numbers of standbys by state; absent without standbys. */
  readonly standbys?: () => Readonly<Record<string, number>>
}

/** Seconds: an action takes tens of milliseconds, an export some seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Prometheus metrics of one process; `close` ends measuring. */
export interface Metrics {
  readonly registry: Pick<Registry, 'metrics' | 'getMetricsAsArray'>
  /** Measures the answers of an app; must be called before its routes are registered, since hooks only apply to later routes. */
  watch(app: FastifyInstance): void
  close(): void
}

/**
 * Measures a product from now on: requests by route, method and response code, statements, connections, queues with the age of the oldest
 * entry, connected browsers, and the process itself. No label contains a URL, person or document.
 */
export function measure({ db, clock, browsers, standbys = () => ({}) }: MeasuredProduct): Metrics {
  // a registry that answers the supervising process
  const registry = new AggregatorRegistry()
  const registers = [registry]
  AggregatorRegistry.setRegistries(registers)
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({ name: 'office_request_seconds', help: 'Answers by route, method and code', registers, buckets,
    labelNames: ['route', 'method', 'code'] })
  const watch = (app: FastifyInstance): void =>
    void app.addHook('onResponse', async (request, reply) => {
      const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
      requests.observe({ route, method: request.method, code: String(reply.answerCode ?? reply.statusCode) }, reply.elapsedTime / 1000)
    })

  const statements = new Histogram({ name: 'office_statement_seconds', help: 'Statements of the database by outcome', registers, buckets,
    labelNames: ['outcome'] })
  const onStatement = (run: unknown): void => {
    const { milliseconds, outcome } = run as StatementRun
    statements.observe({ outcome }, milliseconds / 1000)
  }
  subscribe(statementRuns, onStatement)

  const gauge = (name: string, help: string, { collect, ...more }: GaugeOptions) =>
    new Gauge({ name, help, registers, labelNames: [], ...more, async collect() {
      await collect(this)
    } })
  gauge('office_database_connections', 'Connections of the pool by state; waiting: callers that have none yet', {
    labelNames: ['state'],
    collect: (own) => {
      const { all = 0, idle = 0, waiting: waitingCallers = 0 } = connectionsOf(db) ?? {}
      own.set({ state: 'busy' }, all - idle)
      own.set({ state: 'idle' }, idle)
      own.set({ state: 'waiting' }, waitingCallers)
    },
  })
  gauge('office_browsers', 'Browsers that are connected for live updates', { collect: (own) => own.set(browsers()) })
  // every process sees the same standbys
  gauge('office_standbys', 'Standbys that are read from, by state', { labelNames: ['state'], aggregator: 'max', collect: (own) => {
    for (const [state, number] of Object.entries(standbys())) own.set({ state }, number)
  } })
  let waiting: Promise<readonly QueueLength[]> | undefined
  const queues = () => (waiting ??= lengthsOf(db, clock.now()).finally(() => (waiting = undefined)))
  const queue = (name: string, help: string, figure: 'length' | 'age') =>
    // every process sees the same queues
    gauge(name, help, { labelNames: ['queue'], aggregator: 'max', collect: async (own) => {
      for (const each of await queues()) own.set({ queue: each.queue }, each[figure])
    } })
  queue('office_queue_length', 'What waits in each queue', 'length')
  queue('office_queue_age_seconds', 'Time since what has waited longest in each queue was due', 'age')

  return { registry, watch, close: () => void unsubscribe(statementRuns, onStatement) }
}

interface GaugeOptions {
  readonly labelNames?: string[]
  /** The aggregation over several processes. @default sum */
  readonly aggregator?: 'max'
  readonly collect: (own: Gauge) => void | Promise<void>
}

interface QueueLength {
  readonly queue: string
  readonly length: number
  /** Age of the oldest entry, seconds. */
  readonly age: number
}

async function lengthsOf(db: Db, at: Date): Promise<readonly QueueLength[]> {
  const { rows } = await sql<QueueLength>`
    select queue, count(due_at)::int as length, coalesce(extract(epoch from ${at}::timestamptz - min(due_at)), 0)::float8 as age
    from (values ('messages'), ('postings'), ('serviceTasks')) as queues (queue)
    left join (
      select 'messages' as of, due_at from message_push where state = 'PENDING'
      union all select 'postings', due_at from posting where state in ('waiting', 'sent')
      union all select 'serviceTasks', due_at from service_task where state in ('waiting', 'working', 'unknown')
    ) as waiting on waiting.of = queue
    group by queue`.execute(db)
  return rows.map(({ age, ...rest }) => ({ ...rest, age: Math.max(0, age) }))
}
