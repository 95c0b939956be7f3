import { type ESTree, parseSync } from 'vite'
import { GenerationProblem, type Spellings } from './names.ts'

/** The differences between a plain form and one with money: the sources of its parts, and the data of its test. */
export interface FormParts {
  /** Names imported from `#kernel/fields.ts` and from the kit of forms. */
  readonly kinds: string
  readonly kit: string
  /** Further imports of the form. */
  readonly importing: string
  readonly fields: string
  readonly rules: string
  readonly flow: string
  /** Attributes of the form after the common ones. */
  readonly sections: string
  readonly more: string
  /** The contract that its test passes to `describeForm`. */
  readonly contract: string
  /** Further imports of the test. */
  readonly imported: string
}

/** Parts of a form with items, a reason and a date. */
export const plainParts = ({ cn, en }: Spellings, prefix: string): FormParts => ({
  kinds: 'calculated, date, defineFields, integer, table, text, textarea',
  kit: 'basics, closing, deptHead, header, headerRules, viceGm',
  importing: '',
  fields: `const fields = defineFields({
  ...header({ cn: '${cn}', en: '${en}' }),
  neededBy: date({ cn: '期望日期', en: 'Needed by', required: true, section: 'basics' }),
  reason: textarea({ cn: '事由', en: 'Reason', required: true, max: 500, section: 'basics', span: 4 }),
  items: table({
    cn: '明细', en: 'Items', required: true, min: 1, max: 50, section: 'items', span: 4,
    columns: {
      description: text({ cn: '名称', en: 'Description', required: true, max: 100 }),
      quantity: integer({ cn: '数量', en: 'Quantity', required: true, min: 1, max: 9999, trend: true, default: '1' }),
    },
  }),
  totalQuantity: calculated({ cn: '数量合计', en: 'Total quantity', result: 'integer', section: 'items',
    value: 'sum(items[quantity != null].quantity)' }),
})
`,
  rules: `const own = defineRules([
  rule('${prefix}-01', {
    when: 'neededBy < today()', fields: ['neededBy'],
    cn: '期望日期不能早于今天', en: 'The needed-by date can’t be in the past',
  }),
])

const rules = [...headerRules, ...own] as const
`,
  flow: `/** Above 10 items the vice president decides. Administrators can change this in a version of their own. */
const flow = defineFlow([
  deptHead,
  viceGm('totalQuantity > 10'),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])
`,
  sections: `[basics, { id: 'items', cn: '明细', en: 'Items' }, ...closing]`,
  more: `  subject: ['reason'],
  columns: ['neededBy', 'totalQuantity'],
`,
  imported: '',
  contract: `  filled: () => ({ applicantDept: 'sz-quality', neededBy: '2026-11-27', reason: '部门需要',
    items: [{ rowId: 'r1', description: '一件物品', quantity: 2 }] }),
  edges: { '${prefix}-01': { breaks: { neededBy: '2026-11-19' }, keeps: { neededBy: '2026-11-20' } } },
  passes: ['deptHead: yangfan'],
`,
})

/** Costs that a department bears: occupied in its budget when they are filed, spent when they are approved. */
export const budgetParts = ({ cn, en }: Spellings, prefix: string): FormParts => ({
  kinds: 'defineFields, money, table, text, textarea',
  kit: `accountantReview, basics, bearing, bearingDeptHead, bearingRules, budget, budgeted, budgetRules, closing, deptHead, fx, fxRules,
  header, headerRules, overBudgetApprover, viceGm`,
  importing: `import { expenseCategory } from '#plugins/expense-types/references.ts'
`,
  fields: `const accountant = ['accountantReview'] as const

const fields = defineFields({
  ...header({ cn: '${cn}', en: '${en}' }),
  ...bearing({ editAt: accountant }),
  expenseCategory: expenseCategory({ cn: '费用类型', en: 'Expense category', required: true, trend: true, editAt: accountant,
    section: 'basics' }),
  ...fx({ total: 'sum(items[amount != null].amount)', rmb: 'rmb(totalAmount, exchangeRate)' }),
  reason: textarea({ cn: '事由', en: 'Reason', required: true, max: 500, section: 'basics', span: 4 }),
  items: table({
    cn: '明细', en: 'Items', required: true, min: 1, max: 50, section: 'items', span: 4,
    columns: {
      description: text({ cn: '名称', en: 'Description', required: true, max: 100 }),
      amount: money({ cn: '金额', en: 'Amount', required: true, min: 0 }),
    },
  }),
  ...budget('false'),
})
`,
  rules: `const own = defineRules([
  rule('${prefix}-01', {
    each: 'items', when: 'amount <= 0', fields: ['amount'],
    cn: '金额须大于0', en: 'The amount must be more than 0',
  }),
])

const rules = [...headerRules, ...fxRules, ...bearingRules({ at: ['accountantReview'] }), ...own, ...budgetRules] as const
`,
  flow: `/** Above this amount in RMB the vice president decides. Administrators can change it in a version of their own. */
const flow = defineFlow([
  deptHead,
  bearingDeptHead(),
  accountantReview('bearingDept'),
  overBudgetApprover,
  viceGm('totalAmountRmb > 5000'),
  copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
])
`,
  sections: `[basics, { id: 'items', cn: '明细', en: 'Items' }, budgeted, ...closing]`,
  more: `  amount: 'totalAmountRmb',
  subject: ['reason'],
  columns: ['expenseCategory', 'totalAmountRmb', 'overBudget'],
  budget: { class: 'spending', department: 'bearingDept', category: 'expenseCategory', month: 'budgetMonth', amount: 'totalAmountRmb' },
`,
  imported: `import { borneByQuality } from '#plugins/forms/server/testing.ts'
`,
  contract:
    `  filled: () => ({ ...borneByQuality(), reason: '部门需要', items: [{ rowId: 'r1', description: '一项费用', amount: '100.00' }] }),
  edges: {
    '${prefix}-01': {
      breaks: { items: [{ rowId: 'r1', description: '一项费用', amount: '0.00' }] },
      keeps: { items: [{ rowId: 'r1', description: '一项费用', amount: '0.01' }] },
    },
  },
  passes: ['deptHead: yangfan', 'accountantReview: accountant'],
`,
})

/** A form to add to a module's `plugin.ts`. */
interface FormRegistration {
  /** `gatePass` */
  readonly name: string
  /** Ids of modules whose declarations it uses. */
  readonly requires: readonly string[]
}

/**
 * The source of a module's `plugin.ts` with the form, its permissions and requirements added.
 * @throws GenerationProblem for an unexpected layout
 */
export function withForm(source: string, { name, requires }: FormRegistration): string {
  const { body } = parseSync('plugin.ts', source).program
  const properties = declarationIn(body)
  const id = properties?.get('id')
  if (!properties || !id) throw unreadable(name)
  const textOf = (key: string) => source.slice(...rangeOf(properties.get(key)?.value))
  const followsForms = /\bforms\b/.test(textOf('permissions'))
  const added: readonly (readonly [key: string, entries: readonly string[]])[] = [
    ['requires', requires.filter((required) => !textOf('requires').includes(`'${required}'`)).map((required) => `'${required}'`)],
    ['permissions', followsForms ? [] : [`...Object.values(formPermissions(${name}.key))`]],
    ['forms', [name]],
  ]
  const edits = added.filter(([, entries]) => entries.length > 0).map(([key, entries]): Edit => {
    const value = properties.get(key)?.value
    if (!value) return { at: id.end, by: `,\n  ${key}: [${entries.join(', ')}]` }
    const list = listOf(value, body)
    if (list) return extended(list, entries)
    const [at, end] = rangeOf(value)
    return { at, end, by: `[...${source.slice(at, end)}, ${entries.join(', ')}]` }
  })
  const needed = followsForms || source.includes('formPermissions') ? [] : ["import { formPermissions } from '#kernel/form.ts'\n"]
  return edited(source, [...edits, ...needed.map((by) => ({ at: 0, by })), { at: endOfImports(body),
    by: `\nimport { ${name} } from './types/${name}/index.ts'` }])
}

const endOfImports = (body: ESTree.Program['body']): number =>
  body.findLast((statement) => statement.type === 'ImportDeclaration')?.end ?? 0

interface Edit {
  readonly at: number
  /** End of the replaced text; without it, text is inserted. */
  readonly end?: number
  readonly by: string
}

/** Applies edits from the end, so that earlier positions stay valid; insertions at one position keep their order. */
const edited = (source: string, edits: readonly Edit[]): string =>
  edits.toReversed().toSorted((one, other) => other.at - one.at).reduce(
    (text, { at, end = at, by }) => `${text.slice(0, at)}${by}${text.slice(end)}`,
    source,
  )

const rangeOf = (node: { readonly start: number; readonly end: number } | undefined): [number, number] => [node?.start ?? 0, node?.end ?? 0]

/** The properties of `export default definePlugin({ … })`, by key. */
function declarationIn(body: ESTree.Program['body']): ReadonlyMap<string, ESTree.ObjectProperty> | undefined {
  const exported = body.find((statement) => statement.type === 'ExportDefaultDeclaration')?.declaration
  if (exported?.type !== 'CallExpression' || exported.callee.type !== 'Identifier' || exported.callee.name !== 'definePlugin')
    return undefined
  const [declaration] = exported.arguments
  if (declaration?.type !== 'ObjectExpression') return undefined
  return new Map(
    declaration.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' ? [[property.key.name, property] as const] : []
    ),
  )
}

/** The list of a value: a literal, or a constant of the file. */
function listOf(value: ESTree.Expression, body: ESTree.Program['body']): ESTree.ArrayExpression | undefined {
  if (value.type === 'ArrayExpression') return value
  const constants = body.filter((statement) => statement.type === 'VariableDeclaration').flatMap(({ declarations }) => declarations)
  const named = constants.find(({ id }) => id.type === 'Identifier' && value.type === 'Identifier' && id.name === value.name)?.init
  return named?.type === 'ArrayExpression' ? named : undefined
}

const extended = ({ elements, end }: ESTree.ArrayExpression, entries: readonly string[]): Edit => ({
  at: elements.at(-1)?.end ?? end - 1,
  by: `${elements.length > 0 ? ', ' : ''}${entries.join(', ')}`,
})

const unreadable = (name: string) =>
  new GenerationProblem(
    `plugin.ts 不是 export default definePlugin({ id, … }) 的写法，无法登记 ${name} / plugin.ts is not written as export default definePlugin({ id, … }), so ${name} cannot be registered`,
  )
