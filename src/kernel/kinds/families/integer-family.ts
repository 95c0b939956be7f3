import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { Num } from '#kernel/feel/numbers.ts'
import { numberOf, rangeFaults } from './decimal-family.ts'
import { feelInteger } from '../from-feel.ts'
import { isNothing, type KindDefinition, nothingCell } from '../kind.ts'

/** Kinds whose value is a whole number. `limits` are the field's own, or the kind's. */
export function integerKind(options: {
  attributes: KindDefinition['attributes']
  ask: 'field.enter' | 'field.select'
  sqlType: string
  limits(field: FieldDefinition): Pick<FieldDefinition, 'min' | 'max'>
}): KindDefinition {
  return {
    attributes: options.attributes,
    ask: options.ask,
    shapeCode: 'field.integer',
    shape: () => z.int(),
    faults: (value, field) => rangeFaults(new Num(value as number), { ...field, ...options.limits(field) }, 'field.range'),
    empty: isNothing,
    toFeel: (value) => numberOf(value),
    fromFeel: (value) => feelInteger(value),
    sqlType: () => options.sqlType,
    searchText: (value) => (isNothing(value) ? '' : String(value)),
    excelCell: (value, { isName }) => (isNothing(value) ? nothingCell : { value: value as number, format: isName ? '0' : '#,##0' }),
    filter: 'range',
  }
}
