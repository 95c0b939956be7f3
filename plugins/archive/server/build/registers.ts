import { Readable } from 'node:stream'
import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { type ExtractedEntry, type ExtractQuery, ledgerExtract } from '#plugins/budgets/server/public-api.ts'
import type { DocumentFacts, InvoiceFacts } from '../tables.ts'

const batch = 500

/** Facts of the documents of a package, in their order. */
export async function* factsOf(db: Db, id: string): AsyncGenerator<{ readonly document: string; readonly facts: DocumentFacts }> {
  for (let last = 0;;) {
    const rows = await db.selectFrom('archive_document').select(['position', 'document', 'facts']).where('package', '=', id).where(
      'position',
      '>',
      last,
    ).orderBy('position')
      .limit(batch).execute()
    for (const { document, facts } of rows) if (facts) yield { document, facts }
    last = rows.at(-1)?.position ?? last
    if (rows.length < batch) return
  }
}

const ledgerColumns = ['entry', 'time', 'month', 'department', 'category', 'kind', 'amount', 'currency', 'rate', 'document', 'type',
  'title', 'round', 'correction', 'reason', 'operator']

/** Streams all ledger entries of the period in order of posting; amounts are signed by direction. */
export const ledgerFile = (host: DocumentHost, db: Db, query: ExtractQuery, speaking: PackageLanguage): Readable =>
  csvFile(ledgerLines(host, db, query, speaking))

async function* ledgerLines(host: DocumentHost, db: Db, query: ExtractQuery, { say, locale }: PackageLanguage): AsyncGenerator<string> {
  yield csvLine(ledgerColumns.map((column) => say(`archive.column.${column}`)))
  const directory = await host.directory(db)
  // entries are posted by forms, and by resources booked without approval
  const types = [...host.forms.values(),
    ...host.plugins.flatMap(({ resources }) => resources.map(({ name: key, cn, en }) => ({ key, cn, en })))]
  const forms = new Map(types.map((type) => [type.key, type[locale]]))
  for await (const entries of ledgerExtract(db, query)) {
    const categories = await host.references.source('expenseCategory')?.find(db, [
      ...new Set(entries.map(({ expense_category_id: id }) => id)),
    ])
    const names = new Map(categories?.map(({ id, name }) => [id, nameOf(name, locale)]))
    for (const entry of entries) yield csvLine(cellsOf(entry, { directory, names, forms, say, locale }))
  }
}

interface RegisterNames extends PackageLanguage {
  readonly directory: Directory
  readonly names: ReadonlyMap<string, string>
  readonly forms: ReadonlyMap<string, string>
}

function cellsOf(entry: ExtractedEntry, { directory, names, forms, say, locale }: RegisterNames): (string | number | null)[] {
  const titles = { cn: entry.title, en: entry.title_en }
  return [
    entry.id,
    nowOf(entry.happen_time),
    `${entry.year}-${String(entry.month).padStart(2, '0')}`,
    nameOf(directory.department(entry.department_id)?.name, locale) || entry.department_id,
    named(names, entry.expense_category_id),
    say(`archive.kind.${entry.kind}`),
    moneyText(new Decimal(entry.amount).times(entry.direction)),
    entry.currency,
    entry.rate,
    entry.business_no,
    named(forms, entry.business_type),
    titles[locale],
    entry.round,
    entry.correction && say('archive.yes'),
    entry.reason,
    nameOf(directory.person(entry.operator)?.name, locale) || entry.operator,
  ].map((cell) => (cell === false ? null : cell))
}

/** Name by id; the id itself if the record no longer exists. */
const named = (names: ReadonlyMap<string, string>, id: string | null): string | null => (id === null ? null : (names.get(id) ?? id))

const invoiceColumns = ['document', 'row', 'invoiceNumber', 'invoiceCode', 'invoiceDate', 'seller', 'invoiceAmount', 'tax', 'original',
  'sha256']

/** Streams the invoices of all documents with their originals; a missing original gives an empty cell. */
export const invoiceFile = (db: Db, id: string, speaking: PackageLanguage): Readable => csvFile(invoiceLines(db, id, speaking))

async function* invoiceLines(db: Db, id: string, { say }: PackageLanguage): AsyncGenerator<string> {
  yield csvLine(invoiceColumns.map((column) => say(`archive.column.${column}`)))
  for await (const { facts: { number, invoices } } of factsOf(db, id)) {
    for (const cells of invoices.flatMap((invoice) => linesOf(number, invoice))) yield csvLine(cells)
  }
}

/** Rows of an invoice: one per original. */
function linesOf(document: string, { originals, row, number, code, date, seller, amount, tax }: InvoiceFacts): (string | null)[][] {
  const columns = [document, row, number, code, date, seller, amount, tax]
  return originals.length === 0 ? [[...columns, null, null]] : originals.map(({ name, sha256 }) => [...columns, name, sha256])
}

/** A line of a CSV file; cells that spreadsheets would interpret as formulas are prefixed with a quote. */
const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map((cell) => quoted(String(cell ?? ''))).join(',')}\r\n`

const quoted = (text: string): string => {
  const plain = /^[=+\-@\t\r\0]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Streams a CSV file with a byte order mark, for the encoding detection of spreadsheets. */
const csvFile = (lines: AsyncIterable<string>): Readable =>
  Readable.from((async function*() {
    yield Buffer.from('\ufeff')
    for await (const line of lines) yield Buffer.from(line)
  })(), { objectMode: false })

/** The language of a package. */
export interface PackageLanguage {
  readonly locale: Locale
  say(code: string, parameters?: Readonly<Record<string, string | number>>): string
}
