import { approve, both, copy, defineFlow, departmentHead, generalManager, personIn, role, vicePresident } from '../../../../../src/kernel/flow.ts'
import { deptHead, financeManager, overBudgetApprover } from '../../../mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow(
  [
    deptHead,
    approve('bearingDeptHead', departmentHead('expenseDeptIdList'), {
      cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all',
      when: 'some i in items satisfies (i.bearingDept != null and i.bearingDept != applicantDept)',
    }),
    approve('procurementReview', role('purchaseManager'), { cn: '采购评审', en: 'Procurement review', when: 'disburseKind in ("1","3","5")' }),
    approve('accountantReview', role('accountant', 'payingUnit'), {
      cn: '会计初审', en: 'Accountant initial review', manual: true, opinionRequired: 'some i in items satisfies i.thisPayAmount < i.requestedAmount',
    }),
    overBudgetApprover,
    approve('viceGm', both(vicePresident('applicantDept'), vicePresident('expenseDeptIdList')), {
      cn: '分管副总', en: 'Vice president in charge', mode: 'all', when: 'totalAmountRmb > 5000',
    }),
    approve('generalManager', generalManager, {
      cn: '总经理', en: 'General manager', when: 'totalAmountRmb > 50000 or (disburseKind = "1" and totalAmountRmb > 20000)',
    }),
    financeManager,
    approve('cashier', role('cashier'), { cn: '出纳付款', en: 'Cashier payment', manual: true, confirms: true }),
    copy('ccFinish', both(role('buyer'), personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
