import { approve, both, copy, generalManager, personIn, role, vicePresident } from '#kernel/flow.ts'
import { deptHead } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

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
