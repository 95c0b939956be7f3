import { approve, both, copy, defineFlow, generalManager, initiator, personIn, role } from '#kernel/flow.ts'
import { bearingDeptHead, deptHead, overBudgetApprover, viceGms } from '#plugins/forms/mixins/nodes.ts'

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow([
  deptHead,
  bearingDeptHead(),
  overBudgetApprover,
  viceGms('estimatedTotalAmountRmb > 1000 or overStandard = true or hostType in ("3","4")'),
  approve('generalManager', generalManager, {
    cn: '总经理',
    en: 'General manager',
    when: 'overStandard = true or estimatedTotalAmountRmb > 2000 or hostType = "4"',
    opinionRequired: 'overStandard = true',
  }),
  approve('adminDrinks', role('adminOffice'), { cn: '行政酒水发放', en: 'Drinks issue', manual: true, when: 'drawDrinks = true' }),
  copy('ccFinish', both(initiator, personIn('host')), { cn: '抄送', en: 'CC' }),
])
