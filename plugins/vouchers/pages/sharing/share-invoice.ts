import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { columnsOf, isInRmb } from '../drop/placing.ts'
import type { InvoiceRow } from './invoice-rows.ts'

/** The roles in which rows that share an invoice are alike; its tax follows from the amount of each. */
const alike: ReadonlySet<FieldRole> = new Set(['invoiceNumber', 'invoiceCode', 'invoiceDate', 'invoiceKind', 'invoiceBuyer',
  'invoiceSeller', 'invoiceTaxRate', 'invoiceFiles'])

/**
 * Gives a row the invoice of another one, and what is left of it where the row has no amount yet. Where nothing is left the amount stays
 * empty: the person lowers the other row.
 */
export function shareInvoice(store: FormStore, source: InvoiceRow, target: { readonly table: string; readonly rowId: string },
  left: string | undefined): void {
  const held = rowsAt(store.value, source.table).find((row) => rowIdOf(row) === source.rowId)
  if (!held) return
  const cells = { ...sharedCells(store, { held, from: source.table, to: target.table }),
    ...(left !== undefined && Number(left) > 0 && restCell(store, target, left)) }
  store.setRows(target.table, (rows) => rows.map((row) => (rowIdOf(row) === target.rowId ? { ...row, ...cells } : row)))
}

function sharedCells(store: FormStore,
  { held, from, to }: { readonly held: FormValue; readonly from: string; readonly to: string }): FormValue {
  const [sourceColumns, taking] = [columnsOf(store, from), columnsOf(store, to)]
  const number = keyAs(taking, 'invoiceNumber')
  const group = store.form.fields[to]?.columnGroups?.find(({ shows }) => shows === number)?.columns ?? []
  return Object.fromEntries(Object.entries(taking).flatMap(([column, { as: role }]) => {
    const isMeant = role === undefined ? group.includes(column) : alike.has(role)
    const source = role === undefined ? column : keyAs(sourceColumns, role)
    const value = isMeant && source !== undefined ? held[source] : undefined
    return value === undefined || value === null || !store.editable(`${to}.${column}`) ? [] : [[column, value]]
  }))
}

function restCell(store: FormStore, { table, rowId }: { readonly table: string; readonly rowId: string }, left: string): FormValue {
  const columns = columnsOf(store, table)
  const amount = keyAs(columns, 'invoiceAmount') ?? ''
  const field = columns[amount]
  if (!field || !isInRmb(store) || !store.editable(`${table}.${amount}`)) return {}
  const held = store.read({ key: table, rowId, column: amount })
  return kindOf(field).empty(held ?? null) ? { [amount]: left } : {}
}
