import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import type { Form } from '#kernel/form.ts'
import type { Db } from '#server/database/tables.ts'
import { countsOf, type Manifest, type ReadingCounts, type ReadingsFile, sumOfCounts } from '../manifest.ts'
import { factsOf } from './facts.ts'
import { filesOf, isOriginal, type Shelf } from './shelf.ts'

type ManifestHeader = Omit<Manifest, 'counts' | 'totals' | 'missing' | 'files'> & { readonly ledger: Manifest['totals']['ledger'] }

/** Number of documents and files of a package. */
export interface PackageCounts extends Pick<Manifest, 'counts' | 'missing'> {
  readonly types: Manifest['totals']['documents']
}

/** Counts the documents by type, and the files. */
export async function countPackage(shelf: Shelf, forms: ReadonlyMap<string, Form>): Promise<PackageCounts> {
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
export const manifestOf = (shelf: Shelf, header: ManifestHeader, counted: PackageCounts): Readable =>
  Readable.from(bytesOf(manifestLines(shelf, header, counted)), { objectMode: false })

async function* manifestLines(shelf: Shelf, { ledger, ...header }: ManifestHeader,
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
export const sumsOf = (shelf: Shelf): Readable => Readable.from(bytesOf(sumLines(shelf)), { objectMode: false })

async function* sumLines(shelf: Shelf): AsyncGenerator<string> {
  for await (const { name, sha256 } of filesOf(shelf, ['manifest', 'sums'])) yield `${sha256}  ${name}\n`
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

/** The last sealed package of a company. */
export const lastSeal = (db: Db, company: string) =>
  db.selectFrom('archive_seal as seal').innerJoin('archive_package', 'archive_package.id', 'seal.package').select(['seal.number',
    'seal.manifest_sha256', 'archive_package.period'])
    .where('seal.company', '=', company).orderBy('seal.number', 'desc').limit(1).executeTakeFirst()
