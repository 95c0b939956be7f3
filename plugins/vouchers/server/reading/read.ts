import { openArchive } from '#server/workbooks/archive.ts'
import { Unreadable } from '#server/workbooks/sheet.ts'
import { elementOf } from './element.ts'
import { vouchersOf } from './layouts.ts'
import { merged } from './merge.ts'
import { vouchersOfOfd } from './ofd.ts'
import { type FileReading, type ProblemCode, Unread, type Voucher } from './voucher.ts'

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

/** An OFD is a zip with this file. */
const ofdRoot = 'ofd.xml'

async function archived(file: GivenFile, budget: Budget): Promise<FileReading> {
  const archive = await openArchive(file.bytes)
  const bytesOf = async (name: string) => (await archive.bytes(name)) ?? Buffer.alloc(0)
  if (archive.has(ofdRoot)) return { vouchers: demanded(await vouchersOfOfd(archive, file.name)), problems: [] }
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

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b
const isMarkup = (bytes: Uint8Array) => /^\uFEFF?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 64)))

const archiveCodes: Readonly<Record<string, ProblemCode>> = { 'workbooks.password': 'vouchers.encrypted', 'workbooks.tooLargeInside': 'vouchers.tooLarge' }

function codeOf(error: unknown): ProblemCode {
  if (error instanceof Unread) return error.code
  if (error instanceof Unreadable) return archiveCodes[error.code] ?? 'vouchers.damaged'
  throw error
}
