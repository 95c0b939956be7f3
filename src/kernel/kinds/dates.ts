import { z } from 'zod'
import { isDate } from '#kernel/values/dates.ts'
import { FeelDate } from '#kernel/feel/temporal/date.ts'
import type { FeelValue } from '#kernel/feel/values.ts'
import { feelDate, feelText } from './from-feel.ts'
import { isNothing, type KindMeaning, nothingCell } from './kind.ts'

interface MomentFamily {
  readonly attributes?: KindMeaning['attributes']
  readonly code: string
  /** Regular expression, for OpenAPI. */
  readonly pattern: string
  readonly sqlType: string
  /** Number format of a spreadsheet cell. */
  readonly cellFormat: string
  real(text: string): boolean
  toFeel(text: string): FeelValue
  fromFeel(value: FeelValue): string | null
}

/** Kinds whose value is a date or time as text. */
export function momentKind(family: MomentFamily): KindMeaning {
  return {
    attributes: family.attributes ?? [],
    ask: 'field.select',
    shape: () => z.string().meta({ pattern: family.pattern }),
    faults: (value, field) => (family.real(value as string) ? [] : [{ code: field.months ? 'field.month' : family.code }]),
    empty: isNothing,
    toFeel: (value) => (typeof value === 'string' && family.real(value) ? family.toFeel(value) : null),
    fromFeel: (value) => realOrNull(family.fromFeel(value) ?? feelText(value), family),
    sqlType: () => family.sqlType,
    searchText: (value) => (isNothing(value) ? '' : (value as string)),
    excelCell: (value, field) => (isNothing(value)
      ? nothingCell
      : { value: asInstant(value as string), format: field.months ? 'yyyy-mm' : family.cellFormat }),
  }
}

function realOrNull(text: string | null, family: MomentFamily): string | null {
  return text !== null && family.real(text) ? text : null
}

/** Converts local time to a Date whose UTC fields equal it, because spreadsheet cells have no time zone. */
function asInstant(text: string): Date | string {
  if (text.length < 10) return text
  return new Date(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`)
}

/** A date, yyyy-MM-dd. */
export const date = momentKind({
  attributes: ['months', 'isLateAfter', 'earliest', 'latest'],
  code: 'field.date',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  sqlType: 'date',
  cellFormat: 'yyyy-mm-dd',
  real: isDate,
  toFeel: feelDateOf,
  fromFeel: feelDate,
})

/** Converts a date text yyyy-MM-dd to FEEL; null if invalid. */
export function feelDateOf(text: string): FeelDate | null {
  return FeelDate.of(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)))
}
