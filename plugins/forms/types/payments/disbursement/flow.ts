import { approve, both, copy, defineFlow, generalManager, personIn, role } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, cashier, deptHead, financeManager, overBudgetApprover,
  viceGms } from '#plugins/forms/mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow(
  [
    deptHead,
    bearingDeptHeads('some i in items satisfies (i.bearingDept != null and i.bearingDept != applicantDept)'),
    approve('procurementReview', role('purchaseManager'), { cn: '采购评审', en: 'Purchasing review',
      when: 'disburseKind in ("1","3","5")' }),
    accountantReview('payingUnit', { opinionRequired: 'some i in items satisfies i.thisPayAmount < i.requestedAmount' }),
    overBudgetApprover,
    viceGms('totalAmountRmb > 5000'),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: 'totalAmountRmb > 50000 or (disburseKind = "1" and totalAmountRmb > 20000)',
    }),
    financeManager,
    cashier(),
    copy('ccFinish', both(role('buyer'), personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
