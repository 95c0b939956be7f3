import { openArchive } from '#server/workbooks/archive.ts'
import { Unreadable } from '#server/workbooks/sheet.ts'
import { elementOf } from './element.ts'
import { vouchersOf } from './layouts.ts'
import { type FileReading, type ProblemCode, Unread, type Voucher, type VoucherField } from './voucher.ts'

export interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files that one upload may hold, in all its zips. */
const mostFiles = 200
/** A zip in a zip; what lies deeper is not looked at. */
const deepest = 2

/** Reads one file, or those of a zip, by their content; hostile input may use up memory and time, so this runs in a thread. */
export async function readFile(file: GivenFile): Promise<FileReading> {
  const reading = await filesIn(file, { depth: 0, left: mostFiles })
  return { vouchers: merged(reading.vouchers), problems: reading.problems }
}

interface Budget {
  depth: number
  left: number
}

async function filesIn(file: GivenFile, budget: Budget): Promise<FileReading> {
  budget.left -= 1
  try {
    if (budget.left < 0) throw new Unread('vouchers.tooLarge')
    if (isZip(file.bytes)) return await archived(file, budget)
    if (!isMarkup(file.bytes)) throw new Unread('vouchers.unsupported')
    return { vouchers: demanded(vouchersOf(elementOf(file.bytes), file.name)), problems: [] }
  } catch (error) {
    return { vouchers: [], problems: [{ file: file.name, code: codeOf(error) }] }
  }
}

/** An OFD is a zip with this file; its vouchers are what its attachments say. */
const ofdRoot = 'ofd.xml'

async function archived(file: GivenFile, budget: Budget): Promise<FileReading> {
  const archive = await openArchive(file.bytes)
  const bytesOf = async (name: string) => (await archive.bytes(name)) ?? Buffer.alloc(0)
  if (archive.has(ofdRoot)) {
    const attachments = archive.names.filter((name) => /\/attachs\/.*\.xml$/.test(name) && !name.endsWith('/attachments.xml'))
    const vouchers: Voucher[] = []
    for (const name of attachments) vouchers.push(...vouchersOf(elementOf(await bytesOf(name)), file.name))
    return { vouchers: demanded(vouchers), problems: [] }
  }
  if (budget.depth >= deepest) throw new Unread('vouchers.tooLarge')
  budget.depth += 1
  const readings: FileReading[] = []
  for (const name of archive.names.filter((each) => !each.endsWith('/')))
    readings.push(await filesIn({ name: name.slice(name.lastIndexOf('/') + 1), bytes: await bytesOf(name) }, budget))
  budget.depth -= 1
  if (readings.length === 0) throw new Unread('vouchers.notVoucher')
  return { vouchers: readings.flatMap(({ vouchers }) => vouchers), problems: readings.flatMap(({ problems }) => problems) }
}

function demanded(vouchers: readonly Voucher[]): readonly Voucher[] {
  if (vouchers.length === 0) throw new Unread('vouchers.notVoucher')
  return vouchers
}

/** One voucher in several formats is one. */
function merged(vouchers: readonly Voucher[]): Voucher[] {
  const found = new Map<string, Voucher>()
  for (const voucher of vouchers) {
    const key = `${voucher.fields.code?.value ?? ''} ${voucher.fields.number?.value ?? ''}`
    const known = found.get(key)
    found.set(key, known ? together(known, voucher) : voucher)
  }
  return [...found.values()]
}

/** What the first one says goes before the other; where they contradict each other, nothing is certain. */
function together(first: Voucher, second: Voucher): Voucher {
  const own = Object.entries(first.fields).map(([field, reading]) => {
    const other = second.fields[field as VoucherField]
    return [field, other && other.value !== reading.value ? { ...reading, certain: false } : reading]
  })
  return { ...first, files: [...new Set([...first.files, ...second.files])], fields: { ...second.fields, ...(Object.fromEntries(own) as Voucher['fields']) } }
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b
const isMarkup = (bytes: Uint8Array) => /^\uFEFF?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 64)))

const archiveCodes: Readonly<Record<string, ProblemCode>> = { 'workbooks.password': 'vouchers.encrypted', 'workbooks.tooLargeInside': 'vouchers.tooLarge' }

function codeOf(error: unknown): ProblemCode {
  if (error instanceof Unread) return error.code
  if (error instanceof Unreadable) return archiveCodes[error.code] ?? 'vouchers.damaged'
  throw error
}
