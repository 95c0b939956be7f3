import { approve, both, copy, defineFlow, departmentHead, generalManager, initiator, role, vicePresident } from '../../../../../src/kernel/flow.ts'
import { deptHead, financeManager, overBudgetApprover } from '../../../mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow(
  [
    deptHead,
    approve('bearingDeptHead', departmentHead('expenseDeptIdList'), {
      cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all',
      when: 'some i in items satisfies i.bearingDept != applicantDept',
    }),
    approve('accountantReview', role('accountant', 'bearingDept'), {
      cn: '会计初审', en: 'Accountant initial review', manual: true, opinionRequired: 'approvedAmount < totalAmount',
    }),
    overBudgetApprover,
    approve('viceGm', both(vicePresident('applicantDept'), vicePresident('expenseDeptIdList')), {
      cn: '分管副总', en: 'Vice president in charge', mode: 'all',
      when: 'totalAmountRmb > 5000 or overdue = true or reimburseKind = "3"',
    }),
    approve('generalManager', generalManager, {
      cn: '总经理', en: 'General manager',
      when: 'totalAmountRmb > 50000 or (reimburseKind = "3" and applicantPosition in ("3","4"))',
    }),
    financeManager,
    approve('cashier', role('cashier'), {
      cn: '出纳付款', en: 'Cashier payment', manual: true, confirms: true, when: 'netPayable > 0',
    }),
    copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
