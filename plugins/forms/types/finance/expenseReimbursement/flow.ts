import { approve, copy, defineFlow, generalManager, initiator } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, cashier, deptHead, financeManager, overBudgetApprover,
  viceGms } from '#plugins/forms/mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow(
  [
    deptHead,
    bearingDeptHeads(),
    accountantReview('bearingDept', { opinionRequired: 'approvedAmount < totalAmount' }),
    overBudgetApprover,
    viceGms('totalAmountRmb > 5000 or overdue = true or reimburseKind = "3"'),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: 'totalAmountRmb > 50000 or (reimburseKind = "3" and applicantPosition in ("3","4"))',
    }),
    financeManager,
    cashier('netPayable > 0'),
    copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
