import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workbook } from 'exceljs'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
  await on.file('plain', { title: '甲', amount: '1280.50' })
  await on.file('plain', { title: '=乙', amount: '99.90' })
  await on.file('group', { title: '丙', amount: '5.00' })
})
afterAll(() => product?.close())

/** The cells of an export, the header first. */
async function exported(who: string, path: string, language = 'zh_CN') {
  const answer = await product.app.inject({ url: `/workflow/tasks/${path}`,
    headers: { authorization: await product.as(who).bearer(), 'accept-language': language } })
  expect(answer.statusCode).toBe(200)
  const workbook = new Workbook()
  await workbook.xlsx.load(answer.rawPayload as unknown as ArrayBuffer)
  const rows: unknown[][] = []
  workbook.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  return { name: decodeURIComponent(String(answer.headers['content-disposition'])), rows }
}

describe('a list of documents goes into a workbook', () => {
  it('as it is ordered, with names and amounts, stamped with the minute', async () => {
    const { name, rows } = await exported('wang', 'myApply/export?order=amount,desc')
    expect(name).toContain('我发起_202611201000.xlsx')
    expect(rows[0]).toEqual(['单据编号', '标题', '流程', '发起人', '发起部门', '金额（人民币）', '发起时间', '状态', '当前节点',
      '当前处理人', '结束时间'])
    expect(rows.slice(1).map(([, title, , , , amount, , state]) => [title, amount, state])).toEqual([['甲', 1280.5, '审批中'], ['=乙', 99.9,
      '审批中'], ['丙', 5, '审批中']])
    expect(rows[1]?.[8]).toBe('节点first')
  })

  it('as it is narrowed, in the language of the reader', async () => {
    const { rows } = await exported('wang', 'myApply/export?businessType=group,fork&keyword=%E4%B8%99', 'en_US')
    expect(rows.map((row) => row[2])).toEqual(['Process', 'Form group'])
    expect((await exported('wang', 'myApply/export?waited=31-')).rows).toHaveLength(1)
  })

  it('with what its reader sees, and nothing else', async () => {
    expect((await exported('head', 'todoList/export')).rows).toHaveLength(4)
    expect((await exported('stranger', 'all/export')).rows).toHaveLength(1)
  })

  it('not with filters that it does not have', async () => {
    expect(await product.as('wang').get('/workflow/tasks/myApply/export?order=password,asc')).toMatchObject({ code: 42009 })
  })
})
