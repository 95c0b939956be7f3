import { defineFields, multiselect, override, toggle } from '#kernel/fields.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { bankAccount, customer, supplier } from '#plugins/masters/references.ts'
import { contractBlock } from '../block/fields.ts'

const { header, identity, amounts, terms, parties, paper } = contractBlock({ cn: '合同审批', en: 'Contract approval' })

export const fields = defineFields({
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
