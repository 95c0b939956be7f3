import { z } from 'zod'
import type { FieldBody } from '#kernel/wording/describe.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { commonAttributes } from '#kernel/composition/fields/field-findings.ts'
import { kindNames, kindOf } from '#kernel/kinds/registry.ts'

export const key = z.string().min(1).max(64)
export const keys = z.array(key).max(200)
export const feel = z.string().max(4000)
const text = z.string().max(2000)
export const label = { cn: text, en: text }
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
  default: feel,
  value: feel,
  result: z.enum(['money', 'number', 'integer', 'text', 'boolean', 'date']),
  trend: yes,
  clears: keys,
  editAt: keys,
  atNode: z.union([key, keys]),
  min: z.number(),
  max: z.number(),
  precision: whole,
  each: yes,
  rmb: yes,
  isName: yes,
  infinity: z.number(),
  shareOf: key,
  bilingual: yes,
  months: yes,
  pattern: z.string().max(500),
  placeholder: z.strictObject(label),
  hint: z.strictObject(label),
  because: z.strictObject({ ...label, when: feel, blanks: formulas.optional() }),
  dict: key,
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
  columnGroups: z.array(z.strictObject({ ...label, columns: keys, shows: key, tag: key.optional() })).max(10),
  components: z.strictObject({ input: key.optional(), cell: key.optional() }),
  span: z.literal([1, 2, 3, 4]),
}

/** The schema of a field or column: the common attributes and those of its kind, including kinds of modules. */
export const fieldInput: z.ZodType<FieldBody> = z.unknown().superRefine((value, context) => {
  for (const { path, message } of shapes().safeParse(value).error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
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
