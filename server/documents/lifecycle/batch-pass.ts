import { judgeChecks, judgeExplanation, judgeOpinion } from '#approval/opinion.ts'
import { decide, isRefusal } from '#approval/engine.ts'
import { approvalNode, choosesPeople } from '#approval/tree.ts'
import type { DocumentState } from '#approval/types.ts'
import { check } from '#kernel/evaluate/check.ts'
import { withNodeDefaults } from '#kernel/evaluate/defaults.ts'
import { waitsFor } from '#kernel/fields.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/value.ts'
import type { Acting } from './run-command.ts'
import { batchEvaluations } from './batch-evaluations.ts'
import { engineFacts } from './engine-facts.ts'
import type { Evaluation } from '../values/form-facts.ts'
import type { ListRow } from '../lists/lists.ts'
import { concernsValue } from './node-needs.ts'

/** What the approver would have to enter first. */
type BatchReason = 'opinion' | 'explanation' | 'checks' | 'people' | 'fields' | 'confirmation' | 'unknown'

/** Whether a task may be passed without opening its document. */
export type BatchPass = true | { readonly reason: BatchReason }

/** A task of a list whose node asks for something, with what that depends on. */
export interface Asking {
  readonly row: ListRow & { readonly task: string; readonly node: string }
  readonly form: Form
  readonly flow: Flow
  readonly block: ApprovalNode
}

/** An asking task with its document. */
interface Judged extends Asking {
  readonly value: FormValue
  readonly process: DocumentState
  readonly evaluation: Evaluation
}

/** What a document is judged by: read for all rows at once, and only where a node asks for anything. */
interface Content {
  readonly value: FormValue
  readonly process: DocumentState
}

/** Which tasks of a page may be passed together, by task. The number of statements does not depend on the number of rows. */
export async function batchPasses(acting: Acting, rows: readonly ListRow[]): Promise<ReadonlyMap<string, BatchPass>> {
  const tasks = rows.filter((row): row is Asking['row'] => row.task !== null && row.node !== null)
  const asked = await Promise.all(tasks.map((row) => askingOf(acting, row)))
  const asking = asked.filter((each) => typeof each === 'object' && 'block' in each)
  const judged = asking.length > 0 ? await judgeAll(acting, asking) : new Map<string, BatchPass>()
  return new Map(tasks.map(({ task }, index) => [task, judged.get(task) ?? plainly(asked[index])]))
}

/** The answer that needed no document. */
const plainly = (asked: Asking | BatchPass | undefined): BatchPass => (asked === true ? true : { reason: 'unknown' })

async function judgeAll(acting: Acting, asking: readonly Asking[]): Promise<Map<string, BatchPass>> {
  const contents = await contentsOf(acting, asking)
  const evaluations = await batchEvaluations(acting, asking.map((each) => ({ ...each, value: contents.get(each.row.id)?.value ?? {} })))
  return new Map(asking.flatMap((each) => {
    const content = contents.get(each.row.id)
    const evaluation = evaluations.get(each.form)
    return content && evaluation ? [[each.row.task, judge(acting, { ...each, ...content, evaluation })]] : []
  }))
}

/** What a row's node asks for; true where nothing has to be looked at. */
async function askingOf({ host, flows, db }: Acting, row: Asking['row']): Promise<Asking | BatchPass> {
  const form = host.forms.get(row.type)
  const { flow } = await flows.pinned(db, row.flow)
  const block = form && approvalNode(flow, row.node)?.block
  // a document that waits at its initiator is filed again, not passed
  if (!block) return { reason: 'unknown' }
  return asksMore(block) || choosesPeople(flow) || concernsValue(form, row.node, {}) ? { row, form, flow, block } : true
}

const asksMore = ({ opinionRequired, explains, checkList = [], opinionMustContain = [] }: ApprovalNode): boolean =>
  opinionRequired !== undefined || explains !== undefined || checkList.length + opinionMustContain.length > 0

async function contentsOf({ db }: Acting, asking: readonly Asking[]): Promise<ReadonlyMap<string, Content>> {
  const rows = await db.selectFrom('document').select(['id', 'value', 'process']).where('id', 'in', asking.map(({ row }) => row.id)).execute()
  return new Map(rows.map(({ id, value, process }) => [id, { value, process }]))
}

function judge(acting: Acting, judged: Judged): BatchPass {
  const reason = owed(acting, judged) ?? missing(judged) ?? unchosen(acting, judged)
  return reason === undefined ? true : { reason }
}

const factsOf = ({ at, caller }: Acting, { form, value, process, evaluation }: Judged) => engineFacts({ form, value, process, evaluation, at, caller, bindings: 0 })

/** What the node asks of its approvers beside agreement; someone added by countersign owes no more than that. */
function owed(acting: Acting, judged: Judged): BatchReason | undefined {
  const { block, process, row } = judged
  const task = process.runs.flatMap(({ tasks }) => tasks).find(({ id }) => id === row.task)
  if (task?.parent !== undefined) return undefined
  if (judgeExplanation(block)) return 'explanation'
  if (judgeChecks(block)) return 'checks'
  return judgeOpinion(block, factsOf(acting, judged)) ? 'opinion' : undefined
}

/** Whether the approver has something to enter, or to confirm, in the form. */
function missing({ form, row: { node }, value, evaluation }: Judged): BatchReason | undefined {
  if (!concernsValue(form, node, {})) return undefined
  if (hasOwnRequired(form, node)) return 'fields'
  const levels = check(form, withNodeDefaults(form, node, value, evaluation), evaluation, { at: node }).map(({ level = 'block' }) => level)
  if (levels.includes('block')) return 'fields'
  return levels.includes('confirm') ? 'confirmation' : undefined
}

/** A field that waited for this node is looked at, also where it has a default. */
const hasOwnRequired = (form: Form, node: string): boolean =>
  Object.values(form.fields).some((field) => [field, ...Object.values(field.columns ?? {})].some((inner) => waitsFor(inner, node) && inner.required !== undefined))

/** Whether somebody has to be chosen for a later node: the engine's own answer. */
function unchosen(acting: Acting, judged: Judged): BatchReason | undefined {
  const { flow, process, row } = judged
  if (!choosesPeople(flow)) return undefined
  const decision = decide(flow, process, { action: 'pass', task: row.task, by: acting.caller.id, at: acting.at.toISOString() }, factsOf(acting, judged))
  return isRefusal(decision) ? 'people' : undefined
}
