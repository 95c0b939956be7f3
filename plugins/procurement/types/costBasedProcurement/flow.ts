import { approve, copy, defineFlow, generalManager, initiator, personIn, role } from '#kernel/flow.ts'
import { accountantReview, bearingDeptHeads, deptHead, overBudgetApprover, viceGms } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow([
  deptHead,
  bearingDeptHeads(),
  approve('itReview', role('itAdmin'), { cn: 'IT评审', en: 'IT review', when: 'procurementType = "5"' }),
  accountantReview('bearingDept'),
  overBudgetApprover,
  viceGms(`totalAmountRmb > ${limits.of('costBasedProcurement', 'viceGm')}`),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
    when: `totalAmountRmb > ${limits.of('costBasedProcurement', 'generalManager')}` }),
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
