import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableRows } from '#kernel/answers.ts'
import { filledIn, getFile, type ImportReply, sendFile, textsOf } from '#server/imports/testing.ts'
import { approvalProduct } from '../testing-company.ts'

let product: Awaited<ReturnType<typeof approvalProduct>>['product']
beforeAll(async () => {
  ;({ product } = await approvalProduct())
})
afterAll(() => product?.close())

const base = '/oaserver/shared/rows/clauses'
const tokenOf = async () => (await product.as('wang').bearer()).replace('Bearer ', '')
const read = async (columns: readonly string[], cells: readonly (readonly string[])[]) =>
  (await product.as('wang', 'en_US').post<TableRows>(`${base}/read`, { columns, cells })).data

describe('rows that were copied', () => {
  it('are read as what they mean, a gap left to be filled in', async () => {
    const { rows, failed } = await read(['note', 'reviewer', 'due', 'amount', 'level'], [['a note', 'bob', '2026/11/3', '1,234.5', 'High'],
      ['', 'carl中', '', '', '']])
    expect(failed).toBe(0)
    expect(rows.map(({ value }) => value)).toEqual([{ note: 'a note', reviewer: 'bob', due: '2026-11-03', amount: '1234.50',
      level: 'high' }, { reviewer: 'carl' }])
  })

  it('say of each wrong cell what is wrong, and keep the others', async () => {
    const { rows, failures } = await read(['reviewer', 'amount', 'level'], [['nobody', '12', 'high'], ['bob', 'x', 'Higher']])
    expect(rows).toMatchObject([{ number: 1, isWrong: true, value: { amount: '12.00', level: 'high' } }, { number: 2, isWrong: true,
      value: { reviewer: 'bob' } }])
    expect(failures.map(({ row, column }) => [row, column])).toEqual([[1, 'Reviewer'], [2, 'Amount'], [2, 'Level']])
  })

  it('are of a table that the caller fills in', async () => {
    const status = async (url: string) => (await product.as('wang').post(url, { columns: ['reviewer'], cells: [['bob']] })).code
    expect(await status('/oaserver/shared/rows/title/read')).toBe(404)
    expect((await read(['result', 'note'], [['forged', 'x']])).rows).toMatchObject([{ value: { note: 'x' } }])
    expect(await status('/oaserver/nothing/rows/clauses/read')).toBe(404)
  })

  it('are some thousand at once', async () => {
    const { rows } = await read(['note', 'reviewer'], Array.from({ length: 2000 }, (_, index) => [`note ${index}`, 'bob']))
    expect(rows).toHaveLength(2000)
    expect(rows.at(-1)).toEqual({ number: 2000, isWrong: false, value: { note: 'note 1999', reviewer: 'bob' } })
  })
})

describe('rows of a workbook', () => {
  it('follow its template; wrong ones come back with their reasons in a file', async () => {
    const { bytes } = await getFile(product.app, `${base}/template`, await tokenOf(), 'en_US')
    expect((await textsOf(bytes))[0]).toEqual(['Reviewer*', 'Note', 'Amount', 'Due', 'Level'])
    const sent = await filledIn(bytes, [['bob', 'fine', 12.5, '2026-11-30', '高'], ['', 'without'], ['carl', 'wrong', 'x']])
    const answer =
      ((await sendFile(product.app, { path: base, who: await tokenOf(), language: 'en_US', bytes: sent })) as unknown as ImportReply<
        TableRows
      >).data
    expect(answer).toMatchObject({ total: 3, failed: 2,
      rows: [{ value: { reviewer: 'bob', note: 'fine', amount: '12.50', due: '2026-11-30', level: 'high' } }] })
    const failed = await getFile(product.app, `/public/importFailure/${answer.failureFileId}`, await tokenOf(), 'en_US')
    expect((await textsOf(failed.bytes)).map((cells) => cells.at(-1))).toEqual(['Reason', expect.stringContaining('Reviewer'),
      expect.stringContaining('Amount')])
  })

  it('have the values of formulas, as their file keeps them', async () => {
    const { bytes } = await getFile(product.app, `${base}/template`, await tokenOf(), 'en_US')
    const sent = await filledIn(bytes, [['bob', 'sum', { formula: '5+7.5', result: 12.5 }], ['bob', 'none', { formula: '5+7.5' }]])
    const { data } = await sendFile(product.app, { path: base, who: await tokenOf(), bytes: sent }) as unknown as ImportReply<TableRows>
    expect(data).toMatchObject({ total: 2, failed: 1, rows: [{ value: { note: 'sum', amount: '12.50' } }] })
  })
})
