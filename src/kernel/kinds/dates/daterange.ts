import { z } from 'zod'
import { isDate } from '#kernel/values/dates.ts'
import { FeelRange } from '#kernel/feel/values.ts'
import { feelDateOf } from './date.ts'
import { feelDate } from '../from-feel.ts'
import { type Fault, isNothing, type KindMeaning, nothingCell } from '../kind.ts'

const day = z.string().meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** First and last day, both inclusive; expressions read them as `start` and `end`. */
export const daterange: KindMeaning = {
  attributes: [],
  ask: 'field.select',
  shape: () => z.tuple([day, day]),
  faults: (value) => rangeFaults(value as [string, string]),
  empty: isNothing,
  toFeel: (value) => rangeOf(value),
  fromFeel: (value) => (value instanceof FeelRange ? daysOf(value) : null),
  sqlType: () => 'jsonb',
  searchText: (value) => (isNothing(value) ? '' : (value as string[]).join(' ')),
  excelCell: (value) => (isNothing(value) ? nothingCell : { value: (value as string[]).join(' ~ '), format: '@' }),
}

function rangeFaults([from, to]: [string, string]): Fault[] {
  if (!isDate(from) || !isDate(to)) return [{ code: 'field.date' }]
  return from > to ? [{ code: 'field.dateOrder' }] : []
}

function rangeOf(value: unknown): FeelRange | null {
  const [from, to]: unknown[] = Array.isArray(value) ? value : []
  if (typeof from !== 'string' || typeof to !== 'string' || rangeFaults([from, to]).length > 0) return null
  return new FeelRange({ start: feelDateOf(from), end: feelDateOf(to), startIncluded: true, endIncluded: true })
}

function daysOf(range: FeelRange): [string, string] | null {
  const from = feelDate(range.start)
  const to = feelDate(range.end)
  return from !== null && to !== null && from <= to ? [from, to] : null
}
