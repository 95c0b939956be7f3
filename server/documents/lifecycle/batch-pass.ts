import { judgeChecks, judgeExplanation, judgeOpinion } from '#approval/nodes/opinion.ts'
import { isElsewhere } from '#approval/actions/action.ts'
import { decide, isRefusal } from '#approval/engine.ts'
import { approvalNode, choosesPeople } from '#approval/tree.ts'
import { type DocumentState, startNode } from '#approval/types.ts'
import { check } from '#kernel/evaluate/checks/check.ts'
import { withNodeDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { ownTables } from '#kernel/evaluate/access/editable.ts'
import { waitsFor, type Fields } from '#kernel/fields.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { CommandContext } from './run-command.ts'
import { engineFacts } from './engine-facts.ts'
import { type Evaluation, evaluationAt } from '../values/form-facts.ts'
import { exceptionsOf, hasExceptions } from '../exceptions.ts'
import type { ListRow } from '../lists/list-types.ts'
import { concernsValue } from './pass.ts'
import { fieldsOfFlow } from '../definitions/flow-contents.ts'

/** The reason why a task has to be opened for passing. */
type BatchReason = 'exceptions' | 'opinion' | 'explanation' | 'checks' | 'people' | 'fields' | 'confirmation' | 'unknown'

/** Whether a task can be passed without opening its document. */
export type BatchPass = true | { readonly reason: BatchReason; readonly exceptions?: number }

/** The context of an assessment: the reader, the time, and the services of the host that it needs. */
export type JudgementContext = Omit<CommandContext, 'flows'>

/** A task whose node has requirements, with its document. */
interface BatchVerdict extends TaskInput {
  readonly value: FormValue
  readonly process: DocumentState
  readonly evaluation: Evaluation
}

/** The content by which documents are assessed: read in one query, and only for nodes with requirements. */
interface Content {
  readonly value: FormValue
  readonly process: DocumentState
}

/**
 * Finds by task whether it can be passed in a batch; never for documents with exceptions. The number of SQL statements does not depend on
 * the number of rows.
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

/** The number of exceptions by document. */
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

/** The answer without reading the document. */
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

/** The requirements of a row's node; true where it has none. */
async function askingOf({ host, db, caller }: JudgementContext, row: TaskInput['row']): Promise<TaskInput | BatchPass> {
  const definition = host.forms.has(row.type) && (await host.definitions.of(db, { type: row.type, form: row.form, flow: row.flow }))
  if (!definition) return { reason: 'unknown' }
  const { form, pinned: { flow } } = definition
  const block = decidable(flow, row.node, caller)
  if (!block) return { reason: 'unknown' }
  return asksMore(block) || choosesPeople(flow) || concernsValue(form, row.node, {}) ? { row, form, flow, block } : true
}

/**
 * The node where the caller can pass its tasks: a document that waits at its initiator is resubmitted, and one that is decided on other
 * terminals is only read.
 */
function decidable(flow: Flow, node: string, { terminal }: JudgementContext['caller']): ApprovalNode | undefined {
  const block = approvalNode(flow, node)?.block
  return block && isElsewhere(block.terminals, terminal) ? undefined : block
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

/** Finds what the node requires in addition to agreement. People added by countersign only agree. */
function owed(context: JudgementContext, verdict: BatchVerdict): BatchReason | undefined {
  const { block, process, row } = verdict
  const task = process.runs.flatMap(({ tasks }) => tasks).find(({ id }) => id === row.task)
  if (task?.parent !== undefined) return undefined
  if (judgeExplanation(block)) return 'explanation'
  if (judgeChecks(block, factsOf(context, verdict))) return 'checks'
  return judgeOpinion(block, factsOf(context, verdict)) ? 'opinion' : undefined
}

/** Finds whether the approver has to fill in or confirm something in the form. */
function missing({ form, row: { node }, value, evaluation }: BatchVerdict): BatchReason | undefined {
  if (!concernsValue(form, node, {})) return undefined
  if (hasOwnRequired(form, node) || ownTables(form, node).size > 0) return 'fields'
  const levels = check(form, withNodeDefaults(form, node, value, evaluation), evaluation, { at: node }).map(({ level = 'block' }) => level)
  if (levels.includes('block')) return 'fields'
  return levels.includes('confirm') ? 'confirmation' : undefined
}

/** A required field that opens at this node has to be looked at, even with a default. */
const hasOwnRequired = (form: Form, node: string): boolean =>
  Object.values(form.fields).some((field) =>
    [field, ...Object.values(field.columns ?? {})].some((inner) => waitsFor(inner, node) && inner.required !== undefined)
  )

/** Finds whether approvers of a later node have to be chosen, by asking the engine. */
function unchosen(context: JudgementContext, verdict: BatchVerdict): BatchReason | undefined {
  const { flow, process, row } = verdict
  if (!choosesPeople(flow)) return undefined
  const decision = decide(flow, process, { action: 'pass', task: row.task, by: context.caller.id, at: context.at.toISOString() },
    factsOf(context, verdict))
  return isRefusal(decision) ? 'people' : undefined
}

/** A task with the value to assess. */
type EvaluationRequest = TaskInput & { readonly value: FormValue }

/** One evaluation per form, with the records of all values read in one batch per kind. */
async function batchEvaluations(context: Pick<CommandContext, 'host' | 'db' | 'at'>,
  valued: readonly EvaluationRequest[]): Promise<ReadonlyMap<Form, Evaluation>> {
  const forms = [...new Set(valued.map(({ form }) => form))]
  const evaluations = await Promise.all(forms.map((form) => evaluationAt(context.host, context.db, { at: context.at, form })))
  const [shared] = evaluations
  if (!shared) return new Map()
  await knowAll(shared, valued)
  return new Map(forms.map((form, index) => [form, { ...evaluations[index]!, records: shared.records, reference: shared.reference }]))
}

/** Makes each value a row of a temporary table field of its form, so that one call collects the records of all values. */
async function knowAll(evaluation: Evaluation, valued: readonly EvaluationRequest[]): Promise<void> {
  const tables = new Map<string, { columns: Fields; rows: FormValue[] }>()
  for (const { form, flow, row, value } of valued) {
    const isWhole = concernsValue(form, row.node, {})
    const key = isWhole ? form.key : `${form.key} ${row.flow}`
    const table = tables.get(key) ?? tables.set(key, { columns: isWhole ? form.fields : fieldsOfFlow(form, flow), rows: [] }).get(key)!
    table.rows.push(value)
  }
  const fields = Object.fromEntries([...tables].map(([key, { columns }]) => [key, { kind: 'table', cn: '', en: '', columns } as const]))
  await evaluation.know(fields, Object.fromEntries([...tables].map(([key, { rows }]) => [key, rows])))
}

/** A task of a list whose node has requirements, with its definition. */
interface TaskInput {
  readonly row: ListRow & { readonly task: string; readonly node: string }
  readonly form: Form
  readonly flow: Flow
  readonly block: ApprovalNode
}
