import { Decimal } from 'decimal.js'
import type { FieldProblem } from '../errors.ts'
import { own, rowsAt } from '../evaluate/rows.ts'
import type { FieldDefinition, Fields } from '../fields.ts'
import type { Form, Unique } from '../form.ts'
import { kindOf } from '../kinds/registry.ts'
import type { Label } from '../wording/label.ts'
import { bilingual } from '../wording/names.ts'
import type { FormValue } from '../values/value.ts'

/** Code of the refusal of a value that another document already has; the parameters name the field and that document. */
export const notUnique = 'field.notUnique'

/** A unique key of one document. */
export interface UniqueKey {
  readonly unique: Unique
  /** Namespace within which keys are compared. */
  readonly space: string
  readonly key: string
  /** First and last day of validity; null: unbounded. */
  readonly starts: string | null
  readonly ends: string | null
  /** Path at which a duplicate is reported: `contractNo`, `items.2.material`. */
  readonly path: string
  readonly label: string
}

type UniqueForm = Pick<Form, 'key' | 'fields' | 'unique'>

/** The uniqueness constraints of a form, including those implied by `takes.once`. */
export function uniquesOf({ fields, unique = [] }: Pick<Form, 'fields' | 'unique'>): readonly Unique[] {
  const once = Object.entries(fields).filter(([, { takes }]) => takes?.once)
  return once.length === 0
    ? unique
    : [...unique, ...once.map(([rows]): Unique => ({ among: 'live', rows, by: [takenFrom], message: takenElsewhere }))]
}

/** Columns whose values are unique among the rows of one document. */
const withinTables = ({ fields }: Pick<Form, 'fields'>): readonly Unique[] =>
  Object.entries(fields).flatMap(([rows, { uniqueColumns = [] }]) =>
    uniqueColumns.map((column): Unique => ({ among: 'live', rows, by: [column] }))
  )

const takenFrom = 'takenFrom'
const takenElsewhere: Label = { cn: '该行已被{businessNo}带入', en: '{businessNo} has this row already' }
const source: FieldDefinition = { kind: 'text', cn: '来源行', en: 'source row' }

/** The unique keys of a value, for each constraint of its form. */
export const uniqueKeys = (form: UniqueForm, value: FormValue): readonly UniqueKey[] => keysOf(form, value, uniquesOf(form))

const keysOf = (form: UniqueForm, value: FormValue, uniques: readonly Unique[]): readonly UniqueKey[] =>
  uniques.flatMap((unique) => {
    const { rows } = unique
    if (rows === undefined) return keyOf(form, unique, { value, row: {}, prefix: '' })
    return rowsAt(value, rows).flatMap((row, index) => keyOf(form, unique, { value, row, prefix: `${rows}.${index}.` }))
  })

interface KeySource {
  readonly value: FormValue
  readonly row: FormValue
  readonly prefix: string
}

function keyOf(form: UniqueForm, unique: Unique, { value, row, prefix }: KeySource): UniqueKey[] {
  const columns = columnsOf(form, unique)
  const isColumn = (key: string) => Object.hasOwn(columns, key)
  const held = (key: string): unknown => own(isColumn(key) ? row : value, key)
  const fieldOf = (key: string) => (isColumn(key) ? columns[key] : form.fields[key])
  const parts = unique.by.map((key) => comparable(held(key), fieldOf(key)))
  const span = daysOf(unique, held)
  const [first = ''] = unique.by
  if (parts.includes(null) || !span) return []
  // a duplicate of a row's source is reported at its first cell
  const reportedAt = first === takenFrom ? (Object.keys(columns)[0] ?? first) : first
  return [{ unique, ...span, space: spaceOf(form, unique), key: JSON.stringify(parts),
    path: `${isColumn(first) ? prefix : ''}${reportedAt}`, label: bilingual(fieldOf(first) ?? { cn: first, en: first }) }]
}

function columnsOf({ fields }: UniqueForm, { rows }: Unique): Fields {
  const { columns = {}, takes } = (rows === undefined ? undefined : fields[rows]) ?? { columns: {} }
  return takes ? { ...columns, [takenFrom]: source } : columns
}

const spaceOf = ({ key }: UniqueForm, { across, rows, by }: Unique): string => across ?? [key, rows, ...by].filter(Boolean).join(' ')

/** The period of validity; undefined where it ends before it starts. */
function daysOf({ span = ['', ''] }: Unique, held: (key: string) => unknown): Pick<UniqueKey, 'starts' | 'ends'> | undefined {
  const [starts, ends] = [dayOf(held(span[0])), dayOf(held(span[1]))]
  return starts !== null && ends !== null && starts > ends ? undefined : { starts, ends }
}

function comparable(held: unknown, field: FieldDefinition | undefined): unknown {
  if (!field || kindOf(field).empty(held)) return null
  if (typeof held !== 'string') return held
  return kindOf(field).holds === 'decimal' ? plain(held) : held.trim().toLowerCase()
}

function plain(text: string): string {
  try {
    return new Decimal(text).toFixed()
  } catch {
    return text
  }
}

const dayOf = (held: unknown): string | null => (typeof held === 'string' && held !== '' ? held.slice(0, 10) : null)

/** Returns whether the periods of two keys overlap. */
const overlap = (one: UniqueKey, other: UniqueKey): boolean => startsBy(one, other) && startsBy(other, one)

const startsBy = ({ starts }: UniqueKey, { ends }: UniqueKey): boolean => starts === null || ends === null || starts <= ends

/** Rows of a value that violate uniqueness among themselves, reported at the later row. */
export function alikeRows(form: UniqueForm, value: FormValue): FieldProblem[] {
  const uniques = [...uniquesOf(form).filter(({ rows }) => rows !== undefined), ...withinTables(form)]
  if (uniques.length === 0) return []
  const known = new Map<string, (UniqueKey & { readonly row: number })[]>()
  return keysOf(form, value, uniques).flatMap((key): FieldProblem[] => {
    const name = `${key.space}\n${key.key}`
    const others = known.get(name) ?? []
    const row = Number(key.path.split('.')[1] ?? 0) + 1
    known.set(name, [...others, { ...key, row }])
    const other = others.find((each) => overlap(each, key))
    return other
      ? [{ field: key.path, code: 'field.rowsAlike', parameters: { i: other.row, j: row, label: key.label }, level: 'block' }]
      : []
  })
}
