import { isDeepStrictEqual } from 'node:util'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { isKind, kindOf } from '#kernel/kinds/registry.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { memoize } from '#kernel/memoize.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { Event, ValueChanged } from '#approval/event.ts'
import { type DocumentState, startNode } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import type { PinnedFlow } from '../definitions/definition-store.ts'
import type { LockedDocument } from '../store/store.ts'
import { fieldsOfFlow } from '../definitions/flow-contents.ts'
import { historyOf } from '../store/history.ts'

type ValueChange = ValueChanged['changes'][number]

/** The changes between two values, one per field: `remark`, or `items.{rowId}.amount` where both have the row. */
export function changesBetween(before: FormValue, after: FormValue): ValueChange[] {
  if (before === after) return []
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => changesOf(key, before[key], after[key]))
}

/** Applies changes to a value, as the replay of a history does. */
export function applyChanges(value: FormValue, changes: readonly ValueChange[]): FormValue {
  return changes.reduce((current, { field, after }) => {
    const [key = '', rowId, column] = field.split('.')
    if (rowId === undefined || column === undefined) return { ...current, [key]: after }
    const rows = rowsOf(current[key]) ?? []
    return { ...current, [key]: rows.map((row) => (row['rowId'] === rowId ? { ...row, [column]: after } : row)) }
  }, value)
}

function changesOf(key: string, before: unknown, after: unknown): ValueChange[] {
  if (isDeepStrictEqual(before, after)) return []
  const [left, right] = [rowsOf(before), rowsOf(after)]
  if (!left || !right || !sameRows(left, right)) return [{ field: key, before: before ?? null, after: after ?? null }]
  return left.flatMap((row, index) =>
    changesBetween(row, right[index]!).map(({ field, ...change }) => ({ field: `${key}.${String(row['rowId'])}.${field}`, ...change }))
  )
}

function rowsOf(value: unknown): FormValue[] | undefined {
  const rows = Array.isArray(value) && value.length > 0 && value.every((row) => row !== null && typeof row === 'object' && 'rowId' in row)
  return rows ? (value as FormValue[]) : undefined
}

const sameRows = (left: readonly FormValue[], right: readonly FormValue[]) =>
  left.length === right.length && left.every((row, index) => row['rowId'] === right[index]?.['rowId'])

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

/** The value at the last return. Later values are compared with it: approvers are not asked again unless what they saw has changed. */
export interface ReturnBaseline {
  readonly value: FormValue
  /** The person to whom it was returned. */
  readonly by: 'initiator' | 'approver'
}

interface ReturnedProcess {
  readonly id: string
  readonly process: Pick<DocumentState, 'runs'>
}

/** Reads the value at the last return; undefined where the flow asks everybody again, or earlier decisions no longer count. */
export async function returnBaseline(db: Db, { id, process }: ReturnedProcess, { settings }: Flow): Promise<ReturnBaseline | undefined> {
  if (settings.again !== 'changed' || !process.runs.some(({ closedFrom }) => closedFrom !== undefined)) return undefined
  const events = (await historyOf(db, id)).map(({ event }) => event)
  const last = events.findLastIndex(({ type }) => type === 'returned')
  const returned = events[last]
  if (returned?.type !== 'returned' || events.slice(last).some(endsStanding(flowAt(events.slice(0, last))))) return undefined
  return { value: valueAfter(events.slice(0, last)), by: returned.target === startNode ? 'initiator' : 'approver' }
}

/** The version of the flow at the end of a history. */
const flowAt = (events: readonly Event[]): string | undefined => events.flatMap(flowsOf).at(-1)

const flowsOf = (event: Event): readonly string[] =>
  (event.type === 'started' || event.type === 'adminMoved') && event.flow !== undefined ? [event.flow] : []

/** Events after which earlier decisions no longer count: the end of the round, or a change of the flow version. */
const endsStanding = (flow: string | undefined) => (event: Event): boolean =>
  event.type === 'refused' || event.type === 'revoked' || event.type === 'voided' || flowsOf(event).some((other) => other !== flow)

const valueAfter = (events: readonly Event[]): FormValue => events.reduce(valueWith, {} as FormValue)

/** The value after one more event of its history. */
export function valueWith(value: FormValue, event: Event): FormValue {
  if (event.type === 'started' && 'filed' in event) return event.filed as FormValue
  return event.type === 'valueChanged' ? applyChanges(value, event.changes) : value
}

/**
 * Returns a predicate: whether the decisions at a node still hold, since neither decisive fields nor fields shown to its approvers
 * changed.
 */
export function standingAt(
  { form, flow, baseline, value }: { readonly form: Form; readonly flow: Flow; readonly baseline: ReturnBaseline | undefined;
    readonly value: FormValue },
): ((node: string) => boolean) | undefined {
  if (!baseline) return undefined
  let known: { readonly isDecisive: boolean; readonly changed: readonly string[] } | undefined
  const compare = () => {
    const change = { before: baseline.value, after: value }
    return { isDecisive: changedFields(form, flow, { ...change, by: 'approver' }).length > 0,
      changed: changedFields(form, flow, { ...change, by: baseline.by }) }
  }
  return (node) => {
    known ??= compare()
    return !known.isDecisive && !known.changed.some((key) => isSeen(form.fields[key], key, approvalNode(flow, node)?.decidesOn, node))
  }
}

/** A field restricted to roles counts as seen, since the approver may have one of these roles. */
function isSeen(field: FieldDefinition | undefined, key: string, decidesOn: readonly string[] | undefined, node: string): boolean {
  if (decidesOn) return decidesOn.some((path) => path === key || path.startsWith(`${key}.`))
  const { visibleTo } = field ?? {}
  return !visibleTo || (visibleTo.roles ?? []).length > 0 || (visibleTo.nodes ?? []).includes(node)
}
