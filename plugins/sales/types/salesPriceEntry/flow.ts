import { approve, defineFlow, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { deptHead } from '#plugins/forms/kit.ts'

/** Flow as shipped: an administrator may publish a version with another minimum margin. */
export const flow = defineFlow([
  deptHead,
  approve('salesManager', role('salesManagerApprover'), { cn: '销售经理', en: 'Sales manager' }),
  approve('finance', role('accountant'), { cn: '财务审核', en: 'Finance review' }),
  approve('vp', vicePresident('applicantDept'), {
    cn: '分管副总',
    en: 'Responsible VP',
    mode: 'all',
    when: 'some i in items satisfies (i.newPrice < i.floorPrice or i.margin < 15)',
  }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all',
    when: 'some i in items satisfies i.newPrice < i.cost' }),
])
