import { approve, copy, defineFlow, departmentHead, role, rowPersons, selectUser, vicePresident } from '#kernel/flow.ts'
import { limits } from '../../approval-limits.ts'

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
export const flow = defineFlow([
  approve('deptHead', departmentHead('useDept'), { cn: '部门负责人', en: 'Department head' }),
  approve('techCheck', selectUser(3), {
    cn: '技术验收',
    en: 'Technical acceptance',
    mode: 'all',
    manual: true,
    checkList: [
      { id: 'appearance', cn: '外观完好', en: 'Appearance' },
      { id: 'accessories', cn: '附件齐全', en: 'Accessories complete' },
      { id: 'performance', cn: '性能达标', en: 'Performance' },
      { id: 'guard', cn: '安全防护', en: 'Safety guard' },
      { id: 'ehs', cn: '环保职业健康', en: 'EHS' },
    ],
  }),
  approve('custodian', rowPersons('items.custodian'), { cn: '保管人确认', en: 'Custodian', mode: 'all', manual: true }),
  approve('assetAdmin', role('assetAdmin'), {
    cn: '资产管理员',
    en: 'Asset administrator',
    manual: true,
    checkList: [{ id: 'label', cn: '标签已贴', en: 'Label attached' }, { id: 'ledger', cn: '台账已建', en: 'Ledger entered' }],
  }),
  approve('finance', role('accountant'), { cn: '财务审核', en: 'Finance review', manual: true }),
  approve('financeHead', role('financeManager'), { cn: '财务负责人', en: 'Head of finance',
    when: `totalNet >= ${limits.of('assetsAcceptance', 'financeHead')}` }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: `totalNet >= ${limits.of('assetsAcceptance', 'viceGm')}` }),
  copy('cc', rowPersons('items.custodian'), { cn: '抄送', en: 'CC' }),
])
