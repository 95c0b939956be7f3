import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { memoize } from '#kernel/memoize.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { listed } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { type Resource, scopeOf } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { lengthOf } from '#kernel/kinds/texts.ts'
import { type RecordKind, recordKindOf } from '#kernel/record-kinds.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { columnsOf, type ResourceColumn, unknownRecord } from './columns.ts'
import type { RecordStep } from './rules.ts'

const id = z.string().min(1).max(64)

/** A record sent by a client. */
export type RecordInput = FormValue & {
  /** Codes of the questions that the person has confirmed. */
  readonly confirmed?: readonly string[]
}

const confirmed = z.array(z.string().max(60)).max(20).optional()

/** The schema of a new record: its writable fields by kind, including all unconditionally required ones; other fields are refused. */
export const newRecordSchema: (resource: Resource) => z.ZodType<RecordInput> = memoize((resource) => {
  const columns = writableColumns(resource)
  return z.strictObject({ id: z.null().optional(), version: versionInput.nullish(), confirmed, ...shapeOf(columns) }).superRefine((
    value: FormValue,
    context,
  ) => demand(columns, value, context))
})

/** The schema of a change: the changed fields, and the version that the person edited. */
export const changeSchema: (resource: Resource) => z.ZodType<RecordInput & { readonly id: string; readonly version: number }> = memoize((
  resource,
) => {
  const columns = writableColumns(resource)
  return z.strictObject({ id, version: versionInput, confirmed, ...shapeOf(columns) }).superRefine((value: FormValue, context) =>
    demand(columns.filter(({ wire }) => wire in value), value, context)
  )
})

interface Writable extends ResourceColumn {
  readonly field: FieldDefinition
}

/** Columns that clients may write. */
const writableColumns = (resource: Resource): readonly Writable[] =>
  [...columnsOf(resource).values()].flatMap((
    column,
  ) => (column.field && !column.field.system && !column.field.readOnly ? [{ ...column, field: column.field }] : []))

const shapeOf = (columns: readonly Writable[]) => Object.fromEntries(columns.map(({ wire, field }) => [wire, fieldSchema(field)] as const))

/** Demands that unconditionally required fields are not empty. */
function demand(columns: readonly Writable[], value: FormValue, context: z.RefinementCtx) {
  for (const { wire, field } of columns) {
    const { empty, ask } = kindOf(field)
    if (field.required !== true || !empty(value[wire])) continue
    context.addIssue({ code: 'custom', path: [wire], message: ask ?? 'error.field.required',
      params: { parameters: { label: bilingual(field) } } })
  }
}

interface LengthLimits {
  readonly fields: Resource['fields']
  /** Maximum number of characters by field. */
  readonly most: Readonly<Record<string, number>>
  /** Locale key of the message, with the parameters `label` and `n`. */
  readonly code?: string
}

/**
 * Limits entered texts to fewer characters than the column has; a longer stored text is accepted while unchanged.
 * @throws Refused at the fields
 */
export function demandEnteredLengths({ value, before }: Pick<RecordStep, 'value' | 'before'>,
  { fields, most, code = 'field.tooLong' }: LengthLimits): void {
  const wrong = Object.entries(most).flatMap(([field, n]) => {
    const text = value[field]
    const isNew = typeof text === 'string' && text !== before?.[field]
    return isNew && lengthOf(text) > n
      ? [{ field, code, parameters: { label: bilingual(fields[field] ?? { cn: field, en: field }), n } }]
      : []
  })
  const [first] = wrong
  if (first) throw new Refused(first.code, first.parameters, wrong)
}

interface FactsCheck {
  readonly resource: Resource
  readonly value: FormValue
  readonly host: Pick<Host, 'references' | 'dictionary' | 'departments'>
  /** The writer. */
  readonly caller: Caller
  /** Reads the stored record; empty for a new one. */
  readonly stored: () => Promise<FormValue>
}

/**
 * Validates the references of a record: every id must exist and, unless it is stored already, be visible to the writer; every choice must
 * be in its dictionary.
 * @throws Refused at the invalid fields
 */
export async function checkFacts(db: Db, check: FactsCheck): Promise<void> {
  const problems = [...(await danglingReferences(db, check)), ...(await unknownChoices(db, check.resource, check.value, check.host))]
  if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
}

async function danglingReferences(db: Db, { resource, value, host, caller, stored }: FactsCheck): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const [wire, kind] of pointing(resource)) {
    const ids = idsOf(value[wire])
    const source = ids.length > 0 ? host.references.source(kind) : undefined
    if (!source) continue
    const then = source.isLimited?.(caller) ? idsOf((await stored())[wire]) : ids
    const anew = ids.filter((id) => !then.includes(id))
    const found = [...(await source.find(db, ids.filter((id) => then.includes(id)))),
      ...(anew.length > 0 ? await source.find(db, anew, { caller, departments: host.departments }) : [])]
    const known = new Set(found.map(({ id }) => id))
    if (ids.some((id) => !known.has(id))) problems.push(unknownRecord(wire, resource.fields[wire]))
  }
  return problems
}

async function unknownChoices(db: Db, resource: Resource, value: FormValue,
  { dictionary }: Pick<Host, 'dictionary'>): Promise<FieldProblem[]> {
  const chosen = Object.entries(resource.fields).filter(([wire, { dict }]) => dict !== undefined && idsOf(value[wire]).length > 0)
  if (chosen.length === 0) return []
  const label = await dictionary(db)
  const wrong = chosen.filter(([wire, { dict = '' }]) => idsOf(value[wire]).some((choice) => label(dict, choice) === null))
  return Promise.all(wrong.map(async ([field, definition]): Promise<FieldProblem> => {
    const known = (await dictionaries(db).list(definition.dict ?? '')).filter(({ disabled }) => !disabled)
    const choices = listed(known.map((entry) => ({ cn: entry.label, en: entry.localName })))
    if (known.length === 0) return { field, code: 'error.field.choice' }
    return { field, code: 'error.field.choiceOf', parameters: { label: bilingual(definition), choices: bilingual(choices) } }
  }))
}

/** Fields with references, with the kind of their records. */
function pointing(resource: Resource): [string, RecordKind][] {
  return Object.entries(resource.fields).flatMap(([wire, field]): [string, RecordKind][] => {
    const kind = field.system ? undefined : recordKindOf(field)
    return kind ? [[wire, kind]] : []
  })
}

/** The field that binds a resource to departments: a list of their ids. */
export function boundField(resource: Resource): string | undefined {
  const named = scopeOf(resource)?.departments ?? 'departmentIds'
  return resource.fields[named]?.of === 'department' ? named : undefined
}

function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))]
}
