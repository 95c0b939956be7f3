import { approve, copy, defineFlow, generalManager, initiator } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, cashier, deptHead, financeManager, overBudgetApprover, viceGms } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow(
  [
    deptHead,
    bearingDeptHeads(),
    accountantReview('bearingDept', { opinionRequired: 'approvedAmount < totalAmount' }),
    overBudgetApprover,
    viceGms(`totalAmountRmb > ${limits.of('expenseReimbursement', 'viceGm')} or overdue = true or reimburseKind = "3"`),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: `totalAmountRmb > ${
        limits.of('expenseReimbursement', 'generalManager')
      } or (reimburseKind = "3" and applicantPosition in ("3","4"))`,
    }),
    financeManager,
    cashier('netPayable > 0'),
    copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
