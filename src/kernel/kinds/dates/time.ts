import { isTime } from '#kernel/values/dates.ts'
import { FeelTime } from '#kernel/feel/temporal/time.ts'
import { feelTime } from '../from-feel.ts'
import { momentKind } from '../families/moment-family.ts'

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

/** The time that a text HH:mm[:ss] spells, in expressions. */
export function feelTimeOf(text: string): FeelTime | null {
  return FeelTime.of({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3, 5)), second: Number(text.slice(6, 8) || 0) })
}
