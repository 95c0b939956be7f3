import { kindOf } from '#kernel/kinds/registry.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { fileCount, printedAmount, type PrintSource } from '../printout-of.ts'
import type { PrintedTable } from '../printout.ts'
import { sealSize } from '../print-sources.ts'
import { isSummed, printedText, sumOf } from '../sections.ts'
import { approvalsTag, columnsOf, hasRowsTag, sumTag, tagsOf } from './tags.ts'

type WordRow = Readonly<Record<string, string>>

/** An image with its size, pixels. */
interface WordPicture {
  readonly image: Uint8Array
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
}

/** The values of a template's tags by their names. Values of a document are texts only, so that they are never interpreted as markup. */
export type WordData = Readonly<Record<string, string | boolean | readonly WordRow[] | WordPicture>>

/**
 * The content of a document's Word file for a reader: only data that they may see on the page. Contains every tag of the form; hidden
 * ones are empty.
 */
export function wordDataOf(source: PrintSource): WordData {
  const { form, value, view, visible } = source
  const data: Record<string, WordData[string]> = { ...Object.fromEntries(tagsOf(form).fields.map(({ name }) => [name, ''])),
    ...generalData(source) }
  for (const [name, field] of Object.entries<FieldDefinition>(form.fields)) {
    const isShown = visible(name).visible
    if (field.kind === 'table') Object.assign(data, isShown ? tableData(source, name, field) : { [name]: [] })
    else if (isShown) data[name] = printedText(name, field, value[name], view)
  }
  return data
}

function generalData(source: PrintSource): WordData {
  const { document, form, view, say, title, company, facts, approvals, printedBy, printedAt, seal } = source
  const { status } = document.process
  return {
    'doc.form': form[view.locale],
    'doc.number': document.number,
    'doc.title': title,
    'doc.company': company,
    'doc.state': say(`prints.state.${status}`),
    ...Object.fromEntries(Object.entries(facts).map(([name, text]) => [`doc.${name}`, text])),
    ...amountData(source),
    'doc.files': String(fileCount(source)),
    'doc.seal': seal ? { image: seal.image, type: seal.type, ...sealSize(seal, 130) } : '',
    'doc.printedBy': printedBy,
    'doc.printedAt': printedAt,
    'doc.isInApproval': status === 'inApproval',
    'doc.isCompleted': status === 'completed',
    'doc.isVoided': status === 'voided',
    'doc.approvals': approvalRows(approvals),
  }
}

function amountData({ document, view, say }: PrintSource): WordData {
  const amount = printedAmount(document, view, say)
  if (!amount) return { 'doc.amount': '', 'doc.inRmb': '', 'doc.capitals': '' }
  return { 'doc.amount': amount.text, 'doc.inRmb': (amount.rmb ?? amount).text, 'doc.capitals': amount.capitals.text }
}

/** The rows of a table, with the sums of its amounts. */
function tableData({ value, view, visible }: PrintSource, table: string, field: FieldDefinition): WordData {
  const rows = rowsAt(value, table)
  const columns = columnsOf(field).filter(([name]) => visible(`${table}.${name}`).visible)
  const nothing = Object.fromEntries(columnsOf(field).map(([name]) => [name, '']))
  const cell = (row: FormValue,
    [name, column]: (typeof columns)[number]) => (kindOf(column).empty(row[name]) ? '' : printedText(name, column, row[name], view))
  return {
    [hasRowsTag(table)]: rows.length > 0,
    [table]: rows.map((row, index) => ({ ...nothing, 'row.no': String(index + 1),
      ...Object.fromEntries(columns.map((column) => [column[0], cell(row, column)])) })
    ),
    ...Object.fromEntries(
      columns.filter(([, column]) => isSummed(column)).map((column) => [sumTag(table, column[0]), sumOf(column, rows, view)]),
    ),
  }
}

/** The approvals; the printed table has the columns of the loop's tags, in the same order. */
function approvalRows({ rows }: PrintedTable): WordRow[] {
  const names = approvalsTag.columns.map(({ name }) => name)
  return rows.map(({ cells }, index) =>
    Object.fromEntries(names.map((name, column) => [name, column === 0 ? String(index + 1) : (cells[column - 1] ?? '')]))
  )
}
