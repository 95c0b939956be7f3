import { type RawBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/values/dates.ts'
import { beginOfMonths, endOfMonths } from '#kernel/values/month-edges.ts'
import type { DocumentReader } from '../visibility/scope.ts'
import { stateOf } from '../wire.ts'
import type { ListFilter } from './list-types.ts'

/** Rows that a part of a list is made up of, with what they come to. */
export interface KnownPart {
  readonly source: RawBuilder<unknown>
  readonly documents: RawBuilder<string>
  readonly amount: RawBuilder<string>
}

/** Sums that are kept. */
const some = (source: RawBuilder<unknown>): KnownPart => ({ source, documents: sql<string>`sum(documents)`,
  amount: sql<string>`sum(amount)` })
const documentsOf = (source: RawBuilder<unknown>): KnownPart => ({ source, documents: sql<string>`count(*)`,
  amount: sql<string>`sum(amount)` })
/** Documents that are taken off kept sums again. */
const without = (source: RawBuilder<unknown>): KnownPart => ({ source, documents: sql<string>`-count(*)`,
  amount: sql<string>`-sum(amount)` })

/**
 * The parts of the list of all documents: sums that are kept, documents of the days that months have beside the days asked for or lack of
 * them, and what the reader filed outside of their rights. A list that is not narrowed to days needs the first alone.
 */
export function partsOf(reader: DocumentReader, filter: ListFilter): readonly KnownPart[] {
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

/** Returns whether documents of every type and department are looked at: these are summed by month and state alone. */
const isWhole = (scope: readonly RawBuilder<unknown>[], { businessTypes = [], departments = [] }: ListFilter): boolean =>
  scope.length === 0 && businessTypes.length === 0 && departments.length === 0

/**
 * Returns the scopes of a reader: documents of their departments, and for bookkeepers what these bear for others. No document is in two of
 * them.
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
  /** Conditions on the totals of whole months; undefined where there is none. */
  readonly months?: readonly RawBuilder<unknown>[]
  /** Days that are asked for and lie in none of the months. */
  readonly days: readonly Days[]
  /** Days of the months that are not asked for. */
  readonly beside: readonly Days[]
}

/** The months that lie in some days for the most part, and the days that these lack or have beside; no condition for all time. */
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
