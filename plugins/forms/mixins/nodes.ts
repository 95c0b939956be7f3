import type { Feel } from '#kernel/fields.ts'
import { approve, both, departmentHead, role, vicePresident } from '#kernel/flow.ts'
import { paymentNode } from '#plugins/forms/payment-node.ts'

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
