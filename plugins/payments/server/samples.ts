import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { type Before, type DemoStory, type Records, before, budgetUnitOf, categoryId, costCenterId, dayFrom, demoSamples, recordsOf, toCard,
  toCompany } from '#plugins/demo/server/public-api.ts'

/** Payments, claims that write off advances, and customer deductions. */
async function paymentStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const records = await recordsOf(db)
  return [...payments.map((plan) => paymentStory(anchor, records, plan)), ...writeOffs.map((plan) => writeOffStory(anchor, plan)),
    ...complaintStories(anchor, records)]
}

interface Payment extends Pick<DemoStory, 'by' | 'waitsAt' | 'because'> {
  readonly name: string
  /** Number of days before the anchor on which it is filed. */
  readonly daysBefore: number
  /** Final state. @default completed */
  readonly ends?: DemoStory['ends']
  value(at: Date, records: Records): FormValue
}

/** Unit whose budget bears the cost. */
const bearerOf = (department: string): string => budgetUnitOf(department) ?? department

interface Prepayment {
  readonly department: string
  readonly supplier: number
  readonly payee: string
  readonly reason: string
  readonly amount: string
  /** Due date in days after filing. */
  readonly due: number
}

const prepayment = ({ department, supplier, payee, reason, amount, due }: Prepayment) => (at: Date, { suppliers }: Records): FormValue => ({
  title: `${reason}预付款`,
  applicantDept: department,
  disburseKind: '1',
  payCompany: 'SZ',
  supplier: suppliers[supplier],
  prepaymentWriteOffDate: dayFrom(at, due),
  paymentReason: reason,
  currencyType: 'CNY',
  payMethod: '1',
  items: [{ expenseDetail: reason, subtotal: amount, thisPayAmount: amount }],
  ...toCompany(payee, supplier),
})

interface Advance {
  readonly department: string
  readonly holder: string
  readonly reason: string
  readonly amount: string
  readonly due: number
}

const advance = ({ department, holder, reason, amount, due }: Advance) => (at: Date): FormValue => ({
  title: reason,
  applicantDept: department,
  disburseKind: '2',
  advanceFor: '2',
  payCompany: 'SZ',
  prepaymentWriteOffDate: dayFrom(at, due),
  paymentReason: reason,
  currencyType: 'CNY',
  payMethod: '1',
  items: [{ expenseDetail: '备用金', subtotal: amount, thisPayAmount: amount }],
  ...toCard(holder),
})

interface Cost {
  readonly department: string
  readonly kind: string
  readonly category: string
  readonly reason: string
  readonly amount: string
  readonly payee: string
}

const cost = ({ department, kind, category, reason, amount, payee }: Cost) => (): FormValue => ({
  title: reason,
  applicantDept: department,
  bearingDept: bearerOf(department),
  costCenter: costCenterId(bearerOf(department)),
  disburseKind: kind,
  payCompany: 'SZ',
  paymentReason: reason,
  currencyType: 'CNY',
  payMethod: '1',
  items: [{ expenseDetail: reason, expenseCategory: categoryId(category), subtotal: amount, thisPayAmount: amount, invoiceType: '4',
    noInvoiceReason: '缴款书代替发票' }],
  ...toCompany(payee, reason.length),
  overBudgetExplanation: '年度一次性支付，后续月份不再发生',
})

const deposit = (_: Date, { suppliers }: Records): FormValue => ({
  title: '宿舍押金',
  applicantDept: 'sz-hr',
  disburseKind: '6',
  payCompany: 'SZ',
  supplier: suppliers[9],
  paymentReason: '宿舍押金',
  currencyType: 'CNY',
  payMethod: '1',
  items: [{ expenseDetail: '押金', subtotal: '6000.00', thisPayAmount: '6000.00' }],
  ...toCompany('苏州捷达物流有限公司', 9),
})

/** Advances written off in part, in full, or overdue, and payments waiting at each node. */
const payments: readonly Payment[] = [
  { name: 'survey', by: 'zhoujie', daysBefore: 310,
    value: cost({ department: 'sz-hr', kind: '9', category: 'OTHER', reason: '职业健康体检费', amount: '1180.00',
      payee: '苏州康宁体检中心' }) },
  { name: 'lift', by: 'buyer', daysBefore: 255,
    value: cost({ department: 'sz-purchase', kind: '9', category: 'REPAIR', reason: '样品间货架维修', amount: '2650.00',
      payee: '苏州恒固货架有限公司' }) },
  { name: 'patent', by: 'pengyu', daysBefore: 190,
    value: cost({ department: 'sz-rd', kind: '9', category: 'OTHER', reason: '专利年费', amount: '3600.00', payee: '国家知识产权局' }) },
  { name: 'calibration', by: 'yangfan', daysBefore: 140,
    value: cost({ department: 'sz-quality', kind: '9', category: 'QUALITY', reason: '三坐标校准费', amount: '4800.00',
      payee: '苏州市计量测试院' }) },
  { name: 'fair', by: 'quality', daysBefore: 34,
    value: advance({ department: 'sz-quality', holder: '曹颖', reason: '展会备用金', amount: '3000.00', due: 54 }) },
  { name: 'petty', by: 'employee', daysBefore: 30,
    value: advance({ department: 'sz-hardware', holder: '王伟', reason: '部门备用金', amount: '1200.00', due: 45 }) },
  { name: 'late', by: 'dengkai', daysBefore: 28,
    value: advance({ department: 'sz-software', holder: '邓凯', reason: '测试设备押汇', amount: '2600.00', due: 22 }) },
  { name: 'tooling', by: 'buyer', daysBefore: 21,
    value: prepayment({ department: 'sz-purchase', supplier: 3, payee: '苏州精工模具有限公司', reason: '连接器模具', amount: '18000.00',
      due: 81 }) },
  { name: 'tax', by: 'huangli', daysBefore: 18,
    value: cost({ department: 'sz-finance', kind: '7', category: 'OTHER', reason: '印花税', amount: '860.00',
      payee: '苏州工业园区税务局' }) },
  { name: 'course', by: 'zhoujie', daysBefore: 14,
    value: cost({ department: 'sz-hr', kind: '9', category: 'TRAIN', reason: '内训师课程尾款', amount: '4200.00',
      payee: '苏州启明企业管理咨询有限公司' }) },
  { name: 'twice', by: 'buyer', daysBefore: 11, waitsAt: 'accountantReview', ends: 'refused', because: '与上月的预付重复',
    value: prepayment({ department: 'sz-purchase', supplier: 6, payee: '苏州华芯电子有限公司', reason: '重复的预付', amount: '5000.00',
      due: 51 }) },
  { name: 'withdrawn', by: 'quality', daysBefore: 9, waitsAt: 'accountantReview', ends: 'revoked', because: '供应商同意免费挑选',
    value: cost({ department: 'sz-quality', kind: '9', category: 'QUALITY', reason: '第三方挑选费', amount: '1500.00',
      payee: '苏州信诚检验服务有限公司' }) },
  { name: 'void', by: 'sunyue', daysBefore: 8, waitsAt: 'financeManager', ends: 'voided', because: '租约已终止',
    value: cost({ department: 'sz-office', kind: '9', category: 'OTHER', reason: '车位租金', amount: '600.00',
      payee: '苏州园区物业管理有限公司' }) },
  { name: 'deposit', by: 'linfang', daysBefore: 17, value: deposit },
  { name: 'parts', by: 'dongmei', daysBefore: 4, waitsAt: 'generalManager', ends: 'running',
    value: prepayment({ department: 'sz-purchase', supplier: 1, payee: '东莞华芯电子有限公司', reason: '芯片订金', amount: '28500.00',
      due: 49 }) },
  { name: 'repair', by: 'jiangyi', daysBefore: 3, waitsAt: 'financeManager', ends: 'running',
    value: cost({ department: 'sz-export', kind: '9', category: 'REPAIR', reason: '展架维修', amount: '780.00',
      payee: '苏州博览展示工程有限公司' }) },
]

const paymentStory = (anchor: Date, records: Records,
  { name, by, daysBefore, waitsAt, ends = 'completed', because, value }: Payment): DemoStory => {
  const at = before(anchor, daysBefore, 9)
  return {
    type: 'disbursement',
    name,
    by,
    at,
    ends,
    ...(waitsAt !== undefined && { waitsAt }),
    ...(because !== undefined && { because }),
    files: { attachmentList: [`${name === 'tax' ? '缴款书' : '合同与说明'}.pdf`] },
    value: () => value(at, records),
    say: { cashier: { fill: (_, paid) => ({ payDate: dayFrom(paid, 0), payStatus: '2' }), files: { bankReceipt: ['银行回单.pdf'] } } },
  }
}

interface WriteOff {
  readonly by: string
  readonly holder: string
  readonly department: string
  readonly of: string
  readonly amount: string
  readonly daysBefore: number
}

const writeOffs: readonly WriteOff[] = [
  { by: 'quality', holder: '曹颖', department: 'sz-quality', of: 'fair', amount: '1200.00', daysBefore: 12 },
  { by: 'employee', holder: '王伟', department: 'sz-hardware', of: 'petty', amount: '1200.00', daysBefore: 10 },
]

/** DemoStory of a claim that writes off an advance. */
function writeOffStory(anchor: Date, { by, holder, department, of, amount, daysBefore }: WriteOff): DemoStory {
  const at = before(anchor, daysBefore, 13)
  const bearing = bearerOf(department)
  return {
    type: 'expenseReimbursement',
    by,
    at,
    ends: 'completed',
    files: { attachmentList: ['费用清单.xlsx'] },
    value: (filed: Before) => ({
      title: '备用金报销冲借款',
      applicantDept: department,
      bearingDept: bearing,
      costCenter: costCenterId(bearing),
      reimburseKind: '1',
      currencyType: 'CNY',
      items: [{
        expenseDate: dayFrom(at, -2),
        expenseCategory: categoryId('OFFICE'),
        expenseDetail: '展会物料与耗材',
        bearingDept: bearing,
        costCenter: costCenterId(bearing),
        amount,
        invoiceType: '4',
        noInvoiceReason: '零星采购，商户无法开票',
      }],
      proceedsType: '3',
      writeOffFlag: '1',
      writeOffItems: [{ disbursement: [filed(of).id], writeOffAmount: amount }],
      writeOffPartyName: holder,
      writeOffPartyAbbr: holder,
      overBudgetExplanation: '展会集中采购，后续月份压缩',
    }),
    say: { accountantReview: { comment: '票据齐全，同意冲销' } },
  }
}

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

/** Customer deductions for quality complaints: two completed, one in approval. */
const complaintStories = (anchor: Date, records: Records): readonly DemoStory[] =>
  complaints.map((complaint): DemoStory => {
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

/** The samples of the demo company. */
export const samples = demoSamples.of({ key: 'payments', sort: 320, stories: ({ db, anchor }) => paymentStories(db, anchor) })
