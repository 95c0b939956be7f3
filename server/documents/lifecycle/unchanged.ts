import { isDeepStrictEqual } from 'node:util'
import type { Event } from '#approval/event.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, FieldKind, Fields } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { memoize } from '#kernel/memoize.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { CommandContext, OpenDocument } from './run-command.ts'
import { applyChanges } from '../values/changes.ts'
import { fieldsOfFlow } from '../definitions/flow-needs.ts'
import { historyOf } from '../store/history.ts'

/**
 * Returns whether a returned document, with this value, may go straight back to whoever returned it. Of an approver who passes, amounts,
 * payees, departments, files and everything that decides about approvers are as they were at the return; of an initiator who files again,
 * everything that earlier approvers were shown: they would not see it otherwise.
 */
export async function isUnchangedSinceReturn({ db }: CommandContext, { stored, form, pinned }: OpenDocument,
  { value, by }: { readonly value: FormValue; readonly by: Changer }): Promise<boolean> {
  if (!stored.process.returned) return false
  return (await changedSinceReturn(db, { stored, form, flow: pinned.flow }, { value, by })).length === 0
}

interface ReturnedDocument {
  readonly stored: Pick<OpenDocument['stored'], 'id' | 'value'>
  readonly form: Form
  readonly flow: Flow
}

/** Finds the fields by which a returned document, with this value, has changed for those who decided on it before. */
export async function changedSinceReturn(db: CommandContext['db'], { stored, form, flow }: ReturnedDocument,
  { value, by }: { readonly value: FormValue; readonly by: Changer }): Promise<readonly string[]> {
  const history = await historyOf(db, stored.id)
  return changedFields(form, flow, { before: valueAtReturn(history.map(({ event }) => event), stored.value), after: value, by })
}

type Changer = 'approver' | 'initiator'

interface Change {
  readonly before: FormValue
  readonly after: FormValue
  readonly by: Changer
}

/** Compares what an approver would have to see again if it changed; the keys of what did, in the order of the form. */
export function changedFields(form: Form, flow: Flow, { before, after, by }: Change): readonly string[] {
  const compared = by === 'initiator' ? [decisiveFields(form, flow), enteredFields(form.fields)] : [decisiveFields(form, flow)]
  return Object.keys(form.fields).filter((key) =>
    compared.some((fields) => {
      const only = fields[key] && { [key]: fields[key] }
      return only !== undefined && !isDeepStrictEqual(essence(only, before), essence(only, after))
    })
  )
}

/** Fields that the initiator fills in: neither the product nor an approver does. */
const enteredFields: (fields: Fields) => Fields = memoize((fields) =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, field]) => {
    const { system, value, atNode, kind, as } = field
    if (system || value !== undefined || atNode !== undefined || kind === 'calculated' || as === 'explanations') return []
    return [[key, field.columns ? { ...field, columns: enteredFields(field.columns) } : field]]
  }))
)

/** The value as it was when the document was last returned: what was changed since is taken back. */
export function valueAtReturn(events: readonly Event[], value: FormValue): FormValue {
  const since = events.slice(events.findLastIndex(({ type }) => type === 'returned') + 1)
  return since.toReversed().reduce((current, event) => {
    if (event.type !== 'valueChanged') return current
    return applyChanges(current, event.changes.toReversed().map(({ field, before, after }) => ({ field, before: after, after: before })))
  }, value)
}

/** Money, who bears it, and the files that prove it; whom it goes to is `decisive` in its declaration. */
const decisiveKinds: ReadonlySet<string> = new Set<FieldKind>(['money', 'currency', 'department', 'attachment'])

function decisiveFields(form: Form, flow: Flow): Fields {
  const named = fieldsOfFlow(form, flow)
  const always = new Set(['applicant', form.amount, ...Object.keys(named)])
  return Object.fromEntries(Object.entries(form.fields).flatMap(([key, field]) => {
    if (!field.columns) return isDecisive(field) || always.has(key) ? [[key, field]] : []
    const columns = decisiveColumns(field, named[key]?.columns ?? {})
    return Object.keys(columns).length > 0 ? [[key, { ...field, columns }]] : []
  }))
}

/** Of a table with saved accounts, every column says who is paid. */
function decisiveColumns({ columns = {}, trend }: FieldDefinition, named: Fields): Fields {
  if (trend || Object.values(columns).some(({ decisive, fillsIn }) => decisive && fillsIn)) return columns
  return Object.fromEntries(Object.entries(columns).filter(([column, field]) => isDecisive(field) || column in named))
}

const isDecisive = ({ kind, trend, system, result, of, decisive }: FieldDefinition): boolean =>
  trend === true ||
  (!system && (decisive === true || decisiveKinds.has(kind) || result === 'money' || (of !== undefined && decisiveKinds.has(of))))

const numbers: ReadonlySet<string | undefined> = new Set(['money', 'number', 'integer', 'percent', 'rate'])

function essence(fields: Fields, value: FormValue): unknown {
  return Object.entries(fields).map(([key, field]) =>
    field.columns ? inOneOrder(rowsAt(value, key).map((row) => essence(field.columns ?? {}, row))) : plain(field, value[key])
  )
}

const inOneOrder = (parts: readonly unknown[]): readonly string[] => parts.map((part) => JSON.stringify(part)).toSorted()

/** Empty values are equal however they are written, and 10 equals 10.00; neither order nor outer blanks are a change. */
function plain(field: FieldDefinition, inner: unknown): unknown {
  if (Array.isArray(inner)) return inner.length === 0 ? null : inOneOrder(inner)
  return typeof inner === 'string' ? plainText(field, inner.trim()) : (inner ?? null)
}

function plainText(field: FieldDefinition, text: string): string | null {
  if (text === '') return null
  return isNumber(field) ? (decimalOf(text)?.toString() ?? text) : text
}

const isNumber = ({ kind, result }: FieldDefinition): boolean => numbers.has(kind) || numbers.has(result)
