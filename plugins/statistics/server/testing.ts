import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import type { Job } from '#server/jobs/job.ts'

/** A figure rounded to cents, for comparison. */
export const exact = (figure: string | null | undefined): string => new Decimal(figure ?? 0).toFixed(2)

/** The sum of rows (department, person, figure) visible to a person on a page: those of their scope, and their own. */
export async function sumSeen(product: TestProduct, userName: string,
  { page, rows }: { readonly page: StatisticsPage; readonly rows: RawBuilder<unknown> }): Promise<string> {
  const { composition: { identity, host }, database: { db } } = product
  const { caller } = await identity.authenticateToken((await product.as(userName).bearer()).slice('Bearer '.length))
  const scope = await host.departments(db, { ...caller, traceId: '', ip: '' }, `stat:${page.key}`)
  const seen = scope === 'all' ? sql`true` : sql`(department = any(${[...scope]}::text[]) or person = ${caller.id})`
  const { rows: [answer] } = await sql<{ sum: string | null }>`select sum(figure)::text as sum from (${rows}) said where ${seen}`.execute(
    db,
  )
  return exact(answer?.sum)
}

/** The sum of figures, rounded to cents for comparison. */
export const sumOfFigures = (figures: readonly (string | null | undefined)[]): string =>
  exact(figures.reduce((total, figure) => total.plus(figure ?? 0), new Decimal(0)).toFixed())

/** Runs a job once, at the product's time. */
export const runJob = (product: TestProduct, job: Job): Promise<void> =>
  job.run({ host: product.composition.host, db: product.database.db, at: product.clock.now(), signal: new AbortController().signal })
