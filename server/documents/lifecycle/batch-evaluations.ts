import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { CommandContext } from './run-command.ts'
import { type Evaluation, evaluationAt } from '../values/form-facts.ts'
import { fieldsOfFlow } from '../definitions/flow-needs.ts'
import { concernsValue } from './nodes/node-needs.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { ListRow } from '../lists/list-types.ts'

/** A value to be judged by what its node reads of it. */
type EvaluationRequest = TaskInput & { readonly value: FormValue }

/** One evaluation for each form, over the records that all values name: these are read once per kind. */
export async function batchEvaluations(context: Pick<CommandContext, 'host' | 'db' | 'at'>,
  valued: readonly EvaluationRequest[]): Promise<ReadonlyMap<Form, Evaluation>> {
  const forms = [...new Set(valued.map(({ form }) => form))]
  const evaluations = await Promise.all(forms.map((form) => evaluationAt(context.host, context.db, { at: context.at, form })))
  const [shared] = evaluations
  if (!shared) return new Map()
  await knowAll(shared, valued)
  return new Map(forms.map((form, index) => [form, { ...evaluations[index]!, records: shared.records, reference: shared.reference }]))
}

/** Every value becomes a row of a made-up table of its form, so that one pass collects what all of them name. */
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

/** A task of a list whose node asks for something, with what that depends on. */
export interface TaskInput {
  readonly row: ListRow & { readonly task: string; readonly node: string }
  readonly form: Form
  readonly flow: Flow
  readonly block: ApprovalNode
}
