import type { FieldDefinition } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'

/** A formatted number with the unit of its field behind it. */
export const withUnit = (text: string, { unit }: FieldDefinition, label: (unit: Label) => string): string =>
  unit && text !== '' ? `${text} ${label(unit)}` : text
