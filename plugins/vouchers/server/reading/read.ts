import { openArchive } from '#server/workbooks/archive.ts'
import { Unreadable } from '#server/workbooks/sheet.ts'
import { isArchive, isMarkup, isPdf, vouchersOfPdf } from './files/pdf-vouchers.ts'
import { elementOf, vouchersOf } from './layouts.ts'
import { vouchersOfOfd } from './files/ofd.ts'
import { codedVouchers, isPicture, pictureIn } from './files/qr.ts'
import { type FileReading, type ProblemCode, Unread, type Voucher, type VoucherField } from './voucher.ts'

export interface IncomingFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads the vouchers of a file that the shipped readers find none in; none where it is not of this reader's kind. */
export type ReadsVouchers = (file: IncomingFile) => readonly Voucher[] | Promise<readonly Voucher[]>

/** Maximum number of files per upload, including those in zips. */
const mostFiles = 200
/** Maximum nesting depth of zips. */
const deepest = 2

/**
 * Reads the vouchers of a file or zip by content; runs in a worker thread, since hostile input may exhaust memory or time.
 * @param further readers of modules, asked one after the other until one finds a voucher
 */
export async function readFile(file: IncomingFile, further: readonly ReadsVouchers[] = []): Promise<FileReading> {
  const reading = await filesIn(file, { depth: 0, left: mostFiles, further })
  return { vouchers: merged(reading.vouchers), problems: reading.problems }
}

interface Budget {
  depth: number
  left: number
  readonly further: readonly ReadsVouchers[]
}

async function filesIn(file: IncomingFile, budget: Budget): Promise<FileReading> {
  budget.left -= 1
  try {
    if (budget.left < 0) throw new Unread('vouchers.tooLarge')
    if (isArchive(file.bytes)) return await archived(file, budget)
    return { vouchers: await shippedOr(budget.further, file), problems: [] }
  } catch (error) {
    return { vouchers: [], problems: [{ file: file.name, code: codeOf(error) }] }
  }
}

/** Vouchers by the shipped readers, else by those of modules. @throws Unread by the shipped readers if nobody finds a voucher */
async function shippedOr(further: readonly ReadsVouchers[], file: IncomingFile): Promise<readonly Voucher[]> {
  try {
    return demanded(await vouchersIn(file))
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    for (const reads of further) {
      const vouchers = await reads(file)
      if (vouchers.length > 0) return vouchers
    }
    throw error
  }
}

async function vouchersIn({ name, bytes }: IncomingFile): Promise<readonly Voucher[]> {
  if (isMarkup(bytes)) return vouchersOf(elementOf(bytes), name)
  if (isPicture(bytes)) return coded(await codedVouchers(pictureIn(bytes), name))
  if (isPdf(bytes)) return vouchersOfPdf(bytes, name)
  throw new Unread('vouchers.unsupported')
}

function coded(vouchers: readonly Voucher[]): readonly Voucher[] {
  if (vouchers.length === 0) throw new Unread('vouchers.noCode')
  return vouchers
}

/** File that identifies a zip as an OFD. */
const ofdRoot = 'ofd.xml'

async function archived(file: IncomingFile, budget: Budget): Promise<FileReading> {
  const archive = await openArchive(file.bytes)
  const bytesOf = async (name: string) => (await archive.bytes(name)) ?? Buffer.alloc(0)
  if (archive.has(ofdRoot)) return { vouchers: demanded(await vouchersOfOfd(archive, file.name)), problems: [] }
  if (budget.depth >= deepest) throw new Unread('vouchers.tooLarge')
  budget.depth += 1
  const readings: FileReading[] = []
  for (const entry of archive.names.filter((each) => !each.endsWith('/'))) {
    const name = archive.written(entry)
    readings.push(await filesIn({ name: name.slice(name.lastIndexOf('/') + 1), bytes: await bytesOf(entry) }, budget))
  }
  budget.depth -= 1
  if (readings.length === 0) throw new Unread('vouchers.notVoucher')
  return { vouchers: readings.flatMap(({ vouchers }) => vouchers), problems: readings.flatMap(({ problems }) => problems) }
}

function demanded(vouchers: readonly Voucher[]): readonly Voucher[] {
  if (vouchers.length === 0) throw new Unread('vouchers.notVoucher')
  return vouchers
}

const archiveCodes: Readonly<Record<string, ProblemCode>> = { 'workbooks.password': 'vouchers.encrypted',
  'workbooks.tooLargeInside': 'vouchers.tooLarge' }

function codeOf(error: unknown): ProblemCode {
  if (error instanceof Unread) return error.code
  if (error instanceof Unreadable) return archiveCodes[error.code] ?? 'vouchers.damaged'
  throw error
}

/** Merges a voucher present in several formats into one; the most trusted format takes precedence. */
function merged(vouchers: readonly Voucher[]): Voucher[] {
  const found = new Map<string, Voucher>()
  for (const voucher of vouchers) {
    const key = keyOf(voucher)
    const known = found.get(key)
    found.set(key, known ? together(known, voucher) : voucher)
  }
  return [...found.values()]
}

/** Identity of a voucher: digital numbers are globally unique, older ones within their code. */
function keyOf({ fields: { number, code } }: Voucher): string {
  const digits = number?.value ?? ''
  return digits.length >= 20 ? digits : `${code?.value ?? ''} ${digits}`
}

const amounts: ReadonlySet<string> = new Set(['net', 'tax', 'otherCharges', 'total'] satisfies VoucherField[])

/** Merges two readings, the more trusted first. A value contradicted by an equally trusted one is uncertain, an amount by any other. */
function together(one: Voucher, other: Voucher): Voucher {
  const [first, second] = trustOf(other) > trustOf(one) ? [other, one] : [one, other]
  const own = Object.entries(first.fields).map(([field, reading]) => {
    const against = second.fields[field as VoucherField]
    const isContradicted = against && against.value !== reading.value && (against.certainty >= reading.certainty || amounts.has(field))
    return [field, isContradicted ? { ...reading, certain: false } : reading]
  })
  return { ...first, files: [...new Set([...one.files, ...other.files])],
    fields: { ...second.fields, ...(Object.fromEntries(own) as Voucher['fields']) } }
}

const trustOf = ({ fields }: Voucher) => fields.number?.certainty ?? 0
