import { Readable } from 'node:stream'
import { Decimal } from 'decimal.js'
import { currentNodes, openTasks } from '../../../../src/approval/engine.ts'
import type { DocumentState, Task } from '../../../../src/approval/types.ts'
import { formPermissions } from '../../../../src/kernel/form.ts'
import type { FormValue } from '../../../../src/kernel/value.ts'
import { upload } from '../../../../server/attachments/upload.ts'
import type { Db } from '../../../../server/database/tables.ts'
import type { Acting } from '../../../../server/documents/act.ts'
import { act, actOnTask } from '../../../../server/documents/actions.ts'
import { calculate } from '../../../../server/documents/calculate.ts'
import { pass } from '../../../../server/documents/pass.ts'
import { submit } from '../../../../server/documents/submit.ts'
import type { Workplace } from '../../../../server/plugin.ts'
import { personId } from '../company/save-company.ts'
import { chance, type Chance } from '../random.ts'
import { callerOf } from '../stories/callers.ts'
import { explanations, formValue } from './form-value.ts'
import { invoicePdf } from './invoice-file.ts'
import { type ClaimPlan, claimPlans } from './plan.ts'

const type = 'expenseReimbursement'
const hour = 3_600_000

/** A claim on its way: what it has become, and when something happens to it next. */
interface Play {
  readonly plan: ClaimPlan
  readonly drawn: Chance
  at: Date | undefined
  process?: DocumentState
  passed: number
}

/** A claim at the moment when something happens to it. */
type Due = Readonly<Play> & { readonly at: Date }

const isDue = (play: Play): play is Play & { at: Date } => play.at !== undefined

/** Where the play takes place: the whole of it is one transaction. */
interface Stage extends Workplace {
  readonly db: Db
  readonly anchor: Date
}

/** Files the claims of the demo company and lets its people handle them, on a clock of their own, in the order of time. */
export async function playClaims(workplace: Workplace, db: Db, anchor: Date): Promise<void> {
  const stage: Stage = { ...workplace, db, anchor }
  const plays = claimPlans(anchor).map((plan): Play => ({ plan, drawn: chance(`play-${plan.index}`), at: plan.filedAt, passed: 0 }))
  for (;;) {
    const [next] = plays.filter(isDue).sort((left, right) => left.at.getTime() - right.at.getTime())
    if (!next) return
    await step(stage, next, { ...next })
  }
}

async function step(stage: Stage, play: Play, moment: Due): Promise<void> {
  const { plan, passed } = play
  play.at = undefined
  if (play.process && passed >= plan.passes && endsEarly(plan)) return meetFate(stage, moment, play.process)
  if (play.process) {
    play.process = await passNext(stage, moment, play.process)
    play.passed += 1
  } else {
    play.process = await file(stage, moment)
  }
  play.at = play.process.status === 'inApproval' && !rests(plan, play.process) ? later(moment, stage.anchor) : undefined
}

const endsEarly = ({ fate }: ClaimPlan) => fate !== 'completed' && fate !== 'running'

/** A vice president who has just approved what is over budget is not asked again: such a claim waits there already. */
function rests({ waitsAt }: ClaimPlan, document: DocumentState): boolean {
  const nodes: readonly (string | undefined)[] = waitsAt === 'viceGm' ? ['overBudgetApprover', 'viceGm'] : [waitsAt]
  return currentNodes(document).some(({ node }) => nodes.includes(node))
}

async function file(stage: Stage, { plan, at }: Due): Promise<DocumentState> {
  const acting = actingAs(stage, plan.applicant.userName, at)
  const typed = formValue(plan, await uploadInvoices(stage, acting, plan))
  const foreseen = await calculate(acting, { type, document: undefined, incoming: typed, choices: [] })
  const { process } = await submit(acting, { type, incoming: { ...typed, ...explanations(foreseen.value) }, choices: [], accepted: ['G-13'] })
  return process
}

async function uploadInvoices({ storage }: Stage, { db, caller, at }: Acting, { items }: ClaimPlan): Promise<Map<number, string>> {
  const files = new Map<number, string>()
  for (const [index, { invoiceType, invoiceNo }] of items.entries()) {
    if (invoiceType !== '1') continue
    const bytes = Readable.from([invoicePdf(invoiceNo)])
    files.set(index, (await upload(db, storage, { fileName: `发票${invoiceNo}.pdf`, bytes, uploadType: 'invoice', businessType: type, caller, at })).id)
  }
  return files
}

async function passNext(stage: Stage, play: Due, document: DocumentState): Promise<DocumentState> {
  const { id, node, person } = openTask(document)
  const reviews = node === 'accountantReview'
  const said = chance(`say-${play.plan.index}-${play.passed}`).pick(['同意', '同意，请尽快处理', '', '票据齐全，同意'])
  const { process } = await pass(actingAs(stage, userNameOf(person), play.at), {
    task: id, choices: [], checks: [], accepted: ['G-13'],
    incoming: reviews ? await reviewed(stage, play.plan, document.id) : {},
    comment: reviews && play.plan.cut > 0 ? '发票金额与明细不符，按发票核减' : said,
    explanations: node === 'overBudgetApprover' ? [{ kind: 'overBudget', text: '项目需要，差额由下季度预算调剂' }] : [],
  })
  return process
}

/** What the accountant writes: the paper has come, and sometimes less is approved than was asked for. */
async function reviewed({ db }: Stage, { cut }: ClaimPlan, document: string): Promise<FormValue> {
  if (cut === 0) return { paperReceived: true }
  const { value } = await db.selectFrom('document').select('value').where('id', '=', document).executeTakeFirstOrThrow()
  const [first, ...rest] = value['items'] as readonly FormValue[]
  const approvedAmount = new Decimal(String(first!['amount'])).times(1 - cut).toFixed(2)
  return { paperReceived: true, items: [{ ...first, approvedAmount }, ...rest] }
}

async function meetFate(stage: Stage, { plan, at }: Due, document: DocumentState): Promise<void> {
  if (plan.fate === 'refused') {
    const task = openTask(document)
    await actOnTask(actingAs(stage, userNameOf(task.person), at), { action: 'refuse', task: task.id, comment: '费用与业务无关，请走其他渠道' })
  } else if (plan.fate === 'revoked') {
    await act(actingAs(stage, plan.applicant.userName, at), document.id, { action: 'revoke', comment: '金额填写有误，撤回重填' })
  } else if (plan.fate === 'voided') {
    await act(actingAs(stage, 'admin', at), document.id, { action: 'void', comment: '重复报销，作废' })
  }
}

function openTask(document: DocumentState): Task {
  const task = openTasks(document)[0]
  if (!task) throw new Error(`${document.id} of the demo company waits for nobody`)
  return task
}

function later({ at, drawn }: Due, anchor: Date): Date {
  const next = new Date(at.getTime() + drawn.between(1, 30) * hour + drawn.between(0, 59) * 60_000)
  return next < anchor ? next : new Date(Math.min(at.getTime() + 60_000, anchor.getTime()))
}

const actingAs = ({ host, flows, db }: Stage, userName: string, at: Date): Acting => ({ host, flows, db, caller: callerOf(userName, Object.values(formPermissions(type))), at })

const userNameOf = (id: string) => id.slice(personId('').length)
