import { approve, both, copy, defineFlow, generalManager, personIn, role } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, cashier, deptHead, financeManager, overBudgetApprover, viceGms } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow(
  [
    deptHead,
    bearingDeptHeads('some i in items satisfies (i.bearingDept != null and i.bearingDept != applicantDept)'),
    approve('procurementReview', role('purchaseManager'), { cn: '采购评审', en: 'Purchasing review',
      when: 'disburseKind in ("1","3","5")' }),
    accountantReview('payingUnit', { opinionRequired: 'some i in items satisfies i.thisPayAmount < i.requestedAmount' }),
    overBudgetApprover,
    viceGms(`totalAmountRmb > ${limits.of('disbursement', 'viceGm')}`),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: `totalAmountRmb > ${limits.of('disbursement', 'generalManager')} ` +
        `or (disburseKind = "1" and totalAmountRmb > ${limits.of('disbursement', 'prepayment')})`,
    }),
    financeManager,
    cashier(),
    copy('ccFinish', both(role('buyer'), personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)
