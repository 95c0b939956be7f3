import { Suspense } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { reader } from '#providers/permissions.ts'
import { amountFormat, currencyFormat } from '#kernel/values/currency-format.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { columnType, currencyKey, type KnownColumn, knownColumns } from '#kernel/fields/list-columns.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { ownPrefix } from '../body.ts'
import { type DocumentColumn, sortedBy } from './column.ts'
import type { ColumnContext } from './setting.ts'

/** The form's columns that the reader is shown; what the common column of amounts says is not said again. */
export const shownColumns = (form: Form): readonly KnownColumn[] => knownColumns(form, reader()).filter(({ key }) => key !== form.amount)

/** The same as columns of the table. */
export const ownColumns = ({ text, sort }: ColumnContext, form: Form): readonly DocumentColumn[] =>
  shownColumns(form).map((column) => ({
    key: ownPrefix + column.key,
    name: text.label(column.field),
    ...widthsOf(form, column, text.locale),
    ellipsis: true,
    ...(column.type === 'number' && !column.field.isName && { align: 'right' as const }),
    ...(column.isSearched && column.type !== 'list' && sortedBy(ownPrefix + column.key, sort)),
    // the table keeps its heights while the renderers are on their way
    render: (_: unknown, row: DocumentRow) => (
      <Suspense fallback={null}>
        <OwnCell form={form} column={column} row={row} />
      </Suspense>
    ),
  }))

/** A document's value of a column, drawn by its kind; suspends until the renderers are there. */
export function OwnCell({ form, column: { key, field }, row: { columns = {} } }: { form: Form; column: KnownColumn; row: DocumentRow }) {
  const currency = currencyKey(form)
  const own = currencyFormat(currency === undefined ? undefined : columns[currency])
  return <FieldCell field={field} value={columns[key] ?? null} record={columns} currency={amountFormat(field, own)} />
}

/** Pixels that hold the head, or a value of the kind, whichever is wider; and those that hold a long name or head as well. */
function widthsOf(form: Form, column: KnownColumn, locale: Locale): { readonly width: number; readonly wish: number } {
  const head = locale === 'cn' ? column.field.cn.length * 13 + 40 : column.field.en.length * 6.5 + 38
  const width = widthOf(form, column, Math.min(132, head))
  return { width, wish: Math.max(width, Math.ceil(head), isName(column.field) ? longName : 0) }
}

const longName = 220

function widthOf(form: Form, { field, type }: KnownColumn, head: number): number {
  const isForeign = isMoney(field) && currencyKey(form) !== undefined && amountFormat(field, foreign) === foreign
  const content = isForeign ? 138 : isName(field) || field.kind === 'datetime' ? 144 : widths[type]
  return Math.round(Math.max(head, content)) + (type === 'number' ? besideFigures : 0)
}

/** Room to the right of figures, which the next column begins beyond. */
const besideFigures = 14

/** Names of records and what people write are longer than choices. */
const isName = ({ kind, options, dict }: FieldDefinition): boolean =>
  !['select', 'radio', 'checkbox', 'switch', 'time', 'currency', 'calculated'].includes(kind) && columnType({ kind }) === 'text' &&
  !options && !dict

const isMoney = ({ kind, result }: FieldDefinition): boolean => kind === 'money' || result === 'money'

/** The code of a currency stands before the amount. */
const foreign = currencyFormat('USD')

const widths = { text: 112, number: 112, moment: 104, list: 120 } as const
