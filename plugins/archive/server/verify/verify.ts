import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { moneyText } from '#kernel/values/money.ts'
import { hashOf } from '#server/attachments/inspection/verification.ts'
import { ledgerName, type ManifestFile, manifestName, countsOf, type ReadingCounts, sumOfCounts } from '../manifest.ts'
import { openPackage, type OpenedPackage } from './open-package.ts'

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
