import { approve, copy, defineFlow, departmentHead, generalManager, initiator, personIn, role, vicePresident } from '#kernel/flow.ts'
import { deptHead } from '#plugins/forms/kit.ts'

export const flow = defineFlow([
  deptHead,
  approve('processOwnerReview', personIn('processOwner'), { cn: '流程所有者', en: 'Process owner', opinionRequired: true }),
  approve('affectedDeptHeads', departmentHead('otherDepts'), {
    cn: '影响部门会签',
    en: 'Affected departments',
    mode: 'all',
    when: 'count(otherDepts) > 0',
  }),
  approve('itEvaluate', role('oaAdmin'), { cn: 'IT评估', en: 'IT evaluation', manual: true }),
  approve('viceGm', vicePresident('applicantDept'), {
    cn: '分管副总',
    en: 'Responsible VP',
    mode: 'all',
    when: 'workDays > 5 or oaChangeType in ("1","3") or dataImpact = "1"',
  }),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'oaChangeType = "3"' }),
  approve('implement', personIn('developer'), { cn: '配置实施', en: 'Implementation', confirms: true, manual: true }),
  approve('userTest', initiator, { cn: '用户测试', en: 'User test', manual: true }),
  copy('ccFinish', departmentHead('affectedDepts'), { cn: '抄送', en: 'CC' }),
])
