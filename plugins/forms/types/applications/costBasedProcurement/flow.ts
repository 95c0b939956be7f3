import { approve, copy, defineFlow, generalManager, initiator, personIn, role } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, deptHead, overBudgetApprover, viceGms } from '#plugins/forms/mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow([
  deptHead,
  bearingDeptHeads(),
  approve('itReview', role('itAdmin'), { cn: 'IT评审', en: 'IT review', when: 'procurementType = "5"' }),
  accountantReview('bearingDept'),
  overBudgetApprover,
  viceGms('totalAmountRmb > 3000'),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'totalAmountRmb > 30000' }),
  approve('procurementHandle', role('buyer'), {
    cn: '采购执行',
    en: 'Purchasing',
    manual: true,
    opinionRequired: true,
    opinionMustContain: ['arrivalTime'],
  }),
  approve('receipt', personIn('receiver'), { cn: '收货确认', en: 'Receipt', manual: true, confirms: true }),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])
