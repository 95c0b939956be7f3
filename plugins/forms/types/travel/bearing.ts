import { number, override } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { bearing } from '#plugins/forms/mixins/bearing.ts'

/** The bearers of the cost of an application that no accountant reviews. */
export const applicationBearing = override(bearing(), {
  project: { required: undefined },
  budgetMonth: { section: undefined, hint: undefined },
})

/** The one category of all costs of travel. */
export const travelCategory = expenseCategory({ cn: '费用类型', en: 'Expense category', system: true, readOnly: true })

/** Standards abroad are kept in US dollars. */
export const usdRate = number({ cn: '美元汇率', en: 'USD rate to RMB', system: true, readOnly: true, precision: 6 })
