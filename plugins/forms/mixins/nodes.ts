import { approve, both, departmentHead, role, vicePresident } from '../../../src/kernel/flow.ts'

/** The first to decide almost everywhere. */
export const deptHead = approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' })

/** Those who answer for the budget say why it may be exceeded, each of them. */
export const overBudgetApprover = approve('overBudgetApprover', both(departmentHead('overBudgetInfo.budgetDept'), vicePresident('overBudgetInfo.budgetDept')), {
  cn: '超预算审批', en: 'Over-budget approval', mode: 'all', manual: true, explains: 'overBudget', when: 'overBudget = true',
})

/** Whoever releases the payment. */
export const financeManager = approve('financeManager', role('financeManager'), { cn: '财务经理', en: 'Finance manager' })
