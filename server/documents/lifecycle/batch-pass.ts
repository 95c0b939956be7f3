import { judgeChecks, judgeExplanation, judgeOpinion } from '#approval/nodes/opinion.ts'
import { decide, isRefusal } from '#approval/engine.ts'
import { approvalNode, choosesPeople } from '#approval/tree.ts'
import { type DocumentState, startNode } from '#approval/types.ts'
import { check } from '#kernel/evaluate/checks/check.ts'
import { withNodeDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { ownTables } from '#kernel/evaluate/access/own-rows.ts'
import { waitsFor } from '#kernel/fields.ts'
import type { ApprovalNode } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { CommandContext } from './run-command.ts'
import { batchEvaluations, type TaskInput } from './batch-evaluations.ts'
import { engineFacts } from './engine-facts.ts'
import type { Evaluation } from '../values/form-facts.ts'
import { exceptionsOf, hasExceptions } from '../exceptions.ts'
import type { ListRow } from '../lists/list-types.ts'
import { concernsValue } from './nodes/node-needs.ts'

/** Inputs that the approver would have to make first. */
type BatchReason = 'exceptions' | 'opinion' | 'explanation' | 'checks' | 'people' | 'fields' | 'confirmation' | 'unknown'

/** The answer whether a task may be passed without opening its document. */
export type BatchPass = true | { readonly reason: BatchReason; readonly exceptions?: number }

/** The context of a judgement: the reader, the time, and the parts of the host that it needs. */
export type JudgementContext = Omit<CommandContext, 'flows'>

/** A task whose node asks for something, with its document. */
interface BatchVerdict extends TaskInput {
  readonly value: FormValue
  readonly process: DocumentState
  readonly evaluation: Evaluation
}

/** The facts by which a document is judged: read for all rows at once, and only where a node asks for anything. */
interface Content {
  readonly value: FormValue
  readonly process: DocumentState
}

/**
 * Finds the tasks of a page that may be passed together, by task; a document with exceptions never is. The number of statements does not
 * depend on the number of rows.
 */
export async function batchPasses(context: JudgementContext, rows: readonly ListRow[]): Promise<ReadonlyMap<string, BatchPass>> {
  const tasks = rows.filter((row): row is TaskInput['row'] => row.task !== null && row.node !== null)
  const [verdicts, exceptions] = await Promise.all([Promise.all(tasks.map((row) => askingOf(context, row))), exceptionsIn(context, tasks)])
  const inputs = verdicts.filter((each) => typeof each === 'object' && 'block' in each)
  const passes = inputs.length > 0 ? await verdictsOf(context, inputs) : new Map<string, BatchPass>()
  return new Map(tasks.map(({ id, task, node }, index) => {
    const count = node === startNode ? 0 : (exceptions.get(id) ?? 0)
    return [task, count > 0 ? { reason: 'exceptions', exceptions: count } : (passes.get(task) ?? plainly(verdicts[index]))]
  }))
}

/** The numbers of exceptions of the documents of tasks, by document. */
async function exceptionsIn({ host, db }: JudgementContext, rows: readonly TaskInput['row'][]): Promise<ReadonlyMap<string, number>> {
  const known = await Promise.all(
    rows.filter(({ type }) => host.forms.has(type)).map(async ({ id, type, form, flow }) => ({ id,
      form: (await host.definitions.of(db, { type, form, flow })).form })
    ),
  )
  const examined = known.filter(({ form }) => hasExceptions(host, form))
  if (examined.length === 0) return new Map()
  const values = await db.selectFrom('document').select(['id', 'value']).where('id', 'in', examined.map(({ id }) => id)).execute()
  const byId = new Map(values.map(({ id, value }) => [id, value]))
  const found = await exceptionsOf({ host, db }, examined.map((each) => ({ ...each, value: byId.get(each.id) ?? {} })))
  return new Map([...found].map(([id, exceptions]) => [id, exceptions.length]))
}

/** The answer that needed no document. */
const plainly = (verdict: TaskInput | BatchPass | undefined): BatchPass => (verdict === true ? true : { reason: 'unknown' })

async function verdictsOf(context: JudgementContext, inputs: readonly TaskInput[]): Promise<Map<string, BatchPass>> {
  const contents = await contentsOf(context, inputs)
  const evaluations = await batchEvaluations(context, inputs.map((each) => ({ ...each, value: contents.get(each.row.id)?.value ?? {} })))
  return new Map(inputs.flatMap((each) => {
    const content = contents.get(each.row.id)
    const evaluation = evaluations.get(each.form)
    return content && evaluation ? [[each.row.task, verdictOf(context, { ...each, ...content, evaluation })]] : []
  }))
}

/** The requirements of a row's node; true where nothing has to be looked at. */
async function askingOf({ host, db }: JudgementContext, row: TaskInput['row']): Promise<TaskInput | BatchPass> {
  const definition = host.forms.has(row.type) && (await host.definitions.of(db, { type: row.type, form: row.form, flow: row.flow }))
  if (!definition) return { reason: 'unknown' }
  const { form, pinned: { flow } } = definition
  const block = approvalNode(flow, row.node)?.block
  // a document that waits at its initiator is filed again, not passed
  if (!block) return { reason: 'unknown' }
  return asksMore(block) || choosesPeople(flow) || concernsValue(form, row.node, {}) ? { row, form, flow, block } : true
}

const asksMore = ({ opinionRequired, explains, checkList = [], opinionMustContain = [] }: ApprovalNode): boolean =>
  opinionRequired !== undefined || explains !== undefined || checkList.length + opinionMustContain.length > 0

async function contentsOf({ db }: JudgementContext, inputs: readonly TaskInput[]): Promise<ReadonlyMap<string, Content>> {
  const rows = await db.selectFrom('document').select(['id', 'value', 'process']).where('id', 'in', inputs.map(({ row }) => row.id))
    .execute()
  return new Map(rows.map(({ id, value, process }) => [id, { value, process }]))
}

function verdictOf(context: JudgementContext, verdict: BatchVerdict): BatchPass {
  const reason = owed(context, verdict) ?? missing(verdict) ?? unchosen(context, verdict)
  return reason === undefined ? true : { reason }
}

const factsOf = ({ at, caller }: JudgementContext, { form, value, process, evaluation }: BatchVerdict) =>
  engineFacts({ form, value, process, evaluation, at, caller, bindings: 0 })

/** The requirements of the node beside agreement; people added by countersign only agree. */
function owed(context: JudgementContext, verdict: BatchVerdict): BatchReason | undefined {
  const { block, process, row } = verdict
  const task = process.runs.flatMap(({ tasks }) => tasks).find(({ id }) => id === row.task)
  if (task?.parent !== undefined) return undefined
  if (judgeExplanation(block)) return 'explanation'
  if (judgeChecks(block, factsOf(context, verdict))) return 'checks'
  return judgeOpinion(block, factsOf(context, verdict)) ? 'opinion' : undefined
}

/** Finds what the approver has to enter, or to confirm, in the form. */
function missing({ form, row: { node }, value, evaluation }: BatchVerdict): BatchReason | undefined {
  if (!concernsValue(form, node, {})) return undefined
  if (hasOwnRequired(form, node) || ownTables(form, node).size > 0) return 'fields'
  const levels = check(form, withNodeDefaults(form, node, value, evaluation), evaluation, { at: node }).map(({ level = 'block' }) => level)
  if (levels.includes('block')) return 'fields'
  return levels.includes('confirm') ? 'confirmation' : undefined
}

/** A field that waited for this node is looked at, also where it has a default. */
const hasOwnRequired = (form: Form, node: string): boolean =>
  Object.values(form.fields).some((field) =>
    [field, ...Object.values(field.columns ?? {})].some((inner) => waitsFor(inner, node) && inner.required !== undefined)
  )

/** Finds out whether somebody has to be chosen for a later node: the engine's own answer. */
function unchosen(context: JudgementContext, verdict: BatchVerdict): BatchReason | undefined {
  const { flow, process, row } = verdict
  if (!choosesPeople(flow)) return undefined
  const decision = decide(flow, process, { action: 'pass', task: row.task, by: context.caller.id, at: context.at.toISOString() },
    factsOf(context, verdict))
  return isRefusal(decision) ? 'people' : undefined
}
