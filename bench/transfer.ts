import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import excel from 'exceljs'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { openArchive } from '#server/workbooks/archive.ts'
import { writeWorkbook } from '#server/workbooks/writer.ts'

const rounds = 5
const columns = Array.from({ length: 10 }, (_, index) => ({ header: `Column ${index + 1}` }))
const row = (index: number) => columns.map((_, column) => (column % 2 === 0 ? `Text ${index} of ${column}` : index * 1.25 + column))

/** Writes and reads workbooks, compared with the underlying libraries, alternately; prints ratios. */
await ratio('export of 20,000 × 10 against a bare exceljs streaming writer', () => ours(20_000), () => bare(20_000), { memory: true })
const file = await smaller(5_000)
await ratio(`reading ${(file.length / 1024).toFixed(0)} kB (5,000 × 10) against a plain SAX read of the same sheet`,
  () => parseWorkbook(file), () => plain(file))

interface TransferCost {
  readonly ms: number
  /** Growth of heap and buffers. */
  readonly bytes: number
}

async function ratio(name: string, one: () => Promise<unknown>, other: () => Promise<unknown>, { memory = false } = {}) {
  await one()
  await other()
  const measured = { one: [] as TransferCost[], other: [] as TransferCost[] }
  for (let round = 0; round < rounds; round++) {
    measured.one.push(await measure(one))
    measured.other.push(await measure(other))
  }
  const median = (list: readonly TransferCost[], by: keyof TransferCost) =>
    list.map((each) => each[by]).toSorted((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0
  const [mine, theirs] = [median(measured.one, 'ms'), median(measured.other, 'ms')]
  console.log(`${name}: ${mine.toFixed(0)} ms, ${theirs.toFixed(0)} ms; ratio ${(mine / theirs).toFixed(2)} (goal 1.5)`)
  if (!memory) return
  const [own, bareBytes] = [median(measured.one, 'bytes'), median(measured.other, 'bytes')]
  console.log(
    `  memory at most ${(own / 2 ** 20).toFixed(0)} MB, ${(bareBytes / 2 ** 20).toFixed(0)} MB; ratio ${
      (own / bareBytes).toFixed(2)
    } (goal 1.5)`,
  )
}

async function measure(work: () => Promise<unknown>): Promise<TransferCost> {
  globalThis.gc?.()
  const before = inUse()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, inUse())), 5)
  const begun = performance.now()
  await work()
  const ms = performance.now() - begun
  clearInterval(timer)
  return { ms, bytes: Math.max(most, inUse()) - before }
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function ours(total: number) {
  async function* rows() {
    for (let start = 0; start < total; start += 500) {
      // asynchronously, like a database
      await new Promise((resolve) => setImmediate(resolve))
      yield Array.from({ length: 500 }, (_, index) =>
        row(start + index).map((value) => (typeof value === 'string' ? { value, format: '@' } : { value, format: '#,##0.00' })))
    }
  }
  const output = new PassThrough()
  output.resume()
  await writeWorkbook(output, { name: 'S', columns, rows: rows() })
}

async function bare(total: number) {
  const output = new PassThrough()
  output.resume()
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true })
  const sheet = workbook.addWorksheet('S')
  sheet.columns = columns.map(({ header }, index) => ({ header, style: { numFmt: index % 2 === 0 ? '@' : '#,##0.00' } }))
  for (let index = 0; index < total; index++) sheet.addRow(row(index)).commit()
  await workbook.commit()
}

async function smaller(total: number): Promise<Uint8Array> {
  const output = new PassThrough()
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: output })
  const bytes = buffer(output)
  const sheet = workbook.addWorksheet('S')
  for (let index = 0; index < total; index++) sheet.addRow(row(index)).commit()
  await workbook.commit()
  return bytes
}

/** The SAX parser of exceljs alone, without processing its events. */
async function plain(bytes: Uint8Array) {
  const { default: parseSax } = (await import('exceljs/lib/utils/parse-sax.js' as string)) as {
    default(chunks: AsyncIterable<string> | Iterable<string>): AsyncIterable<readonly { readonly eventType: string }[]>
  }
  const sheet = (await (await openArchive(bytes)).text('xl/worksheets/sheet1.xml')) ?? ''
  let events = 0
  for await (const part of parseSax([sheet])) events += part.length
  return events
}
