import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import type { FormDescription } from '#kernel/wording/describe.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { claim, paperRow } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { anySupplier, service } from '#plugins/expenses/types/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { repaymentsOf } from '#plugins/payments/server/payment-entries.ts'
import { advance, companyAccount, costRow, firstOf, otherPayment } from '../testing.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { contractPayments, offerContractPayments } from '#plugins/payments/server/extensions.ts'
import { limits } from '../../approval-limits.ts'
import { disbursement } from './index.ts'

let product: TestProduct
let payments: FilingSupport
let claims: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  payments = filing(product, disbursement)
  claims = payments.of({ key: 'expenseReimbursement' })
})
afterAll(() => product?.close())

const quality = () => product.as('quality')
const words = (text: string) => text.trim().split(/\s+/)

/** Files a payment and leads it through to the cashier, who pays with a receipt. */
async function paid(business: FormValue): Promise<string> {
  const id = await payments.file('quality', business)
  await payments.passThrough(id, {}, 'cashier')
  const receipt = await product.as('cashier').upload('receipt.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
  const { code, msg, data } = await payments.pass(id, { business: { payStatus: '2', payDate: '2026-11-20', bankReceipt: [receipt] } })
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`)
  return id
}

const writingOff = (target: string, amount: string) =>
  claim([paperRow(amount)], { writeOffFlag: '1', writeOffItems: [{ disbursement: [target], writeOffAmount: amount }],
    writeOffPartyName: '曹颖', writeOffPartyAbbr: '曹颖', payeeLines: [] })

const shown = async (id: string, by = 'quality') => (await payments.detailOf(product.as(by), id)).business

describe('the payment as data', () => {
  it('has its fields, and its rows their columns', async () => {
    const { fields } = (await quality().get<FormDescription>('/workflow/form/disbursement')).data
    expect(fields.map(({ key }) => key).toSorted()).toEqual(words(`
      businessNo businessType state title titleEn applicant initiator applicantDept applicantPosition company createTime currentTask
      endTime remark attachmentList ccUserList relatedProcessList
      disburseKind payCompany payingUnit supplier borrower contractLink paymentTerm termAmount termUsed serviceFeeLinks procurementLinks
      advanceFor tripLink prepaymentWriteOffDate planPayDate payMethod paymentReason
      bearingDept budgetDept costCenter usualCostCenter budgetMonth project currencyType exchangeRate totalAmount totalAmountRmb
      totalAmountCapital invoiced items subtotalAmount approvedAmount
      overBudget overBudgetInfo overBudgetExplanation overdue overdueExplanation explainDtoList proceedsType payeeLines netPayable
      payStatus payDate bankReceipt
      advanceAmount openBalance repayAmount amountPaid partPayments partAsked partReverses partDate partAmount partNote partReceipt
      repayments repaymentAsked repaymentReverses repaymentDate repaymentAmount repaymentNote repaymentReceipt`)
      .toSorted())
    expect(fields.find(({ key }) => key === 'items')?.columns?.map(({ key }) => key)).toEqual(words(`
      expenseDetail linkNo expenseCategory bearingDept costCenter project subtotal paidAmount requestedAmount thisPayAmount payRatio
      amountRmb underContract invoiceLater invoiceDueDate
      invoiceType invoiceTitle invoiceNo invoiceCode invoiceDate invoiceKind taxRate taxAmount noInvoiceReason invoiceFiles`))
  })

  it('asks for what its kind needs', () => {
    const required = Object.fromEntries(
      Object.entries(disbursement.fields).flatMap((
        [key, field],
      ) => ('required' in field && typeof field.required === 'string' ? [[key, field.required]] : [])),
    )
    expect(required).toMatchObject({
      supplier: 'disburseKind in ("1","3","4","5","6")',
      borrower: 'disburseKind = "2"',
      contractLink: 'disburseKind = "3"',
      paymentTerm: 'disburseKind = "3"',
      serviceFeeLinks: 'disburseKind = "4"',
      procurementLinks: 'disburseKind = "5"',
      advanceFor: 'disburseKind = "2"',
      prepaymentWriteOffDate: 'disburseKind in ("1","2") or paymentTerm = "1"',
    })
  })

  it('goes its way: who approves, when, and how', () => {
    expect(
      disbursement.flow.steps.map((
        step,
      ) => [step.id, step.block, 'mode' in step ? step.mode : '', (step as { when?: string }).when ?? 'always']),
    ).toEqual([
      ['deptHead', 'approve', 'any', 'always'],
      ['bearingDeptHead', 'approve', 'all', 'some i in items satisfies (i.bearingDept != null and i.bearingDept != applicantDept)'],
      ['procurementReview', 'approve', 'any', 'disburseKind in ("1","3","5")'],
      ['accountantReview', 'approve', 'any', 'always'],
      ['overBudgetApprover', 'approve', 'all', 'overBudget = true'],
      ['viceGm', 'approve', 'all', `totalAmountRmb > ${limits.of('disbursement', 'viceGm')}`],
      ['generalManager', 'approve', 'any', `totalAmountRmb > ${limits.of('disbursement', 'generalManager')} ` +
        `or (disburseKind = "1" and totalAmountRmb > ${limits.of('disbursement', 'prepayment')})`],
      ['financeManager', 'approve', 'any', 'always'],
      ['cashier', 'approve', 'any', 'always'],
      ['ccFinish', 'copy', '', 'always'],
    ])
  })

  it.each([['SZ', 'accountant'], ['DG', 'fengqian'], ['VN', 'fengqian']])('is reviewed by the accountant of the company that pays: %s',
    async (payCompany, accountant) => {
      const id = await payments.file('quality', otherPayment([costRow('10.00')], { payCompany }))
      await payments.passThrough(id, {}, 'accountantReview')
      expect((await payments.pending(id)).map(({ by }) => by)).toContain(accountant)
      expect((await payments.pending(id)).some(({ by }) => by === 'fengqian')).toBe(payCompany !== 'SZ')
    })

  it('pays contracts where some module keeps them, and none without', async () => {
    const kinds = async () =>
      (await quality().get<{ type: string; value: string; disabled: boolean }[]>('/system/sysDict/list')).data.filter((
        { type, disabled },
      ) => type === 'disburseKind' && disabled)
        .map(({ value }) => value)
    const { db } = product.database
    expect(await kinds()).toEqual([])
    await offerContractPayments({ db, clock: product.clock, references: { source: () => undefined } })
    expect(await kinds()).toEqual(['3'])
    await offerContractPayments(product.composition.host)
    expect(await kinds()).toEqual([])
    const step = { value: { disburseKind: '3' }, references: { source: () => undefined }, filing: true } as unknown as DocumentStep
    expect(await contractPayments.check?.(step)).toEqual([{ field: 'disburseKind', code: 'forms.noContracts' }])
  })
})

describe('an advance', () => {
  it('bears no cost, and is open until it is written off', async () => {
    const id = await paid(advance('3000.00'))
    expect([await payments.budget(id), (await shown(id))['openBalance']]).toEqual([{ occupied: '0.00', spent: '0.00' }, '3000.00'])

    const first = await claims.file('quality', writingOff(id, '1200.00'))
    expect((await claims.detailOf(quality(), first)).business).toMatchObject({
      writeOffItems: [{ openBalance: '3000.00', prepaymentWriteOffDate: '2026-12-20' }],
      writeOffTotal: '1200.00',
      netPayable: '0.00',
    })
    expect((await shown(id))['openBalance']).toBe('1800.00')
    expect(claims.refusal(await claims.apply(quality(), writingOff(id, '1800.01'))).fields).toMatchObject({
      'writeOffItems.0.writeOffAmount': '冲销金额不能大于未冲余额',
    })

    await claims.refuse(first)
    expect((await shown(id))['openBalance']).toBe('3000.00')
    await product.audit()
  })

  it('is repaid in entries that add up, as far as it is open, by the cashier', async () => {
    const id = await paid(advance('1000.00'))
    await claims.file('quality', writingOff(id, '200.00'))
    const repay = (amount: string, business: FormValue = {}, by = 'cashier') =>
      product.as(by).post<{ fields?: { name: string; message: string }[] }>('/workflow/followUp', { procInstId: id, followUp: 'repayment',
        business: { repaymentDate: '2026-11-20', repaymentAmount: amount, ...business } })
    const refused = async (...parameters: Parameters<typeof repay>) =>
      ((await repay(...parameters)).data.fields ?? []).map(({ name, message }) => `${name}: ${message}`)
    expect((await repay('300.25', {}, 'finance')).code).toBe(42009)
    expect(await repay('300.25', { repaymentNote: '现金交回' })).toMatchObject({ code: 200 })
    expect(await shown(id)).toMatchObject({ repayAmount: '300.25', openBalance: '499.75' })
    expect(await refused('499.76')).toEqual(['repaymentAmount: 还款金额不能大于未冲余额'])
    expect(await refused('0.00')).toEqual([expect.stringMatching(/^repaymentAmount: /)])
    expect(await refused('1.00', { repaymentDate: null })).toEqual(['repaymentDate: 请填写还款日期'])
    expect(await refused('1.00', { repaymentDate: '2026-11-21' })).toEqual(['repaymentDate: 还款日期不能早于付款日期，也不能晚于今天'])
    expect((await product.as('cashier').post('/workflow/followUp', { procInstId: id, followUp: 'repayment', business: {} })).code).toBe(
      42009,
    )
    expect((await repay('499.75', { repayments: [], repayAmount: '0.00' })).code).toBe(200)
    expect(await shown(id)).toMatchObject({
      repayAmount: '800.00',
      openBalance: '0.00',
      repayments: [{ entryNo: '1', paidOn: '2026-11-20', amount: '300.25', note: '现金交回', recordedBy: 'u-cashier' }, { entryNo: '2',
        amount: '499.75', note: null }],
    })
    const { data } = await product.as('cashier').get<{ followUp: object; editable: string[]; business: FormValue }>(
      `/oaserver/disbursement/detail?procInstId=${id}`,
    )
    expect(data).toMatchObject({ followUp: { id: 'repayment' },
      editable: ['repaymentReverses', 'repaymentDate', 'repaymentAmount', 'repaymentNote', 'repaymentReceipt'] })
    expect(Object.keys(data.business).filter((key) => data.editable.includes(key))).toEqual([])
    await product.audit()
  })

  it('takes a wrong repayment back by an entry that reverses it, once', async () => {
    const id = await paid(advance('500.00'))
    const record = (business: FormValue) =>
      product.as('cashier').post<{ fields?: { name: string }[] }>('/workflow/followUp', { procInstId: id, followUp: 'repayment',
        business: { repaymentDate: '2026-11-20', ...business } })
    expect(await record({ repaymentAmount: '500.00' })).toMatchObject({ code: 200 })
    expect((await record({ repaymentReverses: '1' })).data.fields).toMatchObject([{ name: 'repaymentNote' }])
    expect((await record({ repaymentReverses: '1', repaymentNote: '记错单据' })).code).toBe(200)
    for (const no of ['1', '2', '3'])
      expect((await record({ repaymentReverses: no, repaymentNote: '再次' })).data.fields).toMatchObject([{ name: 'repaymentReverses' }])
    expect(await shown(id)).toMatchObject({ repayAmount: '0.00', openBalance: '500.00',
      repayments: [{ amount: '500.00' }, { amount: '-500.00', reverses: '1', note: '记错单据' }] })
    await product.audit()
  })

  it('carries the single figure of earlier times as its first entry', async () => {
    const id = await paid(advance('500.00'))
    expect(repaymentsOf({ repayAmount: '300.00' })).toMatchObject([{ entryNo: '1', amount: '300.00' }])
    expect(repaymentsOf({ repayAmount: '0.00' })).toEqual([])
    expect(repaymentsOf(await shown(id))).toEqual([])
  })

  it('is open as far as it was paid', async () => {
    const id = await payments.file('quality', advance('900.00'))
    await payments.passThrough(id, {}, 'cashier')
    const receipt = await product.as('cashier').upload('receipt.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
    const pay = (amountPaid?: string) =>
      payments.pass(id, { business: { payStatus: '1', payDate: '2026-11-20', bankReceipt: [receipt], amountPaid } })
    for (const amount of [undefined, '0.00', '900.00']) expect((await pay(amount)).data.fields).toMatchObject([{ name: 'amountPaid' }])
    expect((await pay('350.00')).code).toBe(200)
    expect((await shown(id))['openBalance']).toBe('350.00')
    expect(claims.refusal(await claims.apply(quality(), writingOff(id, '350.01'))).fields).toMatchObject({
      'writeOffItems.0.writeOffAmount': '冲销金额不能大于未冲余额',
    })
    await product.audit()
  })

  it('asks about one that is overdue, and refuses after two', async () => {
    const now = product.clock.now
    await paid(advance('10.00', { prepaymentWriteOffDate: '2026-11-25', borrower: 'u-yangfan' }))
    await paid(advance('20.00', { prepaymentWriteOffDate: '2026-11-28', borrower: 'u-yangfan' }))
    const file = (day: string, confirmed: string[] = []) => {
      product.clock.now = () => new Date(`${day}T10:00:00+08:00`)
      const business = advance('30.00', { borrower: 'u-yangfan', overdueExplanation: '尚未结束', planPayDate: day,
        prepaymentWriteOffDate: '2026-12-20' })
      return payments.apply(quality(), business, { confirmed })
    }
    try {
      expect((await file('2026-11-26')).data.fields).toEqual([
        expect.objectContaining({ name: 'borrower', level: 'confirm', code: 'forms.overdueAdvance',
          message: expect.stringContaining('杨帆有逾期未冲销的借款FK') }),
      ])
      expect((await file('2026-11-26', ['forms.overdueAdvance'])).code).toBe(200)
      expect((await file('2026-11-30', ['forms.overdueAdvance'])).data.fields).toEqual([
        expect.objectContaining({ name: 'borrower', level: 'block' }),
      ])
    } finally {
      product.clock.now = now
    }
  })
})

describe('a payment that bears cost', () => {
  it('occupies and spends, and keeps the next from a supplier who owes an invoice until it has come', async () => {
    const supplier = await firstOf(product.database.db, 'supplier')
    const deposit = { disburseKind: '6', supplier, items: [{ expenseDetail: '押金', subtotal: '100.00', thisPayAmount: '100.00' }],
      payeeLines: [companyAccount()] }
    const row = costRow('1000.00', { invoiceLater: true, invoiceDueDate: '2026-11-25', invoiceType: null, noInvoiceReason: null })
    const id = await paid(otherPayment([row], { supplier }))
    expect(await payments.budget(id)).toEqual({ occupied: '0.00', spent: '1000.00' })
    await product.audit()
    expect((await payments.apply(quality(), otherPayment([], deposit))).code).toBe(200)

    const now = product.clock.now
    product.clock.now = () => new Date('2026-11-27T10:00:00+08:00')
    try {
      const later = otherPayment([], { ...deposit, planPayDate: '2026-11-27', overdueExplanation: '展会尚未结束' })
      expect(payments.refusal(await payments.apply(quality(), later)).fields).toMatchObject({
        supplier: expect.stringMatching(/^单据FK\d+承诺的发票逾期未补交$/),
      })
      const { items } = await shown(id)
      const [{ rowId }] = items as [FormValue]
      const invoice = { rowId, invoiceLater: false, invoiceType: '2', invoiceTitle: 'SZ', invoiceNo: '87654321', invoiceDate: '2026-11-26',
        invoiceKind: '2', taxAmount: '0.00' }
      expect(
        (await product.as('accountant').post('/workflow/followUp', { procInstId: id, followUp: 'invoices',
          business: { items: [invoice] } })).code,
      ).toBe(200)
      expect((await payments.apply(quality(), later)).code).toBe(200)
      await product.audit()
    } finally {
      product.clock.now = now
    }
  })
})

describe('a payment of applications', () => {
  it('takes over what they occupy, until nothing is left, and goes to their supplier', async () => {
    const services = payments.of({ key: 'serviceFeeApply' })
    const supplier = await anySupplier(product)
    const application = await services.file('quality', service({ supplier }))
    await services.passThrough(application)
    const { businessNo, business } = await services.detailOf(quality(), application)
    const total = String(business['totalAmount'])
    const part = (amount: string, change: FormValue = {}) =>
      otherPayment([costRow(total, { linkNo: businessNo, thisPayAmount: amount })], { disburseKind: '4', serviceFeeLinks: [application],
        supplier, ...change })
    const other = await product.database.db.selectFrom('supplier').select('id').where('enable', '=', true).where('id', '<>', supplier)
      .limit(1).executeTakeFirstOrThrow()
    expect(payments.refusal(await payments.apply(quality(), part('1.00', { supplier: other.id }))).fields).toMatchObject({
      supplier: '关联单据供应商与收款供应商不一致',
    })
    const before = await services.budget(application)
    const id = await payments.file('quality', part('100.00'))
    expect((await shown(id))['items']).toEqual([expect.objectContaining({ paidAmount: '0.00', thisPayAmount: '100.00' })])
    expect(Number((await services.budget(application)).occupied)).toBe(Number(before.occupied) - 100)
    expect(payments.refusal(await payments.apply(quality(), part(total))).fields).toMatchObject({
      'items.0.thisPayAmount': expect.any(String),
    })
    await product.audit()
  })
})

describe('a print', () => {
  it('is there for whoever reads it', async () => {
    const id = await payments.file('quality', otherPayment([costRow('10.00')]))
    const answer = await product.app.inject({ method: 'GET', url: `/oaserver/disbursement/${id}/print`,
      headers: { authorization: await quality().bearer(), 'accept-language': 'zh_CN' } })
    expect([answer.statusCode, answer.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })
})
