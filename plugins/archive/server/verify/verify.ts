import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import { hashOf } from '#server/attachments/inspection/verification.ts'
import { ledgerName, type ManifestFile, manifestName } from '../manifest.ts'
import { ledgerSum } from './ledger-sum.ts'
import { readingsIn } from './readings-in.ts'
import { openPackage, type OpenedPackage } from './open-package.ts'

/** The package differs from what was handed over. */
class NotWhole extends Error {
  override readonly name = 'NotWhole'
}

/**
 * Compares every file of a package with its manifest, and the package with the one before where that is given. Answers what it is, in plain
 * words.
 * @throws NotWhole naming each file that differs, NoPackage
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

/** Names come from a file that somebody may have changed: what a terminal would obey is not printed. */
// oxlint-disable-next-line no-control-regex -- control characters are what must go
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '�')

const finding = (cn: string, en: string, name: string): string => `${cn} / ${en}: ${printable(name)}`

const repeatedOf = ({ repeated }: OpenedPackage) => repeated.map((name) => finding('重复', 'twice', name))

const missingOf = ({ manifest, entries }: OpenedPackage) =>
  manifest.files.filter(({ name }) => !entries.has(name)).map(({ name }) => finding('缺少', 'missing', name))

/** Directories say nothing. */
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

/** The entries of the ledger add up to what the manifest says of them. */
async function ledgerFindings({ manifest: { totals: { ledger } }, entries, read }: OpenedPackage): Promise<string[]> {
  const entry = entries.get(ledgerName)
  if (!entry) return []
  const { count, sum } = await ledgerSum(await read(entry))
  const total = new Decimal(ledger.spent).plus(ledger.occupy).plus(ledger.release).plus(ledger.transfer).plus(ledger.adjust)
  if (count === ledger.entries && sum.eq(total)) return []
  return [`合计不符 / totals differ: ${ledgerName} ${count} / ${moneyText(sum)}, ${manifestName} ${ledger.entries} / ${moneyText(total)}`]
}

/** Each reading is of a file that lies in the package, byte for byte, and there are as many as the manifest says. */
async function readingFindings(opened: OpenedPackage): Promise<string[]> {
  const { counts: { readings } } = opened.manifest
  // packages from before hold none
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
