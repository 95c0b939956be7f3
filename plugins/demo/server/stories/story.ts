import { openTasks } from '#approval/engine.ts'
import type { ApproverChoice, DocumentState, Task } from '#approval/types.ts'
import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { hardToDecide } from '#server/documents/lifecycle/hard-to-decide.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { act, actOnTask } from '#server/documents/lifecycle/commands.ts'
import { pass } from '#server/documents/lifecycle/pass.ts'
import { submit } from '#server/documents/lifecycle/submit.ts'
import { nobody } from '#server/identity/system-caller.ts'
import { chance } from '../random.ts'
import { atWorkAfter } from './clock.ts'
import { prepareServiceTask, completeServiceTask, isServiceTask } from './service-task.ts'
import type { StoryMove } from './moves.ts'
import { asPerson, type Stage, userNameOf, valueOf } from './stage.ts'
import { type Files, filesOf } from './uploads.ts'

/** A document that an earlier story has filed. */
export interface FiledStory {
  readonly id: string
  readonly number: string
  readonly value: FormValue
}

/** The outcomes of the earlier stories, by name. */
export type Before = (name: string) => FiledStory

type EarlyEnd = 'refused' | 'revoked' | 'voided'

/** The life of one document of the demo company. */
export interface Story {
  readonly type: string
  /** The name by which later stories find it. */
  readonly name?: string
  /** The person who files it, by user name. */
  readonly by: string
  /** When it is filed; each further step is some hours later. */
  readonly at: Date
  value(before: Before, files: Files): FormValue | Promise<FormValue>
  /** Fields of the form that get files, by their names. */
  readonly files?: Readonly<Record<string, readonly string[]>>
  /** The approvers they choose where a node leaves it to them. */
  readonly choices?: readonly ApproverChoice[]
  /** Codes of questions that they confirm beside the form's own. */
  readonly confirms?: readonly string[]
  /** `running` waits at the node `waitsAt`, or wherever it first does. */
  readonly ends: 'completed' | 'running' | EarlyEnd
  /** Node that decides, or where it waits; one of several, where it may not come by all of them. */
  readonly waitsAt?: string | readonly string[]
  /** The number of passes before somebody ends it, instead of the node at which that happens. */
  readonly passes?: number
  /** An approver's opinion and values at a node. */
  readonly say?: Readonly<Record<string, NodeAnswer | undefined>>
  /** The reason for which it ended early. */
  readonly because?: string
  /** Further actions, once it has come as far as it comes. */
  readonly moves?: readonly StoryMove[]
}

export interface NodeAnswer {
  readonly comment?: string
  /** Items of the node's check-list that hold. */
  readonly checks?: readonly string[]
  /** Hands the judgement on with this reason instead of passing. */
  readonly hard?: string
  /** Fields that get files, by their names. */
  readonly files?: Readonly<Record<string, readonly string[]>>
  /** It does not happen earlier. */
  readonly notBefore?: Date
  /** Fills in what stands there. */
  fill?(value: FormValue, at: Date): FormValue
}

/** Files the documents of stories and lets the people of the demo company handle them, one after the other. Answers their ids. */
export async function fileStories(stage: Stage, stories: readonly Story[]): Promise<readonly string[]> {
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

/** @throws Error that names the story which the rules of the product do not allow */
async function fileStory(stage: Stage, story: Story, before: Before): Promise<{ id: string; number: string }> {
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

async function begin(stage: Stage, { type, by, at, value, files: uploads, choices = [], confirms = [] }: Story, before: Before) {
  const context = asPerson(stage, by, { type, at })
  const files = filesOf(stage, context, type)
  const incoming = { ...(await value(before, files)), ...(await uploaded(files, uploads)) }
  await prepareServiceTask(context, type, incoming)
  return submit(context, { type, incoming, choices, accepted: [...accepted(stage, type), ...confirms] })
}

/** People confirm what they are asked. */
const accepted = ({ host }: Stage, type: string): string[] =>
  (host.forms.get(type)?.rules ?? []).filter(({ level }) => level === 'confirm').map(({ id }) => id)

/** Returns the time of its last event. */
async function goOn(stage: Stage, story: Story, filed: { process: DocumentState; number: string }): Promise<Date> {
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

function step(stage: Stage, story: Story, moment: StoryMoment): Promise<DocumentState> {
  const { task, at, id, passed } = moment
  if (story.ends !== 'completed' && endsHere(story, task.node, passed)) return end(stage, story, moment)
  if (isServiceTask(task)) return completeServiceTask({ ...stage, at, caller: nobody }, { id, node: task.node })
  return passOn(stage, story, moment)
}

const stopsAt = ({ waitsAt }: Story, node: string): boolean => [waitsAt ?? node].flat().includes(node)

const endsHere = (story: Story, node: string,
  passed: number): boolean => (story.passes === undefined ? stopsAt(story, node) : passed >= story.passes)

/** Not after the present. */
const stepAfter = ({ anchor }: Stage, at: Date, { hours, notBefore = at }: { hours: number; notBefore?: Date | undefined }): Date =>
  new Date(Math.min(Math.max(atWorkAfter(at, hours).getTime(), notBefore.getTime()), anchor.getTime()))

const comments = ['同意', '同意', '同意', '同意，请按计划执行', '已核对，同意', '情况属实，同意', '', 'Agreed', '同意，请尽快处理'] as const

interface StoryMoment {
  readonly task: { readonly id: string; readonly node: string; readonly person: string }
  readonly at: Date
  readonly id: string
  readonly comment: string
  /** The number of passes before. */
  readonly passed: number
}

async function passOn(stage: Stage, { type, say = {} }: Story, { task, at, id, comment }: StoryMoment): Promise<DocumentState> {
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
    incoming: { ...(words.fill ? words.fill(await valueOf(stage, id), at) : {}),
      ...(await uploaded(filesOf(stage, context, type), words.files)) },
    explanations: task.node === 'overBudgetApprover' ? [{ kind: 'overBudget', text: '业务需要，差额由下季度预算调剂' }] : [],
  })
  return process
}

/** Every item of the node's check-list holds. */
const answered = ({ checks = [] }: NodeAnswer) => checks.map((item) => ({ item, result: 'pass' as const }))

/** The judgement is too hard; the reason goes to the field of its node. */
async function handOn(context: CommandContext, task: { readonly id: string }, reason: string): Promise<DocumentState> {
  const { process } = await hardToDecide(context, { task: task.id, choices: [], explanations: [],
    incoming: { hardToDecideOneReason: reason, hardToDecideTwoReason: reason } })
  return process
}

async function uploaded(files: Files, uploads: Story['files'] = {}): Promise<FormValue> {
  const value: Record<string, string[]> = {}
  for (const [field, names] of Object.entries(uploads)) {
    const ids: string[] = []
    for (const name of names) ids.push(await files(name))
    value[field] = ids
  }
  return value
}

async function end(stage: Stage, { type, by, ends, because }: Story, { task, at, id }: StoryMoment): Promise<DocumentState> {
  const done = await {
    refused: () =>
      actOnTask(asPerson(stage, userNameOf(task.person), { type, at }), { action: 'refuse', task: task.id,
        comment: because ?? '本月费用已超计划，暂不安排' }),
    revoked: () => act(asPerson(stage, by, { type, at }), id, { action: 'revoke', comment: because ?? '安排有变，撤回' }),
    voided: () => act(asPerson(stage, 'admin', { type, at }), id, { action: 'void', comment: because ?? '重复提交，作废' }),
  }[ends as EarlyEnd]()
  return done.process
}

/** One move an hour after the other. */
async function move(stage: Stage, { type, by, moves = [] }: Story, { id, at }: { id: string; at: Date }): Promise<void> {
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
