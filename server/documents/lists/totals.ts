import { type RawBuilder, sql } from 'kysely'
import type { DocumentStatus } from '#approval/types.ts'
import type { DataAudit } from '#server/plugin.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import type { Reader } from '../visibility/scope.ts'
import { stateOf } from '../wire.ts'
import type { ListFilter, Listing, ListName, ListQuery } from './list-types.ts'

declare module '#server/database/tables.ts' {
  interface Tables {
    /** Insert-only between two foldings: what changes add to the documents of a type, department and state. The sum of what a snapshot sees is exact. */
    document_total: { type: string; department: string; state: DocumentStatus; documents: string; amount: string }
  }
}

/** What a list may be narrowed to and is still known without counting, and what narrows nothing by itself. */
const known: ReadonlySet<string> = new Set<keyof ListQuery | 'figures'>(['businessTypes', 'state', 'departments', 'current', 'size', 'orders', 'ownOrder', 'searched', 'figures'])

/** Which of the known totals make up a list; undefined where its documents have to be counted. */
export function knownTotals({ reader }: Pick<Listing, 'reader'>, list: ListName, filter: ListFilter): RawBuilder<boolean> | undefined {
  const isKnown = list === 'all' && seesAll(reader, filter) && Object.entries(filter).every(([key, value]) => known.has(key) || !narrows(value))
  return isKnown ? sql<boolean>`${sql.join([sql`true`, ...conditionsOf(filter)], sql` and `)}` : undefined
}

/** A right to some types opens them as a whole; without them in the filter, the reader's own documents of other types stand beside them. */
const seesAll = ({ types, departments }: Reader, { businessTypes = [] }: ListFilter): boolean =>
  departments === 'all' && (types === 'all' || (businessTypes.length > 0 && businessTypes.every((type) => types.includes(type))))

const conditionsOf = ({ businessTypes = [], state, departments = [] }: ListFilter) => [
  ...(businessTypes.length > 0 ? [sql`type = any(${[...businessTypes]}::text[])`] : []),
  ...(state === undefined ? [] : [sql`state = ${stateOf(state) ?? 'none'}`]),
  ...(departments.length > 0 ? [sql`department = any(${[...departments]}::text[])`] : []),
]

const narrows = (value: unknown): boolean => value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0)

/** How many documents these are and what they come to. */
export async function sumOfTotals({ db }: Pick<Listing, 'db'>, condition: RawBuilder<boolean>): Promise<{ readonly total: number; readonly amount: string }> {
  const { total, amount } = await db.selectFrom('document_total').select([documents.as('total'), amounts.as('amount')]).where(condition).executeTakeFirstOrThrow()
  return { total: Number(total), amount }
}

/** The same by state. */
export async function statesOfTotals({ db }: Pick<Listing, 'db'>, condition: RawBuilder<boolean>) {
  const rows = await db.selectFrom('document_total').select(['state', documents.as('count'), amounts.as('amount')]).where(condition).groupBy('state')
    .having(documents, '>', '0').orderBy('state').execute()
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}

const documents = sql<string>`coalesce(sum(documents), 0)`
const amounts = sql<string>`coalesce(sum(amount), 0)`

/** Adds the changes of each type, department and state up to one. Readers see the same sums before and after. */
export const foldDocumentTotals: Job = {
  name: 'fold-document-totals',
  every: minutes(5),
  async run({ db }) {
    await sql`
      with folded as (
        delete from document_total where (type, department, state) in (select type, department, state from document_total group by type, department, state having count(*) > 20)
        returning type, department, state, documents, amount)
      insert into document_total (type, department, state, documents, amount) select type, department, state, sum(documents), sum(amount) from folded group by type, department, state`
      .execute(db)
  },
}

/** Counts the documents and names what their known totals say otherwise. */
export const totalsAudit: DataAudit = {
  name: 'documentTotals',
  async run(db) {
    const { rows } = await sql<{ what: string; isRight: boolean }>`
      select concat_ws(' ', type, department, state) as what, coalesce(said.documents, 0) = coalesce(counted.documents, 0) and coalesce(said.amount, 0) = coalesce(counted.amount, 0) as "isRight"
      from (select type, department, state, sum(documents) as documents, sum(amount) as amount from document_total group by type, department, state) said
      full join (select type, department, state, count(*) as documents, sum(amount) as amount from document group by type, department, state) counted using (type, department, state)`
      .execute(db)
    return { checked: rows.length, mismatches: rows.filter(({ isRight }) => !isRight).map(({ what }) => `the total of ${what} deviates from its documents`) }
  },
}
