import { openTasks } from '#approval/engine.ts'
import { system } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import { bilingual } from '#kernel/names.ts'
import { approvalNode } from '#kernel/flow-nodes.ts'
import type { FormValue } from '#kernel/value.ts'
import { type Acting, changeEvents, decideOn, open, type Opened, settle } from '../documents/lifecycle/run-command.ts'
import { nobody } from '../identity/system-caller.ts'
import { minutes } from '../jobs/job.ts'
import { tell } from '../messages/notify.ts'
import type { Claimed } from './lease.ts'
import { errandKey, type ErrandOutcome } from './service-task.ts'

/** Waits before an errand without an answer goes out again, ms; the last for every further time. */
const waits = [1, 5, 15, 60, 240].map(minutes)

type Asked = Pick<Claimed, 'task' | 'node' | 'attempt' | 'document'>

/** Writes down what came of an errand, in a transaction of its own. */
export async function record(acting: Acting, errand: Asked, outcome: ErrandOutcome): Promise<void> {
  const own = { ...acting, caller: nobody }
  const opened = await open(own, { document: errand.document.id }, { asksBindings: false })
  if (!(await isMine(acting, errand))) return
  if (outcome.outcome === 'done') return finish(own, opened, { errand, outcome })
  const { outcome: kind, message } = outcome
  const due = new Date(acting.at.getTime() + (waits[Math.min(errand.attempt, waits.length) - 1] ?? 0))
  await acting.db.updateTable('errand').set({ state: kind === 'refused' ? 'failed' : 'unknown', message, due_at: due }).where('task', '=', errand.task).execute()
  if (kind === 'refused') await refuse(own, opened, { errand, outcome })
}

/** Whoever took over from an attempt that was thought lost writes down what came of it. */
async function isMine({ db }: Acting, { task, attempt }: Asked): Promise<boolean> {
  const row = await db.selectFrom('errand').select(['state', 'attempts']).where('task', '=', task).forUpdate().executeTakeFirst()
  return row?.state === 'working' && row.attempts === attempt
}

interface Ended<Outcome> {
  readonly errand: Pick<Claimed, 'task' | 'node'>
  readonly outcome: Outcome
}

/** The node is passed, with what the other system answered. */
async function finish(acting: Acting, opened: Opened, { errand, outcome: { set, comment } }: Ended<Extract<ErrandOutcome, { outcome: 'done' }>>): Promise<void> {
  await acting.db.updateTable('errand').set({ state: 'done', message: comment }).where('task', '=', errand.task).execute()
  await carryOut(acting, opened, { node: errand.node, set, comment })
}

/** Passes the node that the product holds. What is set counts for the nodes behind it. */
export async function carryOut(acting: Acting, opened: Opened, { node, set, comment }: { node: string; set: FormValue; comment: string }): Promise<DocumentState> {
  const { stored } = opened
  const task = openTasks(stored.process).find((open) => open.node === node && open.person === system)
  const value = { ...stored.value, ...set }
  const changed = changeEvents(acting, opened, { value, node })
  // a document that was ended in the meantime still tells what the other system has
  const passed = task ? decideOn(acting, opened, { action: 'pass', task: task.id, comment, by: system, at: acting.at.toISOString() }, value) : []
  return settle(acting, opened, { events: [...changed, ...passed], value })
}

async function refuse(acting: Acting, opened: Opened, { errand, outcome: { set = {}, message } }: Ended<Extract<ErrandOutcome, { outcome: 'refused' }>>): Promise<void> {
  const { stored: { id, number, value, process }, form, pinned, evaluation: { directory } } = opened
  const said = { ...value, ...set }
  const changed = changeEvents(acting, opened, { value: said, node: errand.node })
  if (changed.length > 0) await settle(acting, opened, { events: changed, value: said })
  const kind = acting.host.errands.get(errandKey(form.key, errand.node))
  const holders = kind ? directory.holders(kind.role).map((holder) => holder.id) : []
  const node = approvalNode(pinned.flow, errand.node) ?? { cn: errand.node, en: errand.node }
  await tell(acting.db, { kind: 'errandFailed', recipients: [process.starter, ...holders], document: id, blanks: { p: bilingual(form), no: number, n: bilingual(node), message }, at: acting.at })
}
