import type { Check, Explanation } from '../../src/approval/command.ts'
import type { Event, ValueChanged } from '../../src/approval/event.ts'
import type { Choice, DocumentState } from '../../src/approval/types.ts'
import { Missing } from '../../src/kernel/errors.ts'
import { nameOf } from '../../src/kernel/names.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import { attachTo } from '../attachments/attachments.ts'
import { newId } from '../identity/id.ts'
import { type Acting, decideOn, discreetly, open, type Opened, settle } from './act.ts'
import { changesBetween } from './changes.ts'
import { attachmentsOf } from './links.ts'
import { concernsValue } from './node-needs.ts'
import { refuseProblems, valueAtNode } from './valuation.ts'

/** What an approver says and changes when passing. */
export interface Passing {
  readonly task: string
  readonly incoming: FormValue
  readonly comment?: string
  readonly choices: readonly Choice[]
  readonly explanations: readonly Explanation[]
  readonly checks: readonly Check[]
  readonly accepted: readonly string[]
}

export const noSuchTask = 'documents.noSuchTask'

/** Passes a task; the fields that its node leaves open may change with it. */
export async function pass(acting: Acting, passing: Passing): Promise<{ process: DocumentState; opened: Opened }> {
  const opened = await open(acting, { task: passing.task }, { asksBindings: false })
  return discreetly(acting, { document: opened.stored.id, absent: noSuchTask }, () => passOn(acting, passing, opened))
}

async function passOn(acting: Acting, passing: Passing, opened: Opened): Promise<{ process: DocumentState; opened: Opened }> {
  const { task, comment, choices, explanations, checks } = passing
  const command = {
    action: 'pass', task, choices, explanations, checks, by: acting.caller.id, at: acting.at.toISOString(), ...(comment?.trim() ? { comment } : {}),
  } as const
  const node = nodeOf(opened.stored.process, task, acting.caller.id)
  // a task that is gone or somebody else's is refused before anything is said about the form
  if (!node) {
    decideOn(acting, opened, command)
    throw new Missing(noSuchTask)
  }
  const valued = await valueOf(acting, opened, passing, node)
  const events = decideOn(acting, valued.opened, command, valued.value)
  const changes = changesBetween(opened.stored.value, valued.value)
  const changed: ValueChanged[] = changes.length > 0 ? [{ type: 'valueChanged', by: acting.caller.id, at: acting.at.toISOString(), node, changes }] : []
  const process = await settle(acting, valued.opened, { events: [...changed, ...events] as Event[], value: valued.value })
  if (changes.length > 0) {
    const { stored: { id }, form } = opened
    await attachTo(acting.db, { document: id, type: form.key, caller: acting.caller.id }, attachmentsOf(form.fields, valued.value))
  }
  return { process, opened: valued.opened }
}

/** The node of a running task of this person. */
function nodeOf(process: DocumentState, task: string, person: string): string | undefined {
  if (process.status !== 'inApproval') return undefined
  for (const run of process.runs) {
    const found = run.tasks.find(({ id }) => id === task)
    if (found) return found.state === 'running' && found.person === person ? run.node : undefined
  }
  return undefined
}

async function valueOf(acting: Acting, opened: Opened, passing: Passing, node: string): Promise<{ value: FormValue; opened: Opened }> {
  const { host, db, caller, at } = acting
  const { stored, form, evaluation } = opened
  if (!concernsValue(form, node, passing.incoming)) return { value: withExplanations(stored.value, passing.explanations, { acting, opened }), opened }
  const valuation = await valueAtNode(host, db, {
    form, caller, at, node, evaluation, before: stored.value, incoming: passing.incoming, accepted: passing.accepted,
    document: { id: stored.id, number: stored.number, round: stored.process.round, starter: stored.process.starter },
  })
  refuseProblems(valuation)
  const value = withExplanations(valuation.value, passing.explanations, { acting, opened })
  return { value, opened: { ...opened, evaluation: valuation.evaluation } }
}

/** Wire name of the list of explanations that a form may carry. */
const explanationList = 'explainDtoList'

/** Adds the approver's explanations to those of the document, with name and department as they are now. */
function withExplanations(value: FormValue, explanations: readonly Explanation[], { acting, opened }: { acting: Acting; opened: Opened }): FormValue {
  if (explanations.length === 0 || !(explanationList in opened.form.fields)) return value
  const { directory } = opened.evaluation
  const department = directory.department(directory.person(acting.caller.id)?.departments[0] ?? '')
  const rows = explanations.map(({ kind, text }) => ({
    rowId: newId(), userName: nameOf(acting.caller.name, 'cn'), departmentName: nameOf(department?.name, 'cn'), explain: text, explainType: kind,
  }))
  return { ...value, [explanationList]: [...((value[explanationList] as readonly unknown[] | undefined) ?? []), ...rows] }
}
