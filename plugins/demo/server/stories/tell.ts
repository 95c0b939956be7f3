import { Readable } from 'node:stream'
import { upload } from '../../../../server/attachments/upload.ts'
import { openTasks } from '../../../../src/approval/engine.ts'
import type { Choice, DocumentState, Task } from '../../../../src/approval/types.ts'
import { formPermissions } from '../../../../src/kernel/form.ts'
import type { FormValue } from '../../../../src/kernel/value.ts'
import type { Db } from '../../../../server/database/tables.ts'
import type { Acting } from '../../../../server/documents/act.ts'
import { act, actOnTask } from '../../../../server/documents/actions.ts'
import { hardToDecide } from '../../../../server/documents/hard-to-decide.ts'
import { pass } from '../../../../server/documents/pass.ts'
import { submit } from '../../../../server/documents/submit.ts'
import type { Workplace } from '../../../../server/plugin.ts'
import { nobody } from '../../../../server/identity/nobody.ts'
import { callerOf } from './callers.ts'
import { askAhead, carryOutErrand, isErrand } from './errand.ts'

/** A document that an earlier story has told. */
export interface Told {
  readonly id: string
  readonly number: string
  readonly value: FormValue
}

/** What became of the stories before, by their names. */
export type Before = (name: string) => Told

/** The life of one document of the demo company. */
export interface Story {
  readonly type: string
  /** By which later stories find it. */
  readonly name?: string
  /** Who files it, by user name. */
  readonly by: string
  /** When it is filed; each further step is some hours later. */
  readonly at: Date
  value(before: Before): FormValue
  /** Whom they choose for the nodes that leave it to them. */
  readonly choices?: readonly Choice[]
  /** `running` waits at the node `waitsAt`, or wherever it first does. */
  readonly ends: 'completed' | 'running' | 'refused' | 'revoked' | 'voided'
  /** Node that decides, or where it waits. */
  readonly waitsAt?: string
  /** What an approver writes or fills in at a node. */
  readonly say?: Readonly<Record<string, Saying | undefined>>
}

export interface Saying {
  readonly comment?: string
  /** Hands the judgement on with this reason instead of passing. */
  readonly hard?: string
  /** Fields that get a picture. */
  readonly pictures?: readonly string[]
  /** Fills in what stands there. */
  fill?(value: FormValue): FormValue
}

/** Where stories are told: the whole of it is one transaction, up to the present of the company. */
export interface Stage extends Workplace {
  readonly db: Db
  readonly anchor: Date
}

/** Files the documents of stories and lets the people of the demo company handle them, one after the other. */
export async function tell(stage: Stage, stories: readonly Story[]): Promise<void> {
  const told = new Map<string, Told>()
  const before: Before = (name) => {
    const found = told.get(name)
    if (!found) throw new Error(`No story of the demo company is called ${name}`)
    return found
  }
  for (const story of stories) {
    const { number, process } = await begin(stage, story, before)
    await goOn(stage, story, process)
    if (story.name !== undefined) told.set(story.name, { id: process.id, number, value: await valueOf(stage, process.id) })
  }
}

async function begin(stage: Stage, { type, by, at, value, choices = [] }: Story, before: Before) {
  const acting = actingAs(stage, by, { type, at })
  const incoming = value(before)
  await askAhead(acting, type, incoming)
  return submit(acting, { type, incoming, choices, accepted: accepted(stage, type) })
}

/** People confirm what they are asked. */
const accepted = ({ host }: Stage, type: string): string[] => (host.forms.get(type)?.rules ?? []).filter(({ level }) => level === 'confirm').map(({ id }) => id)

async function goOn(stage: Stage, story: Story, filed: DocumentState): Promise<void> {
  let process = filed
  for (let step = 1; process.status === 'inApproval'; step += 1) {
    const task = firstTask(process)
    const at = stepAt(stage, story, step)
    if (story.ends !== 'completed' && (story.waitsAt ?? task.node) === task.node) return end(stage, story, { task, at, id: process.id })
    process = isErrand(task) ? await carryOutErrand({ ...stage, at, caller: nobody }, { id: process.id, node: task.node }) : await passOn(stage, story, { task, at, id: process.id })
  }
}

/** Some hours after the step before, and not after the present. */
const stepAt = ({ anchor }: Stage, { at }: Story, step: number): Date => new Date(Math.min(at.getTime() + step * 5 * 3_600_000 + step * 17 * 60_000, anchor.getTime()))

interface Moment {
  readonly task: { readonly id: string; readonly node: string; readonly person: string }
  readonly at: Date
  readonly id: string
}

async function passOn(stage: Stage, { type, say = {} }: Story, { task, at, id }: Moment): Promise<DocumentState> {
  const said = say[task.node] ?? {}
  const acting = actingAs(stage, userNameOf(task.person), { type, at })
  if (said.hard !== undefined) return handOn(acting, task, said.hard)
  const { process } = await pass(acting, {
    task: task.id, choices: [], checks: [], accepted: accepted(stage, type), comment: said.comment ?? '同意',
    incoming: { ...(said.fill ? said.fill(await valueOf(stage, id)) : {}), ...(await pictures(stage, acting, { type, fields: said.pictures ?? [] })) },
    explanations: task.node === 'overBudgetApprover' ? [{ kind: 'overBudget', text: '业务需要，差额由下季度预算调剂' }] : [],
  })
  return process
}

/** The judgement is too hard; the reason goes to the field of its node. */
async function handOn(acting: Acting, task: { readonly id: string }, reason: string): Promise<DocumentState> {
  const { process } = await hardToDecide(acting, { task: task.id, choices: [], explanations: [], incoming: { hardToDecideOneReason: reason, hardToDecideTwoReason: reason } })
  return process
}

/** One pixel, as a photo of whatever it is. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

async function pictures({ storage }: Stage, { db, caller, at }: Acting, { type, fields }: { type: string; fields: readonly string[] }): Promise<FormValue> {
  const files: Record<string, readonly string[]> = {}
  for (const field of fields) {
    files[field] = [(await upload(db, storage, { fileName: '现场照片.png', bytes: Readable.from([pixel]), uploadType: 'image', businessType: type, caller, at })).id]
  }
  return files
}

async function end(stage: Stage, { type, by, ends }: Story, { task, at, id }: Moment): Promise<void> {
  if (ends === 'refused') await actOnTask(actingAs(stage, userNameOf(task.person), { type, at }), { action: 'refuse', task: task.id, comment: '本月费用已超计划，暂不安排' })
  if (ends === 'revoked') await act(actingAs(stage, by, { type, at }), id, { action: 'revoke', comment: '安排有变，撤回' })
  if (ends === 'voided') await act(actingAs(stage, 'admin', { type, at }), id, { action: 'void', comment: '重复提交，作废' })
}

function firstTask(process: DocumentState): Task & { readonly node: string } {
  const [task] = openTasks(process)
  if (!task) throw new Error(`${process.id} of the demo company waits for nobody`)
  return task
}

const valueOf = async ({ db }: Stage, id: string): Promise<FormValue> => (await db.selectFrom('document').select('value').where('id', '=', id).executeTakeFirstOrThrow()).value

const userNameOf = (id: string) => id.replace(/^u-/, '')

function actingAs({ host, flows, db }: Stage, userName: string, { type, at }: { type: string; at: Date }): Acting {
  return { host, flows, db, at, caller: callerOf(userName, Object.values(formPermissions(type))) }
}

/** A day so long before or after the present, yyyy-MM-dd. */
export const dayFrom = (at: Date, days: number): string => new Date(at.getTime() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

/** An instant so many days before the present, in the morning. */
export const before = (anchor: Date, days: number, hour = 9): Date => new Date(Date.parse(`${dayFrom(anchor, -days)}T00:00:00+08:00`) + hour * 3_600_000)
