import { ShareAltOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useMemo, useState } from 'react'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { definePartText } from '#fields/text.ts'
import type { CellName } from '#shell/form/store/cell.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { type InvoiceRow, invoiceRowsOf, leftOf, useInvoiceTotals } from './shares.ts'
import { columnsOf, isInRmb } from '../drop/placing.ts'
import './shared.css'
import { cn, en } from './texts.ts'

const useSharingText = definePartText<keyof typeof cn>({ cn, en })

/** Suggestions below the empty invoice number of a row: invoices of other rows that it may share. */
export function OtherRowsInvoice({ cell: { key: table, rowId = '', column = '' } }: { cell: CellName }) {
  const store = useStore()
  const { t, label } = useSharingText()
  const [isOpen, setIsOpen] = useState(false)
  const isEmpty = usePart(() => String(store.read({ key: table, rowId, column }) ?? '') === '')
  const rowsText = usePart(() => (isEmpty ? JSON.stringify(othersOf(invoiceRowsOf(store), rowId)) : '[]'))
  const others = useMemo(() => JSON.parse(rowsText) as readonly InvoiceRow[], [rowsText])
  const known = useInvoiceTotals(isOpen ? others.flatMap(({ files }) => files) : [])
  if (others.length === 0) return null
  const tableName = (row: InvoiceRow) => label(store.form.fields[row.table] ?? { cn: '', en: '' })
  const items = others.map((row) => {
    const left = leftOf(row, invoiceRowsOf(store), known)
    return {
      key: row.rowId,
      label: (
        <Choice place={row.table === table ? t('place', { n: row.place }) : t('placeOf', { n: row.place, table: tableName(row) })}
          numbers={row.numbers} left={left === undefined ? undefined : t('left', { left })} />
      ),
      onClick: () => shareInvoice(store, row, { table, rowId }, left),
    }
  })
  return (
    <Dropdown open={isOpen} onOpenChange={setIsOpen} trigger={['click']} menu={{ items }}>
      <Button className="oa-share-invoice" type="link" size="small" icon={<ShareAltOutlined aria-hidden />}>{t('use')}</Button>
    </Dropdown>
  )
}

/** Other rows with an invoice file; only the first of those that share one. */
const othersOf = (rows: readonly InvoiceRow[], own: string): readonly InvoiceRow[] =>
  rows.filter(({ rowId, files }) => rowId !== own && files.length > 0)
    .filter((row, index, all) => all.findIndex(({ numbers, code }) => numbers.join() === row.numbers.join() && code === row.code) === index)

function Choice({ place, numbers, left }: { place: string; numbers: readonly string[]; left: string | undefined }) {
  return (
    <span className="oa-share-choice flex wrap">
      <span>{place}</span>
      <span className="num">{numbers.join(', ')}</span>
      {left !== undefined && <span className="num">{left}</span>}
    </span>
  )
}

/** Roles of the columns copied when sharing an invoice; the tax is calculated from each row's amount. */
const alike: ReadonlySet<FieldRole> = new Set(['invoiceNumber', 'invoiceCode', 'invoiceDate', 'invoiceKind', 'invoiceBuyer',
  'invoiceSeller', 'invoiceTaxRate', 'invoiceFiles'])

/**
 * Copies the invoice of another row into a row, and sets its amount to the remaining amount if it has none. If nothing remains, the amount
 * is left empty: the person has to lower the other row first.
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
