import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { amountFormat, type CurrencyFormat, decimalOf, sumMoney } from '#kernel/values/money.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { summaryKind } from '#kernel/fields/summary.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isAmount } from '../table/columns.ts'

/** Fields of a section that are rendered together. */
export interface FieldGroup {
  /** React key, stable when fields of the group appear or disappear, so that the focus is kept. */
  readonly id: string
  readonly kind: 'grid' | 'table' | 'figures' | 'block'
  readonly names: readonly string[]
}

/** Predicates for fields that are rendered separately: derived figures, and fields replaced by a module's block. */
interface DrawnApart {
  isFigure?(field: FieldDefinition): boolean
  isInBlock?(field: FieldDefinition): boolean
}

/** Splits a section into grids and tables, in the order of the form; derived figures come last. */
export function groupsOf(fields: Fields, names: readonly string[], apart: DrawnApart = {}): readonly FieldGroup[] {
  const groups: { id: string; kind: FieldGroup['kind']; names: string[] }[] = []
  const figures: string[] = []
  for (const name of names.filter((each) => Object.hasOwn(fields, each))) {
    const kind = kindOfGroup(fields[name]!, apart)
    const last = groups.at(-1)
    if (kind === 'figures') figures.push(name)
    else if (last?.kind === kind && kind !== 'table') last.names.push(name)
    else groups.push({ id: idOf(kind, name, last), kind, names: [name] })
  }
  return figures.length > 0 ? [...groups, { id: 'figures', kind: 'figures', names: figures }] : groups
}

/** The key of a group: for a table its field key, else derived from the preceding group. */
const idOf = (kind: FieldGroup['kind'], name: string,
  last: Pick<FieldGroup, 'id'> | undefined) => (kind === 'table' ? name : [kind, last?.id].join('/'))

function kindOfGroup(field: FieldDefinition, { isFigure = isDerived, isInBlock }: DrawnApart): FieldGroup['kind'] {
  if (isInBlock?.(field)) return 'block'
  if (field.kind === 'table') return 'table'
  return isFigure(field) ? 'figures' : 'grid'
}

const isDerived = ({ kind, result }: FieldDefinition): boolean => kind === 'calculated' && result !== undefined && result !== 'boolean'

/**
 * Returns whether a field is derived, or read-only and short; in a form, these are shown as figures, because a box in the grid would leave
 * gaps.
 */
export function isOnlyRead(field: FieldDefinition): boolean {
  const { readOnly, editAt, hint, span = 1 } = field
  return isDerived(field) ||
    (readOnly === true && kindOf(field).isShort === true && editAt === undefined && hint === undefined && span === 1)
}

/** The only field of a section if it has the section's name (or asks whether it applies): the section's title replaces its label. */
export const singleOf = ({ fields }: Pick<Form, 'fields'>, [name, ...others]: readonly string[], title: Label | undefined):
  | string
  | undefined =>
  title !== undefined && name !== undefined && others.length === 0 && fields[name]?.cn.replace(/^是否/, '') === title.cn ? name : undefined

/**
 * Returns whether a section starts with a table, whose title then replaces the section's, to avoid two consecutive titles.
 */
export const startsWithTitle = ([first]: readonly FieldGroup[]): boolean => first?.kind === 'table'

/** Key of the amount in the form's footer. */
export const footerAmount = (form: Form): string | undefined => keyAs(form.fields, 'netPayable') ?? form.amount

/**
 * Derived figures that are redundant: zero amounts, amounts equal (with currency) to a table's total, the footer or a preceding figure, and
 * amounts in capital numerals.
 * @param last the amount that the page shows separately; in a form, in its footer
 */
export function repeatedFigures({ form, value }: { readonly form: Form; readonly value: FormValue }, own: CurrencyFormat,
  last = footerAmount(form)): ReadonlySet<string> {
  const derived = Object.entries(form.fields).filter(([, field]) => isCalculated(field))
  const said = new Set([nothing, ...sums(form, value, own),
    ...derived.filter(([name]) => name === last).map(([name, field]) => keyOf(value[name], field, own))])
  const words = derived.filter(([name, field]) => field.as === 'amountCapitals' || name === last).map(([name]) => name)
  const repeated = new Set(words)
  for (const [name, field] of derived.filter(([name, field]) => isAmount(field) && name !== last)) {
    const key = keyOf(value[name], field, own)
    if (said.has(key)) repeated.add(name)
    said.add(key)
  }
  return repeated
}

const isCalculated = ({ kind, result }: FieldDefinition) => kind === 'calculated' && result !== undefined

/** The totals that tables show of their amounts. */
const sums = (form: Form, value: FormValue, own: CurrencyFormat): readonly string[] =>
  Object.entries(form.fields).flatMap(([table, { columns = {} }]) =>
    Object.entries(columns).flatMap(([column, field]) =>
      isAmount(field) && summaryKind(field) === 'sum'
        ? [keyOf(sumMoney(rowsAt(value, table).map((row) => row[column] as string | null)).toFixed(2), field, own)]
        : []
    )
  )

const nothing = ''

/** Comparison key of an amount with its currency. */
function keyOf(held: unknown, field: FieldDefinition, own: CurrencyFormat): string {
  const amount = decimalOf(held as string | null)
  if (amount === null || amount.isZero()) return nothing
  return `${amount.toFixed()} ${amountFormat(field, own).sign}`
}
