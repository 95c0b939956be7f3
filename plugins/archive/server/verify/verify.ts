import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { moneyText } from '#kernel/values/money.ts'
import { hashOf } from '#server/attachments/inspection/verification.ts'
import { countsOf, ledgerName, type ManifestFile, manifestFormat, manifestName, type ReadingCounts, sumOfCounts } from '../manifest.ts'

/** Thrown if the file is not a package, or its manifest cannot be read. */
class NoPackage extends Error {
  override readonly name = 'NoPackage'
}

/** Maximum size of a manifest in bytes, enough for some two million files. */
const largestManifest = 512 * 1024 * 1024

interface OpenedPackage {
  readonly manifest: ReadManifest
  /** SHA-256 of the manifest's bytes. */
  readonly manifestSha256: string
  readonly entries: ReadonlyMap<string, Entry>
  /** Names that occur more than once in the zip. */
  readonly repeated: readonly string[]
  read(entry: Entry): Promise<Readable>
  close(): void
}

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const text = z.string().max(500)
const amount = z.string().regex(/^-?\d+\.\d{2}$/)

/** Schema of the parts of a manifest that are verified; further properties are ignored. */
const manifestShape = z.looseObject({
  format: z.literal(manifestFormat),
  company: z.looseObject({ code: text, cn: text, en: text }),
  period: text,
  number: z.int().min(1),
  previous: z.looseObject({ number: z.int().min(1), period: text, manifestSha256: hex }).nullable(),
  counts: z.looseObject({ documents: z.int(), files: z.int(), originals: z.int(), missing: z.int(),
    readings: z.looseObject({ files: z.int(), verified: z.int() }).optional() }),
  totals: z.looseObject({
    ledger: z.looseObject({ entries: z.int(), spent: amount, occupy: amount, release: amount, transfer: amount, adjust: amount }),
  }),
  missing: z.array(z.looseObject({ name: text, reason: text })),
  files: z.array(z.looseObject({ name: text, kind: text, size: z.number().min(0), sha256: hex })),
})

type ReadManifest = z.output<typeof manifestShape>

/** Opens a package and parses its manifest. @throws NoPackage */
async function openPackage(path: string): Promise<OpenedPackage> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw isSystemError(error) ? error : new NoPackage(`不是压缩包，或文件不完整 / Not a zip, or not all of it (${messageOf(error)})`)
  })
  try {
    return await opened(zip)
  } catch (error) {
    zip.close()
    throw error
  }
}

async function opened(zip: ZipFile): Promise<OpenedPackage> {
  const { entries, repeated } = await entriesOf(zip).catch((error: unknown) => {
    throw new NoPackage(`压缩包目录已损坏 / The directory of the zip is damaged (${messageOf(error)})`)
  })
  const entry = entries.get(manifestName)
  if (!entry || entry.uncompressedSize > largestManifest)
    throw new NoPackage(`压缩包中没有 ${manifestName} / The zip has no ${manifestName}`)
  const bytes = await bytesOf(await zip.openReadStreamPromise(entry)).catch((error: unknown) => {
    throw new NoPackage(`${manifestName} 已损坏 / ${manifestName} is damaged (${messageOf(error)})`)
  })
  return { manifest: manifestOf(bytes), manifestSha256: createHash('sha256').update(bytes).digest('hex'), entries, repeated,
    read: (each) => zip.openReadStreamPromise(each), close: () => zip.close() }
}

async function entriesOf(zip: ZipFile): Promise<Pick<OpenedPackage, 'entries' | 'repeated'>> {
  const entries = new Map<string, Entry>()
  const repeated: string[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) repeated.push(entry.fileName)
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', resolve)
    zip.once('error', reject)
    zip.readEntry()
  })
  return { entries, repeated }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

function manifestOf(bytes: Buffer): ReadManifest {
  try {
    return manifestShape.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new NoPackage(`${manifestName} 无法读取 / ${manifestName} cannot be read`)
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Thrown if a package was modified. */
class NotWhole extends Error {
  override readonly name = 'NotWhole'
}

/**
 * Verifies all files of a package against its manifest and, if given, the link to the preceding package. @returns a readable summary
 * @throws NotWhole that lists all deviations, NoPackage
 */
export async function verifyPackage(path: string, preceding?: string): Promise<string> {
  const opened = await openPackage(path)
  try {
    const findings = [...repeatedOf(opened), ...missingOf(opened), ...(await differing(opened)), ...surplusOf(opened),
      ...(await chainFindings(opened, preceding))]
    if (findings.length > 0)
      throw new NotWhole([`归档包不完整 / The package is not whole: ${printable(path)}`, ...findings.map((each) => `  ${each}`)].join('\n'))
    return describe(path, opened)
  } finally {
    opened.close()
  }
}

/** Removes control and formatting characters before printing to a terminal, since names may have been manipulated. */
// oxlint-disable-next-line no-control-regex -- control characters are what must go
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '�')

const finding = (cn: string, en: string, name: string): string => `${cn} / ${en}: ${printable(name)}`

const repeatedOf = ({ repeated }: OpenedPackage) => repeated.map((name) => finding('重复', 'twice', name))

const missingOf = ({ manifest, entries }: OpenedPackage) =>
  manifest.files.filter(({ name }) => !entries.has(name)).map(({ name }) => finding('缺少', 'missing', name))

/** Files that are not in the manifest; directory entries are ignored. */
function surplusOf({ manifest, entries }: OpenedPackage): string[] {
  const known = new Set([manifestName, ...manifest.files.map(({ name }) => name)])
  return [...entries.keys()].filter((name) => !known.has(name) && !name.endsWith('/')).map((name) =>
    finding('清单中没有', 'not in the manifest', name)
  )
}

async function differing(opened: OpenedPackage): Promise<string[]> {
  const found: string[] = []
  for (const file of opened.manifest.files) {
    const difference = await differenceOf(opened, file)
    if (difference) found.push(finding(...difference, file.name))
  }
  return found.length > 0 ? found : [...(await ledgerFindings(opened)), ...(await readingFindings(opened))]
}

async function differenceOf({ entries, read }: OpenedPackage,
  { name, size, sha256 }: Pick<ManifestFile, 'name' | 'size' | 'sha256'>): Promise<[string, string] | undefined> {
  const entry = entries.get(name)
  if (!entry) return undefined
  if (entry.uncompressedSize !== size) return ['已改动', 'changed']
  try {
    return (await hashOf(await read(entry))) === sha256 ? undefined : ['已改动', 'changed']
  } catch {
    return ['已损坏', 'damaged']
  }
}

/** Compares the sum of the ledger entries with the totals in the manifest. */
async function ledgerFindings({ manifest: { totals: { ledger } }, entries, read }: OpenedPackage): Promise<string[]> {
  const entry = entries.get(ledgerName)
  if (!entry) return []
  const { count, sum } = await ledgerSum(await read(entry))
  const total = new Decimal(ledger.spent).plus(ledger.occupy).plus(ledger.release).plus(ledger.transfer).plus(ledger.adjust)
  if (count === ledger.entries && sum.eq(total)) return []
  return [`合计不符 / totals differ: ${ledgerName} ${count} / ${moneyText(sum)}, ${manifestName} ${ledger.entries} / ${moneyText(total)}`]
}

/** Checks that each reading refers to a file of the package by hash, and compares their numbers with the manifest. */
async function readingFindings(opened: OpenedPackage): Promise<string[]> {
  const { counts: { readings } } = opened.manifest
  // older packages have none
  if (!readings) return []
  const { files, verified, foreign } = await readingsIn(opened)
  const differ = files !== readings.files || verified !== readings.verified
  return [...foreign.map((name) => finding('识别结果不属于这个文件', 'the reading is not of this file', name)), ...(differ
    ? [`识别结果数不符 / readings differ: ${files} (${verified}), ${manifestName} ${readings.files} (${readings.verified})`]
    : [])]
}

async function chainFindings({ manifest: { previous, company } }: OpenedPackage, preceding: string | undefined): Promise<string[]> {
  if (preceding === undefined) return []
  const before = await openPackage(preceding)
  before.close()
  const { number, company: { code } } = before.manifest
  if (code === company.code && previous?.number === number && previous.manifestSha256 === before.manifestSha256) return []
  return [finding('不是它所指的上一个归档包', 'not the preceding package that it names', preceding)]
}

function describe(path: string, { manifest, manifestSha256 }: OpenedPackage): string {
  const { company, period, number, counts, totals: { ledger }, previous, missing } = manifest
  return [
    `归档包完整 / The package is whole: ${printable(path)}`,
    `  公司 / Company: ${company.code} ${company.cn} / ${company.en}`,
    `  期间 / Period: ${period}，序号 / number ${number}`,
    `  单据 / Documents: ${counts.documents}，文件 / files: ${counts.files}，原始文件 / originals: ${counts.originals}`,
    ...(counts.readings ? [`  票据识别 / Vouchers read: ${counts.readings.files}，已查验 / verified: ${counts.readings.verified}`] : []),
    `  台账 / Ledger: ${ledger.entries} 笔 / entries，支出 / spent ￥${ledger.spent}，与 ${ledgerName} 一致 / agrees with ${ledgerName}`,
    `  清单指纹 / Manifest SHA-256: ${manifestSha256}`,
    previous
      ? `  上一个 / Preceding: ${previous.period}，序号 / number ${previous.number}，SHA-256 ${previous.manifestSha256}`
      : '  第一个归档包 / The first package',
    ...missing.map(({ name }) => `  生成时已缺失 / missing when it was made: ${name}`),
  ].map((line, index) => (index === 0 ? line : printable(line))).join('\n')
}

/** Maximum size of a document's readings in bytes. */
const largest = 64 * 1024 * 1024

/** Schema of the parts of readings that are verified. */
const shape = z.looseObject({
  files: z.array(
    z.looseObject({ name: z.string(), sha256: z.string(),
      vouchers: z.array(z.looseObject({ verification: z.looseObject({ outcome: z.string() }).nullable() })) }),
  ),
})

interface FoundReadings extends ReadingCounts {
  /** Names of read files that are missing or differ, and of invalid readings. */
  readonly foreign: readonly string[]
}

/** Compares all readings of a package with the files that they refer to. */
async function readingsIn({ manifest, entries, read }: OpenedPackage): Promise<FoundReadings> {
  const hashes = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
  const foreign: string[] = []
  const counts: ReadingCounts[] = []
  for (const { name } of manifest.files.filter(({ kind }) => kind === 'readings')) {
    const entry = entries.get(name)
    const readings = entry && entry.uncompressedSize <= largest ? shape.safeParse(parsed(await buffer(await read(entry)))) : undefined
    if (readings?.success) {
      counts.push(countsOf(readings.data))
      foreign.push(...readings.data.files.filter((each) => hashes.get(each.name) !== each.sha256).map((each) => each.name))
    } else foreign.push(name)
  }
  return { ...sumOfCounts(counts), foreign }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Index of the amount column. */
const amountColumn = 6

/** Counts the entries of a ledger file and sums their amounts, streaming. */
async function ledgerSum(file: Readable): Promise<{ readonly count: number; readonly sum: Decimal }> {
  let [count, sum] = [-1, new Decimal(0)]
  for await (const cells of csvRows(file)) {
    count += 1
    if (count > 0) sum = sum.plus(amountOf(cells[amountColumn]))
  }
  return { count: Math.max(0, count), sum }
}

/** Parses an amount; NaN if invalid, so that the sums differ. */
const amountOf = (text = ''): Decimal => (/^-?\d+(\.\d+)?$/.test(text) ? new Decimal(text) : new Decimal(Number.NaN))

async function* csvRows(file: Readable): AsyncGenerator<readonly string[]> {
  const reader = new CsvReader()
  file.setEncoding('utf8')
  for await (const text of file as AsyncIterable<string>) {
    for (const character of text) {
      const row = reader.take(character)
      if (row) yield row
    }
  }
}

/** Streaming CSV parser by character; quoted cells may contain commas and line breaks. */
class CsvReader {
  #row: string[] = []
  #cell = ''
  #isQuoted = false
  #wasQuote = false

  /** Consumes a character. @returns the row if the character ends one */
  take(character: string): readonly string[] | undefined {
    if (character === '"') return this.#quote()
    this.#wasQuote = false
    if (this.#isQuoted || !'\r\n,'.includes(character)) this.#cell += character
    else if (character !== '\r') return this.#end(character === '\n')
    return undefined
  }

  /** Handles a quote; a doubled quote within a quoted cell is a literal one. */
  #quote(): undefined {
    if (!this.#isQuoted && this.#wasQuote) this.#cell += '"'
    this.#wasQuote = this.#isQuoted
    this.#isQuoted = !this.#isQuoted
  }

  #end(isRow: boolean): readonly string[] | undefined {
    this.#row.push(this.#cell)
    this.#cell = ''
    if (!isRow) return undefined
    const row = this.#row
    this.#row = []
    return row
  }
}
