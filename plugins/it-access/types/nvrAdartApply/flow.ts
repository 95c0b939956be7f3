import { approve, copy, defineFlow, role, rowPersons, selectUser, vicePresident } from '#kernel/flow.ts'
import { deptHead } from '#plugins/forms/kit.ts'

/** Flow as shipped: the R&D director and the vice president take part depending on the number of licences and a customer. */
export const flow = defineFlow([
  deptHead,
  approve('productOwner', selectUser(1), { cn: '产品负责人', en: 'Product owner' }),
  approve('rdDirector', role('rdDirector'), { cn: '研发总监', en: 'R&D director',
    when: '(some u in users satisfies list contains(u.scopes,"admin")) or sum(models.quantity) >= 500' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'customer != null and sum(models.quantity) >= 2000' }),
  approve('licenceAdmin', role('licenceAdmin'), { cn: '授权管理员', en: 'Licence administrator', manual: true }),
  copy('cc', rowPersons('users.person'), { cn: '抄送', en: 'CC' }),
])
