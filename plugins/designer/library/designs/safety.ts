import { attachment, calculated, date, defineFields, department, people, person, radio, select, table, text,
  textarea } from '#kernel/fields.ts'
import { approve, departmentHead, role, rowPersons } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** An inspection whose findings are put right by those who answer for them, and checked. */
export const safety: LibraryDesign = {
  key: 'safety-inspection',
  cn: '安全检查单',
  en: 'Safety inspection',
  prefix: 'AQ',
  group: 'administration',
  icon: 'safety',
  description: { cn: '逐项检查，隐患由责任人整改并填写措施，质量负责人复查',
    en: 'Items checked one by one; owners put findings right, the quality head checks' },
  sections: [{ id: 'inspection', cn: '检查', en: 'Inspection' }, { id: 'findings', cn: '检查项', en: 'Items' }, { id: 'review', cn: '复查',
    en: 'Review' }],
  fields: defineFields({
    area: select({ cn: '检查区域', en: 'Area', required: true, section: 'inspection', options: [
      { value: 'workshop', cn: '车间', en: 'Workshop' },
      { value: 'warehouse', cn: '仓库', en: 'Warehouse' },
      { value: 'laboratory', cn: '实验室', en: 'Laboratory' },
      { value: 'office', cn: '办公区', en: 'Offices' },
    ] }),
    areaDept: department({ cn: '责任部门', en: 'Responsible department', required: true, trend: true, section: 'inspection' }),
    inspectedOn: date({ cn: '检查日期', en: 'Inspected on', required: true, default: 'today()', section: 'inspection' }),
    inspectors: people({ cn: '检查人', en: 'Inspectors', max: 10, section: 'inspection' }),
    items: table({ cn: '检查项', en: 'Items', required: true, min: 1, max: 100, section: 'findings', span: 4, owner: 'owner', columns: {
      checked: text({ cn: '检查内容', en: 'Item', required: true, max: 100 }),
      result: radio({ cn: '结果', en: 'Result', required: true, options: [
        { value: 'ok', cn: '合格', en: 'In order' },
        { value: 'finding', cn: '隐患', en: 'Finding' },
      ] }),
      problem: text({ cn: '问题描述', en: 'Problem', required: 'result = "finding"', max: 200 }),
      owner: person({ cn: '责任人', en: 'Owner', required: 'result = "finding"' }),
      dueOn: date({ cn: '整改期限', en: 'Due on', required: 'result = "finding"' }),
      measure: text({ cn: '整改措施', en: 'Measure', max: 200, atNode: 'rectify', requiredAt: { rectify: 'result = "finding"' } }),
    } }),
    findings: calculated({ cn: '隐患数', en: 'Findings', result: 'integer', trend: true, section: 'findings',
      value: 'count(items[result = "finding"])' }),
    photos: attachment({ cn: '现场照片', en: 'Photos', max: 20, section: 'findings', span: 4, extensions: ['jpg', 'jpeg', 'png'] }),
    review: textarea({ cn: '复查意见', en: 'Review', max: 500, atNode: 'review', section: 'review', span: 4 }),
  }),
  rules: defineRules([
    rule('AQ-1', { each: 'items', when: 'dueOn < header.inspectedOn', fields: ['dueOn'], cn: '整改期限不能早于检查日期',
      en: 'It is due before the inspection' }),
  ]),
  steps: [
    approve('areaHead', departmentHead('areaDept'), { cn: '责任部门负责人', en: 'Head of the responsible department' }),
    approve('rectify', rowPersons('items.owner'), { cn: '责任人整改', en: 'Owners', mode: 'all', rows: 'own', manual: true, confirms: true,
      when: 'findings > 0' }),
    approve('review', role('qualityHead'), { cn: '复查', en: 'Review', manual: true, when: 'findings > 0' }),
  ],
  copies: ['inspectors'],
  form: { columns: ['area', 'areaDept', 'inspectedOn', 'findings'], subject: ['items.checked', 'inspectedOn'],
    print: { photos: ['photos'] } },
  examples: [
    { cn: '没有隐患', en: 'Nothing found', steps: ['areaHead'],
      value: { area: 'workshop', inspectedOn: 'today+0', items: [{ rowId: 'r1', checked: '消防通道畅通', result: 'ok' }] } },
  ],
}
