import type { Event } from '#approval/event.ts'
import { type DocumentState, startNode } from '#approval/types.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { historyOf } from '../store/history.ts'
import { applyChanges } from '../values/changes.ts'
import { changedFields } from './unchanged.ts'

/** The value at the last return. Later values are compared with it: approvers are not asked again unless what they saw has changed. */
export interface ReturnBaseline {
  readonly value: FormValue
  /** The person to whom it was returned. */
  readonly by: 'initiator' | 'approver'
}

interface ReturnedDocument {
  readonly id: string
  readonly process: Pick<DocumentState, 'runs'>
}

/** Reads the value at the last return; undefined where the flow asks everybody again, or earlier decisions no longer count. */
export async function returnBaseline(db: Db, { id, process }: ReturnedDocument, { settings }: Flow): Promise<ReturnBaseline | undefined> {
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

const valueAfter = (events: readonly Event[]): FormValue =>
  events.reduce<FormValue>((value, event) => {
    if (event.type === 'started' && 'filed' in event) return event.filed as FormValue
    return event.type === 'valueChanged' ? applyChanges(value, event.changes) : value
  }, {})

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
