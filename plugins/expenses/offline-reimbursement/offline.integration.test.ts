import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { filledIn, getFile, sendFile } from '#server/imports/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct

interface ReimbursementAnswer {
  readonly id: string
  readonly version: number
  readonly businessNo: string
  readonly budgetMonth: string
  readonly budgetDept: string
  readonly exchangeRate: string
  readonly amountRmb: string
  readonly fields: readonly { readonly name: string; readonly message: string; readonly level: string; readonly code?: string }[]
}

beforeAll(async () => {
  product = await demoProduct()
})
afterAll(async () => {
  await product.audit()
  await product.close()
})

let voucher = 0
let category = ''
beforeEach(async () => {
  voucher += 1
  const found = await product.database.db.selectFrom('expense_category').select('id').where('code', '=', 'OFFICE').executeTakeFirstOrThrow()
  category = found.id
})

const row = (more: object = {}) => ({
  offlineSource: '1',
  voucherNo: `V${voucher}`,
  company: 'SZ',
  expenseDate: '2026-11-18',
  bearingDept: 'sz-quality',
  costCenter: 'cc-sz-quality',
  expenseCategory: category,
  expenseDetail: '打印纸',
  currencyType: 'CNY',
  amount: '120.00',
  ...more,
})
const save = (more: object = {}) => product.as('finance').post<ReimbursementAnswer>('/budgetservice/offlineReimbursement/save', row(more))
const problems = async (more: object) => (await save(more)).data.fields.map(({ name, message }) => [name, message])

/** The spent amount of the month's budget. */
async function spent(month = 11): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount * direction), 0) as sum from budget_entry
    where kind in ('spend', 'refund') and month = ${month} and department_id = 'sz-quality' and expense_category_id = ${category}`.execute(
    product.database.db,
  )
  return Number(rows[0]?.sum ?? 0).toFixed(2)
}

describe('a row of the register', () => {
  it('is numbered, priced at the month’s rate and spent at once', async () => {
    const before = Number(await spent())
    const { data } = await save({ currencyType: 'USD', amount: '100.00' })
    expect(data.businessNo).toMatch(/^XX20261120\d{4}$/)
    expect(data).toMatchObject({ budgetMonth: '2026-11', budgetDept: 'sz-quality' })
    expect(Number(data.amountRmb)).toBeCloseTo(Number(data.exchangeRate) * 100, 1)
    expect(Number(await spent()) - before).toBeCloseTo(Number(data.amountRmb), 2)
  })

  it('is found by its voucher', async () => {
    const { data: { businessNo } } = await save({ voucherNo: 'SA-4711/26' })
    const found = await product.as('finance').post<{ records: { businessNo: string }[] }>('/budgetservice/offlineReimbursement/page', {
      voucherNo: '4711',
    })
    expect(found.data.records.map((record) => record.businessNo)).toEqual([businessNo])
  })

  it('changes the books by the difference, and gives all back when it is deleted', async () => {
    const before = await spent()
    const { data } = await save()
    const changed = await product.as('finance').post<ReimbursementAnswer>('/budgetservice/offlineReimbursement/save', { id: data.id,
      version: data.version, amount: '50.00', budgetMonth: '2026-10' })
    expect(changed.data).toMatchObject({ businessNo: data.businessNo, budgetMonth: '2026-10', amountRmb: '50.00' })
    expect(await spent()).toBe(before)
    expect((await product.as('finance').delete(`/budgetservice/offlineReimbursement/${data.id}`)).code).toBe(200)
    expect(await spent()).toBe(before)
    await product.audit()
  })

  it('may correct what is booked elsewhere', async () => {
    const before = Number(await spent())
    const { data } = await save({ amount: '-30.00' })
    expect(Number(await spent()) - before).toBeCloseTo(-30, 2)
    const more = await product.as('finance').post<ReimbursementAnswer>('/budgetservice/offlineReimbursement/save', { id: data.id,
      version: data.version, amount: '-45.00' })
    expect(more.code).toBe(200)
    expect(Number(await spent()) - before).toBeCloseTo(-45, 2)
    await product.as('finance').delete(`/budgetservice/offlineReimbursement/${data.id}`)
    expect(Number(await spent())).toBeCloseTo(before, 2)
  })

  it('keeps its evidence, which whoever sees the row may read', async () => {
    const finance = product.as('finance')
    const [kept, dropped] = [await finance.upload('voucher.txt', Buffer.from('paid')),
      await finance.upload('wrong.txt', Buffer.from('wrong'))]
    const { data } = await save({ evidence: [kept, dropped] })
    const mayRead = async (who: string, file: string) =>
      (await product.app.inject({ url: `/oaserver/attachment/download?id=${file}`,
        headers: { authorization: await product.as(who).bearer() } })).statusCode === 200
    expect(await mayRead('admin', kept)).toBe(true)
    expect(await mayRead('employee', kept)).toBe(false)
    const changed = await finance.post<ReimbursementAnswer>('/budgetservice/offlineReimbursement/save', { id: data.id,
      version: data.version, evidence: [kept] })
    expect(changed.data).toMatchObject({ evidence: [kept] })
    expect(await mayRead('admin', dropped)).toBe(false)
    expect((await finance.delete(`/oaserver/attachment/${kept}`)).code).not.toBe(200)
    const foreign = await product.as('accountant').upload('theirs.txt', Buffer.from('theirs'))
    expect(await problems({ voucherNo: `V${voucher}-foreign`, evidence: [foreign] })).toEqual([['evidence', expect.any(String)]])
    const many = await Promise.all(Array.from({ length: 11 }, (_, index) => finance.upload(`many-${index}.txt`, Buffer.from('x'))))
    expect((await problems({ evidence: many })).map(([field]) => field)).toEqual(['evidence'])
  })

  it('is saved beyond its budget, and says so', async () => {
    const small = await save()
    expect(small).toMatchObject({ code: 200, msg: '' })
    const large = await save({ voucherNo: `V${voucher}-large`, amount: '900000.00' })
    expect(large.code).toBe(200)
    expect(large.msg).toMatch(/^已保存；质量部 办公费 2026-11 超出月度预算 \d+\.\d\d 元$/)
    await product.as('finance').delete(`/budgetservice/offlineReimbursement/${large.data.id}`)
  })

  it('counts as spent by its project', async () => {
    const [one, other] = await Promise.all(['P-ONE', 'P-OTHER'].map(async (code) => {
      const { data } = await product.as('finance').post<{ id: string }>('/budgetservice/expenseProject/save', { code, nameCn: '试验线',
        nameEn: 'Pilot line', status: '1', enable: true })
      return data.id
    }))
    const spentBy = async (id: string | undefined) =>
      (await product.as('finance').get<{ spent: string }>(`/budgetservice/expenseProject/${id}`)).data.spent
    const { data } = await save({ project: one, amount: '70.00' })
    expect([await spentBy(one), await spentBy(other)]).toEqual(['70.00', '0.00'])
    const moved = await product.as('finance').post<ReimbursementAnswer>('/budgetservice/offlineReimbursement/save', { id: data.id,
      version: data.version, project: other })
    expect(moved.code).toBe(200)
    expect([await spentBy(one), await spentBy(other)]).toEqual(['0.00', '70.00'])
    await product.as('finance').delete(`/budgetservice/offlineReimbursement/${data.id}`)
    expect(await spentBy(other)).toBe('0.00')
  })

  it('is saved once by a call that is sent again with its key, as every record is', async () => {
    const account = { proceedsName: '李娜', proceedsAccount: '6222000000007777', proceedsAccountType: '2', currencyType: 'CNY',
      bankName: '中国银行' }
    for (const [path, body] of [['/budgetservice/offlineReimbursement/add', row()], ['/oaserver/payeeAccount/save', account]] as const) {
      const send = () => product.as('finance').post(path, body, { 'idempotency-key': `once-${path}` })
      const first = await send()
      expect(first.code).toBe(200)
      expect(await send()).toEqual(first)
    }
  })

  it('is a question when it is there already', async () => {
    const first = await save()
    expect(first.code).toBe(200)
    const again = await save()
    expect(again).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'voucherNo', message: '该数据已存在', level: 'confirm', code: 'offline.exists' }] } })
    expect((await save({ confirmed: ['offline.exists'] })).code).toBe(200)
    expect((await save({ amount: '121.00' })).code).toBe(200)
  })

  it.each<[object, string | readonly string[], string]>([
    [{ amount: '0' }, 'amount', '金额不能为0'],
    [{ expenseDate: '2026-11-21' }, 'expenseDate', '记账日期不能晚于今天'],
    [{ budgetMonth: '2026-09' }, 'budgetMonth', '归属月份已关账'],
    [{ currencyType: 'KRW' }, 'currencyType', '2026-11 未设置 KRW 汇率，请联系财务'],
    [{ costCenter: 'cc-sz-rd' }, 'costCenter', '该成本中心不属于承担部门'],
    [{ bearingDept: 'vn-general' }, ['costCenter', 'bearingDept'], '该成本中心不属于承担部门'],
    [{ expenseDetail: '二十六个字的费用明细太长了二十六个字的费用明细太长了' }, 'expenseDetail', '25'],
    [{ voucherNo: '' }, 'voucherNo', '凭证号'],
  ])('%j is refused at %s', async (more, field, message) => {
    const found = await problems(more)
    expect(found.map(([name]) => name)).toEqual([field].flat())
    expect(found[0]?.[1]).toContain(message)
  })

  it('is not deleted from a closed month', async () => {
    const { data } = await save({ budgetMonth: '2026-10' })
    const now = product.clock.now
    product.clock.now = () => new Date('2026-12-20T10:00:00+08:00')
    try {
      expect(await product.as('finance').delete(`/budgetservice/offlineReimbursement/${data.id}`)).toMatchObject({ code: 42009,
        msg: '归属月份已关账' })
    } finally {
      product.clock.now = now
    }
  })

  it('is finance’s alone', async () => {
    expect((await product.as('employee').post('/budgetservice/offlineReimbursement/page', {})).code).toBe(403)
    expect((await product.as('employee').get('/budgetservice/offlineReimbursement/permission')).data).toMatchObject({ canView: false,
      canEdit: false })
    expect((await product.as('finance').get('/budgetservice/offlineReimbursement/permission')).data).toEqual({ canView: true, canEdit: true,
      departmentIds: null })
  })
})

describe('an imported file', () => {
  const path = '/budgetservice/offlineReimbursement'
  const line = (number: string,
    more: Partial<Record<'month' | 'amount' | 'center', string>> = {}) => [number, '苏州宏岳电子有限公司', '2026-11-12',
    more.month ?? '2026-11', 'quality', 'sz-quality', more.center ?? 'CC1015', 'OFFICE', '月结办公用品', '', 'CNY', more.amount ?? '88.00',
    '']
  const bring = async (rows: readonly (readonly string[])[]) => {
    const authorization = (await product.as('finance').bearer()).replace('Bearer ', '')
    const { bytes } = await getFile(product.app, `${path}/template`, authorization)
    return sendFile(product.app, { path, who: authorization, bytes: await filledIn(bytes, rows) })
  }
  const codes = async () => {
    const center = await product.database.db.selectFrom('cost_center').select('code').where('id', '=', 'cc-sz-quality')
      .executeTakeFirstOrThrow()
    const person = await product.database.db.selectFrom('sys_user').select('job_number').where('user_name', '=', 'quality')
      .executeTakeFirstOrThrow()
    const unit = await product.database.db.selectFrom('sys_group').select('code').where('id', '=', 'sz-quality').executeTakeFirstOrThrow()
    return (row: readonly string[]) =>
      row.map((cell) => ({ CC1015: center.code, quality: person.job_number, 'sz-quality': unit.code })[cell] ?? cell)
  }

  it('is booked as a whole, as coming from a file', async () => {
    const coded = await codes()
    const { data } = await bring([line('IMP-1'), line('IMP-2', { amount: '-8.00' })].map(coded))
    expect(data).toMatchObject({ total: 2, success: 2, failed: 0 })
    const kept = await product.database.db.selectFrom('offline_reimbursement').select(['voucher_no', 'offline_source', 'amount_rmb',
      'budget_dept']).where('voucher_no', 'like', 'IMP-%').orderBy('voucher_no').execute()
    expect(kept).toEqual([
      { voucher_no: 'IMP-1', offline_source: '2', amount_rmb: '88.00', budget_dept: 'sz-quality' },
      { voucher_no: 'IMP-2', offline_source: '2', amount_rmb: '-8.00', budget_dept: 'sz-quality' },
    ])
  })

  it('is refused as a whole for one row that is there already, or whose month is closed', async () => {
    const coded = await codes()
    const { data } = await bring([line('IMP-3'), line('IMP-1'), line('IMP-4', { month: '2026-08' })].map(coded))
    expect(data).toMatchObject({ total: 3, success: 0 })
    expect(data.failures.map(({ reason }) => reason)).toEqual(expect.arrayContaining([expect.stringContaining('该数据已存在')]))
    expect(
      await product.database.db.selectFrom('offline_reimbursement').select('id').where('voucher_no', 'in', ['IMP-3', 'IMP-4']).execute(),
    ).toEqual([])
  })

  it('names every broken rule of every row in one round, those of a row with a wrong cell among them', async () => {
    const coded = await codes()
    const rows = [line('IMP-5', { amount: 'much', center: 'cc-sz-rd', month: '2026-08' }), line('IMP-6', { amount: '0', month: '2026-08' }),
      line('IMP-7')].map(coded)
    const wrongCenter = await product.database.db.selectFrom('cost_center').select('code').where('id', '=', 'cc-sz-rd')
      .executeTakeFirstOrThrow()
    const { data } = await bring(rows.map((row) => row.map((cell) => (cell === 'cc-sz-rd' ? (wrongCenter.code ?? '') : cell))))
    expect(data).toMatchObject({ total: 3, success: 0, failed: 2 })
    expect(data.failures.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [3, '金额', '不是数字'],
      [3, '成本中心', '该成本中心不属于承担部门'],
      [3, '归属月份', '归属月份已关账'],
      [4, '金额', '金额不能为0'],
      [4, '归属月份', '归属月份已关账'],
    ])
  })
})
