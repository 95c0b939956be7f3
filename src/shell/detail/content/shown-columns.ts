import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { amountFormat, type CurrencyFormat, decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { sameList, usePart } from '#shell/form/store/use-store.ts'
import { isRowAmount, useRowSummaries } from '#shell/parts/document/slots.tsx'
import { isAmount } from '#shell/form/table/columns.ts'

/** The columns in which a row has a value that is not redundant; columns used only for calculations are hidden. */
export function useShownColumns(table: string, columns: Fields = {}, rows: readonly FormValue[]): Fields {
  const own = useCurrency()
  const summaries = useRowSummaries()
  const names = usePart(
    (store) =>
      Object.keys(columns).filter((column) =>
        isShown(store, `${table}.${column}`, columns[column]) && rows.some((row) => !isEmpty(columns[column], row[column]))
      ),
    sameList,
  )
  const shown = Object.fromEntries(names.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])))
  const repeated = repeatedAmounts(shown, rows, { own, isOfRow: (field) => isRowAmount(summaries, field) })
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !repeated.has(name)))
}

/**
 * Derived amounts that equal another column in every row, or are 0 everywhere. So an approved amount is shown only if it differs from the
 * requested one.
 */
function repeatedAmounts(columns: Fields, rows: readonly FormValue[],
  { own, isOfRow }: { own: CurrencyFormat; isOfRow(field: FieldDefinition): boolean }): ReadonlySet<string> {
  // the row's own amount first, then entered columns, then derived ones
  const rankOf = (field: FieldDefinition): number => (isOfRow(field) ? 0 : isFollowing(field) ? 2 : 1)
  const amounts = Object.entries(columns).filter(([, field]) => isAmount(field) && !field.each)
  const ordered = [...amounts].sort(([, one], [, other]) => rankOf(one) - rankOf(other))
  const said = new Set<string>()
  const repeated = new Set<string>()
  for (const [name, field] of ordered) {
    const figures = rows.map((row) => decimalOf(row[name] as string | null)?.toFixed() ?? String(row[name] ?? ''))
    const says = `${amountFormat(field, own).sign} ${figures.join()}`
    const isNothing = field.required !== true && figures.every((figure) => figure === '' || figure === '0')
    if (!isOfRow(field) && isFollowing(field) && (said.has(says) || isNothing)) repeated.add(name)
    said.add(says)
  }
  return repeated
}

const isFollowing = ({ default: preset, value, system }: FieldDefinition): boolean =>
  preset !== undefined || value !== undefined || system === true

/** A column without condition is always visible. */
const isShown = (store: FormStore, path: string, field: FieldDefinition | undefined): boolean =>
  field?.visible === undefined || store.stateAt(path).visible

const isEmpty = (field: FieldDefinition | undefined, held: unknown): boolean => field === undefined || kindOf(field).empty(held)
