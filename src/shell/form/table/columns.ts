import type { ColumnGroup, FieldDefinition, FieldKind, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'

/** The columns of the grid, and those of the part of a row that opens. All in the order of the form. */
export interface ColumnPlan {
  readonly main: readonly string[]
  /** Of the rest, those that stand for several in one cell, before the first amount. */
  readonly groups: readonly ColumnGroup[]
  readonly rest: readonly string[]
}

/** The place of the groups among the main columns. */
export const placeOfGroups = (main: readonly string[], columns: Fields): number => {
  const first = main.findIndex((name) => columns[name] && isAmount(columns[name]))
  return first < 0 ? main.length : first
}

/** Pixels of the cell of a group. */
export const groupWidth = 152

export interface ColumnPlanInput {
  readonly form: Form
  /** Key of the table. */
  readonly table: string
  /** Pixels that the grid has. */
  readonly width: number
  /** Pixels of what stands around the columns. */
  readonly frame: { readonly whole: number; readonly more: number }
  /** True where column groups of the table are drawn as one cell each. */
  readonly isGrouped?: boolean
  /** Pixels by which each column is narrower than an input: where rows are read there are no arrows and no frames. */
  readonly saved?: number
  /** Columns that some row shows now. */
  isShown(column: string): boolean
  /** Columns that may be written here come first when a node opens only some. */
  isOpen?(column: string): boolean
}

/** Pixels that a column needs at least. */
export const columnWidth = ({ kind, result, fillsIn, cn, max = 200 }: FieldDefinition): number => {
  if (fillsIn) return 150
  if (kind === 'text') return max <= 100 ? 120 : 150
  const width = widths[kind] ?? (result === 'money' ? 104 : 108)
  return counts.has(kind) ? Math.max(width, Math.min(widest, cn.length * 13 + 28)) : width
}

/** Kinds whose heading may be wider than what is entered. */
const counts: ReadonlySet<FieldKind> = new Set(['integer', 'number', 'percent'])

const widest = 132

const widths: Partial<Record<FieldKind, number>> = {
  money: 104,
  integer: 80,
  number: 90,
  percent: 84,
  date: 116,
  datetime: 150,
  cascader: 104,
  time: 84,
  switch: 72,
  checkbox: 72,
  rate: 140,
  textarea: 180,
  richtext: 240,
  attachment: 180,
  documentLink: 170,
  people: 170,
  daterange: 210,
}

/** Pixels around the columns: number, what else a row holds, its buttons, the one that opens it for reading. */
export const frameWidth = { number: 36, more: 132, actions: 72, opener: 44 } as const

/**
 * As many columns as fit. First those that are always asked for and that nothing fills in, then those that something
 * fills in, then amounts; the others open with their row.
 */
export function planColumns({ form, table, width, frame, isGrouped = false, saved = 0, isShown, isOpen }: ColumnPlanInput): ColumnPlan {
  const columns: Fields = form.fields[table]?.columns ?? {}
  const acceptances = new Set(form.rules.map(({ acceptedBy }) => acceptedBy))
  const shown = Object.entries(columns).filter(([key, field]) => !acceptances.has(key) && isDrawn(field) && isShown(key))
  if (sumOf(shown) - shown.length * saved + frame.whole <= width) return { main: shown.map(([key]) => key), groups: [], rest: [] }

  const groups = isGrouped ? groupsAmong(form.fields[table]?.columnGroups, shown) : []
  const grouped = new Set(groups.flatMap((group) => group.columns))
  const room = width - frame.whole - frame.more - groups.length * (groupWidth - saved)
  const taken = chosenOf(shown.filter(([key]) => !grouped.has(key)), { room, saved, isOpen })
  return { main: shown.filter(([key]) => taken.has(key)).map(([key]) => key), groups,
    rest: shown.filter(([key]) => !taken.has(key)).map(([key]) => key) }
}

type ColumnEntry = readonly [string, FieldDefinition]

const groupsAmong = (groups: readonly ColumnGroup[] = [], shown: readonly ColumnEntry[]) =>
  groups.filter(({ columns }) => shown.some(([key]) => columns.includes(key)))

/** The first columns by rank that there is room for. */
function chosenOf(columns: readonly ColumnEntry[],
  { room, saved, isOpen }: { readonly room: number; readonly saved: number; readonly isOpen: ColumnPlanInput['isOpen'] }
): ReadonlySet<string> {
  const ranked = columns.map((entry, index) => ({ entry, rank: rankOf(entry, isOpen), index })).sort((one, other) =>
    one.rank - other.rank || one.index - other.index
  )
  const taken = new Set<string>()
  let used = 0
  for (const { entry: [key, field], rank } of ranked) {
    const needed = columnWidth(field) - saved
    if (rank > lastRank || (used + needed > room && taken.size > 0)) continue
    used += needed
    taken.add(key)
  }
  return taken
}

/** Ranks beyond this never stand in a grid that is too narrow for all. */
const lastRank = 4

function rankOf([key, field]: readonly [string, FieldDefinition], isOpen: ColumnPlanInput['isOpen']): number {
  if (isAmount(field)) return amountRank(field, isOpen?.(key) ?? false)
  const known = field.fillsIn ? 1 : kindRanks[field.kind]
  if (known !== undefined) return known
  return field.required === true ? requiredRank(field) : lastRank
}

/** A column that says what a row is about comes after its amounts, and before when and for whom it was. */
const requiredRank = ({ kind, default: preset }: FieldDefinition): number => (preset !== undefined ? 2 : kind === 'text' ? 0.5 : 1)

/** A field that is too high for a line is opened; a saved account fills in what follows it. */
const kindRanks: Partial<Record<FieldKind, number>> = { attachment: lastRank + 1, richtext: lastRank + 1 }

/** An amount that follows another until an approver changes it is that approver's first, and nobody's else. */
function amountRank(field: FieldDefinition, isOpen: boolean): number {
  // a standard that nobody enters comes after what it is for
  if (field.each && field.system) return lastRank
  if (field.required === true) return isOpen || field.default === undefined || field.editAt === undefined ? 0 : 3
  return isAskedAtTimes(field) ? 1 : 3
}

/** Returns whether a field is asked for while something holds: a new price, where one is set. */
const isAskedAtTimes = ({ required, default: preset }: FieldDefinition): boolean => typeof required === 'string' && preset === undefined

/** A field that the server sets for itself is not drawn in a grid of inputs; one that tells the person something is. */
const isDrawn = ({ kind, visible }: FieldDefinition) => kind !== 'title' && kind !== 'plaintext' && visible !== 'false'

const sumOf = (columns: readonly (readonly [string, FieldDefinition])[]) => columns.reduce((sum, [, field]) => sum + columnWidth(field), 0)

/** Returns whether a column holds numbers, which stand at the right. */
export const isNumeric = ({ kind, result }: FieldDefinition): boolean =>
  numericKinds.has(kind) || (kind === 'calculated' && numericKinds.has(result ?? 'number'))

const numericKinds: ReadonlySet<string> = new Set(['money', 'number', 'integer', 'percent', 'rate'])

/** Returns whether a column holds amounts that are worth a total. */
export const isAmount = ({ kind, result }: FieldDefinition): boolean => kind === 'money' || result === 'money'
