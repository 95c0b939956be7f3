import { approve, both, copy, defineFlow, generalManager, initiator, personIn, role } from '#kernel/flow.ts'
import { bearingDeptHead, deptHead, overBudgetApprover, viceGms } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow([
  deptHead,
  bearingDeptHead(),
  overBudgetApprover,
  viceGms(`estimatedTotalAmountRmb > ${limits.of('entertainmentApply', 'viceGm')} or overStandard = true or hostType in ("3","4")`),
  approve('generalManager', generalManager, {
    cn: '总经理',
    en: 'General manager',
    when: `overStandard = true or estimatedTotalAmountRmb > ${limits.of('entertainmentApply', 'generalManager')} or hostType = "4"`,
    opinionRequired: 'overStandard = true',
  }),
  approve('adminDrinks', role('adminOffice'), { cn: '行政酒水发放', en: 'Drinks issue', manual: true, when: 'drawDrinks = true' }),
  copy('ccFinish', both(initiator, personIn('host')), { cn: '抄送', en: 'CC' }),
])
