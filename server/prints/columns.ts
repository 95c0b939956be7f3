import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { isAmount } from './texts.ts'

/** A column that some row fills, in the order of the form. */
export type PrintableColumn = readonly [key: string, field: FieldDefinition]

/** Points between the margins of a sheet, less the numbers of the rows with their padding. */
const room = 515 - 14 - 10
/** Points beside the text of a column. */
const padding = 8

/**
 * Plans the columns that stand beside each other, and those that go below their row. All where they fit; else first the amounts that
 * are asked for, then what else is asked for, then the others as long as there is room.
 */
export function planPrint(candidates: readonly PrintableColumn[],
  width = room): { readonly main: readonly PrintableColumn[]; readonly rest: readonly PrintableColumn[] } {
  const ranked = candidates.map((candidate, index) => ({ candidate, index, rank: rankOf(candidate) })).toSorted((one, other) =>
    one.rank - other.rank || one.index - other.index
  )
  const taken = new Set<string>()
  let used = 0
  for (const { candidate: [key, field] } of ranked) {
    const needed = widthOf(field) + padding
    if (used + needed > width && taken.size > 0) continue
    used += needed
    taken.add(key)
  }
  return { main: candidates.filter(([key]) => taken.has(key)), rest: candidates.filter(([key]) => !taken.has(key)) }
}

/** Points that a column needs to be read. */
export function widthOf(field: FieldDefinition): number {
  if (isAmount(field)) return 68
  // a short text is a number or code, which is not broken
  if (field.kind === 'text') return Math.min(110, Math.max(40 + (field.max ?? 200) / 2, Math.min(field.max ?? 200, 12) * 5.5))
  return widths[field.kind] ?? 60
}

const widths: Partial<Record<FieldKind, number>> = {
  integer: 46,
  number: 50,
  percent: 40,
  date: 56,
  datetime: 80,
  time: 40,
  switch: 36,
  checkbox: 36,
  textarea: 130,
  richtext: 150,
  attachment: 120,
  documentLink: 110,
  people: 90,
  daterange: 100,
  calculated: 50,
  reference: 66,
  department: 70,
}

/** The rank of a column: what a row is about, when and how many go beside its amounts; a rate gives way. */
function rankOf([, field]: PrintableColumn): number {
  if (identifying.has(field.kind)) return 1
  if (field.required === true) return isAmount(field) ? 0 : 1
  if (field.required !== undefined || counts(field)) return 2
  return isAmount(field) && !field.each ? 3 : 4
}

const counts = ({ kind, result }: FieldDefinition): boolean =>
  kind === 'integer' || result === 'integer' || kind === 'number' || result === 'number'

const identifying: ReadonlySet<FieldKind> = new Set(['person', 'people', 'date', 'daterange'])

/** Figures stand at the right. */
export const isFigure = (field: FieldDefinition): boolean =>
  isAmount(field) || field.kind === 'number' || field.kind === 'integer' || field.kind === 'percent' || field.result === 'number' ||
  field.result === 'integer'
