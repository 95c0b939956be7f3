import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { claim, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { payeeAccounts } from '#plugins/masters/server/public-api.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { dinner, procurement, procurementRow, service, serviceRow } from './testing.ts'
import { advance, costRow, firstOf, otherPayment } from '#plugins/payments/types/testing.ts'

let product: TestProduct
let of: (key: string) => FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  of = (key) => filing(product, { key })
})
afterAll(() => product?.close())

const quality = () => product.as('quality')

/** Messages of a refused filing, by field. */
async function fields(key: string, business: FormValue): Promise<Record<string, string>> {
  const { data } = await of(key).apply(quality(), business)
  return Object.fromEntries((data.fields ?? []).map(({ name, message }) => [name, message]))
}

describe('what a form refuses beyond its declared rules', () => {
  it('a chosen approver who has left, and one who is disabled, by name', async () => {
    const problemsFor = (person: string) =>
      fields('universalApproval', {
        title: '会议室改造',
        applicantDept: 'sz-quality',
        universalType: '1',
        urgency: '1',
        currencyType: 'CNY',
        chosenApprovers: ['u-it', person],
        contents: [{ subject: '会议室改造', content: '<p>增加视频设备</p>' }],
      })
    expect(await problemsFor('u-buithilan')).toEqual({ chosenApprovers: expect.stringMatching(/^审批人.*裴氏兰.*已离职，请联系管理员$/) })
    expect(await problemsFor('u-disabled')).toEqual({ chosenApprovers: expect.stringMatching(/^审批人.*邱峰.*已停用，请重新选择$/) })
  })

  it.each([[['50.5', '49.5']], [['50', '49']]])('payment percentages that are no integers of 100: %s', async (percents) => {
    const paymentPlan = percents.map((percent) => ({ percent, planDate: '2026-12-31' }))
    expect(
      await fields('serviceFeeApply',
        service({ items: [serviceRow({ unitPrice: '20000.01' })], singleSourceReason: '原厂独家授权的校准服务', paymentPlan,
          isNewSupplier: true, supplierName: '校准所' })),
    )
      .toMatchObject({ paymentPlan: '付款比例须为整数且合计100%' })
  })

  it('one advance in two rows of the write-offs, at the second', async () => {
    const payments = of('disbursement')
    const id = await payments.file('quality', advance('500.00'))
    await payments.passThrough(id, {}, 'cashier')
    const receipt = await product.as('cashier').upload('receipt.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
    expect((await payments.pass(id, { business: { payStatus: '2', payDate: '2026-11-20', bankReceipt: [receipt] } })).code).toBe(200)
    const half = { disbursement: [id], writeOffAmount: '250.00' }
    const business = claim([row('500.00')], { writeOffFlag: '1', writeOffItems: [half, half], writeOffPartyName: '曹颖',
      writeOffPartyAbbr: '曹颖', payeeLines: [] })
    expect(await fields('expenseReimbursement', business)).toEqual({ 'writeOffItems.1.disbursement': '同一付款单在本单中只能冲销一次' })
  })

  it('a file of another field, which an approver would move into one of theirs', async () => {
    const payments = of('disbursement')
    const own = await product.as('quality').upload('quotation.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
    const id = await payments.file('quality', { ...advance('500.00'), attachmentList: [own] })
    await payments.passThrough(id, {}, 'cashier')
    const pay = (bankReceipt: string[]) => payments.pass(id, { business: { payStatus: '2', payDate: '2026-11-20', bankReceipt } })
    const refused = await pay([own])
    expect([refused.code, refused.data]).toMatchObject([42009, { fields: [{ name: 'bankReceipt' }] }])
    expect((await pay([await product.as('cashier').upload('receipt.pdf', Buffer.from('%PDF-1.4\n%%EOF'))])).code).toBe(200)
  })

  it('a saved account of somebody else, whoever may see that it is there', async () => {
    const { db } = product.database
    const [theirs] = await payeeAccounts(db).of('u-yangfan')
    const [own] = await payeeAccounts(db).of('u-quality')
    const paidTo = (account: string | undefined) =>
      claim([row('10.00')], { proceedsType: '1',
        payeeLines: [{ account, proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2',
          bankName: '招商银行' }] })
    expect(theirs?.id).toBeDefined()
    expect(await fields('expenseReimbursement', paidTo(theirs?.id))).toEqual({ 'payeeLines.0.account': '只能选择本人或供应商的账户' })
    expect(await fields('expenseReimbursement', paidTo(own?.id))).toEqual({})
  })

  it('a payee whose account was chosen is paid as the register has it, whatever was sent', async () => {
    const { db } = product.database
    const [number, name, bank] = ['32050177543600009876', '苏州鼎盛五金有限公司', '中国建设银行']
    const account = await payeeAccounts(db).add({ ownerType: 'supplier', ownerId: await firstOf(db, 'supplier'), accountName: name,
      accountNo: number, bank, branchNo: '105305060018', accountType: '1', currency: 'CNY', by: 'test', at: new Date() })
    const shown = `**** ${number.slice(-4)}`
    const sent = { account, proceedsName: '李鬼', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '中国银行',
      payReason: '检测费' }
    const register = { account, proceedsName: name, proceedsAccountType: '1', bankName: bank, bankBranchNo: '105305060018' }
    const payments = of('disbursement')
    const firstPayeeLine = (value: FormValue) => (value['payeeLines'] as readonly FormValue[])[0]!

    const preview = await payments.calculate(quality(), otherPayment([costRow('300.00')], { payeeLines: [sent] }))
    expect(firstPayeeLine(preview.data.value)).toMatchObject({ ...register, proceedsAccount: shown })
    expect(JSON.stringify(preview.data)).not.toContain(number)
    const known = await payments.calculate(product.as('finance'), otherPayment([costRow('300.00')], { payeeLines: [sent] }))
    expect(firstPayeeLine(known.data.value)).toMatchObject({ proceedsAccount: number })

    // the masked number from the list is sent unchanged
    const id = await payments.file('quality', otherPayment([costRow('300.00')], { payeeLines: [{ ...sent, proceedsAccount: shown }] }))
    expect(firstPayeeLine((await payments.detailOf(quality(), id)).business)).toMatchObject({ ...register, proceedsAccount: shown })
    await payments.passThrough(id, {}, 'accountantReview')
    const filed = firstPayeeLine((await payments.detailOf(quality(), id)).business)
    const passed = await payments.pass(id, {
      business: { payeeLines: [{ ...filed, proceedsAccount: '6222001234567890122', bankName: '中国银行' }] },
    })
    expect(passed.code).toBe(200)
    expect(firstPayeeLine((await payments.detailOf(quality(), id)).business)).toMatchObject({ ...register, proceedsAccount: shown })
  })

  it.each(['JPY', 'VND'])('parts of a unit that %s does not have', async (currencyType) => {
    const card = { proceedsType: '1',
      payeeLines: [{ proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行',
        swiftNumber: 'CMBCCNBS', bankAddress: 'Suzhou' }] }
    const refused = await fields('expenseReimbursement', claim([row('100.50')], { currencyType, ...card }))
    expect(refused).toMatchObject({ 'items.0.amount': `${currencyType}金额须为整数` })
    expect(await fields('expenseReimbursement', claim([row('100.00')], { currencyType, ...card }))).toEqual({})
    expect(await fields('expenseReimbursement', claim([row('100.50')], { currencyType: 'USD', ...card }))).toEqual({})
  })

  it('a payee who did not supply what the linked procurement bought', async () => {
    const procurements = of('costBasedProcurement')
    const [first, second] = await product.database.db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('code').limit(
      2,
    ).execute()
    const id = await procurements.file('quality', procurement())
    await procurements.passThrough(id, {
      procurementHandle: { comment: '到货时间 2026-11-28 10:00',
        business: { items: [{ ...procurementRow(), rowId: 'i1', supplier: first?.id }] } },
    })
    expect((await procurements.detailOf(quality(), id)).state).toBe(4)
    const { businessNo } = await procurements.detailOf(quality(), id)
    const paying = (supplier: string | undefined) =>
      fields('disbursement',
        otherPayment([costRow('300.00', { linkNo: businessNo })], { disburseKind: '5', supplier, procurementLinks: [id] }))
    expect(await paying(second?.id)).toMatchObject({ supplier: '关联单据供应商与收款供应商不一致' })
    expect(await paying(first?.id)).not.toHaveProperty('supplier')
  })
})

it('says of a register that it is no approval form', async () => {
  const answer = async (url: string, language?: 'en_US') => {
    const { code, msg } = await product.as('quality', language).get(url)
    return { code, msg }
  }
  for (const url of ['/workflow/form/offlineReimbursement', '/workflow/process/detail?key=offlineReimbursement']) {
    expect(await answer(url)).toEqual({ code: 404, msg: '“线下报销”是台账，不走审批，请在同名页面查看和登记' })
    expect(await answer(url, 'en_US')).toEqual({ code: 404,
      msg: 'Offline reimbursement is a register and isn’t sent for approval. Add and view its records on its own page' })
  }
  expect(await answer('/workflow/form/nothing', 'en_US')).toEqual({ code: 404, msg: 'Unknown document type: nothing' })
})

describe('what the accountant and the form make of an application', () => {
  it.each(['serviceFeeApply', 'costBasedProcurement'] as const)('lets the accountant move the budget month: %s', async (key) => {
    const business = key === 'serviceFeeApply'
      ? service({ isNewSupplier: true, supplierName: '校准所' })
      : procurement({ needDate: '2026-12-15' })
    const support = of(key)
    const id = await support.file('quality', business)
    expect((await support.detailOf(quality(), id)).business).toMatchObject({ budgetMonth: '2026-12-01' })
    await support.passThrough(id, {}, 'accountantReview')
    expect((await support.pass(id, { business: { budgetMonth: '2027-01-01' } })).code).toBe(200)
    expect((await support.detailOf(quality(), id)).business).toMatchObject({ budgetMonth: '2027-01-01' })
    await product.audit()
  })

  it('is not over a standard that does not apply', async () => {
    const { data } = await of('entertainmentApply').calculate(quality(), dinner({ entertainmentType: '2', hostType: '5' }))
    expect(data.value).toMatchObject({ hostType: '5', overStandard: false })
  })
})

describe('an advance that is paid in parts', () => {
  it('is open as far as the parts add up that were paid, each on its day', async () => {
    const [payments, claims] = [of('disbursement'), of('expenseReimbursement')]
    const writingOff = (amount: string) =>
      claim([row(amount)], { writeOffFlag: '1', writeOffItems: [{ disbursement: [id], writeOffAmount: amount }], writeOffPartyName: '曹颖',
        writeOffPartyAbbr: '曹颖', payeeLines: [] })
    const shown = async () => (await payments.detailOf(quality(), id)).business
    const id = await payments.file('quality', advance('900.00'))
    await payments.passThrough(id, {}, 'cashier')
    const receipt = await product.as('cashier').upload('receipt.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
    expect(
      (await payments.pass(id, { business: { payStatus: '1', payDate: '2026-11-20', bankReceipt: [receipt], amountPaid: '350.00' } })).code,
    ).toBe(200)
    const record = async (business: FormValue, followUp = 'partPayment', by = 'cashier') => {
      const { code, data } = await product.as(by).post<{ fields?: { name: string; message: string }[] }>('/workflow/followUp', {
        procInstId: id,
        followUp,
        business,
      })
      return code === 200 ? [] : (data?.fields ?? []).map(({ name, message }) => `${name}: ${message}`)
    }
    const receiptOf = async () => [await product.as('cashier').upload('part.pdf', Buffer.from('%PDF-1.4\n%%EOF'))]
    const part = async (partAmount: string, change: FormValue = {}) => ({ partDate: '2026-11-20', partAmount,
      partReceipt: await receiptOf(), ...change })
    const offered = async () =>
      (await product.as('cashier').get<{ followUps: { id: string; editable: string[] }[] }>(
        `/oaserver/disbursement/detail?procInstId=${id}`,
      )).data.followUps
    expect((await offered()).map(({ id }) => id)).toEqual(['partPayment', 'repayment'])
    expect((await offered())[0]?.editable).toEqual(['partReverses', 'partDate', 'partAmount', 'partNote', 'partReceipt'])
    expect(await shown()).toMatchObject({ partPayments: [{ entryNo: '1', paidOn: '2026-11-20', amount: '350.00', receipt: [receipt] }] })

    expect(await record(await part('550.01'))).toEqual(['partAmount: 付款金额不能大于未付金额'])
    expect(await record(await part('0.00'))).toEqual([expect.stringMatching(/^partAmount: /)])
    expect(await record(await part('1.00', { partDate: null }))).toEqual(['partDate: 请填写付款日期'])
    expect(await record(await part('1.00', { partDate: '2026-11-21' }))).toEqual(['partDate: 付款日期不能早于首次付款日期，也不能晚于今天'])
    expect(await record(await part('1.00', { partReceipt: null }))).toEqual([expect.stringMatching(/^partReceipt: /)])
    expect(
      (await product.as('finance').post('/workflow/followUp', { procInstId: id, followUp: 'partPayment', business: await part('1.00') }))
        .code,
    ).toBe(42009)
    expect(await record(await part('50.00', { amountPaid: '900.00', payStatus: '2', partPayments: [] }))).toEqual([])
    expect(await shown()).toMatchObject({ payStatus: '1', amountPaid: '400.00', openBalance: '400.00',
      partPayments: [{ amount: '350.00' }, { entryNo: '2', amount: '50.00', recordedBy: 'u-cashier' }] })
    expect(claims.refusal(await claims.apply(quality(), writingOff('400.01'))).fields).toMatchObject({
      'writeOffItems.0.writeOffAmount': '冲销金额不能大于未冲余额',
    })
    expect(await record(await part('500.00'))).toEqual([])
    expect(await shown()).toMatchObject({ payStatus: '2', openBalance: '900.00' })
    expect(await record(await part('0.01'))).toEqual(['partAmount: 付款金额不能大于未付金额'])

    // repayments and write-offs need the payment: it cannot be reversed below them
    expect(await record({ repaymentDate: '2026-11-20', repaymentAmount: '100.00' }, 'repayment')).toEqual([])
    const claimed = await claims.file('quality', writingOff('320.00'))
    expect(await record({ partReverses: '3', partDate: '2026-11-20', partNote: '退票' })).toEqual([
      'partReverses: 该笔付款已被冲销或还款，不能冲正',
    ])
    await claims.refuse(claimed)
    expect(await record({ partReverses: '3', partDate: '2026-11-20' })).toEqual(['partNote: 冲正须填写说明'])
    expect(await record({ partReverses: '3', partDate: '2026-11-20', partNote: '退票' })).toEqual([])
    expect(await shown()).toMatchObject({ payStatus: '1', amountPaid: '400.00', openBalance: '300.00',
      partPayments: [{}, {}, { amount: '500.00' }, { amount: '-500.00', reverses: '3', note: '退票' }] })
    expect(await record({ partReverses: '3', partDate: '2026-11-20', partNote: '退票' })).toEqual([
      expect.stringMatching(/^partReverses: /),
    ])
    await product.audit()
  })
})
