import { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { Missing } from '#kernel/errors.ts'
import { type ExtractQuery, ledgerTotals } from '#plugins/budgets/server/public-api.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tables } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { newId } from '#server/identity/id.ts'
import type { BookPeriod } from '../../period.ts'
import { companyNames } from '../companies.ts'
import type { FileKind } from '../tables.ts'
import { ledgerName, type Manifest, manifestFormat, manifestName } from '../manifest.ts'
import { guideOf } from './guide.ts'
import { indexFile } from './index-workbook.ts'
import { invoiceFile, ledgerFile } from './registers.ts'
import { filesOf, isOriginal, keepFile, type KeptFile, type Shelf } from './shelf.ts'
import type { PackageLanguage } from './speaking.ts'
import { countPackage, lastSeal, manifestOf, sumsOf } from './write-manifest.ts'
import { zipOf } from './zip.ts'

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

/** Registers, index and manifest of a package whose documents are all there, then its zip, then its seal. */
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
  // it names the package before, which may be another one than when it was begun
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

/** Removes files that follow from others, so that they are made anew. */
async function dropFiles({ db, storage, package: id }: Shelf, kinds: readonly FileKind[]): Promise<void> {
  const known = await db.selectFrom('archive_file').select('path').where('package', '=', id).where('kind', 'in', [...kinds]).execute()
  for (const { path } of known) await storage.remove(path)
  await db.deleteFrom('archive_file').where('package', '=', id).where('kind', 'in', [...kinds]).execute()
}

/** Looks at every original again, and makes what is said of them anew; prints and documents that are there stay. */
export async function beginAnew(shelf: Shelf): Promise<void> {
  await dropFiles(shelf, ['readings', 'invoices', 'index', 'sums', 'manifest'])
  await shelf.db.updateTable('archive_document').set({ facts: null }).where('package', '=', shelf.package).execute()
  await shelf.db.updateTable('archive_package').set({ state: 'building', documents_done: 0 }).where('id', '=', shelf.package).execute()
}

/** @throws Missing for an original that has gone since it was compared; all are looked at again then */
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
 * The number is the company's next one: of two instances at the same package, or at two of one company, the second fails here and begins
 * this part anew.
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

/** Removes what a ready package was made of; what is cut short is gone on with the next time. */
export async function clearShelf(shelf: Shelf): Promise<void> {
  for await (const { kind, path } of filesOf(shelf)) if (!isOriginal(kind)) await shelf.storage.remove(path)
  await shelf.db.deleteFrom('archive_file').where('package', '=', shelf.package).execute()
  await shelf.db.deleteFrom('archive_document').where('package', '=', shelf.package).execute()
}
