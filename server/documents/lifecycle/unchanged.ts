import { isDeepStrictEqual } from 'node:util'
import type { Event } from '#approval/event.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { isKind, kindOf } from '#kernel/kinds/registry.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { memoize } from '#kernel/memoize.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { PinnedFlow } from '../definitions/definition-store.ts'
import type { LockedDocument } from '../store/store.ts'
import { applyChanges } from '../values/changes.ts'
import { fieldsOfFlow } from '../definitions/flow-needs.ts'
import { historyOf } from '../store/history.ts'

/**
 * Returns whether a returned document may go directly back to the approver who returned it. For a pass by an approver, the decisive
 * fields must be unchanged since the return: amounts, payees, departments, files and whatever determines approvers. For a resubmission,
 * all entered fields must be unchanged, since earlier approvers would not see the changes.
 */
export async function isUnchangedSinceReturn({ db }: { readonly db: Db },
  { stored, form, pinned }: { readonly stored: LockedDocument; readonly form: Form; readonly pinned: PinnedFlow },
  { value, by }: { readonly value: FormValue; readonly by: Changer }): Promise<boolean> {
  if (!stored.process.returned) return false
  return (await changedSinceReturn(db, { stored, form, flow: pinned.flow }, { value, by })).length === 0
}

interface ReturnedDocument {
  readonly stored: Pick<LockedDocument, 'id' | 'value'>
  readonly form: Form
  readonly flow: Flow
}

/** Finds the fields that changed since the return and concern earlier approvers. */
export async function changedSinceReturn(db: Db, { stored, form, flow }: ReturnedDocument,
  { value, by }: { readonly value: FormValue; readonly by: Changer }): Promise<readonly string[]> {
  const history = await historyOf(db, stored.id)
  return changedFields(form, flow, { before: valueAtReturn(history.map(({ event }) => event), stored.value), after: value, by })
}

type Changer = 'approver' | 'initiator'

interface ComparedValues {
  readonly before: FormValue
  readonly after: FormValue
  readonly by: Changer
}

/** Returns the keys of changed fields that approvers would have to see again, in the order of the form. */
export function changedFields(form: Form, flow: Flow, { before, after, by }: ComparedValues): readonly string[] {
  const compared = by === 'initiator' ? [decisiveFields(form, flow), enteredFields(form.fields)] : [decisiveFields(form, flow)]
  return Object.keys(form.fields).filter((key) =>
    compared.some((fields) => {
      const only = fields[key] && { [key]: fields[key] }
      return only !== undefined && !isDeepStrictEqual(essence(only, before), essence(only, after))
    })
  )
}

/** Fields that the initiator enters, i.e. neither the product nor an approver. */
const enteredFields: (fields: Fields) => Fields = memoize((fields) =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, field]) => {
    const { system, value, atNode, kind, as } = field
    if (system || value !== undefined || atNode !== undefined || kind === 'calculated' || as === 'explanations') return []
    return [[key, field.columns ? { ...field, columns: enteredFields(field.columns) } : field]]
  }))
)

/** The value at the last return: reverts the changes made since. */
export function valueAtReturn(events: readonly Event[], value: FormValue): FormValue {
  const since = events.slice(events.findLastIndex(({ type }) => type === 'returned') + 1)
  return since.toReversed().reduce((current, event) => {
    if (event.type !== 'valueChanged') return current
    return applyChanges(current, event.changes.toReversed().map(({ field, before, after }) => ({ field, before: after, after: before })))
  }, value)
}

function decisiveFields(form: Form, flow: Flow): Fields {
  const named = fieldsOfFlow(form, flow)
  const always = new Set(['applicant', form.amount, ...Object.keys(named)])
  return Object.fromEntries(Object.entries(form.fields).flatMap(([key, field]) => {
    if (!field.columns) return isDecisive(field) || always.has(key) ? [[key, field]] : []
    const columns = decisiveColumns(field, named[key]?.columns ?? {})
    return Object.keys(columns).length > 0 ? [[key, { ...field, columns }]] : []
  }))
}

/** In a table with saved accounts, every column is decisive: together they define the payee. */
function decisiveColumns({ columns = {}, trend }: FieldDefinition, named: Fields): Fields {
  if (trend || Object.values(columns).some(({ decisive, fillsIn }) => decisive && fillsIn)) return columns
  return Object.fromEntries(Object.entries(columns).filter(([column, field]) => isDecisive(field) || column in named))
}

/** Amounts, cost bearers and files are decisive by their kind; payees by `decisive` in their declaration. */
function isDecisive(field: FieldDefinition): boolean {
  const { trend, system, result, of, decisive } = field
  if (trend || system) return trend === true
  return decisive === true || result === 'money' || kindOf(field).isDecisive === true ||
    (of !== undefined && isKind(of) && kindOf({ kind: of }).isDecisive === true)
}

function essence(fields: Fields, value: FormValue): unknown {
  return Object.entries(fields).map(([key, field]) =>
    field.columns ? inOneOrder(rowsAt(value, key).map((row) => essence(field.columns ?? {}, row))) : plain(field, value[key])
  )
}

const inOneOrder = (parts: readonly unknown[]): readonly string[] => parts.map((part) => JSON.stringify(part)).toSorted()

/** Normalises a value for the comparison: empty values are equal, 10 equals 10.00, and neither order nor surrounding spaces count. */
function plain(field: FieldDefinition, inner: unknown): unknown {
  if (Array.isArray(inner)) return inner.length === 0 ? null : inOneOrder(inner)
  return typeof inner === 'string' ? plainText(field, inner.trim()) : (inner ?? null)
}

function plainText(field: FieldDefinition, text: string): string | null {
  if (text === '') return null
  return isNumber(field) ? (decimalOf(text)?.toString() ?? text) : text
}

function isNumber(field: FieldDefinition): boolean {
  const { holds } = kindOf(field)
  return holds === 'decimal' || holds === 'integer' || numericResults.has(field.result ?? 'text')
}

const numericResults: ReadonlySet<string> = new Set(['money', 'number', 'integer'])
