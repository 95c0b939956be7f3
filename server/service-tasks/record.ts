import { openTasks } from '#approval/engine.ts'
import { system } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type CommandContext, changeEvents, decideOn, open, type OpenDocument, commit } from '#server/documents/lifecycle/run-command.ts'
import { nobody } from '#server/identity/system-caller.ts'
import { minutes } from '#server/jobs/job.ts'
import { documentNoun } from '#server/messages/document-noun.ts'
import { notify } from '#server/messages/notify.ts'
import { nextAttempt } from '#server/queue/queue.ts'
import { type LeasedTask, serviceTasks } from './lease.ts'
import { serviceTaskKey, type ServiceTaskOutcome } from './service-task.ts'

/** Backoff of a service task without an answer, ms; the last value is repeated. */
const backoff = [1, 5, 15, 60, 240].map(minutes)

type SentTask = Pick<LeasedTask, 'task' | 'node' | 'attempts' | 'document'>

/** Records the outcome of a service task, in a separate transaction. */
export async function record(context: CommandContext, serviceTask: SentTask, outcome: ServiceTaskOutcome): Promise<void> {
  const own = { ...context, caller: nobody }
  const opened = await open(own, { document: serviceTask.document.id }, { asksBindings: false })
  // another instance that took over this task records the outcome
  if (!(await serviceTasks.record(context.db, serviceTask, changeBy(outcome, { attempts: serviceTask.attempts, at: context.at })))) return
  if (outcome.outcome === 'done') return finish(own, opened, { serviceTask, outcome })
  if (outcome.outcome === 'refused') await refuse(own, opened, { serviceTask, outcome })
}

function changeBy(outcome: ServiceTaskOutcome, { attempts, at }: { readonly attempts: number; readonly at: Date }) {
  if (outcome.outcome === 'done') return { state: 'done', message: outcome.comment }
  const due = nextAttempt(backoff, { attempts: Math.min(attempts, backoff.length), at })
  return { state: outcome.outcome === 'refused' ? 'failed' : 'unknown', message: outcome.message, due_at: due }
}

interface ServiceTaskResult<Outcome> {
  readonly serviceTask: Pick<LeasedTask, 'task' | 'node'>
  readonly outcome: Outcome
}

/** Passes the node with the answer of the other system. */
async function finish(context: CommandContext, opened: OpenDocument,
  { serviceTask, outcome: { set, comment } }: ServiceTaskResult<Extract<ServiceTaskOutcome, { outcome: 'done' }>>): Promise<void> {
  await carryOut(context, opened, { node: serviceTask.node, set, comment })
}

/** Passes a node of the system. The values that it sets are visible to the conditions of later nodes. */
export async function carryOut(context: CommandContext, opened: OpenDocument,
  { node, set, comment }: { node: string; set: FormValue; comment: string }): Promise<DocumentState> {
  const { stored } = opened
  const task = openTasks(stored.process).find((open) => open.node === node && open.person === system)
  const value = { ...stored.value, ...set }
  const changed = changeEvents(context, opened, { value, node })
  // for a document that was ended in the meantime, the answer is still stored
  const passed = task
    ? decideOn(context, opened, { action: 'pass', task: task.id, comment, by: system, at: context.at.toISOString() }, value)
    : []
  return commit(context, opened, { events: [...changed, ...passed], value })
}

async function refuse(context: CommandContext, opened: OpenDocument,
  { serviceTask, outcome: { set = {}, message } }: ServiceTaskResult<Extract<ServiceTaskOutcome, { outcome: 'refused' }>>): Promise<void> {
  const { stored: { id, number, value, process }, form, pinned, evaluation: { directory } } = opened
  const changedValue = { ...value, ...set }
  const changed = changeEvents(context, opened, { value: changedValue, node: serviceTask.node })
  if (changed.length > 0) await commit(context, opened, { events: changed, value: changedValue })
  const kind = context.host.serviceTasks.get(serviceTaskKey(form.key, serviceTask.node))
  const holders = kind ? directory.holders(kind.role).map((holder) => holder.id) : []
  const node = approvalNode(pinned.flow, serviceTask.node) ?? { cn: serviceTask.node, en: serviceTask.node }
  await notify(context.db, { kind: 'serviceTaskFailed', recipients: [process.starter, ...holders], document: id,
    blanks: { p: bilingual(documentNoun(form)), no: number, n: bilingual(node), message }, at: context.at })
}
