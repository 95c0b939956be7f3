import { useEffect, useMemo, useRef } from 'react'
import { keyAs } from '#kernel/fields/roles.ts'
import { fillText } from '#kernel/wording/translate.ts'
import type { Parameters } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import { nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import type { CellMark } from '#shell/form/store/marks.ts'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { columnsOf, isInRmb } from '../drop/placing.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { type InvoiceRow, invoiceRowsOf } from './invoice-rows.ts'
import { type Share, sharesOf } from './shares.ts'
import { useInvoiceTotals } from './use-invoice-totals.ts'

/** Says at the invoices that rows of the form share how much of them is left, while that changes. */
export function useSharedMarks(): void {
  const store = useStore()
  const rowsText = usePart(sharedRowsOf)
  const shared = useMemo(() => JSON.parse(rowsText) as readonly InvoiceRow[], [rowsText])
  const known = useInvoiceTotals(shared.flatMap(({ files }) => files))
  const replaced = useRef(new Map<string, { readonly mark: CellMark; readonly before: CellMark | undefined }>())
  useEffect(() => {
    const news = new Map(
      sharesOf(shared, isInRmb(store) ? known : []).flatMap((share) =>
        share.rows.map((row) => [cellOf(store, row), markOf(store, row, share)] as const)
      ),
    )
    for (const [name, { mark, before }] of replaced.current) {
      if (store.marks.at(name) !== mark) continue
      store.marks.remove([name])
      if (before) store.marks.put([[name, before]])
    }
    replaced.current.clear()
    for (const [name, mark] of news) {
      const before = store.marks.at(name)
      if (before?.tone === 'wrong') continue
      replaced.current.set(name, { mark, before })
      store.marks.put([[name, mark]])
    }
  }, [store, shared, known])
}

/** The rows that share an invoice, as one text: it changes with what the marks rest on. */
const sharedRowsOf = (store: FormStore): string => JSON.stringify(sharesOf(invoiceRowsOf(store), []).flatMap(({ rows }) => rows))

const cellOf = (store: FormStore, { table, rowId }: InvoiceRow): string =>
  nameOfCell({ key: table, rowId, column: keyAs(columnsOf(store, table), 'invoiceNumber') ?? '' })

function markOf(store: FormStore, row: InvoiceRow, { rows, used, total, left, above }: Share): CellMark {
  const label = (key: keyof typeof cn, parameters: Parameters = {}): Label => {
    const others = rows.filter((each) => each !== row).map((each) => placeLabel(store, each, row.table))
    return { cn: fillText(cn[key], { ...parameters, rows: others.map((each) => each.cn).join('、') }, 'cn'),
      en: fillText(en[key], { ...parameters, rows: others.map((each) => each.en).join(', ') }, 'en') }
  }
  if (total === undefined || left === undefined) return { tone: 'doubtful', tag: label('unknownTag'), text: label('unknown') }
  return above.includes(row)
    ? { tone: 'wrong', tag: label('aboveTag'), text: label('above', { total, used }) }
    : { tone: 'sound', tag: label('leftTag', { left }), text: label('shared', { total, left }) }
}

/** A row by its place, with its table where that is another one. */
function placeLabel(store: FormStore, { table, place }: InvoiceRow, own: string): Label {
  const field = store.form.fields[table]
  const key = table === own || !field ? 'row' : 'rowOf'
  return { cn: fillText(cn[key], { n: place, table: field?.cn ?? '' }, 'cn'),
    en: fillText(en[key], { n: place, table: field?.en ?? '' }, 'en') }
}
