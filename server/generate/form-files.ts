import type { Names } from './names.ts'
import { formTest } from './form-test.ts'

/** A working business type: the shared header, a table with a total, a rule, a flow with a condition, and a test. By path below the project. */
export function formFiles(names: Names, prefix: string): Record<string, string> {
  const { kebab, camel, cn, en } = names
  const folder = `plugins/forms/types/general/${camel}`
  return {
    [`${folder}/fields.ts`]: `import { calculated, date, defineFields, integer, table, text, textarea } from '#kernel/fields.ts'
import { header } from '#plugins/forms/mixins/header.ts'

export const fields = defineFields({
  ...header({ cn: '${cn}', en: '${en}' }),
  wantedBy: date({ cn: '期望日期', en: 'Wanted by', required: true, section: 'basics' }),
  reason: textarea({ cn: '事由', en: 'Reason', required: true, max: 500, section: 'basics', span: 4 }),
  items: table({
    cn: '明细', en: 'Items', required: true, min: 1, max: 50, section: 'items', span: 4,
    columns: {
      description: text({ cn: '名称', en: 'Description', required: true, max: 100 }),
      quantity: integer({ cn: '数量', en: 'Quantity', required: true, min: 1, max: 9999, trend: true, default: '1' }),
    },
  }),
  totalQuantity: calculated({
    cn: '数量合计', en: 'Total quantity', result: 'integer', section: 'items', value: 'sum(items[quantity != null].quantity)',
  }),
})
`,
    [`${folder}/rules.ts`]: `import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/mixins/header.ts'

export const rules = [
  ...headerRules,
  ...defineRules([
    rule('${prefix}-01', {
      when: 'wantedBy < today()', fields: ['wantedBy'],
      cn: '期望日期不能早于今天', en: 'The wanted date cannot be before today',
    }),
  ]),
] as const
`,
    [`${folder}/flow.ts`]: `import { approve, copy, defineFlow, departmentHead, initiator, vicePresident } from '#kernel/flow.ts'

/** The quantity above which the vice president decides is a shipped default; an administrator's version of the flow may change it. */
export const flow = defineFlow([
  approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
  approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Vice president in charge', when: 'totalQuantity > 10' }),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])
`,
    [`${folder}/index.ts`]: `import { defineForm } from '#kernel/form.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** ${en}: asked for with a reason and a date, decided by the department's head. */
export const ${camel} = defineForm({
  key: '${camel}',
  cn: '${cn}',
  en: '${en}',
  path: '/${kebab}',
  prefix: '${prefix}',
  group: 'administration',
  icon: 'file',
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'items', cn: '明细', en: 'Items' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
  columns: ['wantedBy', 'totalQuantity'],
})
`,
    [`${folder}/${camel}.integration.test.ts`]: formTest(names, prefix),
  }
}
