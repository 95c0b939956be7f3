import { isDateTime, isTime } from '#kernel/values/dates.ts'
import { FeelDateTime } from '#kernel/feel/temporal/date-time.ts'
import { FeelTime } from '#kernel/feel/temporal/time.ts'
import { feelDateOf, momentKind } from './date.ts'
import { feelDateTime, feelTime } from '../from-feel.ts'

/** A time of day, HH:mm or HH:mm:ss. */
export const time = momentKind({
  code: 'field.time',
  pattern: '^\\d{2}:\\d{2}(:\\d{2})?$',
  sqlType: 'time(0)',
  cellFormat: '@',
  real: isTime,
  toFeel: feelTimeOf,
  fromFeel: feelTime,
})

/** Converts a time text HH:mm[:ss] to FEEL; null if invalid. */
function feelTimeOf(text: string): FeelTime | null {
  return FeelTime.of({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3, 5)), second: Number(text.slice(6, 8) || 0) })
}

/** A date and time in Asia/Shanghai, yyyy-MM-dd HH:mm:ss; in expressions it has no zone, like literals. */
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
