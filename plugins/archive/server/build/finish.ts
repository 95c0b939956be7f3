import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Selectable } from 'kysely'
import { Decimal } from 'decimal.js'
import { nowOf } from '#kernel/values/dates.ts'
import { Missing } from '#kernel/errors.ts'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { Form } from '#kernel/form.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { newId } from '#server/identity/id.ts'
import { verifiedZip } from '#server/attachments/download/archive.ts'
import { writeWorkbook, type WrittenSheet } from '#server/workbooks/writer.ts'
import { type ExtractQuery, ledgerSpending, ledgerTotals } from '#plugins/budgets/server/public-api.ts'
import type { BookPeriod } from '../../period.ts'
import { companyNames } from '../companies.ts'
import type { DocumentFacts, FileKind } from '../tables.ts'
import { countsOf, ledgerName, type Manifest, manifestFormat, manifestName, type ReadingCounts, type ReadingsFile,
  sumOfCounts } from '../manifest.ts'
import { factsOf, invoiceFile, ledgerFile, type PackageLanguage } from './registers.ts'
import { filesOf, isOriginal, keepFile, type KeptFile, type Shelf } from './shelf.ts'

type PackageHeader = Omit<Manifest, 'counts' | 'totals' | 'missing' | 'files'> & { readonly ledger: Manifest['totals']['ledger'] }

/** Number of documents and files of a package. */
interface PackageCounts extends Pick<Manifest, 'counts' | 'missing'> {
  readonly types: Manifest['totals']['documents']
}

/** Counts the documents by type, and the files. */
async function countPackage(shelf: Shelf, forms: ReadonlyMap<string, Form>): Promise<PackageCounts> {
  const types = new Map<string, { documents: number; amount: Decimal }>()
  const missing: Manifest['missing'][number][] = []
  let documents = 0
  const readings: ReadingCounts[] = []
  for await (const { facts } of factsOf(shelf.db, shelf.package)) {
    const { documents: before, amount } = types.get(facts.type) ?? { documents: 0, amount: new Decimal(0) }
    types.set(facts.type, { documents: before + 1, amount: amount.plus(facts.amount || 0) })
    missing.push(...facts.missing)
    documents += 1
  }
  let [files, originals] = [0, 0]
  for await (const { kind, path } of filesOf(shelf, ['manifest'])) {
    files += 1
    if (kind === 'readings') readings.push(countsOf(JSON.parse(await text(shelf.storage.read(path))) as ReadingsFile))
    if (isOriginal(kind)) originals += 1
  }
  const totals = [...types].toSorted(([one], [other]) => one.localeCompare(other)).map(([type, { documents: count, amount }]) => ({ type,
    cn: forms.get(type)?.cn ?? type, en: forms.get(type)?.en ?? type, documents: count, amountRmb: moneyText(amount) })
  )
  return { counts: { documents, files, originals, missing: missing.length, readings: sumOfCounts(readings) }, missing, types: totals }
}

/** Streams the manifest, since the list of files may be too large for memory. */
const manifestOf = (shelf: Shelf, header: PackageHeader, counted: PackageCounts): Readable =>
  Readable.from(bytesOf(manifestLines(shelf, header, counted)), { objectMode: false })

async function* manifestLines(shelf: Shelf, { ledger, ...header }: PackageHeader,
  { counts, missing, types }: PackageCounts): AsyncGenerator<string> {
  const head: Omit<Manifest, 'files'> = { ...header, counts, totals: { ledger, documents: types }, missing }
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "files": [`
  let separator = '\n'
  for await (const { name, kind, size, sha256 } of filesOf(shelf, ['manifest'])) {
    yield `${separator}    ${JSON.stringify({ name, kind, size, sha256 })}`
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}

/** Streams the hashes in the format of `sha256sum`, for verification with standard tools. */
const sumsOf = (shelf: Shelf): Readable => Readable.from(bytesOf(sumLines(shelf)), { objectMode: false })

async function* sumLines(shelf: Shelf): AsyncGenerator<string> {
  for await (const { name, sha256 } of filesOf(shelf, ['manifest', 'sums'])) yield `${sha256}  ${name}\n`
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

/** The last sealed package of a company. */
const lastSeal = (db: Db, company: string) =>
  db.selectFrom('archive_seal as seal').innerJoin('archive_package', 'archive_package.id', 'seal.package').select(['seal.number',
    'seal.manifest_sha256', 'archive_package.period'])
    .where('seal.company', '=', company).orderBy('seal.number', 'desc').limit(1).executeTakeFirst()

type Package = Selectable<Tables['archive_package']>

export interface FinishContext {
  readonly host: DocumentHost
  readonly shelf: Shelf
  readonly made: Package
  readonly period: BookPeriod
  readonly query: ExtractQuery
  readonly speaking: PackageLanguage
  /** "中文/English" */
  readonly requester: string
  readonly at: Date
  readonly signal: AbortSignal
}

/** Completes a package whose documents are all built: registers, index, manifest, zip, and seal. */
export async function finishPackage(finishing: FinishContext): Promise<void> {
  const { host, shelf, made, query, speaking, at, signal } = finishing
  const { db, storage } = shelf
  await demandOriginals(shelf)
  await keepFile(shelf, { name: ledgerName, kind: 'ledger' }, () => ledgerFile(host, db, query, speaking))
  await keepFile(shelf, { name: 'invoices.csv', kind: 'invoices' }, () => invoiceFile(db, made.id, speaking))
  await keepFile(shelf, { name: 'index.xlsx', kind: 'index' }, () => indexFile({ ...speaking, db, package: made.id, query }))
  await keepFile(shelf, { name: 'README.txt', kind: 'guide' }, () => Readable.from([Buffer.from(guideOf())]))
  await keepFile(shelf, { name: 'sha256sums.txt', kind: 'sums' }, () => sumsOf(shelf))
  const counted = await countPackage(shelf, host.forms)
  const last = await lastSeal(db, made.company)
  const header = await headerOf(finishing, last)
  // rebuild the manifest, since the previous package may have changed after an interrupted attempt
  await dropFiles(shelf, ['manifest'])
  const manifest = await keepFile(shelf, { name: manifestName, kind: 'manifest' }, () => manifestOf(shelf, header, counted))
  if (made.zip_path !== null) await storage.remove(made.zip_path)
  const path = `archives/${made.id}/${newId()}.zip`
  await db.updateTable('archive_package').set({ zip_path: path, missing: counted.counts.missing }).where('id', '=', made.id).execute()
  const zip = await storage.write(path, await zipOf(shelf, made.requested_at, signal))
  await seal({ finishing, manifest, zip, path, header, counts: counted.counts, at })
}

type ManifestHeader = Awaited<ReturnType<typeof headerOf>>

async function headerOf({ shelf: { db }, made, period, query, requester }: FinishContext, last: Awaited<ReturnType<typeof lastSeal>>) {
  return {
    format: manifestFormat as typeof manifestFormat,
    company: { code: made.company, ...(await companyNames(db))(made.company) },
    period: made.period,
    from: period.from,
    until: period.until,
    number: (last?.number ?? 0) + 1,
    madeFor: requester,
    askedFor: nowOf(made.requested_at),
    previous: last ? { number: last.number, period: last.period, manifestSha256: last.manifest_sha256 } : null,
    ledger: await ledgerTotals(db, query),
  }
}

/** Deletes derived files of some kinds, so that they are rebuilt. */
async function dropFiles({ db, storage, package: id }: Shelf, kinds: readonly FileKind[]): Promise<void> {
  const known = await db.selectFrom('archive_file').select('path').where('package', '=', id).where('kind', 'in', [...kinds]).execute()
  for (const { path } of known) await storage.remove(path)
  await db.deleteFrom('archive_file').where('package', '=', id).where('kind', 'in', [...kinds]).execute()
}

/** Restarts the build: checks all originals again and rebuilds derived files; existing prints and document files are kept. */
export async function beginAnew(shelf: Shelf): Promise<void> {
  await dropFiles(shelf, ['readings', 'invoices', 'index', 'sums', 'manifest'])
  await shelf.db.updateTable('archive_document').set({ facts: null }).where('package', '=', shelf.package).execute()
  await shelf.db.updateTable('archive_package').set({ state: 'building', documents_done: 0 }).where('id', '=', shelf.package).execute()
}

/** @throws Missing if an original was deleted since it was checked; the build is restarted in that case */
async function demandOriginals(shelf: Shelf): Promise<void> {
  for await (const { kind, path, size } of filesOf(shelf)) {
    if (!isOriginal(kind) || (await shelf.storage.size(path)) === size) continue
    await beginAnew(shelf)
    throw new Missing('attachments.gone')
  }
}

interface SealInput {
  readonly finishing: FinishContext
  readonly manifest: KeptFile
  readonly zip: KeptFile
  readonly path: string
  readonly header: ManifestHeader
  readonly counts: Manifest['counts']
  readonly at: Date
}

/**
 * Inserts the seal with the company's next number. If two instances finish concurrently, the second one violates the unique key and repeats
 * this part.
 */
async function seal({ finishing: { shelf, made }, manifest, zip, path, header, counts, at }: SealInput): Promise<void> {
  await transaction(shelf.db, async (tx) => {
    await tx.insertInto('archive_seal').values({ company: made.company, number: header.number, package: made.id,
      manifest_sha256: manifest.sha256, previous_sha256: header.previous?.manifestSha256 ?? null, path, size: String(zip.size),
      sha256: zip.sha256, files: counts.files, documents: counts.documents, totals: JSON.stringify(header.ledger), sealed_at: at })
      .execute()
    await tx.updateTable('archive_package').set({ state: 'ready', zip_path: null }).where('id', '=', made.id).execute()
  })
}

/** Deletes the intermediate files of a ready package; an interrupted deletion is continued by the next run. */
export async function clearShelf(shelf: Shelf): Promise<void> {
  for await (const { kind, path } of filesOf(shelf)) if (!isOriginal(kind)) await shelf.storage.remove(path)
  await shelf.db.deleteFrom('archive_file').where('package', '=', shelf.package).execute()
  await shelf.db.deleteFrom('archive_document').where('package', '=', shelf.package).execute()
}

/** Streams the zip of a package. */
async function zipOf(shelf: Shelf, at: Date, signal: AbortSignal): Promise<Readable> {
  const { output, breakOff, add, end } = verifiedZip(shelf.storage)
  for await (const { name, kind, path, size, sha256 } of filesOf(shelf))
    add(name, { path, size: String(size), sha256 }, { compress: !isOriginal(kind) && kind !== 'print', mtime: at })
  signal.addEventListener('abort', () => breakOff(new Error('The package passed to another instance, or the product ends')), { once: true })
  end()
  return output
}

/** Text of README.txt: explains contents and verification to readers years later. */
const guideOf = (): string => guide.join('\r\n')

const guide = [
  '会计归档包',
  '',
  'documents/<单号>/   单据内容（document.json）、审批记录（approvals.json）、打印件（print.pdf）',
  '                    票据识别与查验结果（vouchers.json），每项附来源、可信度和原件的 SHA-256',
  '                    originals/ 发票等原始凭证，attachments/ 其他附件，均与上传时逐字节一致',
  'ledger.csv          预算台账：期间内的全部分录，金额带方向',
  'invoices.csv        发票登记：发票与其原始文件',
  'index.xlsx          目录：每张单据一行',
  'manifest.json       清单：每个文件的 SHA-256、数量、合计、上一个归档包的指纹',
  'sha256sums.txt      同样的指纹，可用 sha256sum -c 核对',
  '',
  '收录期间内完成或作废、由本公司提交或本公司部门承担的单据。银行账号只保留末四位，限定角色可见的字段不收录。',
  '核对：npm run archive:verify -- 文件 [上一个归档包]',
  '',
  'Accounting archive',
  '',
  'documents/<number>/ the document (document.json), its approvals (approvals.json) and its print (print.pdf)',
  '                    what was read of its vouchers and verified (vouchers.json), each value with its source and the SHA-256 of its file',
  '                    originals/ invoices and other vouchers, attachments/ other files, byte for byte as they were uploaded',
  'ledger.csv          budget ledger: every entry of the period, amounts with their sign',
  'invoices.csv        invoices with their original files',
  'index.xlsx          index: a line for each document',
  'manifest.json       SHA-256 of each file, counts, totals, and the fingerprint of the package before',
  'sha256sums.txt      the same hashes, for sha256sum -c',
  '',
  'Holds documents that were completed or voided in the period and were filed in the company or borne by its departments.',
  'Bank accounts are cut to their last four digits, and fields that only some roles may see are left out.',
  'To check it: npm run archive:verify -- FILE [PRECEDING PACKAGE]',
  '',
]

const columns = [['document', 20], ['type', 22], ['title', 36], ['applicant', 14], ['department', 22], ['ended', 20], ['state', 10], [
  'amount',
  16,
], ['spent', 16], ['invoices', 10], ['originals', 10], ['attachments', 10], ['missing', 10], ['folder', 34]] as const

interface IndexContext extends PackageLanguage {
  readonly db: Db
  readonly package: string
  readonly query: ExtractQuery
}

/** Streams the human-readable index of a package: a row per document, with totals. */
function indexFile({ say, ...indexed }: IndexContext): Readable {
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

/** An amount as a floating-point cell; exact amounts are in the registers. */
const money = (amount: string): ExcelCell => (amount === '' ? { value: null } : { value: Number(amount), format: '#,##0.00' })
