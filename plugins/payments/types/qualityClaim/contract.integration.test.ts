import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { printedTextOf } from '#server/prints/testing.ts'
import { categoryId, costCenterId } from '#plugins/demo/server/records.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { companyAccount, firstOf } from '#plugins/payments/types/testing.ts'
import { qualityClaim } from './index.ts'

const item = (amount: string, change: FormValue = {}): FormValue => ({
  expenseCategory: categoryId('QUALITY'),
  expenseDetail: '客户扣款',
  bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  amount,
  invoiceType: '4',
  noInvoiceReason: '客户扣款单',
  ...change,
})

let complaints = 0

async function filled({ product }: FilingSupport): Promise<FormValue> {
  const quality = product.as('quality')
  const file = (name: string) => quality.upload(name, Buffer.from('%PDF-1.4\n%%EOF'))
  const { db } = product.database
  return {
    applicantDept: 'sz-quality',
    bearingDept: 'sz-quality',
    costCenter: costCenterId('sz-quality'),
    currencyType: 'CNY',
    claimSource: '1',
    claimNo: `KS-${(complaints += 1)}`,
    customer: await firstOf(db, 'customer'),
    salesOwner: 'u-jiangyi',
    complaintDate: '2026-11-12',
    claimAmount: '900.00',
    claimResult: '1',
    material: await firstOf(db, 'material'),
    productModel: 'HY-200',
    productionOrderNo: 'MO-1001',
    productionDate: '2026-10-08',
    productionSerialNo: 'SN001\nSN002',
    inspectionStatus: '2',
    shippedQty: '100',
    defectQty: '8',
    returnedQty: '8',
    qualifiedQty: '2',
    defectDescription: '外壳接缝处开裂，客户产线停线半天。',
    report8d: [await file('8d.pdf')],
    debitNote: [await file('debit.pdf')],
    items: [item('900.00')],
    proceedsType: '1',
    payeeLines: [companyAccount({ proceedsName: '安视科技' })],
    writeOffFlag: '0',
  }
}

const analysed = { rootCause: '注塑保压时间不足导致接缝强度偏低', correctiveAction: '调整保压参数并增加首件拉力检测', responsibleParty: '3',
  responsibleDept: 'sz-structure' }

describeForm(qualityClaim, {
  by: 'quality',
  filled,
  edges: {
    'ZS-01-status': { breaks: { inspectionStatus: null }, keeps: { inspectionStatus: '4' } },
    'ZS-01-order': { breaks: { productionOrderNo: null }, keeps: { productionOrderNo: '1' } },
    'ZS-01-date': { breaks: { productionDate: null }, keeps: {} },
    'ZS-01-serial': { breaks: { productionSerialNo: '' }, keeps: { productionSerialNo: '1' } },
    'ZS-02-issued': { breaks: { qualifiedQty: '100.001' }, keeps: { qualifiedQty: '100' } },
    'ZS-02-returned': { breaks: { qualifiedQty: '8.001' }, keeps: { qualifiedQty: '8' } },
    'ZS-03': { breaks: { items: [item('0.00')] }, keeps: { items: [item('0.01')] } },
    'ZS-03-row': { breaks: { items: [item('0.00')] }, keeps: { items: [item('0.01')] } },
    'ZS-04': { breaks: { items: [] }, keeps: {} },
    'ZS-05': { breaks: { items: [item('900.01')] }, keeps: { items: [item('900.00')] } },
    'ZS-08': { breaks: { shippedQty: '0' }, keeps: { shippedQty: '0.001' } },
    'ZS-09': { breaks: { defectQty: '100.001' }, keeps: { defectQty: '100' } },
    'ZS-10': { breaks: { returnedQty: '100.001' }, keeps: { returnedQty: '100' } },
    'ZS-11': { breaks: { complaintDate: '2026-11-21' }, keeps: { complaintDate: '2026-11-20' } },
    'ZS-12': { breaks: { productionDate: '2026-11-13' }, keeps: { productionDate: '2026-11-12' } },
    'ZS-13': { breaks: { claimAmount: '0.00' }, keeps: { claimAmount: '0.01' } },
    'ZS-14': { breaks: { items: [item('10.00', { approvedAmount: '10.01' })] },
      keeps: { items: [item('10.00', { approvedAmount: '10.00' })] } },
  },
  elsewhere: ['ZS-06', 'ZS-15'],
  say: {
    salesManager: { comment: '已与客户确认' },
    qualityReview: { business: analysed },
    qualityHead: { comment: '同意' },
    cashier: { business: { payDate: '2026-11-20' } },
  },
  passes: [
    'deptHead: yangfan',
    'salesManager: sales',
    'qualityReview: yangfan',
    'qualityHead: yangfan',
    'responsibleDeptHead: panxin',
    'accountantReview: accountant',
    'viceGm: vp',
    'financeManager: finance',
    'cashier: cashier',
  ],
})

describe('a complaint', () => {
  let product: TestProduct
  let support: FilingSupport
  beforeAll(async () => {
    product = await demoProduct()
    support = filing(product, qualityClaim)
  })
  afterAll(() => product?.close())

  it('is reimbursed once', async () => {
    const first = await filled(support)
    const id = await support.file('quality', first)
    const { businessNo } = await support.detailOf(product.as('quality'), id)
    const again = { ...(await filled(support)), claimNo: first['claimNo'] }
    expect(support.refusal(await support.apply(product.as('quality'), again)).fields).toEqual({ claimNo: `该索赔已在${businessNo}中报销` })
    await support.refuse(id)
    expect((await support.apply(product.as('quality'), again)).code).toBe(200)
  })

  it('in another currency is printed with what was approved, in RMB as it was booked', async () => {
    await product.database.db.updateTable('exchange_rate').set({ rate: '7.123456' }).where('currency', '=', 'USD').where('year_month', '=',
      '2026-11').execute()
    const abroad = companyAccount({ proceedsName: 'Anshi', proceedsAccount: 'DEMO12345678', swiftNumber: 'BKCHCNBJ', bankAddress: '1 Road',
      bankBranchNo: undefined })
    const id = await support.file('quality', { ...(await filled(support)), currencyType: 'USD', items: [item('60.00'), item('40.00')],
      payeeLines: [abroad] })
    const say = { salesManager: { comment: '属实' }, qualityReview: { business: analysed }, qualityHead: { comment: '同意' } }
    await support.passThrough(id, say, 'accountantReview')
    const { business } = await support.detailOf(product.as('accountant'), id)
    const items = (business['items'] as readonly FormValue[]).map(({ rowId }, index) => ({ rowId,
      approvedAmount: ['20.01', '30.03'][index] })
    )
    expect((await support.pass(id, { business: { items }, comment: '扣款单不符' })).code).toBe(200)
    await support.passThrough(id, { cashier: { business: { payDate: '2026-11-20' } } })
    expect(await support.budget(id)).toEqual({ occupied: '0.00', spent: '356.46' })
    expect(await printedTextOf(product, { by: 'quality', type: 'qualityClaim', id })).toContain(
      '核准金额USD 50.04折人民币￥356.46人民币大写叁佰伍拾陆元肆角陆分',
    )
  })

  it('of a supplier is recovered from them, and says so before it goes on', async () => {
    const id = await support.file('quality', await filled(support))
    const supplier = await firstOf(product.database.db, 'supplier')
    const say = { salesManager: { comment: '属实' },
      qualityReview: { business: { ...analysed, responsibleParty: '1', responsibleDept: null, responsibleSupplier: supplier } },
      qualityHead: { comment: '同意' } }
    await support.passThrough(id, say, 'sqeReview')
    expect(support.refusal(await support.pass(id, { business: { supplierRecoverAmount: '0.00' } })).fields).toEqual({
      supplierRecoverAmount: '供应商责任须填写追偿金额',
    })
    const passed = await support.pass(id, { business: { supplierRecoverAmount: '600.00' } })
    expect(passed.code).toBe(200)
    expect((await support.detailOf(product.as('quality'), id)).business).toMatchObject({ netLoss: '300.00', totalAmountRmb: '900.00' })
    await product.audit()
  })
})

describe('its declaration', () => {
  const words = (text: string) => text.trim().split(/\s+/)

  it('has what the company asks of a complaint, and its flow', () => {
    expect(Object.keys(qualityClaim.fields)).toEqual(expect.arrayContaining(words(`
      claimSource claimNo customer salesOwner complaintDate material productModel productionOrderNo productionDate productionSerialNo
      inspectionStatus shippedQty defectQty returnedQty
      qualifiedQty defectRate defectDescription rootCause correctiveAction report8d responsibleParty responsibleDept responsibleSupplier
      supplierRecoverAmount claimAmount claimResult
      items totalAmount approvedAmount netLoss debitNote payeeLines writeOffItems netPayable`)))
    expect(qualityClaim.flow.steps.map((step) => [step.id, (step as { when?: string }).when ?? 'always'])).toEqual([
      ['deptHead', 'always'],
      ['salesManager', 'always'],
      ['qualityReview', 'always'],
      ['qualityHead', 'always'],
      ['sqeReview', 'responsibleParty = "1"'],
      ['responsibleDeptHead', 'responsibleParty in ("2","3","4","5")'],
      ['bearingDeptHead', 'some i in items satisfies i.bearingDept != applicantDept'],
      ['accountantReview', 'always'],
      ['overBudgetApprover', 'overBudget = true'],
      ['viceGm', 'always'],
      ['generalManager', 'totalAmountRmb > parameter("paymentLimit", "qualityClaim.generalManager")'],
      ['financeManager', 'always'],
      ['cashier', 'netPayable > 0'],
      ['ccFinish', 'always'],
    ])
  })
})
