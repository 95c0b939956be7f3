import { defineFields, type Feel, override, textarea, toggle } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import type { FollowUp } from '#kernel/form.ts'
import { bearing } from './bearing.ts'

/** Bearing fields of an application, in the month of its event; `editAt`: nodes that may change them. */
export const bearingOfApplication = (day: Feel, editAt?: readonly string[]) =>
  override(bearing({ editAt }), {
    budgetMonth: {
      [editAt ? 'default' : 'value']: `if ${day} = null then null else date(${day}.year, ${day}.month, 1)`,
      hint: { cn: '按发生月份归属', en: 'Charged to the month it takes place' },
    },
  })

/** Expense category of a form with a single kind of cost, set by the server. */
export const fixedCategory = expenseCategory({ cn: '费用类型', en: 'Expense category', system: true, readOnly: true })

/** Fields to settle an application, i.e. to declare that it will not be claimed further; the follow-up `close` releases the budget. */
export const settling = (section: string) =>
  defineFields({
    closeReason: textarea({ cn: '结清说明', en: 'Closing note', atNode: 'close', editAt: ['close'], min: 2, max: 200, section, span: 4 }),
    settled: toggle({ cn: '已结清', en: 'Settled', system: true, readOnly: true, value: 'closeReason != null and closeReason != ""' }),
  })

/** Follow-up action that settles an application. */
export const settlement = { id: 'close', cn: '结清', en: 'Settle', when: 'settled != true' } as const satisfies FollowUp
