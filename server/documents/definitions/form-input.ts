import { z } from 'zod'
import type { FormBody } from '#kernel/wording/describe.ts'
import { feel, fieldInput, key, keys, label } from './field-input.ts'

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

const figures = z.strictObject({ call: key, with: z.record(key, key), rows: key.optional(), into: z.record(key, key),
  readAt: key.optional(), at: keys })

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
