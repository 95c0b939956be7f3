import { isDateTime } from '#kernel/values/dates.ts'
import { FeelDateTime } from '#kernel/feel/temporal/date-time.ts'
import { feelDateOf } from './date.ts'
import { feelDateTime } from '../from-feel.ts'
import { momentKind } from '../families/moment-family.ts'
import { feelTimeOf } from './time.ts'

/** A moment on the clock of Shanghai, yyyy-MM-dd HH:mm:ss; without a zone in expressions, like the literals there. */
export const datetime = momentKind({
  code: 'field.datetime',
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
  sqlType: 'timestamp(0)',
  cellFormat: 'yyyy-mm-dd hh:mm:ss',
  real: isDateTime,
  toFeel: feelDateTimeOf,
  fromFeel: feelDateTime,
})

function feelDateTimeOf(text: string): FeelDateTime | null {
  const day = feelDateOf(text)
  const clock = feelTimeOf(text.slice(11))
  return day && clock && new FeelDateTime(day, clock)
}
