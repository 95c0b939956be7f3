import { z } from 'zod'
import type { FeelValue } from '#kernel/feel/values.ts'
import { feelText } from '../from-feel.ts'
import { isNothing, type KindDefinition, nothingCell } from '../kind.ts'

export interface MomentFamily {
  readonly attributes?: KindDefinition['attributes']
  readonly code: string
  /** A form that OpenAPI shows. */
  readonly pattern: string
  readonly sqlType: string
  /** Number format of a cell. */
  readonly cellFormat: string
  real(text: string): boolean
  toFeel(text: string): FeelValue
  fromFeel(value: FeelValue): string | null
}

/** Kinds whose value is a point of the calendar or the clock, as text. */
export function momentKind(family: MomentFamily): KindDefinition {
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
    filter: 'range',
  }
}

function realOrNull(text: string | null, family: MomentFamily): string | null {
  return text !== null && family.real(text) ? text : null
}

/** A cell has no time zone: the UTC fields of the instant are what the local clock shows. A time alone is of day 0. */
function asInstant(text: string): Date | string {
  if (text.length < 10) return text
  return new Date(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`)
}
