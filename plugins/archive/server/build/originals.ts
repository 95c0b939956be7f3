import { Writable, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Missing } from '#kernel/errors.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { isRow, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { namesInArchive } from '#server/attachments/download/archive.ts'
import type { Attachment } from '#server/attachments/wire.ts'
import { demandBytes, verifiedBytes } from '#server/attachments/inspection/verification.ts'
import type { ReadDocument } from '#server/documents/lifecycle/engine-facts.ts'
import { withheldFilesOf } from '#server/documents/visibility/file-access.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { type KnownVouchers, knownVouchers } from '#plugins/vouchers/server/public-api.ts'
import type { DocumentFacts, InvoiceFacts } from '../tables.ts'
import { dropOriginal, holdOriginal, type Shelf, keepFile } from './shelf.ts'
import { type ReadingsFile, readingsName } from '../manifest.ts'

type OriginalFile = { readonly file: Attachment; readonly name: string; readonly isInvoice: boolean }

interface HeldFacts extends Pick<DocumentFacts, 'originals' | 'attachments' | 'invoices' | 'missing'> {
  /** Originals that exist and match their hash. */
  readonly held: readonly Original[]
}

/** Adds the uploaded files of a document to its folder, after comparing each with the hash of its upload. */
export async function holdFiles(shelf: Shelf, document: ReadDocument, folder: string): Promise<HeldFacts> {
  const held = await heldFiles(shelf, document, folder)
  const missing: DocumentFacts['missing'][number][] = []
  for (const { file, name, isInvoice } of held) {
    const reason = await damageOf(shelf, file)
    if (reason) {
      missing.push({ name, reason })
      await dropOriginal(shelf, name)
    } else await holdOriginal(shelf, { name, kind: isInvoice ? 'original' : 'attachment', path: file.path, size: file.size,
        sha256: file.sha256 })
  }
  const whole = held.filter(({ name }) => !missing.some((each) => each.name === name))
  const originals = whole.filter(({ isInvoice }) => isInvoice)
  return { held: originals.map(({ file: { id, sha256 }, name }) => ({ id, sha256, name })), originals: originals.length,
    attachments: whole.length - originals.length, invoices: invoicesOf(document, new Map(originals.map((each) => [each.file.id, each]))),
    missing }
}

async function heldFiles({ db }: Shelf, { id, form: { fields }, value, shown, access }: ReadDocument,
  folder: string): Promise<readonly OriginalFile[]> {
  const invoices = new Set(invoiceRows(fields, shown).flatMap(({ columns, row }) => idsIn(cellAs(columns, row, 'invoiceFiles'))))
  const withheld = withheldFilesOf(fields, value, access)
  const rows = await db.selectFrom('attachment').selectAll().where('document', '=', id).where('absent_since', 'is', null).orderBy(
    'create_time',
  ).orderBy('id').execute()
  const files = rows.filter((row) => !withheld.has(row.id))
  return [true, false].flatMap((isInvoice) => {
    const own = files.filter((file) => invoices.has(file.id) === isInvoice)
    const names = namesInArchive(own.map(({ real_name: name }) => pathSafe(name)))
    return own.map((file, index) => ({ file, isInvoice,
      name: `${folder}/${isInvoice ? 'originals' : 'attachments'}/${names[index] ?? file.id}` })
    )
  })
}

/** Makes a name valid on all file systems. */
export function pathSafe(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  const safe = name.normalize('NFC').replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, '-').replace(/^\.+/, '_').replace(/[. ]+$/, '')
  const dot = safe.lastIndexOf('.')
  const ending = dot > 0 ? safe.slice(dot).slice(0, 12) : ''
  return `${Array.from(safe.slice(0, dot > 0 ? dot : undefined)).slice(0, 60).join('')}${ending}` || 'file'
}

async function damageOf({ storage }: Shelf, file: Attachment): Promise<'gone' | 'damaged' | undefined> {
  try {
    await demandBytes(storage, [file])
    await pipeline(verifiedBytes(storage, file), new Writable({ write: (_, __, done) => done() }))
    return undefined
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    return error.code === 'attachments.gone' ? 'gone' : 'damaged'
  }
}

const invoiceRows = (fields: Fields, value: FormValue) =>
  invoiceTables(fields).flatMap((table) =>
    rowsAt(value, table).filter(isRow).map((row, index) => ({ row, columns: fields[table]?.columns ?? {}, place: `${table}.${index + 1}` }))
  )

function invoicesOf({ form: { fields }, shown }: ReadDocument, originals: ReadonlyMap<string, OriginalFile>): readonly InvoiceFacts[] {
  return invoiceRows(fields, shown).flatMap(({ row, columns, place }) => {
    const text = (role: FieldRole) => String(cellAs(columns, row, role) ?? '')
    const files = idsIn(cellAs(columns, row, 'invoiceFiles')).flatMap((id) => originals.get(id) ?? [])
    if (text('invoiceNumber') === '' && files.length === 0) return []
    return [{ row: place, number: text('invoiceNumber'), code: text('invoiceCode'), date: text('invoiceDate'),
      seller: text('invoiceSeller'), amount: text('invoiceAmount'), tax: text('invoiceTax'),
      originals: files.map(({ name, file }) => ({ name, sha256: file.sha256 })) }]
  })
}

function cellAs(columns: Fields, row: FormValue, role: FieldRole): unknown {
  const column = keyAs(columns, role)
  return column === undefined ? undefined : row[column]
}

const idsIn = (
  held: unknown,
): readonly string[] => (Array.isArray(held) ? held.filter((each): each is string => typeof each === 'string') : [])

/** An original of a document: attachment id, name within the zip, and hash. */
interface Original {
  readonly id: string
  readonly name: string
  readonly sha256: string
}

/** Writes the voucher readings of a document with the hash of each file and the verifications; no file if there are no readings. */
export async function keepReadings(shelf: Shelf, { number, folder }: { readonly number: string; readonly folder: string },
  originals: readonly Original[]): Promise<void> {
  const known = await knownVouchers(shelf.db, originals.map(({ id }) => id))
  const read = originals.flatMap((original) => {
    const found = known.get(original.id)
    return found ? [{ original, found }] : []
  })
  if (read.length === 0) return
  const content: ReadingsFile = { number, files: read.map(({ original, found }) => entryOf(original, found)) }
  await keepFile(shelf, { name: `${folder}/${readingsName}`, kind: 'readings' },
    () => Readable.from([Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`)]))
}

const entryOf = ({ name }: Original, { sha256, reader, readAt, vouchers }: KnownVouchers): ReadingsFile['files'][number] => ({
  name,
  sha256,
  reader,
  readAt: nowOf(readAt),
  vouchers: vouchers.map(({ verification, ...voucher }) => ({ ...voucher,
    verification: verification && { ...verification, at: nowOf(verification.at) } })
  ),
})
