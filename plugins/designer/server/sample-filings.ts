import type { FieldProblem } from '#kernel/errors.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Holds } from '#kernel/kinds/kind.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { serverMessages } from '#server/server-messages.ts'
import { designedForm } from '../company.ts'
import { exampleOn } from '../library/examples.ts'
import type { FormContent, SampleFiling, SampleFinding } from '../wire.ts'

interface SampleContext {
  readonly host: Host
  readonly db: Db
  readonly caller: Caller
}

const madeUp: Label = { cn: '自动生成的样例', en: 'Generated sample' }

/**
 * Files sample documents of a content that are not stored: its examples, and one whose values are made up. Each is judged as filing would,
 * and run through the flow, as the caller.
 * @throws Refused where a sample is malformed
 */
export async function sampleFilings(context: SampleContext, content: FormContent): Promise<readonly SampleFiling[]> {
  const today = todayOf(context.host.clock.now())
  const form = designedForm(content)
  const { value: header } = await madeUpValue(context, { fields: form.fields, keys: headerKeys })
  const drawn = Object.keys(form.fields).filter((key) => !headerKeys.includes(key))
  const made = await madeUpValue(context, { fields: form.fields, keys: drawn })
  const examples = (content.examples ?? []).map(({ cn, en, value }) => ({ cn, en, value: { ...header, ...exampleOn(value, today) },
    open: [] })
  )
  const samples: SampleFiling[] = []
  for (const { value, open, cn, en } of [...examples, { ...madeUp, value: { ...header, ...made.value }, open: made.open }])
    samples.push({ cn, en, open: open.map((key) => labelOf(form.fields[key]!)), ...(await tried(context, form, { value, open })) })
  return samples
}

/** Fields of every document that an initiator fills in. */
const headerKeys: readonly string[] = ['title', 'applicant', 'applicantDept']

const labelOf = ({ cn, en }: Label): Label => ({ cn, en })

async function tried({ host, db, caller }: SampleContext, form: Form,
  { value, open }: { readonly value: FormValue; readonly open: readonly string[] }): Promise<Pick<SampleFiling, 'findings' | 'steps'>> {
  const { problems, steps, refusal } = await host.tryFiling(db, { form, value, caller })
  const words = wording(host)
  const own = problems.filter(({ field }) => !open.includes(field)).map((problem): SampleFinding => ({ ...words(problem),
    level: (problem.level ?? 'block') === 'block' ? 'block' : 'warn' })
  )
  const asked = [...steps.flatMap((step) => step.problems.map((problem) => ({ step, problem }))),
    ...(refusal && !steps.some((step) => step.problems.some(({ code }) => code === refusal.code)) ? [{ problem: refusal }] : [])]
  return { findings: [...own, ...asked.map(({ problem }): SampleFinding => ({ ...words(problem), level: 'warn' }))],
    steps: steps.filter(({ kind, state }) => kind === 'approve' && state !== 'skipped').map(({ cn, en, people, state }) => ({ cn, en,
      people: people.map(({ name }) => name), isAutomatic: state === 'auto' })
    ) }
}

/** The words of a problem in both languages. */
function wording({ plugins }: Host) {
  const find = serverMessages(plugins)
  return ({ code, parameters, message }: Pick<FieldProblem, 'code' | 'parameters' | 'message'>): Label =>
    message ?? { cn: find(code, parameters, 'cn') ?? code, en: find(code, parameters, 'en') ?? code }
}

interface MadeUp {
  readonly value: FormValue
  /** Keys of required fields without a value. */
  readonly open: readonly string[]
}

/** A value for each of these fields that is entered by the initiator. */
async function madeUpValue(context: SampleContext,
  { fields, keys }: { readonly fields: Fields; readonly keys: readonly string[] }): Promise<MadeUp> {
  const value: Record<string, unknown> = {}
  const open: string[] = []
  for (const key of keys) {
    const field = fields[key]
    if (!field || !isEntered(field)) continue
    const sample = await sampleOf(context, field)
    if (sample !== undefined) value[key] = sample
    else if (field.required !== undefined) open.push(key)
  }
  return { value: value as FormValue, open }
}

const isEntered = ({ kind, system, readOnly, value, atNode, default: initial }: FieldDefinition): boolean =>
  kindOf({ kind }).holds !== 'nothing' && kind !== 'calculated' && !system && !readOnly && value === undefined && atNode === undefined &&
  initial === undefined

type Maker = (field: FieldDefinition, context: SampleContext) => unknown

/** Makers by what a kind holds; undefined where nothing can be made up. */
const makers: Readonly<Record<Holds, Maker>> = {
  text: sampleText,
  decimal: (field) => String(figureWithin(field)),
  integer: (field) => figureWithin(field),
  boolean: ({ required }) => required === true,
  date: (_, { host }) => todayOf(host.clock.now()),
  datetime: (_, { host }) => nowOf(host.clock.now()),
  time: () => '09:00:00',
  days: (_, { host }) => [todayOf(host.clock.now()), todayOf(host.clock.now())],
  choice: choiceOf,
  choices: async (field, context) => (field.kind === 'multiselect' ? listed(await choiceOf(field, context)) : undefined),
  code: () => 'CNY',
  id: recordOf,
  ids: async (field, context) => (field.kind === 'people' ? listed(await recordOf(field, context)) : undefined),
  rows: rowsOf,
  result: () => undefined,
  nothing: () => undefined,
}

async function sampleOf(context: SampleContext, field: FieldDefinition): Promise<unknown> {
  return makers[kindOf(field).holds](field, context)
}

const listed = (entry: unknown): readonly unknown[] | undefined => (entry === undefined ? undefined : [entry])

/** A text of the field's length; where it has a pattern, the placeholder, if that matches. */
function sampleText({ min = 0, max = 200, pattern, placeholder, kind }: FieldDefinition): string | undefined {
  if (pattern !== undefined) return placeholder && new RegExp(pattern, 'u').test(placeholder.cn) ? placeholder.cn : undefined
  const text = '样例'.padEnd(min, '样').slice(0, Math.max(1, max))
  return kind === 'richtext' ? `<p>${text}</p>` : text
}

/** The least number that the field accepts, at least 1 where it can be. */
function figureWithin({ min = -Infinity, max = Infinity, step = 1 }: FieldDefinition): number {
  return Math.min(Math.ceil(Math.max(1, min) / step) * step, max)
}

async function choiceOf(field: FieldDefinition, context: SampleContext): Promise<unknown> {
  const { options, dict, excludes = [], of } = field
  if (options) return options[0]?.value
  if (of !== undefined) return recordOf(field, context)
  if (dict === undefined) return undefined
  const item = await context.db.selectFrom('sys_dict_data').select('value').where('type', '=', dict).where('del_flag', '=', 0)
    .where('enable', '=', true).$if(excludes.length > 0, (query) => query.where('value', 'not in', [...excludes])).orderBy('sort').limit(1)
    .executeTakeFirst()
  return item?.value
}

/** The caller, their department, or the first record that they may choose. */
async function recordOf(field: FieldDefinition, { host, db, caller }: SampleContext): Promise<unknown> {
  const kind = recordKindOf(field)
  if (kind === 'person') return caller.id
  if (kind === 'department') return caller.departments[0]
  const source = kind === undefined ? undefined : host.references.source(kind)
  const found = await source?.candidates(db, { current: 1, size: 1, context: {}, today: todayOf(host.clock.now()) }, { caller,
    departments: host.departments })
  return found?.records[0]?.id
}

/** As many rows as the table asks for, at least one. */
async function rowsOf({ columns = {}, min = 1, max = min }: FieldDefinition, context: SampleContext): Promise<unknown> {
  const count = Math.min(Math.max(1, min), Math.max(1, max))
  const { value } = await madeUpValue(context, { fields: columns, keys: Object.keys(columns) })
  return Array.from({ length: count }, () => ({ rowId: newRowId(), ...value }))
}
