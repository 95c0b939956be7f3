import type { Spellings } from './names.ts'

/** The differences between a plain form and one with money: the sources of its parts, and the data of its test. */
export interface FormParts {
  /** Names imported from `#kernel/fields.ts` and from the kit of forms. */
  readonly kinds: string
  readonly kit: string
  /** Further imports of the form. */
  readonly importing: string
  readonly fields: string
  readonly rules: string
  readonly flow: string
  /** Attributes of the form after the common ones. */
  readonly sections: string
  readonly more: string
  /** The contract that its test passes to `describeForm`. */
  readonly contract: string
  /** Further imports of the test. */
  readonly imported: string
}

/** Parts of a form with items, a reason and a date. */
export const plainParts = ({ cn, en }: Spellings, prefix: string): FormParts => ({
  kinds: 'calculated, date, defineFields, integer, table, text, textarea',
  kit: 'basics, closing, deptHead, header, headerRules, viceGm',
  importing: '',
  fields: `const fields = defineFields({
  ...header({ cn: '${cn}', en: '${en}' }),
  neededBy: date({ cn: '期望日期', en: 'Needed by', required: true, section: 'basics' }),
  reason: textarea({ cn: '事由', en: 'Reason', required: true, max: 500, section: 'basics', span: 4 }),
  items: table({
    cn: '明细', en: 'Items', required: true, min: 1, max: 50, section: 'items', span: 4,
    columns: {
      description: text({ cn: '名称', en: 'Description', required: true, max: 100 }),
      quantity: integer({ cn: '数量', en: 'Quantity', required: true, min: 1, max: 9999, trend: true, default: '1' }),
    },
  }),
  totalQuantity: calculated({ cn: '数量合计', en: 'Total quantity', result: 'integer', section: 'items',
    value: 'sum(items[quantity != null].quantity)' }),
})
`,
  rules: `const own = defineRules([
  rule('${prefix}-01', {
    when: 'neededBy < today()', fields: ['neededBy'],
    cn: '期望日期不能早于今天', en: 'The needed-by date can’t be in the past',
  }),
])

const rules = [...headerRules, ...own] as const
`,
  flow:
    `/** The quantity above which the vice president decides is a shipped default; an administrator's version of the flow may change it. */
const flow = defineFlow([
  deptHead,
  viceGm('totalQuantity > 10'),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])
`,
  sections: `[basics, { id: 'items', cn: '明细', en: 'Items' }, ...closing]`,
  more: `  subject: ['reason'],
  columns: ['neededBy', 'totalQuantity'],
`,
  imported: '',
  contract: `  filled: () => ({ applicantDept: 'sz-quality', neededBy: '2026-11-27', reason: '部门需要',
    items: [{ rowId: 'r1', description: '一件物品', quantity: 2 }] }),
  edges: { '${prefix}-01': { breaks: { neededBy: '2026-11-19' }, keeps: { neededBy: '2026-11-20' } } },
  passes: ['deptHead: yangfan'],
`,
})

/** Costs that a department bears: occupied in its budget when they are filed, spent when they are approved. */
export const budgetParts = ({ cn, en }: Spellings, prefix: string): FormParts => ({
  kinds: 'defineFields, money, table, text, textarea',
  kit: `accountantReview, basics, bearing, bearingDeptHead, bearingRules, budget, budgeted, budgetRules, closing, deptHead, fx, fxRules,
  header, headerRules, overBudgetApprover, viceGm`,
  importing: `import { expenseCategory } from '#plugins/expense-types/references.ts'
`,
  fields: `const accountant = ['accountantReview'] as const

const fields = defineFields({
  ...header({ cn: '${cn}', en: '${en}' }),
  ...bearing({ editAt: accountant }),
  expenseCategory: expenseCategory({ cn: '费用类型', en: 'Expense category', required: true, trend: true, editAt: accountant,
    section: 'basics' }),
  ...fx({ total: 'sum(items[amount != null].amount)', rmb: 'rmb(totalAmount, exchangeRate)' }),
  reason: textarea({ cn: '事由', en: 'Reason', required: true, max: 500, section: 'basics', span: 4 }),
  items: table({
    cn: '明细', en: 'Items', required: true, min: 1, max: 50, section: 'items', span: 4,
    columns: {
      description: text({ cn: '名称', en: 'Description', required: true, max: 100 }),
      amount: money({ cn: '金额', en: 'Amount', required: true, min: 0 }),
    },
  }),
  ...budget('false'),
})
`,
  rules: `const own = defineRules([
  rule('${prefix}-01', {
    each: 'items', when: 'amount <= 0', fields: ['amount'],
    cn: '金额须大于0', en: 'The amount must be more than 0',
  }),
])

const rules = [...headerRules, ...fxRules, ...bearingRules({ at: ['accountantReview'] }), ...own, ...budgetRules] as const
`,
  flow: `/** The RMB amount above which the vice president decides is a shipped default, which a version of the flow may change. */
const flow = defineFlow([
  deptHead,
  bearingDeptHead(),
  accountantReview('bearingDept'),
  overBudgetApprover,
  viceGm('totalAmountRmb > 5000'),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])
`,
  sections: `[basics, { id: 'items', cn: '明细', en: 'Items' }, budgeted, ...closing]`,
  more: `  amount: 'totalAmountRmb',
  subject: ['reason'],
  columns: ['expenseCategory', 'totalAmountRmb', 'overBudget'],
  budget: { class: 'spending', department: 'bearingDept', category: 'expenseCategory', month: 'budgetMonth', amount: 'totalAmountRmb' },
`,
  imported: `import { borneByQuality } from '#plugins/forms/server/testing.ts'
`,
  contract:
    `  filled: () => ({ ...borneByQuality(), reason: '部门需要', items: [{ rowId: 'r1', description: '一项费用', amount: '100.00' }] }),
  edges: {
    '${prefix}-01': {
      breaks: { items: [{ rowId: 'r1', description: '一项费用', amount: '0.00' }] },
      keeps: { items: [{ rowId: 'r1', description: '一项费用', amount: '0.01' }] },
    },
  },
  passes: ['deptHead: yangfan', 'accountantReview: accountant'],
`,
})
