import type { Feel } from '#kernel/fields.ts'
import { approve, both, departmentHead, role, vicePresident } from '#kernel/flow.ts'
import { paymentNode } from '#plugins/forms/payment-node.ts'

/** The first to decide almost everywhere. */
export const deptHead = approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' })

/** Those who answer for the budget say why it may be exceeded, each of them. */
export const overBudgetApprover = approve('overBudgetApprover',
  both(departmentHead('overBudgetInfo.budgetDept'), vicePresident('overBudgetInfo.budgetDept')), {
  cn: '超预算审批',
  en: 'Over-budget approval',
  mode: 'all',
  manual: true,
  explains: 'overBudget',
  when: 'overBudget = true',
})

/** The person who releases the payment. */
export const financeManager = approve('financeManager', role('financeManager'), { cn: '财务经理', en: 'Finance manager' })

/** The heads of the departments that bear the cost of rows, where they are not the applicant's. */
export const bearingDeptHeads = (when: Feel = 'some i in items satisfies i.bearingDept != applicantDept') =>
  approve('bearingDeptHead', departmentHead('expenseDeptIdList'), { cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all',
    asksAdded: true, when })

/**
 * The head of the department that bears the cost of the whole document, where it is not the applicant's. A form that may go
 * without a bearer guards its condition (`bearingDept != null and …`): nothing is unlike every department.
 */
export const bearingDeptHead = (when: Feel = 'bearingDept != applicantDept') =>
  approve('bearingDeptHead', departmentHead('bearingDept'), { cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all',
    asksAdded: true, when })

/** The accountant of a unit, who says something where `opinionRequired` holds; without `when`, of every document. */
export const accountantReview = (unit: string, conditions: { readonly opinionRequired?: Feel; readonly when?: Feel } = {}) =>
  approve('accountantReview', role('accountant', unit), { cn: '会计初审', en: 'Accountant review', manual: true, ...conditions })

/** The vice presidents in charge of the applicant's department and of those that bear the cost. */
export const viceGms = (when?: Feel) =>
  approve('viceGm', both(vicePresident('applicantDept'), vicePresident('expenseDeptIdList')), { cn: '分管副总', en: 'Responsible VP',
    mode: 'all', ...(when === undefined ? {} : { when }) })

/** The vice president in charge of the applicant's department. */
export const viceGm = (when?: Feel) =>
  approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    ...(when === undefined ? {} : { when }) })

/** The person who pays. */
export const cashier = (when?: Feel) =>
  approve(paymentNode, role('cashier'), { cn: '出纳付款', en: 'Cashier payment', manual: true, ...(when === undefined ? {} : { when }) })
