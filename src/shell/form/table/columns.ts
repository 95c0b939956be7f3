import type { ColumnGroup, FieldDefinition, Fields } from '#kernel/fields.ts'
import { isOneLine, kindOf } from '#kernel/kinds/registry.ts'
import type { Form } from '#kernel/form.ts'

/** The columns of the grid, and those of the expanded part, in the order of the form. */
export interface ColumnPlan {
  readonly main: readonly string[]
  /** Column groups shown as one cell each, before the first amount. */
  readonly groups: readonly ColumnGroup[]
  readonly rest: readonly string[]
}

/** Index of the groups among the main columns. */
export const placeOfGroups = (main: readonly string[], columns: Fields): number => {
  const first = main.findIndex((name) => columns[name] && isAmount(columns[name]))
  return first < 0 ? main.length : first
}

/** Width of a group's cell in pixels. */
export const groupWidth = 152

export interface ColumnPlanInput {
  readonly form: Form
  /** Key of the table. */
  readonly table: string
  /** Width of the grid in pixels. */
  readonly width: number
  /** Width in pixels around the columns: always, and additionally if rows can be expanded. */
  readonly frame: { readonly whole: number; readonly more: number }
  /** Column groups are shown as one cell each. */
  readonly isGrouped?: boolean
  /** Pixels by which a read-only column is narrower than an input. */
  readonly saved?: number
  /** Returns whether a column is visible in any row. */
  isShown(column: string): boolean
  /** Returns whether a column is editable; editable ones come first if a node opens only some. */
  isOpen?(column: string): boolean
  /** Read-only: columns of a later node get no priority. */
  readonly isRead?: boolean
}

/** Minimum width of a column in pixels. */
export function columnWidth(field: FieldDefinition): number {
  const { result, fillsIn, cn } = field
  if (fillsIn) return 150
  const { width = result === 'money' ? 104 : 108, isFigure } = kindOf(field)
  const needed = typeof width === 'number' ? width : width(field)
  // a number's heading may be wider than its values
  return isFigure && !isAmount(field) ? Math.max(needed, Math.min(widest, cn.length * 13 + 28)) : needed
}

const widest = 132

/** Widths in pixels around the columns: row number, expander with summary, buttons, expander in read-only tables. */
export const frameWidth = { number: 36, more: 132, actions: 72, opener: 44 } as const

/**
 * Selects as many columns as fit: first always required ones that nothing fills in automatically, then those that are filled in, then
 * amounts. The others are shown when the row is expanded.
 */
export function planColumns(
  { form, table, width, frame, isGrouped = false, saved = 0, isShown, isOpen, isRead }: ColumnPlanInput,
): ColumnPlan {
  const columns: Fields = form.fields[table]?.columns ?? {}
  const acceptances = new Set(form.rules.map(({ acceptedBy }) => acceptedBy))
  const shown = Object.entries(columns).filter(([key, field]) => !acceptances.has(key) && isDrawn(field) && isShown(key))
  if (sumOf(shown) - shown.length * saved + frame.whole <= width) return { main: shown.map(([key]) => key), groups: [], rest: [] }

  const groups = isGrouped ? groupsAmong(form.fields[table]?.columnGroups, shown) : []
  const grouped = new Set(groups.flatMap((group) => group.columns))
  const room = width - frame.whole - frame.more - groups.length * (groupWidth - saved)
  const taken = chosenOf(shown.filter(([key]) => !grouped.has(key)), { room, saved,
    rankOf: rankOfEach({ isOpen, isRead, beside: besideOpen({ form, table, isOpen }) }) })
  return { main: shown.filter(([key]) => taken.has(key)).map(([key]) => key), groups,
    rest: shown.filter(([key]) => !taken.has(key)).map(([key]) => key) }
}

type ColumnEntry = readonly [string, FieldDefinition]

const groupsAmong = (groups: readonly ColumnGroup[] = [], shown: readonly ColumnEntry[]) =>
  groups.filter(({ columns }) => shown.some(([key]) => columns.includes(key)))

/** The columns that fit, lowest rank first. */
function chosenOf(columns: readonly ColumnEntry[],
  { room, saved, rankOf }: { readonly room: number; readonly saved: number;
    readonly rankOf: (column: ColumnEntry) => number }): ReadonlySet<string> {
  const ranked = columns.map((entry, index) => ({ entry, rank: rankOf(entry), index })).sort((one, other) =>
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

/** Columns with a higher rank are never in a grid that is too narrow for all. */
const lastRank = 4

interface Ranking {
  readonly isOpen: ColumnPlanInput['isOpen']
  readonly isRead: boolean | undefined
  readonly beside: ReadonlySet<string>
}

const rankOfEach = ({ isOpen, isRead, beside }: Ranking) => (entry: ColumnEntry) => {
  if (isRead) return rankRead(entry)
  const rank = rankEntered(entry, isOpen)
  return beside.has(entry[0]) ? Math.min(rank, besideRank) : rank
}

/** Rank of columns that are read beside those that a node opens: after the opened ones that are to be filled in. */
const besideRank = 0.25

/**
 * Closed columns that an entry at the node depends on: it is compared with them, follows them by default, is required by them, or they are
 * figures of another system that the node reads anew.
 */
function besideOpen({ form, table, isOpen }: Pick<ColumnPlanInput, 'form' | 'table' | 'isOpen'>): ReadonlySet<string> {
  if (!isOpen) return new Set()
  const columns = Object.entries(form.fields[table]?.columns ?? {})
  const open = columns.filter(([key]) => isOpen(key))
  const keys = new Set(open.map(([key]) => key))
  const expressions = [
    ...form.rules.flatMap(({ each, fields, when }) => (each === table && fields.some((key) => keys.has(key)) ? [when] : [])),
    ...open.flatMap(([, { default: preset, required }]) => [preset ?? '', typeof required === 'string' ? required : '']),
  ].map((expression) => new Set(String(expression).match(/(?<!\.)\b[a-zA-Z]\w*/g)))
  const figures = figuresAt(form, table, open.map(([, field]) => field))
  return new Set(
    columns.flatMap(([key, field]) =>
      !keys.has(key) && (isNumeric(field) || kindOf(field).isMomentary) && (figures.has(key) || expressions.some((names) => names.has(key)))
        ? [key]
        : []
    ),
  )
}

/** Columns of figures that are read at a node which opens these fields. */
function figuresAt({ figures = [] }: Form, table: string, open: readonly FieldDefinition[]): ReadonlySet<string> {
  const nodes = new Set(open.flatMap(({ editAt = [] }) => editAt))
  const read = figures.filter(({ rows, at }) => rows === table && at.some((node) => nodes.has(node)))
  return new Set(read.flatMap(({ into }) => Object.keys(into)))
}

/** The rank of a column in a read-only table. */
const rankRead = ([, field]: ColumnEntry): number =>
  isAmount(field) ? amountRank(field, true) : kindOf(field).isHigh ? lastRank + 1 : plainRank(field)

/** The rank of a column in an editable table; columns required at this node come first. */
function rankEntered([key, field]: ColumnEntry, isOpen: ColumnPlanInput['isOpen']): number {
  const isOpenHere = isOpen?.(key)
  if (isAmount(field)) return amountRank(field, isOpenHere === true)
  if (kindOf(field).isHigh) return lastRank + 1
  if (isAsked(field, isOpenHere)) return isOpenHere ? 0 : 0.5
  return plainRank(field)
}

const plainRank = (field: FieldDefinition): number => (field.fillsIn || field.required === true ? requiredRank(field) : lastRank)

/**
 * The rank of a required column: single-line texts and quantities after amounts and before dates and people; pickers that fill in other
 * columns, and columns with a default, later.
 */
function requiredRank(field: FieldDefinition): number {
  if (field.fillsIn) return 1
  return field.default !== undefined ? 2 : isOneLine(field) || (isNumeric(field) && !field.isName) ? 0.5 : 1
}

/** The rank of an amount. An approved amount, which follows another by default, comes first only for the approver who may edit it. */
function amountRank(field: FieldDefinition, isOpen: boolean): number {
  // a unit price set by the system comes last
  if (field.each && field.system) return lastRank
  if (field.required === true) return isOpen || field.default === undefined || field.editAt === undefined ? 0 : 3
  return isAskedAtTimes(field) ? 1 : 3
}

/** Returns whether a field is conditionally required and has no default. */
const isAskedAtTimes = ({ required, default: preset }: FieldDefinition): boolean => typeof required === 'string' && preset === undefined

/** Returns whether a column is to be filled in at this node, or at the start is a conditionally required number. */
const isAsked = (field: FieldDefinition, isOpen: boolean | undefined): boolean =>
  isOpen === undefined
    ? isNumeric(field) && isAskedAtTimes(field) && field.atNode === undefined
    : isOpen && (field.atNode !== undefined || isNumeric(field))

/** Returns whether a field is displayed in a grid: it has a value and is not always hidden. */
const isDrawn = (field: FieldDefinition) => kindOf(field).holds !== 'nothing' && field.visible !== 'false'

const sumOf = (columns: readonly (readonly [string, FieldDefinition])[]) => columns.reduce((sum, [, field]) => sum + columnWidth(field), 0)

/** Returns whether a column is numeric, i.e. right-aligned. */
export function isNumeric(field: FieldDefinition): boolean {
  const { holds } = kindOf(field)
  return holds === 'result' ? numericResults.has(field.result ?? 'number') : holds === 'decimal' || holds === 'integer'
}

const numericResults: ReadonlySet<string> = new Set(['money', 'number', 'integer'])

/** Returns whether a column is an amount of money. */
export const isAmount = ({ kind, result }: FieldDefinition): boolean => kind === 'money' || result === 'money'
