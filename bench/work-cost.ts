import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { RunningProduct } from '#server/start.ts'
import { countStatements } from './statements.ts'

/** The cost of some work of a product. */
export interface WorkCost {
  /** Processor time, ms: of this process, and of the database's connections. */
  readonly product: number
  readonly database: number
  readonly statements: number
  /** Bytes of the write-ahead log. */
  readonly log: number
}

export const nothingSpent: WorkCost = { product: 0, database: 0, statements: 0, log: 0 }

/** Adds the costs of two pieces of work. */
export const together = (one: WorkCost, other: WorkCost): WorkCost => ({
  product: one.product + other.product,
  database: one.database + other.database,
  statements: one.statements + other.statements,
  log: one.log + other.log,
})

/** Runs work and measures its cost; an idle product may run in the same process. */
export async function spentOn<Result>(running: RunningProduct,
  work: () => Promise<Result>): Promise<{ readonly spent: WorkCost; readonly result: Result }> {
  const before = await databaseSpent(running)
  const [processor, statements] = [process.cpuUsage(), countStatements()]
  const result = await work()
  const [counted, { user, system }] = [statements.end(), process.cpuUsage(processor)]
  const after = await databaseSpent(running)
  return { result,
    spent: { product: (user + system) / 1000, statements: counted, database: after.processor - before.processor,
      log: after.log - before.log } }
}

/** Pages read by a product's database since its start. Waits, since connections report their statistics once per second. */
export async function pagesOf({ composition: { host: { db } } }: RunningProduct): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { rows: [counts] } = await sql<
    { pages: string }
  >`select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()`.execute(db)
  return Number(counts?.pages ?? 0)
}

async function databaseSpent(
  { composition: { host: { db } } }: RunningProduct,
): Promise<{ readonly processor: number; readonly log: number }> {
  const { rows: [counts] } = await sql<{ log: string }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as log`.execute(db)
  const { rows: connections } = await sql<
    { pid: number }
  >`select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`.execute(db)
  return { processor: connections.reduce((sum, { pid }) => sum + processorOf(pid), 0), log: Number(counts?.log ?? 0) }
}

/** Processor time of a process so far, ms; 0 on systems other than Linux. */
function processorOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000
  } catch {
    return 0
  }
}
