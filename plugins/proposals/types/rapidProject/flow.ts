import { approve, both, copy, defineFlow, generalManager, personIn, role, rowPersons, selectUser } from '#kernel/flow.ts'
import { accountantReview, deptHead, viceGm } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow([
  deptHead,
  approve('salesReview', role('salesManagerApprover'), { cn: '销售评审', en: 'Sales review', when: 'customer != null' }),
  approve('techReview', selectUser(5), { cn: '技术评审', en: 'Technical review', mode: 'all', opinionRequired: true }),
  approve('qualityReview', role('qualityHead'), { cn: '质量评审', en: 'Quality review', when: 'projectType in ("1","2","3")' }),
  approve('pmoReview', role('pmo'), { cn: '项目办', en: 'PMO', manual: true }),
  accountantReview('bearingDept'),
  viceGm(),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
    when: `estimatedTotalAmountRmb > ${limits.of('rapidProject', 'generalManager')} or risk = "high"` }),
  copy('ccFinish', both(rowPersons('team.member'), personIn('projectManager')), { cn: '抄送', en: 'CC' }),
])
