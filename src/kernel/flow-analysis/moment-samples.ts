import type { FeelValue } from '../feel/values.ts'
import { FeelDate } from '../feel/temporal/date.ts'
import { kindOf } from '../kinds/registry.ts'
import type { SampleRequest, Sample } from './sample.ts'
import { same } from './words.ts'

/** The day on which conditions are tried out. */
export const today = '2026-06-15'

const facts = { reference: () => undefined }
const longAgo = '2000-01-01'
const inLongTime = '2099-12-31'

/** The day before, of and after each date that is compared with, today and far away; for times, several of a day. */
export function momentSamples({ field, compared }: SampleRequest): readonly Sample[] {
  const days = field.kind === 'time' ? [] : daysAround([...compared.dates.keys(), ...dayOf(today)])
  const wires = field.kind === 'time' ? [...compared.texts, '00:00', '08:00', '12:00', '23:59'] : [longAgo, ...days, inLongTime]
  const samples = [...new Set(wires)].map((wire): Sample => ({ value: read(field.kind === 'datetime' ? `${wire} 12:00:00` : wire, field),
    words: same(wire) })
  )
  return samples.filter(({ value }) => value !== null)
}

/** A first and a last day. */
export function rangeSamples({ field }: SampleRequest): readonly Sample[] {
  return [[longAgo, today], [today, today], [today, inLongTime]].map((days) => ({
    value: kindOf(field).toFeel(days, field, facts),
    words: same(days.join(' ~ ')),
  }))
}

const daysAround = (epochDays: readonly number[]): readonly string[] =>
  epochDays.flatMap((day) => [day - 1, day, day + 1].flatMap((near) => FeelDate.ofEpochDay(near)?.toString() ?? []))

function dayOf(text: string): readonly number[] {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return [FeelDate.of(year, month, day)?.epochDay ?? 0]
}

function read(wire: string, field: SampleRequest['field']): FeelValue {
  return field.kind === 'calculated' ? kindOf({ kind: 'date' }).toFeel(wire, field, facts) : kindOf(field).toFeel(wire, field, facts)
}
