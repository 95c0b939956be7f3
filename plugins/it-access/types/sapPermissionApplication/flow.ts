import { approve, copy, defineFlow, personIn, role, vicePresident } from '#kernel/flow.ts'
import { deptHead } from '#plugins/forms/kit.ts'

export const flow = defineFlow([
  deptHead,
  approve('keyUser', role('sapAdmin', { by: 'sapModule', of: 'roles.module' }), { cn: '模块关键用户', en: 'Module key users', mode: 'all',
    manual: true, when: 'count(roles) > 0' }),
  approve('finance', role('financeManager'), { cn: '财务经理', en: 'Finance manager',
    when: 'some r in roles satisfies r.module in ("FI","CO") and r.permType = "change"' }),
  approve('internalControl', role('administrator'), { cn: '内控', en: 'Internal control', when: 'sodConflict = "1"' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'list contains(sapSystem,"PRD") and userIsExternal = "1"' }),
  approve('sapAdmin', role('sapAdmin'), {
    cn: 'SAP管理员',
    en: 'SAP administrator',
    manual: true,
    opinionRequired: true,
    checkList: [
      { id: 'user', cn: '账号已建', en: 'User created' },
      { id: 'roles', cn: '角色已分配', en: 'Roles assigned' },
      { id: 'informed', cn: '已通知用户', en: 'User informed' },
    ],
  }),
  approve('userConfirm', personIn('user'), { cn: '使用人确认', en: 'User', manual: true }),
  copy('cc', personIn('user'), { cn: '抄送', en: 'CC' }),
])
