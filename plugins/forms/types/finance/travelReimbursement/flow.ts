import { approve, copy, defineFlow, generalManager, initiator, rowPersons } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHead, cashier, deptHead, financeManager, overBudgetApprover,
  viceGms } from '#plugins/forms/mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
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
    viceGms('totalAmountRmb > 5000 or overdue = true or overTripBudget = true'),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: 'totalAmountRmb > 50000 or applicantPosition in ("3", "4")',
    }),
    financeManager,
    cashier('netPayable > 0'),
    copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
