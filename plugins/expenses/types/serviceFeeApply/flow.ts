import { approve, both, copy, defineFlow, generalManager, initiator, role } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, deptHead, overBudgetApprover, viceGms } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow([
  deptHead,
  bearingDeptHeads(),
  approve('procurementReview', role('purchaseManager'), { cn: '采购评审', en: 'Purchasing review',
    when: `totalAmountRmb > ${limits.of('serviceFeeApply', 'procurementReview')}`, opinionRequired: true }),
  approve('legalReview', role('legal'), { cn: '法务', en: 'Legal',
    when: `serviceFeeType in ("7","8") or totalAmountRmb > ${limits.of('serviceFeeApply', 'legalReview')}` }),
  accountantReview('bearingDept'),
  overBudgetApprover,
  viceGms(`totalAmountRmb > ${limits.of('serviceFeeApply', 'viceGm')}`),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
    when: `totalAmountRmb > ${limits.of('serviceFeeApply', 'generalManager')} or serviceFeeType = "8"` }),
  copy('ccFinish', both(initiator, role('buyer')), { cn: '抄送', en: 'CC' }),
])
