import dayjs from 'dayjs'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '#kernel/values/dates.ts'
import type { Reader } from '../visibility/scope.ts'
import { stateOf } from '../wire.ts'
import type { ListFilter } from './list-types.ts'

/** Rows that a part of a list is made up of, with what they come to. */
export interface KnownPart {
  readonly source: RawBuilder<unknown>
  readonly documents: RawBuilder<string>
  readonly amount: RawBuilder<string>
}

const some = (source: RawBuilder<unknown>): KnownPart => ({ source, documents: sql<string>`sum(documents)`, amount: sql<string>`sum(amount)` })
const documentsOf = (source: RawBuilder<unknown>): KnownPart => ({ source, documents: sql<string>`count(*)`, amount: sql<string>`sum(amount)` })

/**
 * The parts of the list of all documents: sums that are kept, documents of the days before and after whole months, and what the reader filed
 * outside of their rights. A list that is not narrowed to days needs the first alone.
 */
export function partsOf(reader: Reader, filter: ListFilter): readonly KnownPart[] {
  const wanted = wantedBy(filter)
  const { types, departments } = reader
  const seen = [...(types === 'all' ? [] : [isOneOf('type', types)]), ...(departments === 'all' ? [] : [isOneOf('department', departments)])]
  const conditions = [...seen, ...wanted]
  const { months, days } = timesOf(filter)
  const kept = months === undefined ? [] : [months.length === 0 ? some(where('document_total', conditions)) : some(where('document_month_total', [...months, ...conditions]))]
  const own = seen.length === 0 ? [] : [documentsOf(where('document', [sql`starter = ${reader.id}`, sql`not (${sql.join(seen, sql` and `)})`, ...filedIn(filter), ...wanted]))]
  return [...kept, ...days.map((span) => documentsOf(where('document', [...filedIn(span), ...conditions]))), ...own]
}

const where = (table: string, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`${sql.table(table)} where ${sql.join([sql`true`, ...conditions], sql` and `)}`

const isOneOf = (column: 'type' | 'department', values: readonly string[]): RawBuilder<unknown> => sql`${sql.ref(column)} = any(${[...values]}::text[])`

const wantedBy = ({ businessTypes = [], state, departments = [] }: ListFilter): readonly RawBuilder<unknown>[] => [
  ...(businessTypes.length > 0 ? [isOneOf('type', businessTypes)] : []),
  ...(departments.length > 0 ? [isOneOf('department', departments)] : []),
  ...(state === undefined ? [] : [sql`state = ${stateOf(state) ?? 'none'}`]),
]

type Days = Pick<ListFilter, 'from' | 'to'>

const filedIn = ({ from, to }: Days): readonly RawBuilder<unknown>[] => [
  ...(from ? [sql`started_at >= ${instantOf(`${from} 00:00:00`)}`] : []),
  ...(to ? [sql`started_at < ${instantOf(`${text(dayjs(to).add(1, 'day'))} 00:00:00`)}`] : []),
]

const text = (day: dayjs.Dayjs) => day.format('YYYY-MM-DD')

interface Times {
  /** Conditions on the totals of whole months; undefined where there is none. */
  readonly months?: readonly RawBuilder<unknown>[]
  readonly days: readonly Days[]
}

/** The whole months of some days, and the days before and after them; no condition for all time. */
function timesOf(asked: Days): Times {
  const [first, next] = [asked.from ? monthFrom(asked.from) : undefined, asked.to ? monthAfter(asked.to) : undefined]
  if (first !== undefined && next !== undefined && first >= next) return { days: [asked] }
  return {
    months: [...(first === undefined ? [] : [sql`month >= ${first}::date`]), ...(next === undefined ? [] : [sql`month < ${next}::date`])],
    days: [...daysBefore(asked.from, first), ...daysFrom(next, asked.to)],
  }
}

/** The first month that begins on a day or after it. */
const monthFrom = (day: string): string => text(dayjs(day).subtract(1, 'day').add(1, 'month').startOf('month'))

/** The month that the day after a day lies in. */
const monthAfter = (day: string): string => text(dayjs(day).add(1, 'day').startOf('month'))

const daysBefore = (from: string | undefined, month: string | undefined): readonly Days[] =>
  from && month !== undefined && from < month ? [{ from, to: text(dayjs(month).subtract(1, 'day')) }] : []

const daysFrom = (month: string | undefined, to: string | undefined): readonly Days[] => (to && month !== undefined && month <= to ? [{ from: month, to }] : [])
