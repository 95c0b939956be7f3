import type { FormValue } from '../../../../src/kernel/value.ts'
import { budgetUnitOf } from '../company/units.ts'
import { categoryId } from '../masters/categories.ts'
import { costCenterId } from '../masters/cost-centers.ts'

/** What plans are made from: records of the company, documents that were filed before, and files. */
export interface Materials {
  readonly suppliers: readonly string[]
  readonly customers: readonly string[]
  readonly materials: readonly string[]
  /** Id of a document by the name of its plan. */
  filed(name: string): string
  /** yyyy-MM-dd, so many days after the anchor (before it, when negative). */
  day(offset: number): string
  /** Id of a small file of the applicant's. */
  file(name: string): Promise<string>
}

/** One document of the demo company's payments. */
export interface PaymentPlan {
  readonly name: string
  readonly type: string
  readonly by: string
  /** Days before the anchor on which it is filed. */
  readonly daysBefore: number
  /** The node at which it rests; without one it is completed. */
  readonly waitsAt?: string
  readonly ends?: 'refused' | 'revoked' | 'voided'
  value(materials: Materials): Promise<FormValue> | FormValue
}

const types = { payment: 'disbursement', claim: 'expenseReimbursement', complaint: 'qualityClaim' } as const

type More = Partial<Omit<PaymentPlan, 'name' | 'type' | 'value'>>

const payment = (name: string, by: string, value: (materials: Materials) => FormValue, more: More & { daysBefore: number }): PaymentPlan => ({ name, type: types.payment, by, value, ...more })

/** The unit with a budget that bears the cost. */
const bearerOf = (department: string): string => budgetUnitOf(department) ?? department

const toCompany = (name: string, index: number): FormValue => ({
  proceedsType: '1', payeeLines: [{ proceedsName: name, proceedsAccount: `3205017754360000${1000 + index}`, proceedsAccountType: '1', bankName: '中国建设银行', bankBranchNo: '105305060018' }],
})

const toCard = (name: string): FormValue => ({
  proceedsType: '3', payeeLines: [{ proceedsName: name, proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
})

interface Prepayment {
  readonly department: string
  readonly supplier: number
  readonly reason: string
  readonly amount: string
  /** Days from the anchor. */
  readonly due: number
}

const prepayment = ({ department, supplier, reason, amount, due }: Prepayment) => ({ suppliers, day }: Materials): FormValue => ({
  title: `${reason}预付款`, applicantDept: department, disburseKind: '1', payCompany: 'SZ', supplier: suppliers[supplier], prepaymentWriteOffDate: day(due), paymentReason: reason,
  currencyType: 'CNY', payMethod: '1', items: [{ expenseDetail: reason, subtotal: amount, thisPayAmount: amount }], ...toCompany('苏州精工模具有限公司', supplier),
})

interface Advance {
  readonly department: string
  readonly holder: string
  readonly reason: string
  readonly amount: string
  readonly due: number
}

const advance = ({ department, holder, reason, amount, due }: Advance) => ({ day }: Materials): FormValue => ({
  title: reason, applicantDept: department, disburseKind: '2', advanceFor: '2', payCompany: 'SZ', prepaymentWriteOffDate: day(due), paymentReason: reason, currencyType: 'CNY', payMethod: '1',
  items: [{ expenseDetail: '备用金', subtotal: amount, thisPayAmount: amount }], ...toCard(holder),
})

interface Cost {
  readonly department: string
  readonly kind: string
  readonly category: string
  readonly reason: string
  readonly amount: string
}

const cost = ({ department, kind, category, reason, amount }: Cost) => (): FormValue => ({
  title: reason, applicantDept: department, bearingDept: bearerOf(department), costCenter: costCenterId(bearerOf(department)), disburseKind: kind, payCompany: 'SZ', paymentReason: reason, currencyType: 'CNY', payMethod: '1',
  items: [{ expenseDetail: reason, expenseCategory: categoryId(category), subtotal: amount, thisPayAmount: amount, invoiceType: '4', noInvoiceReason: '缴款书代替发票' }],
  ...toCompany('苏州工业园区税务局', amount.length),
})

/** An advance that claims have written off in part, another in full, one that is overdue, and payments at every stop of their way. */
export const paymentPlans: readonly PaymentPlan[] = [
  payment('fair', 'quality', advance({ department: 'sz-quality', holder: '曹颖', reason: '展会备用金', amount: '3000.00', due: 20 }), { daysBefore: 34 }),
  payment('petty', 'employee', advance({ department: 'sz-hardware', holder: '王伟', reason: '部门备用金', amount: '1200.00', due: 15 }), { daysBefore: 30 }),
  payment('late', 'dengkai', advance({ department: 'sz-software', holder: '邓凯', reason: '测试设备押汇', amount: '2600.00', due: -6 }), { daysBefore: 28 }),
  payment('tooling', 'buyer', prepayment({ department: 'sz-purchase', supplier: 3, reason: '连接器模具', amount: '18000.00', due: 60 }), { daysBefore: 21 }),
  payment('tax', 'huangli', cost({ department: 'sz-finance', kind: '7', category: 'OTHER', reason: '印花税', amount: '860.00' }), { daysBefore: 18 }),
  payment('course', 'zhoujie', cost({ department: 'sz-hr', kind: '9', category: 'TRAIN', reason: '内训师课程尾款', amount: '4200.00' }), { daysBefore: 12 }),
  payment('twice', 'buyer', prepayment({ department: 'sz-purchase', supplier: 6, reason: '重复的预付', amount: '5000.00', due: 40 }), { daysBefore: 11, waitsAt: 'accountantReview', ends: 'refused' }),
  payment('withdrawn', 'quality', cost({ department: 'sz-quality', kind: '9', category: 'QUALITY', reason: '第三方挑选费', amount: '1500.00' }), { daysBefore: 9, waitsAt: 'accountantReview', ends: 'revoked' }),
  payment('void', 'sunyue', cost({ department: 'sz-office', kind: '9', category: 'OTHER', reason: '车位租金', amount: '600.00' }), { daysBefore: 8, waitsAt: 'financeManager', ends: 'voided' }),
  payment('deposit', 'linfang', ({ suppliers }) => ({
    title: '宿舍押金', applicantDept: 'sz-hr', disburseKind: '6', payCompany: 'SZ', supplier: suppliers[9], paymentReason: '宿舍押金', currencyType: 'CNY', payMethod: '1',
    items: [{ expenseDetail: '押金', subtotal: '6000.00', thisPayAmount: '6000.00' }], ...toCompany('苏州捷达物流有限公司', 9),
  }), { daysBefore: 4, waitsAt: 'cashier' }),
  payment('parts', 'dongmei', prepayment({ department: 'sz-purchase', supplier: 1, reason: '芯片订金', amount: '9500.00', due: 45 }), { daysBefore: 2, waitsAt: 'accountantReview' }),
  payment('repair', 'jiangyi', cost({ department: 'sz-export', kind: '9', category: 'REPAIR', reason: '展架维修', amount: '780.00' }), { daysBefore: 1, waitsAt: 'deptHead' }),
  writeOff('fair-claim', { by: 'quality', holder: '曹颖', department: 'sz-quality', of: 'fair', amount: '1200.00', daysBefore: 6 }),
  writeOff('petty-claim', { by: 'employee', holder: '王伟', department: 'sz-hardware', of: 'petty', amount: '1200.00', daysBefore: 5 }),
  complaint('cracks', { daysBefore: 24, amount: '2400.00', customer: 2, what: '外壳接缝处开裂，客户产线停线半天。' }),
  complaint('drift', { daysBefore: 15, amount: '900.00', customer: 7, what: '低温下读数漂移，超出规格书要求。' }),
  complaint('labels', { daysBefore: 3, amount: '650.00', customer: 11, what: '外箱标签与发货单不一致，客户拒收。', waitsAt: 'qualityHead' }),
]

interface WriteOff {
  readonly by: string
  readonly holder: string
  readonly department: string
  readonly of: string
  readonly amount: string
  readonly daysBefore: number
}

function writeOff(name: string, { by, holder, department, of, amount, daysBefore }: WriteOff): PaymentPlan {
  const bearing = bearerOf(department)
  return {
    name, type: types.claim, by, daysBefore,
    value: ({ filed, day }) => ({
      title: '备用金报销冲借款', applicantDept: department, bearingDept: bearing, costCenter: costCenterId(bearing), reimburseKind: '1', currencyType: 'CNY',
      items: [{
        expenseDate: day(-daysBefore - 2), expenseCategory: categoryId('OFFICE'), expenseDetail: '展会物料与耗材', bearingDept: bearing, costCenter: costCenterId(bearing), amount,
        invoiceType: '4', noInvoiceReason: '零星采购，商户无法开票',
      }],
      proceedsType: '3', writeOffFlag: '1', writeOffItems: [{ disbursement: [filed(of)], writeOffAmount: amount }], writeOffPartyName: holder, writeOffPartyAbbr: holder,
    }),
  }
}

interface Complaint {
  readonly daysBefore: number
  readonly amount: string
  readonly customer: number
  readonly what: string
  readonly waitsAt?: string
}

function complaint(name: string, { daysBefore, amount, customer, what, waitsAt }: Complaint): PaymentPlan {
  return {
    name, type: types.complaint, by: 'quality', daysBefore, ...(waitsAt === undefined ? {} : { waitsAt }),
    value: async ({ customers, materials, day, file }) => ({
      title: `${what.slice(0, 8)}索赔`, applicantDept: 'sz-quality', bearingDept: 'sz-quality', costCenter: costCenterId('sz-quality'), currencyType: 'CNY',
      claimSource: '1', claimNo: `KS-${customer}-${daysBefore}`, customer: customers[customer], complaintDate: day(-daysBefore - 5), claimAmount: amount, claimResult: '1',
      material: materials[customer], productModel: `HY-${200 + customer}`, productionOrderNo: `MO-${1000 + customer}`, productionDate: day(-daysBefore - 40), productionSerialNo: `SN${customer}001\nSN${customer}002`,
      inspectionStatus: '2', shippedQty: '500', defectQty: '12', returnedQty: '12', qualifiedQty: '3', defectDescription: what, report8d: [await file('8D报告')], debitNote: [await file('客户扣款单')],
      items: [{
        expenseDetail: '客户扣款', bearingDept: 'sz-quality', costCenter: costCenterId('sz-quality'), amount, invoiceType: '4', noInvoiceReason: '以客户扣款单为凭',
        expenseCategory: categoryId('QUALITY'),
      }],
      ...toCompany('苏州安视科技有限公司', customer), writeOffFlag: '0',
    }),
  }
}
