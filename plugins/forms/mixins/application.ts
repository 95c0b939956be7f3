import { expenseCategory, type Feel, override } from '../../../src/kernel/fields.ts'
import { bearing } from './bearing.ts'

/** Who bears the cost of an application, in the month of what it is for; `editAt` are the nodes that may change it. */
export const bearingOfApplication = (day: Feel, editAt?: readonly string[]) =>
  override(bearing, {
    bearingDept: { editAt }, costCenter: { editAt },
    project: { editAt, required: undefined, visible: 'expenseCategory.projectRequired' },
    budgetMonth: {
      editAt: undefined, value: `if ${day} = null then null else date(${day}.year, ${day}.month, 1)`,
      hint: { cn: '按发生月份归属', en: 'The month in which it takes place' },
    },
  })

/** The category of costs that are all of one kind; the server fills it in. */
export const standingCategory = expenseCategory({ cn: '费用类型', en: 'Category', system: true, readOnly: true })
