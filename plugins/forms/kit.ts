import { calculated, defineFields, type Feel, override, textarea, toggle } from '#kernel/fields.ts'
import { rule } from '#kernel/rules.ts'
import type { FollowUp } from '#kernel/form.ts'
import { approve, both, departmentHead, role, vicePresident } from '#kernel/flow.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { paymentNode } from '#plugins/forms/payment-node.ts'
import { bearing } from './mixins/bearing.ts'

/**
 * Building blocks of forms: mixins (fields with their rules), flow nodes, sections, and declarations of dictionaries and parameters.
 * Modules import from here, not from the folders behind it.
 */
export { approvalLimits } from './dictionaries/approval-limits.ts'
export * from './dictionaries/dictionary.ts'
export * from './dictionaries/measures.ts'

export * from './mixins/bearing.ts'
export * from './mixins/budget.ts'
export * from './mixins/fx.ts'
export * from './mixins/header.ts'
export * from './mixins/invoice.ts'

export * from './mixins/payee.ts'
export * from './mixins/quotes.ts'
export * from './mixins/sections.ts'
export * from './mixins/writeOff.ts'

/** Calculated amount of a row in RMB, at the document's rate. */
export const inRmb = (amount: Feel) =>
  calculated({ cn: '折人民币', en: 'Amount in RMB', result: 'money', rmb: true, value: `rmb(${amount}, header.exchangeRate)` })

/** Rule that the approved amount of a row must not exceed the requested one; `id` follows the form's numbering. */
export const approvedWithinAmount = (id: string, rows: string) =>
  rule(id, {
    each: rows,
    when: 'approvedAmount > amount',
    fields: ['approvedAmount'],
    at: ['start', 'accountantReview'],
    cn: '核准金额不能大于申请金额',
    en: 'The approved amount cannot exceed the requested amount',
  })

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

/** First node of most flows: the applicant's department head. */
export const deptHead = approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' })

/** Node at which all people responsible for exceeded budgets explain and approve. */
export const overBudgetApprover = approve('overBudgetApprover',
  both(departmentHead('overBudgetInfo.budgetDept'), vicePresident('overBudgetInfo.budgetDept')), {
  cn: '超预算审批',
  en: 'Over-budget approval',
  mode: 'all',
  manual: true,
  explains: 'overBudget',
  when: 'overBudget = true',
})

/** Node of the finance manager, who releases the payment. */
export const financeManager = approve('financeManager', role('financeManager'), { cn: '财务经理', en: 'Finance manager' })

/** Node of the heads of departments that bear the cost of rows, if they differ from the applicant's. */
export const bearingDeptHeads = (when: Feel = 'some i in items satisfies i.bearingDept != applicantDept') =>
  approve('bearingDeptHead', departmentHead('expenseDeptIdList'), { cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all',
    asksAdded: true, when })

/**
 * Node of the head of the department that bears the document's cost, if it differs from the applicant's. A form with an optional bearing
 * department must guard the condition (`bearingDept != null and …`), since `null != x` is true.
 */
export const bearingDeptHead = (when: Feel = 'bearingDept != applicantDept') =>
  approve('bearingDeptHead', departmentHead('bearingDept'), { cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all',
    asksAdded: true, when })

/** Node of a unit's accountant; a comment is required if `opinionRequired` holds; without `when`, for every document. */
export const accountantReview = (unit: string, conditions: { readonly opinionRequired?: Feel; readonly when?: Feel } = {}) =>
  approve('accountantReview', role('accountant', unit), { cn: '会计初审', en: 'Accountant review', manual: true, ...conditions })

/** Node of the vice presidents in charge of the applicant's department and of those that bear the cost. */
export const viceGms = (when?: Feel) =>
  approve('viceGm', both(vicePresident('applicantDept'), vicePresident('expenseDeptIdList')), { cn: '分管副总', en: 'Responsible VP',
    mode: 'all', ...(when === undefined ? {} : { when }) })

/** Node of the vice president in charge of the applicant's department. */
export const viceGm = (when?: Feel) =>
  approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    ...(when === undefined ? {} : { when }) })

/** Node of the cashier, who pays. */
export const cashier = (when?: Feel) =>
  approve(paymentNode, role('cashier'), { cn: '出纳付款', en: 'Cashier payment', manual: true, ...(when === undefined ? {} : { when }) })
