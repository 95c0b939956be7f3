import { sql } from 'kysely'
import type { DocumentStatus } from '#approval/types.ts'
import type { DataAudit } from '#server/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import type { DocumentReader } from '../visibility/scope.ts'
import { type KnownPart, partsOf } from './known-parts.ts'
import type { ListFilter, ListContext, ListName, ListQuery } from './list-types.ts'

/**
 * Insert-only between two foldings: what changes add to the documents of a type, department and state. The sum of what a snapshot sees is
 * exact.
 */
interface DocumentTotalTable {
  type: string
  department: string
  state: DocumentStatus
  /** Departments that bear the documents and are not their own. */
  bearing: readonly string[]
  documents: string
  amount: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    document_total: DocumentTotalTable
    /** The same by the first day of the month in which they were filed. */
    document_month_total: DocumentTotalTable & { month: string }
    /** The same of all documents by month and state. */
    document_state_total: Pick<DocumentTotalTable, 'state' | 'documents' | 'amount'> & { month: string }
  }
}

/** Filters with which a list's totals are still known without counting, and parts of a query that narrow nothing. */
const known: ReadonlySet<string> = new Set<keyof ListQuery | 'figures'>(['businessTypes', 'state', 'departments', 'from', 'to', 'current',
  'size', 'orders', 'ownOrder', 'searched', 'figures'])

/** The parts of a list whose totals are known; undefined where its documents have to be counted. */
export function knownTotals({ reader }: Pick<ListContext, 'reader'>, list: ListName, filter: ListFilter): readonly KnownPart[] | undefined {
  const isKnown = list === 'all' && seesByRight(reader) && Object.entries(filter).every(([key, value]) => known.has(key) || !narrows(value))
  return isKnown ? partsOf(reader, filter) : undefined
}

/** Returns whether a reader sees documents by right. */
const seesByRight = ({ types, departments }: DocumentReader): boolean =>
  (types === 'all' || types.length > 0) && (departments === 'all' || departments.length > 0)

const narrows = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

/** The number of these documents and the sum of their amounts. */
export async function sumOfTotals({ db }: Pick<ListContext, 'db'>,
  parts: readonly KnownPart[]): Promise<{ readonly total: number; readonly amount: string }> {
  const sums = parts.map(({ source, documents, amount }) => sql`select ${documents} as documents, ${amount} as amount from ${source}`)
  const { rows: [sum] } = await sql<{ total: string; amount: string }>`
    select coalesce(sum(documents), 0) as total, coalesce(sum(amount), 0) as amount from (${sql.join(sums, sql` union all `)}) parts`
    .execute(db)
  return { total: Number(sum?.total ?? 0), amount: sum?.amount ?? '0' }
}

/** The same by state. */
export async function statesOfTotals({ db }: Pick<ListContext, 'db'>, parts: readonly KnownPart[]) {
  const sums = parts.map(({ source, documents, amount }) =>
    sql`select state, ${documents} as documents, ${amount} as amount from ${source} group by state`
  )
  const { rows } = await sql<{ state: DocumentStatus; count: string; amount: string }>`
    select state, sum(documents) as count, coalesce(sum(amount), 0) as amount from (${sql.join(sums, sql` union all `)}) parts
    group by state having sum(documents) > 0 order by state`.execute(db)
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}

/** Adds the changes of each type, department and state up to one. Readers see the same sums before and after. */
export const foldDocumentTotals: Job = {
  name: 'fold-document-totals',
  every: minutes(5),
  async run({ db }) {
    await foldTotals(db, { table: 'document_total', keys: ['type', 'department', 'state', 'bearing'], most: 20 })
    await foldTotals(db, { table: 'document_state_total', keys: ['month', 'state'], most: 50 })
    await foldTotals(db, { table: 'document_month_total', keys: ['month', 'type', 'department', 'state', 'bearing'], most: 4 })
  },
}

interface FoldTarget {
  readonly table: 'document_total' | 'document_month_total' | 'document_state_total'
  readonly keys: readonly string[]
  /** Changes that may stand beside each other. */
  readonly most: number
}

async function foldTotals(db: Db, { table, keys, most }: FoldTarget): Promise<void> {
  const [name, columns] = [sql.table(table), sql.join(keys.map((key) => sql.ref(key)))]
  await sql`
    with folded as (
      delete from ${name} where (${columns}) in (select ${columns} from ${name} group by ${columns} having count(*) > ${most})
      returning ${columns}, documents, amount)
    insert into ${name} (${columns}, documents, amount) select ${columns}, sum(documents), sum(amount) from folded group by ${columns}`
    .execute(db)
}

/** Counts the documents and names what their known totals say otherwise. */
export const totalsAudit: DataAudit = {
  name: 'documentTotals',
  async run(db) {
    const kept = [
      ['total', sql`document_total`, sql`''`, sql`''`],
      ['total of the month', sql`document_month_total`, sql`to_char(month, 'YYYY-MM')`,
        sql`to_char(started_at at time zone 'Asia/Shanghai', 'YYYY-MM')`],
    ] as const
    const mismatches: string[] = []
    let checked = 0
    for (const [what, table, monthOfTotal, monthOfDocument] of kept) {
      const { rows } = await sql<{ of: string; isRight: boolean }>`
        select concat_ws(' ', nullif(times, ''), type, department, state) as of,
          coalesce(said.documents, 0) = coalesce(counted.documents, 0)
            and coalesce(said.amount, 0) = coalesce(counted.amount, 0) as "isRight"
        from (select ${monthOfTotal} as times, type, department, state, bearing, sum(documents) as documents, sum(amount) as amount
          from ${table} group by 1, type, department, state, bearing) said
        full join (select ${monthOfDocument} as times, type, department, state, other_bearers(bearing, department) as bearing,
          count(*) as documents, sum(amount) as amount
          from document group by 1, type, department, state, 5) counted using (times, type, department, state, bearing)`.execute(db)
      checked += rows.length
      mismatches.push(...rows.filter(({ isRight }) => !isRight).map(({ of }) => `the ${what} of ${of} deviates from its documents`))
    }
    const states = await deviatingStates(db)
    return { checked,
      mismatches: [...mismatches, ...states.map(({ of }) => `the total of the month of ${of} deviates from its documents`)] }
  },
}

/** Months and states whose sums of all documents are not those of the documents. */
async function deviatingStates(db: Db): Promise<readonly { readonly of: string }[]> {
  const { rows } = await sql<{ of: string }>`
    select to_char(month, 'YYYY-MM') || ' ' || state as of
    from (select month, state, sum(documents) as documents, sum(amount) as amount from document_state_total group by month, state) said
    full join (select date_trunc('month', started_at at time zone 'Asia/Shanghai')::date as month, state, count(*) as documents,
      coalesce(sum(amount), 0) as amount
      from document group by 1, state) counted using (month, state)
    where coalesce(said.documents, 0) <> coalesce(counted.documents, 0) or coalesce(said.amount, 0) <> coalesce(counted.amount, 0)`.execute(
    db,
  )
  return rows
}
