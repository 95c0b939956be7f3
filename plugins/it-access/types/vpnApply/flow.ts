import { approve, both, copy, defineFlow, departmentHead, personIn, role, vicePresident } from '#kernel/flow.ts'

export const flow = defineFlow([
  approve('deptHead', departmentHead('sponsorDept'), { cn: '部门负责人', en: 'Department head' }),
  approve('itSecurity', role('itAdmin'), { cn: '信息安全', en: 'Information security',
    when: 'userType != "employee" or device = "personal"' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'userType in ("supplier","customer","vendor")' }),
  approve('itAdmin', role('itAdmin'), { cn: 'IT管理员', en: 'IT administrator', manual: true, opinionRequired: true }),
  copy('cc', both(personIn('person'), personIn('guarantor')), { cn: '抄送', en: 'CC' }),
])
