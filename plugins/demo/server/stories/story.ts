import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { openTasks } from '#approval/engine.ts'
import type { ApproverChoice, DocumentState, Task } from '#approval/types.ts'
import { system } from '#approval/event.ts'
import { hardToDecide, pass } from '#server/documents/lifecycle/pass.ts'
import { type CommandContext, open } from '#server/documents/lifecycle/run-command.ts'
import { act, actOnTask } from '#server/documents/lifecycle/commands.ts'
import { submit } from '#server/documents/lifecycle/submit.ts'
import { nobody } from '#server/identity/caller.ts'
import { extensionsOf, formOf } from '#server/documents/host.ts'
import { serviceTaskKey } from '#server/service-tasks/service-task.ts'
import { carryOut } from '#server/service-tasks/execution.ts'
import { personId } from '../company/person-id.ts'
import { chance } from '../random.ts'
import { asPerson, atWorkAfter, type Stage, userNameOf, valueOf } from './stage.ts'
import type { StoryMove } from './moves.ts'
import { type Files, filesOf } from './files.ts'

/** A document filed by an earlier story. */
export interface FiledStory {
  readonly id: string
  readonly number: string
  readonly value: FormValue
}

/** Lookup of earlier stories' documents by name. @throws Error for an unknown name */
export type Before = (name: string) => FiledStory

type EarlyEnd = 'refused' | 'revoked' | 'voided'

/** Script of a demo document's life. */
export interface DemoStory {
  readonly type: string
  /** Name for references from later stories. */
  readonly name?: string
  /** User name of the initiator. */
  readonly by: string
  /** Time of filing; each further step takes place some hours later. */
  readonly at: Date
  value(before: Before, files: Files): FormValue | Promise<FormValue>
  /** File names by field of the form. */
  readonly files?: Readonly<Record<string, readonly string[]>>
  /** Approvers chosen by the initiator. */
  readonly choices?: readonly ApproverChoice[]
  /** Codes to confirm in addition to the form's rules. */
  readonly confirms?: readonly string[]
  /** Final state; `running` waits at the node `waitsAt`, by default at the first one. */
  readonly ends: 'completed' | 'running' | EarlyEnd
  /** Node that decides or where it waits; several alternatives if not all are passed. */
  readonly waitsAt?: string | readonly string[]
  /** Number of passes before it is ended, alternative to `waitsAt`. */
  readonly passes?: number
  /** Approvers' comments and values by node. */
  readonly say?: Readonly<Record<string, NodeAnswer | undefined>>
  /** Comment of the early end. */
  readonly because?: string
  /** Further actions after the last step. */
  readonly moves?: readonly StoryMove[]
}

export interface NodeAnswer {
  readonly comment?: string
  /** Check-list items to tick. */
  readonly checks?: readonly string[]
  /** Passes the judgement on with this reason instead of deciding. */
  readonly hard?: string
  /** File names by field. */
  readonly files?: Readonly<Record<string, readonly string[]>>
  /** Earliest time of the decision. */
  readonly notBefore?: Date
  /** Values entered at the node. */
  fill?(value: FormValue, at: Date, files: Files): FormValue | Promise<FormValue>
}

/** Files the documents of stories and processes their approvals, one after the other. @returns their ids */
export async function fileStories(stage: Stage, stories: readonly DemoStory[]): Promise<readonly string[]> {
  const filed = new Map<string, FiledStory>()
  const documents: string[] = []
  const before: Before = (name) => {
    const found = filed.get(name)
    if (!found) throw new Error(`No story of the demo company is called ${name}`)
    return found
  }
  for (const story of stories) {
    const { id, number } = await fileStory(stage, story, before)
    documents.push(id)
    if (story.name !== undefined) filed.set(story.name, { id, number, value: await valueOf(stage, id) })
  }
  return documents
}

/** Files a story's document. @throws Error that names the story if the rules of the product refuse it */
async function fileStory(stage: Stage, story: DemoStory, before: Before): Promise<{ id: string; number: string }> {
  try {
    const { number, process } = await begin(stage, story, before)
    const at = await goOn(stage, story, { process, number })
    await move(stage, story, { id: process.id, at })
    return { id: process.id, number }
  } catch (error) {
    const message = error instanceof Refused ? `${error.code} ${JSON.stringify(error.fields)}` : String(error)
    throw new Error(`${story.name ?? story.type} of ${story.by} from ${story.at.toISOString()}: ${message}`, { cause: error })
  }
}

async function begin(stage: Stage, { type, by, at, value, files: uploads, choices = [], confirms = [] }: DemoStory, before: Before) {
  const context = asPerson(stage, by, { type, at })
  const files = filesOf(stage, context, type)
  const incoming = { ...(await value(before, files)), ...(await uploaded(files, uploads)) }
  await prepareServiceTask(context, type, incoming)
  return submit(context, { type, incoming, choices, accepted: [...accepted(stage, type), ...confirms] })
}

/** Ids of all confirmable rules of a form, which initiators confirm. */
const accepted = ({ host }: Stage, type: string): string[] =>
  (host.forms.get(type)?.rules ?? []).filter(({ level }) => level === 'confirm').map(({ id }) => id)

/** Processes the approval of a document. @returns the time of its last event */
async function goOn(stage: Stage, story: DemoStory, filed: { process: DocumentState; number: string }): Promise<Date> {
  const drawn = chance(`course-${filed.number}`)
  let { process } = filed
  let { at } = story
  for (let passed = 0; process.status === 'inApproval'; passed += 1) {
    const task = firstTask(process)
    if (story.ends === 'running' && stopsAt(story, task.node)) return at
    at = stepAfter(stage, at, { hours: drawn.between(1, 5) + drawn.next(), notBefore: story.say?.[task.node]?.notBefore })
    process = await step(stage, story, { task, at, id: process.id, comment: drawn.pick(comments), passed })
  }
  return at
}

function step(stage: Stage, story: DemoStory, moment: StoryMoment): Promise<DocumentState> {
  const { task, at, id, passed } = moment
  if (story.ends !== 'completed' && endsHere(story, task.node, passed)) return end(stage, story, moment)
  if (isServiceTask(task)) return completeServiceTask({ ...stage, at, caller: nobody }, { id, node: task.node })
  return passOn(stage, story, moment)
}

const stopsAt = ({ waitsAt }: DemoStory, node: string): boolean => [waitsAt ?? node].flat().includes(node)

const endsHere = (story: DemoStory, node: string,
  passed: number): boolean => (story.passes === undefined ? stopsAt(story, node) : passed >= story.passes)

/** Time of the next step, capped at the anchor. */
const stepAfter = ({ anchor }: Stage, at: Date, { hours, notBefore = at }: { hours: number; notBefore?: Date | undefined }): Date =>
  new Date(Math.min(Math.max(atWorkAfter(at, hours).getTime(), notBefore.getTime()), anchor.getTime()))

const comments = ['同意', '同意', '同意', '同意，请按计划执行', '已核对，同意', '情况属实，同意', '', 'Agreed', '同意，请尽快处理'] as const

interface StoryMoment {
  readonly task: { readonly id: string; readonly node: string; readonly person: string }
  readonly at: Date
  readonly id: string
  readonly comment: string
  /** Number of passes so far. */
  readonly passed: number
}

async function passOn(stage: Stage, { type, say = {} }: DemoStory, { task, at, id, comment }: StoryMoment): Promise<DocumentState> {
  const words = say[task.node] ?? {}
  const context = asPerson(stage, userNameOf(task.person), { type, at })
  if (words.hard !== undefined) return handOn(context, task, words.hard)
  const { process } = await pass(context, {
    task: task.id,
    choices: [],
    checks: answered(words),
    accepted: accepted(stage, type),
    seen: 'all',
    comment: words.comment ?? (comment || '同意'),
    incoming: { ...(words.fill ? await words.fill(await valueOf(stage, id), at, filesOf(stage, context, type)) : {}),
      ...(await uploaded(filesOf(stage, context, type), words.files)) },
    explanations: task.node === 'overBudgetApprover' ? [{ kind: 'overBudget', text: '业务需要，差额由下季度预算调剂' }] : [],
  })
  return process
}

/** Check-list results: all listed items pass. */
const answered = ({ checks = [] }: NodeAnswer) => checks.map((item) => ({ item, result: 'pass' as const }))

/** Passes the judgement on as too hard to decide; the reason goes to the field of the node. */
async function handOn(context: CommandContext, task: { readonly id: string }, reason: string): Promise<DocumentState> {
  const { process } = await hardToDecide(context, { task: task.id, choices: [], explanations: [],
    incoming: { hardToDecideOneReason: reason, hardToDecideTwoReason: reason } })
  return process
}

async function uploaded(files: Files, uploads: DemoStory['files'] = {}): Promise<FormValue> {
  const value: Record<string, string[]> = {}
  for (const [field, names] of Object.entries(uploads)) {
    const ids: string[] = []
    for (const name of names) ids.push(await files(name))
    value[field] = ids
  }
  return value
}

async function end(stage: Stage, { type, by, ends, because }: DemoStory, { task, at, id }: StoryMoment): Promise<DocumentState> {
  const done = await {
    refused: () =>
      actOnTask(asPerson(stage, userNameOf(task.person), { type, at }), { action: 'refuse', task: task.id,
        comment: because ?? '本月费用已超计划，暂不安排' }),
    revoked: () => act(asPerson(stage, by, { type, at }), id, { action: 'revoke', comment: because ?? '安排有变，撤回' }),
    // the finance manager confirms voiding of documents that move money
    voided: () =>
      act(asPerson(stage, 'admin', { type, at }), id, { action: 'void', comment: because ?? '重复提交，作废',
        confirmedBy: personId('finance') }),
  }[ends as EarlyEnd]()
  return done.process
}

/** Performs the further actions, one hour apart. */
async function move(stage: Stage, { type, by, moves = [] }: DemoStory, { id, at }: { id: string; at: Date }): Promise<void> {
  let moment = at
  for (const make of moves) {
    moment = stepAfter(stage, moment, { hours: 1 })
    await make({ stage, type, by, id, at: moment })
  }
}

function firstTask(process: DocumentState): Task & { readonly node: string } {
  const [task] = openTasks(process)
  if (!task) throw new Error(`${process.id} of the demo company waits for nobody`)
  return task
}

/** Loads data of other systems that filing requires, as the API call does before filing. */
async function prepareServiceTask({ host, db, caller }: CommandContext, type: string, value: FormValue): Promise<void> {
  const form = formOf(host, type)
  for (const extension of extensionsOf(host, form)) await extension.preview?.({ host, caller, db, env: host.env, form, value })
}

/** Returns whether a task is carried out by the product itself. */
const isServiceTask = ({ person }: { readonly person: string }): boolean => person === system

/** Performs a service task of a node within the transaction of the stories. */
async function completeServiceTask(context: CommandContext, { id, node }: { id: string; node: string }): Promise<DocumentState> {
  const opened = await open(context, { document: id }, { asksBindings: false })
  const { form, stored: { number, value, process: { round } } } = opened
  const outcome = await context.host.serviceTasks.get(serviceTaskKey(form.key, node))?.perform({ host: context.host, db: context.db, form,
    document: { id, number, round }, value, key: `${number}-${round}` })
  if (outcome?.outcome !== 'done') throw new Error(`${number} could not be carried out at ${node}: ${JSON.stringify(outcome)}`)
  return carryOut({ ...context, caller: nobody }, opened, { node, set: outcome.set, comment: outcome.comment })
}
