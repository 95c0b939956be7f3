import { categoryId } from '../masters/categories.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { Story } from '../stories/story.ts'
import type { Records } from './records.ts'
import { toCompany } from './payees.ts'

interface Complaint {
  readonly daysBefore: number
  readonly amount: string
  readonly customer: number
  readonly what: string
  readonly waitsAt?: string
}

const complaints: readonly Complaint[] = [
  { daysBefore: 74, amount: '2400.00', customer: 2, what: '外壳接缝处开裂，客户产线停线半天。' },
  { daysBefore: 35, amount: '900.00', customer: 7, what: '低温下读数漂移，超出规格书要求。' },
  { daysBefore: 6, amount: '650.00', customer: 11, what: '外箱标签与发货单不一致，客户拒收。', waitsAt: 'accountantReview' },
]

/** The deductions of customers for faults: two completed, one in approval. */
export const complaintStories = (anchor: Date, records: Records): readonly Story[] =>
  complaints.map((complaint): Story => {
    const { daysBefore, amount, customer, what, waitsAt } = complaint
    const at = before(anchor, daysBefore, 10)
    return {
      type: 'qualityClaim',
      by: 'quality',
      at,
      ends: waitsAt === undefined ? 'completed' : 'running',
      ...(waitsAt !== undefined && { waitsAt }),
      files: { report8d: ['8D报告.pdf'], debitNote: ['客户扣款单.pdf'], attachmentList: ['不良品照片.png', '复测数据.xlsx'] },
      value: () => ({
        title: `${what.slice(0, 8)}索赔`,
        applicantDept: 'sz-quality',
        bearingDept: 'sz-quality',
        costCenter: costCenterId('sz-quality'),
        currencyType: 'CNY',
        claimSource: '1',
        claimNo: `KS-${customer}-${daysBefore}`,
        customer: records.customers[customer],
        complaintDate: dayFrom(at, -5),
        claimAmount: amount,
        claimResult: '1',
        material: records.materials[customer],
        productModel: `HY-${200 + customer}`,
        productionOrderNo: `MO-${1000 + customer}`,
        productionDate: dayFrom(at, -40),
        productionSerialNo: `SN${customer}001\nSN${customer}002`,
        inspectionStatus: '2',
        shippedQty: '500',
        defectQty: '12',
        returnedQty: '12',
        qualifiedQty: '3',
        defectDescription: what,
        items: [{
          expenseDetail: '客户扣款',
          bearingDept: 'sz-quality',
          costCenter: costCenterId('sz-quality'),
          amount,
          invoiceType: '4',
          noInvoiceReason: '以客户扣款单为凭',
          expenseCategory: categoryId('QUALITY'),
        }],
        ...toCompany('苏州安视科技有限公司', customer),
        writeOffFlag: '0',
        overBudgetExplanation: '客户扣款，当月一次发生',
      }),
      say: {
        qualityReview: {
          fill: () => ({ rootCause: '装配工序缺少首件检查，过程能力不足', correctiveAction: '增加首件与末件检查，并纳入作业指导书',
            responsibleParty: '2', responsibleDept: 'dg-production' }),
        },
        cashier: { fill: (_, paid) => ({ payDate: dayFrom(paid, 0) }) },
      },
    }
  })
