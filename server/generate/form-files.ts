import { budgetParts, plainParts } from './form-parts.ts'
import type { Spellings } from './names.ts'

interface FormWish {
  /** Of its document numbers. */
  readonly prefix: string
  /** True where it asks for money that a department's budget bears. */
  readonly budget: boolean
  /** Of the forms of the module that owns it. */
  readonly folder: string
}

/**
 * A working business type: fields with the shared header, a rule, a flow with a condition, and a test of the whole contract. By path below
 * the project.
 */
export function formFiles(names: Spellings, { prefix, budget, folder: forms }: FormWish): Record<string, string> {
  const { kebab, camel, cn, en } = names
  const folder = `${forms}/${camel}`
  const { fields, rules, flow, sections, more, contract, imported } = (budget ? budgetParts : plainParts)(names, prefix)
  return {
    [`${folder}/fields.ts`]: fields,
    [`${folder}/rules.ts`]: rules,
    [`${folder}/flow.ts`]: flow,
    [`${folder}/index.ts`]: `import { defineForm } from '#kernel/form.ts'
import { basics, ${budget ? 'budgeted, ' : ''}closing } from '#plugins/forms/mixins/sections.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** ${en}: what is asked for here, and who decides. */
export const ${camel} = defineForm({
  key: '${camel}',
  cn: '${cn}',
  en: '${en}',
  path: '/${kebab}',
  prefix: '${prefix}',
  group: 'administration',
  icon: 'file',
  sections: ${sections},
  fields,
  rules,
  flow,
${more}})
`,
    [`${folder}/${camel}.integration.test.ts`]: `import { describeForm } from '#plugins/forms/server/contract-kit.ts'
${imported}import { ${camel} } from './index.ts'

/** Filed in the demo company by \`quality\`, whose head of department is \`yangfan\`. */
describeForm(${camel}, {
  by: 'quality',
${contract}})
`,
  }
}
