import { isDate } from '#kernel/values/dates.ts'
import { FeelDate } from '#kernel/feel/temporal/date.ts'
import { feelDate } from '../from-feel.ts'
import { momentKind } from '../families/moment-family.ts'

/** A day, yyyy-MM-dd. */
export const date = momentKind({
  attributes: ['months'],
  code: 'field.date',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  sqlType: 'date',
  cellFormat: 'yyyy-mm-dd',
  real: isDate,
  toFeel: feelDateOf,
  fromFeel: feelDate,
})

/** The day that a text yyyy-MM-dd spells, in expressions. */
export function feelDateOf(text: string): FeelDate | null {
  return FeelDate.of(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)))
}
