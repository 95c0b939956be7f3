import { Suspense } from 'react'
import { amountFormat, currencyFormat } from '#kernel/values/money.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { traitsOf } from '#kernel/kinds/host-traits.ts'
import { columnType, currencyKey, type KnownColumn, knownColumns } from '#kernel/fields/list-columns.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import type { Text } from '#shell/text.tsx'
import { reader } from '#providers/permissions.ts'
import { type DocumentListKind, ownPrefix } from '../lists.ts'
import { type DocumentColumn, sortedBy } from './use-columns.ts'
import type { DocumentsTextKey } from '../texts.ts'

/** The form's list columns visible to the reader, without the amount, which has a common column. */
export const shownColumns = (form: Form): readonly KnownColumn[] => knownColumns(form, reader()).filter(({ key }) => key !== form.amount)

/** The form's columns as table columns. */
export const ownColumns = ({ text, sort }: ColumnContext, form: Form): readonly DocumentColumn[] =>
  shownColumns(form).map((column) => ({
    key: ownPrefix + column.key,
    name: text.label(column.field),
    ...widthsOf(form, column, text.locale),
    ellipsis: true,
    ...(column.type === 'number' && !column.field.isName && { align: 'right' as const }),
    ...(column.isSearched && column.type !== 'list' && sortedBy(ownPrefix + column.key, sort)),
    // the fallback keeps the row height while the renderers are loaded
    render: (_: unknown, row: DocumentRow) => (
      <Suspense fallback={null}>
        <OwnCell form={form} column={column} row={row} />
      </Suspense>
    ),
  }))

/** A column's value, rendered by its field kind; suspends until the renderers are loaded. */
export function OwnCell({ form, column: { key, field }, row: { columns = {} } }: { form: Form; column: KnownColumn; row: DocumentRow }) {
  const currency = currencyKey(form)
  const own = currencyFormat(currency === undefined ? undefined : columns[currency])
  return <FieldCell field={field} value={columns[key] ?? null} record={columns} currency={amountFormat(field, own)} />
}

/** Minimum width in pixels for header and typical values, and preferred width for long ones. */
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

/** Padding to the right of numbers, in pixels. */
const besideFigures = 14

/** Whether values are names or free text, which are longer than choices. */
const isName = (field: FieldDefinition): boolean => {
  const { holds } = traitsOf(field)
  return (holds === 'text' || holds === 'id') && columnType({ kind: field.kind }) === 'text' && !field.options && !field.dict
}

const isMoney = ({ kind, result }: FieldDefinition): boolean => kind === 'money' || result === 'money'

/** Format with a currency code before the amount, for measuring. */
const foreign = currencyFormat('USD')

const widths = { text: 112, number: 112, moment: 104, list: 120 } as const

/** The context for rendering columns. */
export interface ColumnContext {
  readonly list: DocumentListKind
  readonly text: Text
  t(key: DocumentsTextKey, parameters?: Record<string, string | number>): string
  link(row: DocumentRow): string
  /** Called before a row's document is opened. */
  onOpen(row: DocumentRow): void
  /** Number of rows before this page. */
  readonly first: number
  readonly sort: ListQuery['sort']
  /** Window width of at least 1600 px: the department is shown in English too. */
  readonly isWide: boolean
  /** Id of the reader. */
  readonly person: string
  /** Reasons of refused passes, by task id. */
  readonly refused: ReadonlyMap<string, string>
}
