import { z } from 'zod'
import type { FieldBody, FormBody } from '#kernel/wording/describe.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { commonAttributes } from '#kernel/composition/fields/field-findings.ts'
import { kindNames, kindOf } from '#kernel/kinds/registry.ts'
import { inputProblems } from '#server/http/requests/validation.ts'

const key = z.string().min(1).max(64)
const keys = z.array(key).max(200)
const feel = z.string().max(4000)
const text = z.string().max(2000)
const label = { cn: text, en: text }
const yes = z.literal(true)
const whole = z.int().min(0)
const formulas = z.record(key, feel)

/** The schema of every attribute; which attributes a field may have depends on its kind. */
const attributes: Readonly<Record<Exclude<keyof FieldDefinition, 'kind' | 'columns' | 'cn' | 'en'>, z.ZodType>> = {
  required: z.union([yes, feel]),
  requiredAt: z.record(key, z.union([yes, feel])),
  shown: yes,
  visible: feel,
  as: key,
  readOnly: yes,
  locked: feel,
  system: yes,
  unrepeated: yes,
  unsearched: yes,
  unexported: yes,
  default: feel,
  value: feel,
  result: z.enum(['money', 'number', 'integer', 'text', 'boolean', 'date']),
  trend: yes,
  clears: keys,
  editAt: keys,
  atNode: z.union([key, keys]),
  min: z.number(),
  max: z.number(),
  step: z.number(),
  precision: whole,
  earliest: feel,
  latest: feel,
  each: yes,
  rmb: yes,
  isName: yes,
  unit: z.strictObject(label),
  summary: z.enum(['sum', 'average', 'count', 'none']),
  infinity: z.number(),
  shareOf: key,
  bilingual: yes,
  months: yes,
  seconds: yes,
  isLateAfter: yes,
  pattern: z.string().max(500),
  patternMessage: z.strictObject(label),
  placeholder: z.strictObject(label),
  hint: z.strictObject(label),
  because: z.strictObject({ ...label, when: feel, blanks: formulas.optional() }),
  dict: key,
  excludes: z.array(z.string().max(100)).max(500),
  options: z.array(z.strictObject({ value: z.string().max(100), ...label })).max(500),
  of: key,
  to: key,
  decisive: yes,
  fillsIn: yes,
  shows: z.record(key, z.strictObject(label)),
  voucherKinds: z.record(key, z.string().max(100)),
  freeText: yes,
  suggests: z.strictObject({ call: text, value: key, fills: z.record(key, key).optional() }),
  optionsBy: z.strictObject({ call: key, with: z.record(key, key).optional(), fills: z.record(key, key).optional() }),
  optionsFrom: keys,
  filter: feel,
  links: keys,
  linkStates: z.array(z.enum(['inApproval', 'completed'])),
  own: yes,
  binds: z.boolean(),
  claim: z.enum(['once', 'remaining']),
  claims: z.strictObject({ rows: key.optional(), by: key.optional(), amount: feel.optional(), at: key.optional(),
    message: z.strictObject(label).optional() }),
  proposes: z.strictObject({ rows: key.optional(), set: formulas }),
  extensions: keys,
  maxBytes: whole,
  masked: yes,
  sealed: yes,
  takes: z.strictObject({ from: key,
    of: z.record(key, z.strictObject({ rows: key, set: formulas, when: feel.optional(), keeps: keys.optional() })), once: yes.optional() }),
  fetches: z.strictObject({ ...label, call: text, by: keys, when: feel.optional() }),
  section: key,
  owner: z.union([key, z.record(key, key)]),
  visibleTo: z.strictObject({ roles: keys.optional(), nodes: keys.optional() }),
  struckBy: key,
  uniqueColumns: keys,
  columnGroups: z.array(z.strictObject({ ...label, columns: keys, shows: key, tag: key.optional() })).max(10),
  components: z.strictObject({ input: key.optional(), cell: key.optional() }),
  span: z.literal([1, 2, 3, 4]),
}

/** The schema of a field or column: the common attributes and those of its kind, including kinds of modules. */
export const fieldInput: z.ZodType<FieldBody> = z.unknown().superRefine((value, context) => {
  for (const { path, code, parameters } of inputProblems(shapes(), value))
    context.addIssue({ code: 'custom', path: [...path], message: code, params: { parameters } })
}) as unknown as z.ZodType<FieldBody>

let known: { readonly names: string; readonly union: z.ZodType } | undefined

/** The schemas of all kinds, computed lazily since modules may install theirs later. */
function shapes(): z.ZodType {
  const names = kindNames()
  if (known?.names !== names.join()) {
    const [first, ...others] = names.map(shapeOf)
    known = { names: names.join(), union: z.discriminatedUnion('kind', [first!, ...others]) }
  }
  return known!.union
}

function shapeOf(kind: FieldDefinition['kind']) {
  const read = [...commonAttributes, ...kindOf({ kind }).attributes].filter((name): name is keyof typeof attributes =>
    name in attributes && !(name in label)
  )
  return z.strictObject({
    key,
    kind: z.literal(kind),
    ...label,
    ...Object.fromEntries(read.map((name) => [name, name === 'to' ? attributes[name] : attributes[name].optional()])),
    ...(kind === 'table' && { columns: z.array(fieldInput).min(1).max(200) }),
  })
}

const path = z.string().min(1).max(200)
const named = { id: key, ...label }

const rule = z.strictObject({
  ...named,
  when: feel,
  each: key.optional(),
  fields: keys,
  level: z.enum(['block', 'confirm', 'warn']),
  acceptedBy: key.optional(),
  blanks: z.record(key, feel).optional(),
  at: keys.optional(),
})

const budget = z.strictObject({
  class: z.enum(['spending', 'application']),
  rows: z.union([key, keys]).optional(),
  department: path,
  category: path,
  categoryCode: key.optional(),
  month: path,
  amount: feel,
  releaseOn: feel.optional(),
  settled: key.optional(),
  offBudget: key.optional(),
})

const unique = z.strictObject({
  among: z.enum(['inApproval', 'live', 'completed']),
  by: keys,
  rows: key.optional(),
  span: z.tuple([key, key]).optional(),
  across: key.optional(),
  message: z.strictObject(label).optional(),
})

const figures = z.strictObject({ call: key, with: z.record(key, key), narrowedBy: z.record(key, key).optional(), rows: key.optional(),
  into: z.record(key, key), readAt: key.optional(), at: keys })

const posts = z.strictObject({ ...named, at: key, before: z.literal(true).optional(), call: key, after: key.optional(),
  when: feel.optional(), rows: key.optional(), body: z.record(key, feel),
  lists: z.record(key, z.strictObject({ table: key, entry: z.record(key, feel) })).optional(), amount: feel.optional(),
  into: key.optional(), reversal: key.optional(), role: key.optional() })

const printing = z.strictObject({
  omit: keys.optional(),
  cover: keys.optional(),
  labels: z.strictObject({ rows: key, number: key, name: key, more: keys.optional() }).optional(),
  photos: keys.optional(),
  signedBy: z.array(z.strictObject(label)).optional(),
})

/** The schema of a stored or sent form: checks the structure only, not references between its parts. */
export const formInput: z.ZodType<FormBody> = z.strictObject({
  ...label,
  short: z.strictObject(label).optional(),
  key,
  path,
  detailPath: path,
  prefix: key,
  group: key,
  icon: key,
  terminals: z.array(z.enum(['web', 'mini'])),
  abortAfterCompletion: z.boolean(),
  startedBy: z.literal('otherSystem').optional(),
  sections: z.array(z.strictObject(named)),
  fields: z.array(fieldInput),
  rules: z.array(rule),
  budget: budget.optional(),
  budgetShown: z.strictObject({ department: path, category: path, month: path, amount: feel, switch: key.optional() }).optional(),
  amount: key.optional(),
  approved: key.optional(),
  claimable: key.optional(),
  unclaimed: key.optional(),
  claimed: key.optional(),
  followUps: z.array(z.strictObject({ ...named, role: key.optional(), when: feel.optional() })).optional(),
  onward: z.strictObject({ ...label, form: key, link: key, taken: z.strictObject(label) }).optional(),
  subject: z.array(z.union([path, z.strictObject({ from: path, to: path })])).max(10).optional(),
  unique: z.array(unique).max(10).optional(),
  figures: z.array(figures).max(20).optional(),
  posts: z.array(posts).max(10).optional(),
  columns: keys,
  paidBy: keys.optional(),
  print: z.union([z.literal(false), printing]).optional(),
  voidPermission: z.string().max(100).optional(),
  permissions: z.array(z.string().max(100)),
}) as z.ZodType<FormBody>
