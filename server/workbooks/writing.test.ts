import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import excel from 'exceljs'
import { describe, expect, it } from 'vitest'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import { openArchive } from './archive.ts'
import { batchSize, inBatches } from './exporter.ts'
import { parseWorkbook } from './parse.ts'
import { bytesOf, sheetName, widthOf, type WrittenSheet, writeWorkbook } from './writer.ts'

async function* parts(...rows: readonly (readonly (readonly ExcelCell[])[])[]) {
  yield* rows
}

const cell = (value: ExcelCell['value'], format?: string): ExcelCell => ({ value, format })

async function written(rows: WrittenSheet['rows'],
  columns: WrittenSheet['columns'] = [{ header: '名称' }, { header: 'Amount' }]): Promise<Uint8Array> {
  const output = new PassThrough()
  const [bytes] = await Promise.all([buffer(output), writeWorkbook(output, { name: 'S', columns, rows })])
  return bytes
}

describe('a written workbook', () => {
  it('has typed cells that are read again as they were', async () => {
    const bytes = await written(
      parts([[cell('甲', '@'), cell(1234.5, '#,##0.00')], [cell(null), cell(new Date('2026-11-20T14:30:00Z'), 'yyyy-mm-dd hh:mm:ss')]], [[
        cell(true),
        cell(new Date('2026-11-20T00:00:00Z'), 'yyyy-mm-dd'),
      ]]),
    )
    expect((await parseWorkbook(bytes)).rows.map(({ cells }) => cells)).toEqual([
      [{ kind: 'text', text: '名称' }, { kind: 'text', text: 'Amount' }],
      [{ kind: 'text', text: '甲' }, { kind: 'number', text: '1234.5' }],
      [undefined, { kind: 'date', text: '2026-11-20 14:30:00' }],
      [{ kind: 'boolean', yes: true }, { kind: 'date', text: '2026-11-20' }],
    ])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', "=cmd|' /C calc'!A0"])('keeps %j a text, also when it is edited', async (text) => {
    const bytes = await written(parts([[cell(text), cell(0)]]))
    const archive = await openArchive(bytes)
    const sheet = (await archive.text('xl/worksheets/sheet1.xml')) ?? ''
    const style = Number(/<c r="A2" s="(\d+)" t="str">/.exec(sheet)?.[1])
    const formats = [...((await archive.text('xl/styles.xml')) ?? '').matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id)
    // 49 is the text format; the first list of formats has one entry, and is followed by that of cells
    expect(formats[style + 1]).toBe('49')
    expect(sheet).not.toContain('<f>')
  })

  it('keeps a text that reads like an escape, also in its header', async () => {
    const bytes = await written(parts([[cell('PN_x0041_B'), cell('_x005F__x005F_x0041_')]]), [{ header: 'a_x0042_' }, { header: 'b' }])
    expect((await parseWorkbook(bytes)).rows.map(({ cells }) => cells.map((each) => each?.kind === 'text' && each.text))).toEqual([[
      'a_x0042_',
      'b',
    ], ['PN_x0041_B', '_x005F__x005F_x0041_']])
    expect(await (await openArchive(bytes)).text('xl/worksheets/sheet1.xml')).toContain('PN_x005F_x0041_B')
  })

  it.each(['', 'x'])('keeps every rare character, wherever its parts end (after %j)', async (before) => {
    const texts = Array.from({ length: 300 }, (_, index) => `${before}${'𠮷'.repeat(index + 1)}`)
    const workbook = new excel.Workbook()
    workbook.addWorksheet('S').addRows(texts.map((text) => [text]))
    const texted = async (bytes: Uint8Array) =>
      (await parseWorkbook(bytes)).rows.map(({ cells: [first] }) => first?.kind === 'text' && first.text)
    expect(await texted(await bytesOf(workbook))).toEqual(texts)
    expect(await texted(await written(parts(texts.map((text) => [cell(text)])), [{ header: 'A' }]))).toEqual(['A', ...texts])
  })

  it('marks a text that is longer than a cell holds, and leaves one that just fits', async () => {
    const long = `${'长'.repeat(32_000)}${'😀'.repeat(2_000)}`
    const rows = (await parseWorkbook(await written(parts([[cell(long), cell('y'.repeat(32_767))]])))).rows
    const [cut, whole] = rows[1]?.cells ?? []
    expect(cut?.kind === 'text' && cut.text).toMatch(/^长{32000}(😀)+… \[已截断，全文36000字符 \/ Cut short, 36000 characters in full\]$/u)
    expect(cut?.kind === 'text' && cut.text.length).toBeLessThanOrEqual(32_767)
    expect(whole).toEqual({ kind: 'text', text: 'y'.repeat(32_767) })
  })

  it('drops what XML cannot hold', async () => {
    expect((await parseWorkbook(await written(parts([[cell('\0a\u0001b'), cell(0)]])))).rows[1]?.cells[0]).toEqual({ kind: 'text',
      text: 'ab' })
  })

  it('keeps its header in view and its columns wide enough', async () => {
    const sheet = (await (await openArchive(await written(parts(), [{ header: 'A', width: 33 }, { header: '二' }]))).text(
      'xl/worksheets/sheet1.xml',
    )) ?? ''
    expect(sheet).toContain('state="frozen"')
    expect(sheet).toContain('width="33"')
    expect(sheet).toContain('<c r="A1"')
  })

  it('has a name that a spreadsheet takes', () => {
    expect(sheetName('研发项目/部门'.repeat(9))).toHaveLength(31)
    expect(sheetName('R&D [a/b]')).toBe('R&D  a b')
    expect(sheetName('///')).toBe('Sheet1')
    expect([widthOf('年月'), widthOf('x'), widthOf('x'.repeat(100))]).toEqual([10, 10, 60])
  })
})

/** Incompressible rows, with a count of reads. */
function counted(total: number) {
  const progress = { parts: 0, isClosed: false }
  async function* rows() {
    try {
      for (; progress.parts < total; progress.parts++)
        yield Array.from({ length: 500 }, () => Array.from({ length: 10 }, () => cell(`${Math.random()}${Math.random()}`)))
    } finally {
      progress.isClosed = true
    }
  }
  return { progress, rows: rows() }
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a reader who is slower than the database', () => {
  it('is waited for: what is not taken is not asked for', async () => {
    const { progress, rows } = counted(100)
    const output = new PassThrough()
    const writing = writeWorkbook(output, { name: 'S', columns: [{ header: 'A' }], rows })
    let before = -1
    while (progress.parts !== before) {
      before = progress.parts
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(progress.parts).toBeLessThan(40)
    const [bytes] = await Promise.all([buffer(output), writing])
    expect(progress.parts).toBe(100)
    expect(bytes.length).toBeGreaterThan(1_000_000)
  })

  it('may go: nothing more is asked for', async () => {
    const { progress, rows } = counted(40)
    const gone = new AbortController()
    const output = new PassThrough()
    const writing = writeWorkbook(output, { name: 'S', columns: [{ header: 'A' }], rows }, gone.signal)
    while (progress.parts < 3) await turns(5)
    gone.abort()
    await expect(writing).rejects.toThrow('aborted')
    const then = progress.parts
    await turns(50)
    expect(progress).toEqual({ parts: then, isClosed: true })
    expect(then).toBeLessThan(40)
  })
})

describe('rows of known ids', () => {
  const ids = Array.from({ length: batchSize * 2 + 3 }, (_, index) => `r${index}`)

  it('come in their order, in parts, one at a time; what has gone is left out', async () => {
    const sizes: number[] = []
    const rows: string[] = []
    for await (const part of inBatches(ids, async (wanted) => {
      sizes.push(wanted.length)
      return wanted.filter((id) => id !== 'r7').map((id) => ({ id })).toReversed()
    })) {
      rows.push(...part.map(({ id }) => id))
    }
    expect(sizes).toEqual([batchSize, batchSize, 3])
    expect(rows).toEqual(ids.filter((id) => id !== 'r7'))
  })

  it('are not read before they are wanted', async () => {
    let calls = 0
    const batches = inBatches(ids, async (wanted) => {
      calls += 1
      return wanted.map((id) => ({ id }))
    })
    await batches.next()
    await batches.return()
    expect(calls).toBe(1)
  })
})
