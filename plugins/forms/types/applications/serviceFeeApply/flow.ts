import { approve, both, copy, defineFlow, generalManager, initiator, role } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, deptHead, overBudgetApprover, viceGms } from '#plugins/forms/mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow([
  deptHead,
  bearingDeptHeads(),
  approve('procurementReview', role('purchaseManager'), { cn: '采购评审', en: 'Purchasing review', when: 'totalAmountRmb > 10000',
    opinionRequired: true }),
  approve('legalReview', role('legal'), { cn: '法务', en: 'Legal', when: 'serviceFeeType in ("7","8") or totalAmountRmb > 100000' }),
  accountantReview('bearingDept'),
  overBudgetApprover,
  viceGms('totalAmountRmb > 5000'),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
    when: 'totalAmountRmb > 50000 or serviceFeeType = "8"' }),
  copy('ccFinish', both(initiator, role('buyer')), { cn: '抄送', en: 'CC' }),
])
