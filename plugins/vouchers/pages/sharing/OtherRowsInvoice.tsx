import { ShareAltOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useMemo, useState } from 'react'
import type { CellName } from '#shell/form/store/cell.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { type InvoiceRow, invoiceRowsOf } from './invoice-rows.ts'
import { shareInvoice } from './share-invoice.ts'
import { leftOf } from './shares.ts'
import { useSharingText } from './text.ts'
import { useInvoiceTotals } from './use-invoice-totals.ts'
import './shared.css'

/** Below the empty number of a row: the invoices of other rows, one of which it may share. */
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

/** Rows with a file of their invoice; of several that share one, the first. */
const othersOf = (rows: readonly InvoiceRow[], own: string): readonly InvoiceRow[] =>
  rows.filter(({ rowId, files }) => rowId !== own && files.length > 0)
    .filter((row, index, all) => all.findIndex(({ numbers, code }) => numbers.join() === row.numbers.join() && code === row.code) === index)

function Choice({ place, numbers, left }: { place: string; numbers: readonly string[]; left: string | undefined }) {
  return (
    <span className="oa-share-choice">
      <span>{place}</span>
      <span className="num">{numbers.join(', ')}</span>
      {left !== undefined && <span className="num">{left}</span>}
    </span>
  )
}
