import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { nodes } from '../block/flow.ts'
import { contractRules } from '../block/rules.ts'
import { contractSections, numberedOnce, subject } from '../block/form.ts'
import { fields } from './fields.ts'

const unlinked = { cn: '附属合同必须关联主合同', en: 'An ancillary contract must be linked to its main contract' }
const isUnlinked = 'contractClass = "ancillary" and count(relatedContract) = 0'

const own = defineRules([
  rule('HT-01', { when: `${isUnlinked} and contractType in ("quality","supplementary")`, fields: ['relatedContract'], ...unlinked }),
  rule('HT-02', { when: `${isUnlinked} and contractType = "nda"`, fields: ['relatedContract'], level: 'warn', ...unlinked }),
])

const { deptHead, purchase, sales, legal, finance, vp, gm, seal, archive, cc } = nodes

/** Form for contracts other than purchases and sales: agencies, leases, services, and agreements on quality and secrecy. */
export const contractApproval = defineForm({
  key: 'contractApproval',
  cn: '合同审批',
  en: 'Contract approval',
  short: { cn: '合同审批', en: 'Contract' },
  path: '/contract-approval',
  detailPath: '/contract-manage-detail',
  prefix: 'HT',
  group: 'contract',
  icon: 'audit',
  amount: 'amountRmb',
  // shown for information: a contract occupies no budget, its payments do
  budgetShown: { department: 'applicantDept', category: 'expenseCategory', month: 'signDate', amount: 'amountRmb',
    switch: 'budgetOccupied' },
  abortAfterCompletion: true,
  sections: contractSections,
  fields,
  rules: [...headerRules, ...fxRules, ...contractRules, ...own],
  flow: defineFlow([deptHead, purchase, sales, legal, finance, vp, gm, seal, archive, cc]),
  unique: numberedOnce,
  subject,
  columns: ['contractNo', 'contractName', 'contractClass', 'contractType', 'counterparty', 'amountRmb', 'expiryDate'],
})
