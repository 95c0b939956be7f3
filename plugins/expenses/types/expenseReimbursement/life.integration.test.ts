import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { printedTextOf } from '#server/prints/testing.ts'
import { claim, claims, paperRow, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { ParameterGroup } from '#plugins/finance/parameters.ts'
import { limits } from '../../approval-limits.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const explained = { overBudgetApprover: { explainDtoList: [{ explain: '客户项目提前' }] } }

describe('a small claim', () => {
  it('passes through the nodes that concern it, is spent, and copied to who filed it', async () => {
    const quality = product.as('quality')
    const id = await on.file('quality', claim([row('199.99'), row('0.01', { expenseCategory: 'c-post' })]))
    expect(await on.budget(id)).toEqual({ occupied: '200.00', spent: '0.00' })
    expect(await on.passThrough(id, { until: 'cashier', say: explained })).toEqual(['deptHead: yangfan', 'accountantReview: accountant',
      'financeManager: finance'])
    expect(await on.budget(id)).toEqual({ occupied: '200.00', spent: '0.00' })
    const answer = await on.pass(await on.at(id, 'cashier'), { comment: '已付', business: { payDate: '2026-11-20' } })
    expect(answer).toMatchObject({ code: 200, data: { state: 4, currentTask: null } })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '200.00' })
    const detail = await on.detailOf(quality, id)
    expect(detail).toMatchObject({ state: 4, businessNo: expect.stringMatching(/^BX20261120\d{4}$/) as unknown,
      business: { payDate: '2026-11-20', totalAmountCapital: '贰佰元整', netPayable: '200.00' } })
    expect(detail.processRecord.map(({ operateType, nodeId }) => `${operateType} ${nodeId}`)).toEqual([
      'start start',
      'completed deptHead',
      'completed accountantReview',
      'completed financeManager',
      'completed cashier',
      'cc ccFinish',
    ])
    expect(
      (await quality.post<{ records: { businessKey: string }[] }>('/workflow/tasks/myGotIt', {})).data.records.map(({ businessKey }) =>
        businessKey
      ),
    ).toContain(id)
  })
})

describe('a large claim', () => {
  it('asks the bearing department, the vice president and the general manager too, and those who answer for the budget', async () => {
    const rows = [row('50000.01', { bearingDept: 'sz-rd', costCenter: 'cc-sz-rd' })]
    const business = claim(rows, { applicantDept: 'sz-hardware', bearingDept: 'sz-rd', costCenter: 'cc-sz-rd',
      overBudgetExplanation: '样机赶制' })
    const id = await on.file('employee', business)
    expect(await on.budget(id)).toEqual({ occupied: '50000.01', spent: '0.00' })
    expect(await on.passThrough(id, { say: explained })).toEqual([
      'deptHead: xuhaibo',
      'bearingDeptHead: head',
      'accountantReview: accountant',
      'overBudgetApprover: head',
      'overBudgetApprover: vp',
      'generalManager: gm',
      'financeManager: finance',
      'cashier: cashier',
    ])
    // completed automatically: the vice president approved at the previous node
    const { processRecord } = await on.detailOf(product.as('employee'), id)
    expect(processRecord).toContainEqual(expect.objectContaining({ operateType: 'autoCompleted', nodeId: 'viceGm', userIdList: ['u-vp'] }))
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '50000.01' })
  })

  const vice = limits.shipped('expenseReimbursement', 'viceGm')
  const general = limits.shipped('expenseReimbursement', 'generalManager')

  it.each([
    [`${vice}.00`, false, false],
    [`${vice}.01`, true, false],
    [`${general}.00`, true, false],
    [`${general}.01`, true, true],
  ])('of %s asks the vice president: %s, the general manager: %s', async (amount, vice, general) => {
    const { data: { nodes } } = await on.calculate(product.as('quality'), claim([row(amount)]))
    const nodeIds = nodes.filter(({ state }) => state !== 'skipped').map(({ nodeId }) => nodeId)
    expect([nodeIds.includes('viceGm'), nodeIds.includes('generalManager')]).toEqual([vice, general])
  })

  it('follows a limit that finance has changed: for steps that are reached afterwards, also of claims that are under way', async () => {
    const asks = async (amount: string) => {
      const { data: { nodes } } = await on.calculate(product.as('quality'), claim([row(amount)]))
      return nodes.some(({ nodeId, state }) => nodeId === 'viceGm' && state !== 'skipped')
    }
    const set = async (value: string) => {
      const { data } = await product.as('finance').get<ParameterGroup[]>('/budgetservice/parameter/list')
      const { version } = data.find(({ key }) => key === 'expenseLimit')!.parameters.find(({ name }) =>
        name === 'expenseReimbursement.viceGm'
      )!
      await product.as('finance').put('/budgetservice/parameter/expenseLimit', {
        changes: [{ name: 'expenseReimbursement.viceGm', value, version }],
      })
    }
    const id = await on.file('quality', claim([row('12.00')]))
    expect([await asks('4500.00'), await asks(`${vice}.01`)]).toEqual([false, true])
    await set('10.00')
    expect([await asks('10.00'), await asks('10.01')]).toEqual([false, true])
    expect((await on.passThrough(id, { until: 'cashier' })).map((step) => step.split(':')[0])).toContain('viceGm')
    await set(`${vice}.00`)
    expect([await asks('12.00'), await asks(`${vice}.01`)]).toEqual([false, true])
  })
})

describe('the accountant', () => {
  it('may cut an amount, but must say why; the rest is paid and the budget freed', async () => {
    const id = await on.file('quality', claim([row('300.00'), row('50.50')]))
    await on.passThrough(id, { until: 'accountantReview' })
    const task = await on.at(id, 'accountantReview')
    const [first, second] = (await on.detailOf(product.as('accountant'), id)).business.items
    const business = { items: [{ rowId: first!['rowId'], approvedAmount: '250.25' }, { rowId: second!['rowId'] }] }
    expect(on.refusal(await on.pass(task, { business }))).toEqual({ code: 42009, fields: { comment: '请填写审批意见' } })
    expect(await on.budget(id)).toEqual({ occupied: '350.50', spent: '0.00' })
    expect(await on.pass(task, { business, comment: '发票不足' })).toMatchObject({ code: 200 })
    expect(await on.budget(id)).toEqual({ occupied: '300.75', spent: '0.00' })
    const { business: value } = await on.detailOf(product.as('quality'), id)
    expect(value).toMatchObject({ totalAmount: '350.50', approvedAmount: '300.75', netPayable: '300.75',
      payeeLines: [{ payAmount: '300.75' }], items: [{ amount: '300.00', approvedAmount: '250.25' }, { approvedAmount: '50.50' }] })
    await on.passThrough(id)
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '300.75' })
  })

  it('may not approve more than was asked for, nor change what is not open to them', async () => {
    const id = await on.file('quality', claim([row('300.00')]))
    await on.passThrough(id, { until: 'accountantReview' })
    const task = await on.at(id, 'accountantReview')
    const [item] = (await on.detailOf(product.as('accountant'), id)).business.items
    const more = { items: [{ rowId: item!['rowId'], approvedAmount: '300.01' }] }
    expect(on.refusal(await on.pass(task, { business: more, comment: '多' }))).toEqual({ code: 42009,
      fields: { 'items.0.approvedAmount': '核准金额不能大于申请金额' } })
    const foreign = { title: '别的', remark: '别的', currencyType: 'USD', exchangeRate: '9', totalAmount: '1',
      items: [{ rowId: item!['rowId'], amount: '1.00', approvedAmount: '300.00' }, { amount: '9', rowId: 'new' }] }
    expect(await on.pass(task, { business: foreign })).toMatchObject({ code: 200 })
    const { business } = await on.detailOf(product.as('quality'), id)
    expect(business).toMatchObject({ currencyType: 'CNY', exchangeRate: '1.000000', totalAmount: '300.00', items: [{ amount: '300.00' }] })
    expect([business['title'], business['remark'], business.items.length]).toEqual(['曹颖提交的费用报销', undefined, 1])
  })

  it('first confirms that the paper has come', async () => {
    const id = await on.file('quality', claim([paperRow('20.00')]))
    await on.passThrough(id, { until: 'accountantReview' })
    const task = await on.at(id, 'accountantReview')
    for (const business of [{}, { paperReceived: false }]) {
      expect(on.refusal(await on.pass(task, { business }))).toEqual({ code: 42009, fields: { paperReceived: '请先确认已收到纸质单据' } })
    }
    expect(await on.pass(task, { business: { paperReceived: true } })).toMatchObject({ code: 200 })
  })
})

describe('a claim over its budget', () => {
  it('is explained by who files it and by everyone at the node for it', async () => {
    const rows = [row('20000.00', { expenseCategory: 'c-post' })]
    const refused = await on.apply(product.as('quality', 'en_US'), claim(rows))
    expect(on.refusal(refused)).toEqual({ code: 42009, fields: { overBudgetExplanation: 'Over budget: enter an over-budget explanation' } })
    const id = await on.file('quality', claim(rows, { overBudgetExplanation: '集中寄送' }))
    await on.passThrough(id, { until: 'overBudgetApprover' })
    const first = await on.at(id, 'overBudgetApprover')
    expect(on.refusal(await on.pass(first))).toEqual({ code: 42009, fields: { explainDtoList: '请填写超预算说明（1000字以内）' } })
    expect(on.refusal(await on.pass(first, { explainDtoList: [{ explain: ' ' }] })).code).toBe(42009)
    expect(on.refusal(await on.pass(first, { explainDtoList: [{ explain: '长'.repeat(1001) }] })).code).toBe(42009)
    expect(await on.pass(first, { explainDtoList: [{ explain: '长'.repeat(1000) }] })).toMatchObject({ code: 200 })
    const second = await on.at(id, 'overBudgetApprover')
    // they cannot remove explanations of others
    expect(await on.pass(second, { business: { explainDtoList: [] } })).toMatchObject({ code: 42009 })
    expect(second.by).not.toBe(first.by)
    expect(await on.pass(second, { explainDtoList: [{ explain: '同意超支' }], business: { explainDtoList: [] } })).toMatchObject({
      code: 200,
      data: { currentTask: { nodeId: 'financeManager' } },
    })
    const { business, ...beside } = await on.detailOf(product.as('quality'), id)
    expect(business['explainDtoList']).toMatchObject([
      { userName: '曹颖', departmentName: '质量部', explain: '集中寄送', explainType: 'overBudget' },
      { userName: expect.anything() as unknown, explain: '长'.repeat(1000) },
      { explain: '同意超支' },
    ])
    expect(business['overBudgetInfo']).toMatchObject([{ budgetDept: 'sz-quality', category: 'c-post', thisAmount: '20000.00' }])
    expect(beside).toMatchObject({ overBudgetInfo: business['overBudgetInfo'], explainDtoList: business['explainDtoList'] })
    await on.passThrough(id, { say: explained })
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '20000.00' })
  })
})

describe('a claim that comes late', () => {
  const rows = [row('10.00', { expenseDate: '2026-09-20' })]

  it('on its sixtieth day is in time', async () => {
    const id = await on.file('quality', claim([row('10.00', { expenseDate: '2026-09-21' })]))
    expect(await on.passThrough(id)).not.toContain('viceGm: vp')
  })

  it('is explained, and seen by the vice president', async () => {
    const answer = await on.apply(product.as('quality', 'en_US'), claim(rows))
    expect(on.refusal(answer)).toEqual({ code: 42009,
      fields: { overdueExplanation: 'This item is overdue: enter an overdue explanation' } })
    const id = await on.file('quality', claim(rows, { overdueExplanation: '出差' }))
    expect(await on.passThrough(id)).toContain('viceGm: vp')
  })
})

const abroad = { proceedsType: '1',
  payeeLines: [{ proceedsName: 'Ying Cao', proceedsAccount: 'DEMO12345678', proceedsAccountType: '2', bankName: '中国银行',
    swiftNumber: 'BKCHCNBJ', bankAddress: '1 Road' }] }

describe('a claim in another currency', () => {
  it('is converted at the rate of its month, to the cent, for good', async () => {
    const { rate } = await product.database.db.selectFrom('exchange_rate').select('rate').where('currency', '=', 'USD').where('year_month',
      '=', '2026-11')
      .executeTakeFirstOrThrow()
    const id = await on.file('quality', claim([row('10.01'), row('99.99')], { currencyType: 'USD', ...abroad }))
    const rmb = (amount: number) => (Math.round(amount * Number(rate) * 100) / 100).toFixed(2)
    const total = (Number(rmb(10.01)) + Number(rmb(99.99))).toFixed(2)
    const { business } = await on.detailOf(product.as('quality'), id)
    expect(business).toMatchObject({ totalAmount: '110.00', totalAmountRmb: total,
      payeeLines: [{ payAmount: '110.00', currencyType: 'USD' }] })
    expect(Number(business['exchangeRate'])).toBe(Number(rate))
    expect(await on.budget(id)).toEqual({ occupied: total, spent: '0.00' })
    await on.passThrough(id)
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: total })
  })

  it('is printed with what was approved of it, in RMB as it was booked', async () => {
    await product.database.db.updateTable('exchange_rate').set({ rate: '7.123456' }).where('currency', '=', 'USD').where('year_month', '=',
      '2026-11').execute()
    const id = await on.file('quality', claim([row('60.00'), row('40.00')], { currencyType: 'USD', ...abroad }))
    await on.passThrough(id, { until: 'accountantReview' })
    const [first, second] = (await on.detailOf(product.as('accountant'), id)).business.items
    const business = { items: [{ rowId: first!['rowId'], approvedAmount: '20.01' }, { rowId: second!['rowId'], approvedAmount: '30.03' }] }
    expect(await on.pass(await on.at(id, 'accountantReview'), { business, comment: '发票不足' })).toMatchObject({ code: 200 })
    // each row is rounded: 142.5403 and 213.9174
    const requested = await printedTextOf(product, { by: 'quality', type: 'expenseReimbursement', id })
    expect(requested).toContain('金额合计（人民币）￥712.35人民币大写柒佰壹拾贰元叁角伍分')
    await on.passThrough(id)
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '356.46' })
    expect(await printedTextOf(product, { by: 'quality', type: 'expenseReimbursement', id })).toContain(
      '核准金额USD 50.04折人民币￥356.46人民币大写叁佰伍拾陆元肆角陆分',
    )
    expect(await printedTextOf(product, { by: 'quality', type: 'expenseReimbursement', id, language: 'en_US' })).toContain(
      'Approved amountUSD 50.04In RMB￥356.46',
    )
  })

  it('whose rate finance has not set yet is refused', async () => {
    const answer = await on.apply(product.as('quality'), claim([row('1000.00')], { currencyType: 'KRW', ...abroad }))
    expect(on.refusal(answer)).toEqual({ code: 42009, fields: { currencyType: '该币种本月未设置汇率，请联系财务' } })
    const other = await on.apply(product.as('quality', 'en_US'), claim([row('1000.00')], { currencyType: 'KRW', ...abroad }))
    expect(on.refusal(other).fields).toEqual({ currencyType: 'Exchange rate for the currency not set this month, contact finance' })
  })
})
