import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { defineFields, multiselect, override, toggle } from '#kernel/fields.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { bankAccount, customer, supplier } from '#plugins/masters/references.ts'
import { contractRules, contractSections, nodes, numberedOnce, subject } from '../block/form.ts'
import { contractBlock } from '../block/fields.ts'

const { header, identity, amounts, terms, parties, paper } = contractBlock({ cn: '合同审批', en: 'Contract approval' })

const fields = defineFields({
  ...header,
  ...override(identity, { contractName: { span: 2 } }),
  relatedContract: multiselect({
    cn: '关联合同',
    en: 'Related contracts',
    of: 'contract',
    section: 'contract',
    span: 2,
    visible: 'contractClass = "ancillary" and contractType in ("quality","nda","supplementary")',
  }),
  supplier: supplier({ cn: '供应商', en: 'Supplier', required: 'contractClass = "purchase"', section: 'parties' }),
  customer: customer({ cn: '客户', en: 'Customer', required: 'contractClass = "sales"', section: 'parties' }),
  ...parties,
  ...amounts,
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: 'contractClass != "sales"', section: 'amount' }),
  expenseCategory: expenseCategory({ cn: '费用类型', en: 'Expense category', required: 'contractClass = "ancillary" and amount > 0',
    section: 'amount' }),
  budgetOccupied: toggle({ cn: '显示预算占用', en: 'Show budget', default: 'false', visible: 'expenseCategory != null',
    section: 'amount' }),
  ...terms,
  payees: bankAccount({ cn: '收款账户', en: 'Payee account', section: 'terms' }),
  ...paper,
})

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
