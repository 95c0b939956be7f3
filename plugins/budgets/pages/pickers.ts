import { defineFields, department } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'

/** Reference fields of a budget line: department and category. */
export const lineFields = defineFields({
  department: department({ cn: '承担部门', en: 'Bearing department', required: true, filter: 'option.hasBudgetDept' }),
  category: expenseCategory({ cn: '费用类别', en: 'Expense category', required: true }),
})
