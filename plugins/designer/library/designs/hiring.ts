import { date, defineFields, integer, money, radio, text, textarea } from '#kernel/fields.ts'
import { approve, departmentHead, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

const readers = { nodes: ['start', 'deptHead', 'hr', 'viceGm', 'generalManager'] } as const

/** A vacancy that is to be filled; what it may pay is confidential. */
export const hiring: LibraryDesign = {
  key: 'hiring',
  cn: '招聘需求申请',
  en: 'Hiring request',
  prefix: 'ZP',
  group: 'administration',
  icon: 'user-add',
  description: { cn: '新增或替补岗位的招聘，薪资范围只对审批人可见', en: 'Hires for new or vacant positions; only approvers see the pay' },
  sections: [{ id: 'position', cn: '岗位', en: 'Position' }, { id: 'terms', cn: '要求与待遇', en: 'Requirements and pay' }],
  fields: defineFields({
    position: text({ cn: '岗位名称', en: 'Position', required: true, max: 60, section: 'position', span: 2 }),
    headcount: integer({ cn: '人数', en: 'Headcount', required: true, min: 1, max: 100, default: '1', trend: true, section: 'position' }),
    reason: radio({ cn: '招聘原因', en: 'Why', required: true, trend: true, default: '"replacement"', section: 'position', options: [
      { value: 'replacement', cn: '离职替补', en: 'Replacement' },
      { value: 'new', cn: '新增编制', en: 'New position' },
    ] }),
    replaced: text({ cn: '替补谁', en: 'In place of', required: 'reason = "replacement"', max: 60, section: 'position' }),
    onboardBy: date({ cn: '期望到岗', en: 'Needed by', required: true, section: 'position' }),
    duties: textarea({ cn: '岗位职责', en: 'Duties', required: true, max: 1000, section: 'terms', span: 4 }),
    requirements: textarea({ cn: '任职要求', en: 'Requirements', required: true, max: 1000, section: 'terms', span: 4 }),
    payFrom: money({ cn: '月薪下限', en: 'Monthly pay from', min: 0, section: 'terms', visibleTo: readers }),
    payTo: money({ cn: '月薪上限', en: 'Monthly pay to', min: 0, section: 'terms', visibleTo: readers }),
  }),
  rules: defineRules([
    rule('ZP-1', { when: 'payTo < payFrom', fields: ['payTo'], cn: '上限不能低于下限', en: 'The upper limit is below the lower one' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('hr', role('hr'), { cn: '人事审核', en: 'HR' }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'reason = "new" or headcount > 3' }),
  ],
  form: { columns: ['position', 'headcount', 'reason', 'onboardBy'], subject: ['position'], print: { omit: ['payFrom', 'payTo'] } },
  examples: [
    { cn: '替补一人', en: 'One replacement', steps: ['deptHead', 'hr', 'viceGm'],
      value: { position: '质量工程师', headcount: 1, reason: 'replacement', replaced: '李明', onboardBy: 'today+45', duties: '来料检验',
        requirements: '三年以上经验' } },
  ],
}
