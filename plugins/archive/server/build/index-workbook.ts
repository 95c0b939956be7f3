import { PassThrough, type Readable } from 'node:stream'
import { Decimal } from 'decimal.js'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import { moneyText } from '#kernel/values/money.ts'
import { type ExtractQuery, ledgerSpending } from '#plugins/budgets/server/public-api.ts'
import type { Db } from '#server/database/tables.ts'
import { type WrittenSheet, writeWorkbook } from '#server/workbooks/writer.ts'
import type { DocumentFacts } from '../tables.ts'
import { factsOf } from './facts.ts'
import type { PackageLanguage } from './speaking.ts'

const columns = [['document', 20], ['type', 22], ['title', 36], ['applicant', 14], ['department', 22], ['ended', 20], ['state', 10], [
  'amount',
  16,
], ['spent', 16], ['invoices', 10], ['originals', 10], ['attachments', 10], ['missing', 10], ['folder', 34]] as const

interface IndexContext extends PackageLanguage {
  readonly db: Db
  readonly package: string
  readonly query: ExtractQuery
}

/** The index of a package for people: its documents, a line each, and below them what they come to. */
export function indexFile({ say, ...indexed }: IndexContext): Readable {
  const output = new PassThrough()
  const sheet: WrittenSheet = { name: say('archive.index'),
    columns: columns.map(([key, width]) => ({ header: say(`archive.column.${key}`), width })), rows: linesOf({ say, ...indexed }) }
  writeWorkbook(output, sheet).catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('The index broke off')))
  return output
}

const batch = 200

async function* linesOf({ db, package: id, query, say }: IndexContext): AsyncGenerator<readonly (readonly ExcelCell[])[]> {
  let [amount, spent] = [new Decimal(0), new Decimal(0)]
  for await (const part of inParts(factsOf(db, id))) {
    const spending = await ledgerSpending(db, query, part.map(({ document }) => document))
    amount = part.reduce((sum, { facts }) => sum.plus(facts.amount || 0), amount)
    spent = part.reduce((sum, { document }) => sum.plus(spending.get(document) ?? 0), spent)
    yield part.map(({ document, facts }) => indexRowOf(facts, spending.get(document) ?? '', say))
  }
  yield [[{ value: say('archive.total') }, ...Array.from({ length: 6 }, (): ExcelCell => ({ value: null })), money(moneyText(amount)),
    money(moneyText(spent))]]
}

async function* inParts<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let part: Row[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < batch) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

const indexRowOf = (facts: DocumentFacts, spent: string, say: PackageLanguage['say']): readonly ExcelCell[] => [
  ...[facts.number, facts.form, facts.title, facts.applicant, facts.department, facts.ended, say(`prints.state.${facts.state}`)].map((
    value,
  ) => ({ value })),
  money(facts.amount),
  money(spent),
  ...[facts.invoices.length, facts.originals, facts.attachments, facts.missing.length].map((value) => ({ value })),
  { value: facts.folder },
]

/** A spreadsheet has no other numbers; the exact amounts stand in the registers. */
const money = (amount: string): ExcelCell => (amount === '' ? { value: null } : { value: Number(amount), format: '#,##0.00' })
