import type { Names } from './names.ts'

/** A working business type: fields with the shared header, a rule, a flow and a test. By path below the project. */
export function formFiles({ kebab, camel, sentence }: Names): Record<string, string> {
  const folder = `plugins/forms/types/general/${camel}`
  return {
    [`${folder}/fields.ts`]: `import { date, defineFields, textarea } from '../../../../../src/kernel/fields.ts'
import { header } from '../../../mixins/header.ts'

export const fields = defineFields({
  ...header({ cn: '${sentence}', en: '${sentence}' }),
  wantedBy: date({ cn: '期望日期', en: 'Wanted by', required: true, section: 'basics' }),
  reason: textarea({ cn: '事由', en: 'Reason', required: true, max: 500, section: 'basics', span: 4 }),
})
`,
    [`${folder}/rules.ts`]: `import { defineRules, rule } from '../../../../../src/kernel/rules.ts'
import { headerRules } from '../../../mixins/header.ts'

export const rules = [
  ...headerRules,
  ...defineRules([
    rule('${camel}-01', {
      when: 'wantedBy < today()', fields: ['wantedBy'],
      cn: '期望日期不能早于今天', en: 'The wanted date cannot be before today',
    }),
  ]),
] as const
`,
    [`${folder}/flow.ts`]: `import { approve, copy, defineFlow, departmentHead, initiator } from '../../../../../src/kernel/flow.ts'

export const flow = defineFlow([
  approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])
`,
    [`${folder}/index.ts`]: `import { defineForm } from '../../../../../src/kernel/form.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** What people file it for, in a sentence. */
export const ${camel} = defineForm({
  key: '${camel}',
  cn: '${sentence}',
  en: '${sentence}',
  path: '/${kebab}',
  prefix: '${camel.slice(0, 4).toUpperCase()}',
  group: 'administration',
  icon: 'file',
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
})
`,
    [`${folder}/${camel}.test.ts`]: `import { expect, it } from 'vitest'
import { formPermissions } from '../../../../../src/kernel/form.ts'
import { definePlugin } from '../../../../../src/kernel/plugin.ts'
import { problems } from '../../../../../src/kernel/problems.ts'
import { dictionaries } from '../../../dictionaries.ts'
import { ${camel} } from './index.ts'

it('is a sound form by itself', () => {
  const permissions = Object.values(formPermissions(${camel}.key))
  expect(problems([definePlugin({ id: 'test', forms: [${camel}], permissions, dictionaries })])).toEqual([])
})
`,
  }
}
