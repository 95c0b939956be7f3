import { openArchive } from '#server/workbooks/archive.ts'
import { Unreadable } from '#server/workbooks/sheet.ts'
import { isArchive, isMarkup, isPdf } from './files/content-kinds.ts'
import { elementOf } from './element.ts'
import { vouchersOf } from './layouts.ts'
import { merged } from './merge.ts'
import { vouchersOfOfd } from './files/ofd.ts'
import { vouchersOfPdf } from './files/pdf-vouchers.ts'
import { isPicture, pictureIn } from './files/picture.ts'
import { codedVouchers } from './files/qr.ts'
import { type FileReading, type ProblemCode, Unread, type Voucher } from './voucher.ts'

export interface IncomingFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files that one upload may hold, in all its zips. */
const mostFiles = 200
/** A zip in a zip; what lies deeper is not looked at. */
const deepest = 2

/** Reads one file, or those of a zip, by their content; hostile input may use up memory and time, so this runs in a thread. */
export async function readFile(file: IncomingFile): Promise<FileReading> {
  const reading = await filesIn(file, { depth: 0, left: mostFiles })
  return { vouchers: merged(reading.vouchers), problems: reading.problems }
}

interface Budget {
  depth: number
  left: number
}

async function filesIn(file: IncomingFile, budget: Budget): Promise<FileReading> {
  budget.left -= 1
  try {
    if (budget.left < 0) throw new Unread('vouchers.tooLarge')
    if (isArchive(file.bytes)) return await archived(file, budget)
    return { vouchers: demanded(await vouchersIn(file)), problems: [] }
  } catch (error) {
    return { vouchers: [], problems: [{ file: file.name, code: codeOf(error) }] }
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

/** An OFD is a zip with this file. */
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
