import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { filledIn, getFile, sendFile, textsOf } from '#server/imports/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

const path = '/budgetservice/annualBudget'
const months = (amount: string) => Array.from({ length: 12 }, () => amount)

let product: TestProduct
let unit = ''

beforeAll(async () => {
  product = await demoProduct()
  const row = await product.database.db.selectFrom('sys_group').select('code').where('id', '=', 'sz-quality').executeTakeFirstOrThrow()
  unit = row.code ?? ''
})
afterAll(() => product?.close())

const who = async (userName = 'finance') => (await product.as(userName).bearer()).replace('Bearer ', '')
const line = (category: string, amounts = months('100.00'), year = '2031') => [year, unit, '', category, '', ...amounts, '']

async function bring(rows: readonly (readonly string[])[], userName = 'finance') {
  const { bytes } = await getFile(product.app, `${path}/template`, await who(), 'zh_CN')
  return sendFile(product.app, { path, who: await who(userName), bytes: await filledIn(bytes, rows), fields: { year: '2031' } })
}

const planned = async () =>
  (await product.database.db.selectFrom('annual_budget').select(['m01', 'm12']).where('budget_year', '=', 2031).where('del_flag', '=', 0)
    .orderBy('m01').execute()).map((
      { m01, m12 },
    ) => [m01, m12])

describe('a file of plans', () => {
  it('has the columns of a plan', async () => {
    const { bytes } = await getFile(product.app, `${path}/template`, await who(), 'zh_CN')
    const [header] = await textsOf(bytes)
    expect(header?.map((text) => text.replace('*', ''))).toEqual(['预算年度', '承担部门编码', '承担部门', '费用类别编码', '费用类别',
      ...Array.from({ length: 12 }, (_, index) => `${index + 1}月`), '备注'])
  })

  it('is offered the codes of units with a budget only', async () => {
    const { bytes } = await getFile(product.app, `${path}/template`, await who(), 'en_US')
    const workbook = new excel.Workbook()
    await workbook.xlsx.load(Uint8Array.from(bytes).buffer)
    const listed = workbook.getWorksheet('Codes')?.getColumn(1).values.slice(2).map(String).filter((text) => text !== '')
    const owners = await product.database.db.selectFrom('sys_group').select('code').where('has_budget_dept', '=', true).where('enable', '=',
      true).where('del_flag', '=', 0)
      .execute()
    expect(listed?.toSorted()).toEqual(owners.flatMap(({ code }) => code ?? []).toSorted())
  })

  it.each<[string, () => (readonly string[])[], string]>([
    ['a negative month', () => [line('OFFICE'), line('TRAVEL', ['-1.00', ...months('1.00').slice(1)])], '1月'],
    ['a category that is none', () => [line('OFFICE'), line('NOWHERE')], '费用类别编码'],
    ['a line twice', () => [line('OFFICE'), line('OFFICE')], ''],
    ['another year', () => [line('OFFICE'), line('TRAVEL', months('1.00'), '2030')], '预算年度'],
  ])('is refused as a whole for %s', async (_, rows, column) => {
    const { data } = await bring(rows())
    expect(data).toMatchObject({ total: 2, success: 0 })
    expect(data.failures).toMatchObject([{ row: 4, column }])
    expect(await planned()).toEqual([])
  })

  it('is written as a whole, once', async () => {
    const rows = [line('OFFICE', months('100.00')), line('TRAVEL', months('2500.50'))]
    expect((await bring(rows)).data).toMatchObject({ total: 2, success: 2, failed: 0 })
    expect(await planned()).toEqual([['100.00', '100.00'], ['2500.50', '2500.50']])
    const again = (await bring([...rows, line('POST')])).data
    expect(again).toMatchObject({ success: 0 })
    expect(again.failures).toHaveLength(2)
    expect(await planned()).toHaveLength(2)
  })

  it('names every broken rule of every row in one round, those of rows with a wrong cell among them', async () => {
    const { data } = await bring([line('OFFICE', ['much', ...months('1.00').slice(1)]), line('POST'), line('POST', months('1.00'), '2030'),
      line('TRAVEL')])
    expect(data).toMatchObject({ total: 4, success: 0, failed: 3 })
    expect(data.failures.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [3, '1月', expect.any(String)],
      [3, '费用类别编码', '该期间预算已存在，不能重复添加'],
      [5, '预算年度', expect.any(String)],
      [6, '费用类别编码', '该期间预算已存在，不能重复添加'],
    ])
  })

  it('names repeated rows, rows with a budget, and what is wrong in their other cells together', async () => {
    const bad = ['much', ...months('1.00').slice(1)]
    const { data } = await bring([line('POST', bad), line('POST'), line('TRAVEL', bad), line('TRAVEL', months('-1.00'), '2030')])
    expect(data.failures.filter(({ column }) => !column.endsWith('月')).map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [4, '', '与原文件第 3 行重复'],
      [5, '费用类别编码', '该期间预算已存在，不能重复添加'],
      [6, '预算年度', expect.any(String)],
    ])
    expect(new Set(data.failures.filter(({ column }) => column.endsWith('月')).map(({ row }) => row))).toEqual(new Set([3, 5, 6]))
  })

  it('names a closed year at each row, beside what else is wrong', async () => {
    const lock = (locked: boolean) =>
      product.as('finance').post('/budgetservice/annualBudget/lock', { year: 2031, locked, reason: '年度关账' })
    expect((await lock(true)).code).toBe(200)
    const { data } = await bring([line('POST'), line('NOWHERE')])
    expect(data).toMatchObject({ total: 2, success: 0, failed: 2 })
    expect(data.failures.map(({ row, column, reason }) => [row, column, reason])).toEqual(
      expect.arrayContaining([[3, '预算年度', '2031年度预算已锁定'], [4, '费用类别编码', expect.any(String)], [4, '预算年度',
        '2031年度预算已锁定']]),
    )
    expect((await lock(false)).code).toBe(200)
  })

  it('is finance’s alone', async () => {
    expect(await bring([line('POST')], 'head')).toMatchObject({ status: 403 })
  })
})
