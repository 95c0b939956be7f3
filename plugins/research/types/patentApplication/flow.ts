import { approve, copy, defineFlow, role, rowPersons, vicePresident } from '#kernel/flow.ts'
import { deptHead } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow([
  deptHead,
  approve('rdDirector', role('rdDirector'), { cn: '研发总监', en: 'R&D director' }),
  approve('patentEngineer', role('patentEngineer'), {
    cn: '专利工程师',
    en: 'Patent engineer',
    manual: true,
    opinionRequired: true,
    checkList: [
      { id: 'novelty', cn: '新颖性', en: 'Novelty' },
      { id: 'inventiveness', cn: '创造性', en: 'Inventiveness' },
      { id: 'utility', cn: '实用性', en: 'Utility' },
      { id: 'disclosure', cn: '交底完整', en: 'Disclosure complete' },
    ],
  }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: `grade = "A" or feeEstimate >= ${limits.of('patentApplication', 'viceGm')} or (some r in region satisfies r != "cn")` }),
  approve('inventorConfirm', rowPersons('inventors.person'), { cn: '发明人确认', en: 'Inventors', mode: 'all', manual: true }),
  approve('patentFile', role('patentEngineer'), { cn: '申请登记', en: 'Filing', manual: true }),
  copy('cc', role('financeStaff'), { cn: '抄送', en: 'CC' }),
])
