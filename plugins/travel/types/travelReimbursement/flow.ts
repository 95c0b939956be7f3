import { approve, copy, defineFlow, generalManager, initiator, rowPersons } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHead, cashier, deptHead, financeManager, overBudgetApprover, viceGms } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow(
  [
    deptHead,
    approve('companionConfirm', rowPersons('tripRows.traveler'), {
      cn: '同行人确认',
      en: 'Companions’ confirmation',
      mode: 'all',
      manual: true,
      excludes: 'initiator',
      when: 'proceedsType = "2"',
    }),
    bearingDeptHead(),
    accountantReview('bearingDept', { opinionRequired: 'approvedAmount < totalAmount' }),
    overBudgetApprover,
    viceGms(`totalAmountRmb > ${limits.of('travelReimbursement', 'viceGm')} or overdue = true or overTripBudget = true`),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: `totalAmountRmb > ${limits.of('travelReimbursement', 'generalManager')} or applicantPosition in ("3", "4")`,
    }),
    financeManager,
    cashier('netPayable > 0'),
    copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
