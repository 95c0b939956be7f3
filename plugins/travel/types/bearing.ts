import { number, override } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { bearing } from '#plugins/forms/kit.ts'

/** Bearing fields of an application without an accountant's review. */
export const applicationBearing = override(bearing(), {
  project: { required: undefined },
  budgetMonth: { section: undefined, hint: undefined },
})

/** Expense category of all travel costs, set by the system. */
export const travelCategory = expenseCategory({ cn: '费用类型', en: 'Expense category', system: true, readOnly: true })

/** USD rate, for standards abroad. */
export const usdRate = number({ cn: '美元汇率', en: 'USD rate to RMB', system: true, readOnly: true, precision: 6 })
