import { sql, type RawBuilder } from 'kysely'
import type { DocumentStatus } from '#approval/types.ts'
import type { DataAudit } from '#server/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { endOfDay, startOfDay } from '#kernel/values/dates.ts'
import { beginOfMonths, endOfMonths } from '#kernel/values/month-edges.ts'
import type { DocumentReader } from '../visibility/scope.ts'
import type { ListFilter, ListContext, ListName, ListQuery } from './list-types.ts'
import { stateOf } from '../wire.ts'

/** Sums of documents by type, department and state. Changes only insert rows until these are folded; the sum over a snapshot is exact. */
interface DocumentTotalTable {
  type: string
  department: string
  state: DocumentStatus
  /** Departments that bear costs of the documents, without the document's own. */
  bearing: readonly string[]
  documents: string
  amount: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    document_total: DocumentTotalTable
    /** Like `document_total`, by the first day of the month of filing. */
    document_month_total: DocumentTotalTable & { month: string }
    /** Sums of all documents by month and state. */
    document_state_total: Pick<DocumentTotalTable, 'state' | 'documents' | 'amount'> & { month: string }
  }
}

/** Filters for which the totals are known without counting, and parts of a query that do not filter. */
const known: ReadonlySet<string> = new Set<keyof ListQuery | 'figures'>(['businessTypes', 'state', 'departments', 'from', 'to', 'current',
  'size', 'orders', 'ownOrder', 'searched', 'figures'])

/** The parts of a list whose totals are known; undefined where documents have to be counted. */
export function knownTotals({ reader }: Pick<ListContext, 'reader'>, list: ListName, filter: ListFilter): readonly KnownPart[] | undefined {
  const isKnown = list === 'all' && seesByRight(reader) && Object.entries(filter).every(([key, value]) => known.has(key) || !narrows(value))
  return isKnown ? partsOf(reader, filter) : undefined
}

/** Returns whether a reader may see documents of others. */
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

/** Like `sumOfTotals`, by state. */
export async function statesOfTotals({ db }: Pick<ListContext, 'db'>, parts: readonly KnownPart[]) {
  const sums = parts.map(({ source, documents, amount }) =>
    sql`select state, ${documents} as documents, ${amount} as amount from ${source} group by state`
  )
  const { rows } = await sql<{ state: DocumentStatus; count: string; amount: string }>`
    select state, sum(documents) as count, coalesce(sum(amount), 0) as amount from (${sql.join(sums, sql` union all `)}) parts
    group by state having sum(documents) > 0 order by state`.execute(db)
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}

/** Folds the rows of each type, department and state into one, without changing the sums that readers see. */
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
  /** Maximum number of unfolded rows per key. */
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

/** Counts the documents and reports totals that differ. */
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

/** Months and states whose stored sums differ from the documents. */
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

/** Rows that contribute to the total of a list, with their sums. */
interface KnownPart {
  readonly source: RawBuilder<unknown>
  readonly documents: RawBuilder<string>
  readonly amount: RawBuilder<string>
}

/** Adds stored sums. */
const some = (source: RawBuilder<unknown>): KnownPart => ({ source, documents: sql<string>`sum(documents)`,
  amount: sql<string>`sum(amount)` })

const documentsOf = (source: RawBuilder<unknown>): KnownPart => ({ source, documents: sql<string>`count(*)`,
  amount: sql<string>`sum(amount)` })

/** Subtracts documents from stored sums. */
const without = (source: RawBuilder<unknown>): KnownPart => ({ source, documents: sql<string>`-count(*)`,
  amount: sql<string>`-sum(amount)` })

/**
 * The parts that add up to the total of the list of all: stored sums by month, corrected by documents of the days in which months and
 * requested days differ, and the documents that the reader filed outside their row scope. Without a range of days, stored sums suffice.
 */
function partsOf(reader: DocumentReader, filter: ListFilter): readonly KnownPart[] {
  const parts = wantedBy(filter)
  const scopes = scopesOf(reader)
  const { months, days, beside } = timesOf(filter)
  const seen = scopes.flatMap((scope) => {
    const conditions = [...scope, ...parts]
    const table = isWhole(scope, filter) ? 'document_state_total' : months?.length === 0 ? 'document_total' : 'document_month_total'
    const kept = months === undefined ? [] : [some(where(table, [...months, ...conditions]))]
    const filed = (span: Days) => where('document', [...filedIn(span), ...conditions])
    return [...kept, ...days.map((span) => documentsOf(filed(span))), ...beside.map((span) => without(filed(span)))]
  })
  const isOthers = sql`not (${sql.join(scopes.map((scope) => sql`(${sql.join([sql`true`, ...scope], sql` and `)})`), sql` or `)})`
  const own = scopes.every((scope) => scope.length > 0)
    ? [documentsOf(where('document', [sql`starter = ${reader.id}`, isOthers, ...filedIn(filter), ...parts]))]
    : []
  return [...seen, ...own]
}

/** Returns whether all types and departments are included, so that the sums by month and state suffice. */
const isWhole = (scope: readonly RawBuilder<unknown>[], { businessTypes = [], departments = [] }: ListFilter): boolean =>
  scope.length === 0 && businessTypes.length === 0 && departments.length === 0

/**
 * The disjoint row scopes of a reader: documents of their departments and, for accountants, other documents of which these departments
 * bear costs.
 */
function scopesOf({ types, departments, keepsBooks: isBookkeeper = false }: DocumentReader): readonly (readonly RawBuilder<unknown>[])[] {
  const ofTypes = types === 'all' ? [] : [isOneOf('type', types)]
  if (departments === 'all') return [ofTypes]
  const borne = [sql`bearing <> '[]'`, sql`bearing ?| ${[...departments]}::text[]`, sql`department <> all(${[...departments]}::text[])`]
  return [[...ofTypes, isOneOf('department', departments)], ...(isBookkeeper ? [[...ofTypes, ...borne]] : [])]
}

const where = (table: string, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`${sql.table(table)} where ${sql.join([sql`true`, ...conditions], sql` and `)}`

const isOneOf = (column: 'type' | 'department', values: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.ref(column)} = any(${[...values]}::text[])`

const wantedBy = ({ businessTypes = [], state, departments = [] }: ListFilter): readonly RawBuilder<unknown>[] => [
  ...(businessTypes.length > 0 ? [isOneOf('type', businessTypes)] : []),
  ...(departments.length > 0 ? [isOneOf('department', departments)] : []),
  ...(state === undefined ? [] : [sql`state = ${stateOf(state) ?? 'none'}`]),
]

type Days = Pick<ListFilter, 'from' | 'to'>

const filedIn = ({ from, to }: Days): readonly RawBuilder<unknown>[] => [
  ...(from ? [sql`started_at >= ${startOfDay(from)}`] : []),
  ...(to ? [sql`started_at < ${endOfDay(to)}`] : []),
]

interface Times {
  /** Conditions on the totals of whole months; undefined without any. */
  readonly months?: readonly RawBuilder<unknown>[]
  /** Requested days that are not in the months. */
  readonly days: readonly Days[]
  /** Days of the months that were not requested. */
  readonly beside: readonly Days[]
}

/** The months that mostly overlap a range of days, with the missing and the surplus days; without conditions for an unlimited range. */
function timesOf({ from, to }: Days): Times {
  const [begin, end] = [from ? beginOfMonths(from) : undefined, to ? endOfMonths(to) : undefined]
  if (begin && end && begin.month > end.month) return { days: [{ from, to }], beside: [] }
  const edges = [begin, end].filter((edge) => edge !== undefined)
  return {
    months: [...(begin ? [sql`month >= ${begin.month}::date`] : []), ...(end ? [sql`month <= ${end.month}::date`] : [])],
    days: edges.flatMap(({ added }) => added ?? []),
    beside: edges.flatMap(({ removed }) => removed ?? []),
  }
}
