import { approve, both, copy, defineFlow, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'
import { clauseReview, clauseRules } from '../block/clauses.ts'
import { nodes } from '../block/flow.ts'
import { numberedOnce, reviewedSections, subject } from '../block/form.ts'
import { lineRules } from '../block/lines.ts'
import { contractRules } from '../block/rules.ts'
import { fields } from './fields.ts'

const { deptHead, legal, finance, vp, gm, seal, archive } = nodes

/** Condition: the customer's open amount with this contract exceeds the credit limit. */
const isOverCredit = 'creditOpen + amountRmb > creditLimit'

const own = defineRules([
  rule('X-R3', { when: isOverCredit, fields: ['creditOpen'], level: 'confirm', cn: '超出客户信用额度，是否继续？',
    en: 'The customer credit limit is exceeded, continue?' }),
])

const flow = defineFlow([
  deptHead,
  approve('salesManager', role('salesManagerApprover'), { cn: '销售经理', en: 'Sales manager' }),
  clauseReview,
  approve('rd', role('rdDirector'), { cn: '研发评审', en: 'R&D review', when: 'isCustom = "1"' }),
  approve('quality', role('qualityHead'), {
    cn: '质量负责人',
    en: 'Quality head',
    when: 'specialQuality != null or (some c in clauses satisfies (c.clauseType = "quality" and c.result != null and c.result != "pass"))',
  }),
  legal,
  finance,
  approve('financeDirector', role('financeManager'), { cn: '财务总监', en: 'Finance director', mode: 'all', when: isOverCredit }),
  { ...vp, when: `amountRmb >= ${limits.of('salesContractApproval', 'viceGm')} or (some c in clauses satisfies c.result = "conditional")` },
  { ...gm, when: `amountRmb >= ${limits.of('salesContractApproval', 'generalManager')} or ${isOverCredit}` },
  seal,
  archive,
  copy('cc', both(role('planner'), role('financeStaff')), { cn: '抄送', en: 'CC' }),
])

/** Contract with a customer, reviewed clause by clause before it is signed. */
export const salesContractApproval = defineForm({
  key: 'salesContractApproval',
  cn: '销售合同评审',
  en: 'Sales contract review',
  short: { cn: '销售合同', en: 'Sales contract' },
  path: '/sales-contract-approval',
  prefix: 'XSHT',
  group: 'contract',
  icon: 'solution',
  amount: 'amountRmb',
  abortAfterCompletion: true,
  sections: reviewedSections({ cn: '交货与产品', en: 'Delivery and products' }),
  fields,
  rules: [...headerRules, ...fxRules, ...contractRules, ...lineRules, ...clauseRules, ...own],
  flow,
  figures: [{ call: 'sap.credit', with: { customer: 'customer' }, into: { creditLimit: 'limit', creditOpen: 'receivables' },
    readAt: 'creditReadAt', at: ['edit', 'submit', 'finance'] }],
  unique: numberedOnce,
  subject,
  columns: ['contractNo', 'contractName', 'customer', 'contractType', 'amountRmb', 'expiryDate'],
})
