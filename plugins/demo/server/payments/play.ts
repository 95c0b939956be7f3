import { Readable } from 'node:stream'
import { openTasks } from '../../../../src/approval/engine.ts'
import type { DocumentState, Task } from '../../../../src/approval/types.ts'
import { todayOf } from '../../../../src/kernel/dates.ts'
import type { FormValue } from '../../../../src/kernel/value.ts'
import { upload } from '../../../../server/attachments/upload.ts'
import type { Db } from '../../../../server/database/tables.ts'
import type { Acting } from '../../../../server/documents/act.ts'
import { act, actOnTask } from '../../../../server/documents/actions.ts'
import { calculate } from '../../../../server/documents/calculate.ts'
import { pass } from '../../../../server/documents/pass.ts'
import { submit } from '../../../../server/documents/submit.ts'
import type { Workplace } from '../../../../server/plugin.ts'
import { explanations } from '../claims/form-value.ts'
import { invoicePdf } from '../claims/invoice-file.ts'
import { actorOf, userNameOf } from './actor.ts'
import { type Materials, type PaymentPlan, paymentPlans } from './plan.ts'

const hour = 3_600_000
const dayLong = 24 * hour

interface Stage extends Workplace {
  readonly db: Db
  readonly anchor: Date
  readonly records: Pick<Materials, 'suppliers' | 'customers' | 'materials'>
  readonly filed: Map<string, string>
}

/** Files payments, claims that write them off, and customers' complaints, each led by its people to where its plan says. */
export async function playPayments(workplace: Workplace, db: Db, anchor: Date): Promise<void> {
  const stage: Stage = { ...workplace, db, anchor, filed: new Map(), records: { suppliers: await idsOf(db, 'supplier'), customers: await idsOf(db, 'customer'), materials: await idsOf(db, 'material') } }
  for (const plan of paymentPlans) await play(stage, plan)
}

async function idsOf(db: Db, table: 'supplier' | 'customer' | 'material'): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('enable', '=', true).orderBy('code').limit(20).execute()
  return rows.map(({ id }) => id)
}

async function play(stage: Stage, plan: PaymentPlan): Promise<void> {
  let at = new Date(stage.anchor.getTime() - plan.daysBefore * dayLong - hour)
  let process = await file(stage, plan, at)
  stage.filed.set(plan.name, process.id)
  while (process.status === 'inApproval') {
    at = new Date(Math.min(at.getTime() + 2 * hour, stage.anchor.getTime()))
    const task = openTasks(process)[0]
    if (!task || task.node === plan.waitsAt) break
    process = await passOn(stage, plan, { at, task })
  }
  if (plan.ends) await end(stage, plan, { at, process })
}

async function file(stage: Stage, plan: PaymentPlan, at: Date): Promise<DocumentState> {
  const acting = actingAs(stage, plan.by, at)
  const typed = await plan.value({
    ...stage.records,
    filed: (name) => stage.filed.get(name) ?? '',
    day: (offset) => todayOf(new Date(stage.anchor.getTime() + offset * dayLong)),
    file: (name) => smallFile(stage, acting, name),
  })
  const foreseen = await calculate(acting, { type: plan.type, document: undefined, incoming: typed, choices: [] })
  const { process } = await submit(acting, { type: plan.type, incoming: { ...typed, ...explanations(foreseen.value) }, choices: [], accepted: ['G-11', 'G-13'] })
  return process
}

interface Moment {
  readonly at: Date
  readonly task: Task
}

async function passOn(stage: Stage, { type }: PaymentPlan, { at, task }: Moment): Promise<DocumentState> {
  const acting = actingAs(stage, userNameOf(task.person), at)
  const { process } = await pass(acting, {
    task: task.id, choices: [], checks: [], accepted: ['G-11', 'G-13'], incoming: await filledIn(stage, acting, { type, node: task.node }), comment: '同意',
    explanations: task.node === 'overBudgetApprover' ? [{ kind: 'overBudget', text: '项目需要，差额由下季度预算调剂' }] : [],
  })
  return process
}

/** What the node asks its approver to enter. */
async function filledIn(stage: Stage, acting: Acting, { type, node }: { type: string; node: string }): Promise<FormValue> {
  if (node === 'qualityReview') return { rootCause: '装配工序缺少首件检查，过程能力不足', correctiveAction: '增加首件与末件检查，并纳入作业指导书', responsibleParty: '2', responsibleDept: 'dg-production' }
  if (node !== 'cashier') return {}
  const payDate = todayOf(acting.at)
  return type === 'disbursement' ? { payDate, payStatus: '2', bankReceipt: [await smallFile(stage, acting, '银行回单')] } : { payDate }
}

async function end(stage: Stage, { ends, by }: PaymentPlan, { at, process }: { at: Date; process: DocumentState }): Promise<void> {
  const task = openTasks(process)[0]
  if (ends === 'refused' && task) await actOnTask(actingAs(stage, userNameOf(task.person), at), { action: 'refuse', task: task.id, comment: '与上月的预付重复' })
  if (ends === 'revoked') await act(actingAs(stage, by, at), process.id, { action: 'revoke', comment: '供应商同意免费挑选' })
  if (ends === 'voided') await act(actingAs(stage, 'admin', at), process.id, { action: 'void', comment: '租约已终止' })
}

async function smallFile({ storage }: Stage, { db, caller, at }: Acting, name: string): Promise<string> {
  const bytes = Readable.from([invoicePdf(name === '银行回单' ? 'bank receipt' : 'quality')])
  return (await upload(db, storage, { fileName: `${name}.pdf`, bytes, uploadType: 'attachment', businessType: null, caller, at })).id
}

const actingAs = ({ host, flows, db }: Stage, userName: string, at: Date): Acting => ({ host, flows, db, caller: actorOf(userName), at })
