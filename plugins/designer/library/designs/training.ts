import { daterange, defineFields, integer, money, people, radio, text, textarea, toggle } from '#kernel/fields.ts'
import { approve, departmentHead, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** Training outside or inside, with its cost and the agreement to stay. */
export const training: LibraryDesign = {
  key: 'training',
  cn: '培训申请',
  en: 'Training request',
  prefix: 'PX',
  group: 'administration',
  icon: 'read',
  description: { cn: '内外部培训，费用高时签服务期协议并逐级审批',
    en: 'Internal and external training; a costly one takes an agreement and more approvals' },
  sections: [{ id: 'training', cn: '培训', en: 'Training' }, { id: 'cost', cn: '费用', en: 'Cost' }],
  fields: defineFields({
    course: text({ cn: '课程名称', en: 'Training course', required: true, max: 80, section: 'training', span: 2 }),
    kind: radio({ cn: '培训形式', en: 'Kind', required: true, default: '"external"', section: 'training', options: [
      { value: 'external', cn: '外部培训', en: 'External' },
      { value: 'internal', cn: '内部培训', en: 'Internal' },
      { value: 'online', cn: '在线课程', en: 'Online' },
    ] }),
    provider: text({ cn: '培训机构', en: 'Provider', required: 'kind != null and kind != "internal"', max: 60, section: 'training' }),
    period: daterange({ cn: '培训时间', en: 'Period', required: true, section: 'training', span: 2 }),
    attendees: people({ cn: '参训人员', en: 'Attendees', required: true, min: 1, max: 50, section: 'training', span: 2 }),
    goal: textarea({ cn: '培训目标', en: 'Goal', required: true, max: 500, section: 'training', span: 4 }),
    cost: money({ cn: '费用合计', en: 'Total cost', required: true, min: 0, default: '0', trend: true, section: 'cost' }),
    hasAgreement: toggle({ cn: '签订服务期协议', en: 'Agreement to stay', default: 'false', section: 'cost' }),
    agreedMonths: integer({ cn: '服务期（月）', en: 'Months', required: 'hasAgreement = true', min: 1, max: 60, section: 'cost' }),
  }),
  rules: defineRules([
    rule('PX-1', { when: 'cost > 10000 and hasAgreement = false', fields: ['hasAgreement'], cn: '费用超过10,000元须签订服务期协议',
      en: 'Above 10,000 an agreement to stay is needed' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('hr', role('hr'), { cn: '人事审核', en: 'HR' }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', when: 'cost > 3000' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'cost > 20000' }),
  ],
  copies: ['attendees'],
  form: { columns: ['course', 'kind', 'period', 'cost'], subject: ['course', 'period'], amount: 'cost' },
  examples: [
    { cn: '内部培训', en: 'Internal training', steps: ['deptHead', 'hr'],
      value: { course: '焊接工艺基础', kind: 'internal', period: ['today+10', 'today+11'], goal: '新员工上岗', cost: '0',
        hasAgreement: false } },
  ],
}
