import type { Section, Unique } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { approve, both, copy, generalManager, personIn, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { approvalLimits, basics, closing, deptHead } from '#plugins/forms/kit.ts'

/** Approval limits of contracts in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('contractLimit', { cn: '合同审批限额', en: 'Approval limits of contracts' }, {
  contractApproval: { cn: '合同', en: 'Contracts', limits: { viceGm: 500_000, generalManager: 2_000_000 } },
  salesContractApproval: { cn: '销售合同', en: 'Sales contracts', limits: { viceGm: 1_000_000, generalManager: 5_000_000 } },
  purchaseContract: { cn: '采购合同', en: 'Purchase contracts', limits: { quotations: 50_000 } },
})

const first: readonly Section[] = [basics, { id: 'contract', cn: '合同信息', en: 'Contract' }, { id: 'parties', cn: '签约双方与期限',
  en: 'Parties and duration' }]
const money: readonly Section[] = [{ id: 'amount', cn: '金额', en: 'Amount' }, { id: 'terms', cn: '付款条款', en: 'Payment terms' }]
const last: readonly Section[] = [{ id: 'paper', cn: '文本、用印与归档', en: 'Text, seal and archive' }, ...closing]

export const contractSections: readonly Section[] = [...first, ...money, ...last]

/** Sections of a contract with lines and clause review. */
export const reviewedSections = (lines: Label,
  more: readonly Section[] = []): readonly Section[] => [...first, { id: 'items', ...lines }, ...money, ...more, { id: 'review',
  cn: '条款评审', en: 'Clause review' }, ...last]

/** The contract number is unique among live documents of all contract forms. */
export const numberedOnce: readonly Unique[] = [
  { among: 'live', by: ['contractNo'], across: 'contractNo', message: { cn: '合同编号已存在', en: 'The contract no. already exists' } },
]

/** Fields of a contract's subject in lists. */
export const subject = ['contractName', 'counterparty'] as const

/** Flow nodes shared by all contract forms; finance edits their limits. */
export const nodes = {
  deptHead,
  purchase: approve('ownerPurchase', role('purchaseManager'), { cn: '采购归口', en: 'Purchasing owner',
    when: 'contractClass = "purchase"' }),
  sales: approve('ownerSales', role('salesManagerApprover'), { cn: '销售归口', en: 'Sales owner', when: 'contractClass = "sales"' }),
  legal: approve('legal', role('legal'), {
    cn: '法务审核',
    en: 'Legal review',
    manual: true,
    checkList: [
      { id: 'party', cn: '主体资质核对', en: 'Counterparty qualification' },
      { id: 'liability', cn: '违约责任对等', en: 'Balanced liability' },
      { id: 'disputes', cn: '争议解决条款', en: 'Dispute clause' },
      { id: 'ip', cn: '知识产权与保密', en: 'IP & confidentiality' },
    ],
  }),
  finance: approve('finance', role('accountant'), {
    cn: '财务审核',
    en: 'Finance review',
    manual: true,
    when: 'contractType != "nda"',
    checkList: [
      { id: 'percentages', cn: '付款比例与条款一致', en: 'Percentages match text' },
      { id: 'tax', cn: '税率与发票', en: 'Tax rate & invoice' },
      { id: 'account', cn: '账户信息', en: 'Bank account' },
    ],
  }),
  vp: approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: `amountRmb >= ${limits.of('contractApproval', 'viceGm')} or riskLevel = "high" or useTemplate = "0"` }),
  gm: approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all',
    when: `amountRmb >= ${limits.of('contractApproval', 'generalManager')} or riskLevel = "high"` }),
  seal: approve('seal', role('sealKeeper'), {
    cn: '用印',
    en: 'Seal',
    manual: true,
    when: 'not(list contains(sealType, "none"))',
    checkList: [{ id: 'text', cn: '用印文件与审批稿一致', en: 'Sealed text equals the approved text' }],
  }),
  archive: approve('archive', role('legal'), { cn: '归档', en: 'Archive', manual: true }),
  cc: copy('cc', both(role('financeStaff'), personIn('ownerPerson')), { cn: '抄送', en: 'CC' }),
} as const

/** Rules of every type of contract. */
export const contractRules = defineRules([
  rule('C-R1', {
    when: 'percentTotal != 100 and (not(contractType in ("nda","quality")) or percentTotal > 0)',
    fields: ['prepayPercent'],
    cn: '付款比例须为整数且合计100%',
    en: 'Payment percentages must be integers totalling 100%',
  }),
  rule('C-R3', {
    when: 'contractType = "framework" and amount != 0',
    fields: ['amount'],
    cn: '框架合同金额必须为0',
    en: 'The amount of a framework contract must be 0',
  }),
  rule('C-R3-amount', {
    when: 'not(contractType in ("framework","nda","quality")) and amount = 0',
    fields: ['amount'],
    cn: '合同金额必须大于0',
    en: 'The contract amount must be greater than 0',
  }),
  rule('C-R4', {
    when: 'prepayPercent > 0 and prepaymentWriteOffDate = null',
    fields: ['prepaymentWriteOffDate'],
    cn: '存在预付款时必须填写预付冲销日期',
    en: 'A prepayment term needs a prepayment offset date',
  }),
  rule('C-R4-date', {
    when: 'prepaymentWriteOffDate < signDate',
    fields: ['prepaymentWriteOffDate'],
    cn: '预付冲销日期不能早于签订日期',
    en: 'The prepayment offset date must not be earlier than the signing date',
  }),
  rule('C-R6', {
    when: 'expiryDate <= signDate',
    fields: ['expiryDate'],
    cn: '到期日期必须晚于签订日期',
    en: 'The expiry date must be later than the signing date',
  }),
  rule('C-R6-effective', {
    when: 'effectiveDate < signDate',
    fields: ['effectiveDate'],
    cn: '签订日期不能晚于生效日期',
    en: 'The signing date must not be later than the effective date',
  }),
  rule('C-R7', {
    when: 'isSupplementary = true and mainContract = null',
    fields: ['mainContract'],
    cn: '补充合同必须选择主合同',
    en: 'A supplementary contract needs its main contract',
  }),
  rule('C-R14', {
    when: 'list contains(sealType, "none") and count(sealType) > 1',
    fields: ['sealType'],
    cn: '不用印时不能再选其他印章',
    en: '“None” can’t be combined with other seals',
  }),
])
