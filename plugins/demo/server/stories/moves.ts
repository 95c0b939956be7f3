import { openTasks } from '#approval/engine.ts'
import type { CountersignOrder } from '#approval/types.ts'
import { type CommandInput, act, actOnTask } from '#server/documents/lifecycle/commands.ts'
import { addFiles, removeFile } from '#server/documents/timeline/retract-comment.ts'
import { personId } from '../company/person-id.ts'
import { asPerson, type Stage, userNameOf } from './stage.ts'
import { filesOf } from './files.ts'

/** Context of an action on a document. */
export interface Scene {
  readonly stage: Stage
  readonly type: string
  /** User name of the initiator. */
  readonly by: string
  readonly id: string
  readonly at: Date
}

/** An action on a document other than passing it. */
export type StoryMove = (scene: Scene) => Promise<unknown>

const ids = (people: readonly string[]) => people.map(personId)

/** The initiator urges the current assignees. */
export const urged: StoryMove = (scene) => act(asPerson(scene.stage, scene.by, scene), scene.id, { action: 'urge' })

/** The assignee transfers the task to another person. */
export const transferred = (to: string, comment: string): StoryMove =>
  onTask((task) => ({ action: 'transfer', task, people: ids([to]), comment }))

/** The assignee returns it to a node, or to its initiator (`start`). */
export const returned = (target: string, comment: string): StoryMove => onTask((task) => ({ action: 'return', task, target, comment }))

/** The assignee has others countersign. */
export const countersigned = (people: readonly string[], order: CountersignOrder, comment: string): StoryMove =>
  onTask((task) => ({ action: 'countersign', task, people: ids(people), order, comment }))

/** A person comments on the document, and mentions others. */
export const commented = (by: string, comment: string, mentioned: readonly string[] = []): StoryMove => ({ stage, id, ...scene }) =>
  act(asPerson(stage, by, scene), id, { action: 'comment', comment, mentioned: ids(mentioned) })

/** The last approver comments on it. */
export const remarked = (comment: string): StoryMove => async ({ stage, id, ...scene }) => {
  const { process } = await stage.db.selectFrom('document').select('process').where('id', '=', id).executeTakeFirstOrThrow()
  const last = process.runs.flatMap(({ tasks }) => tasks).findLast(({ state, person }) => state === 'done' && person !== personId(scene.by))
  if (last) await act(asPerson(stage, userNameOf(last.person), scene), id, { action: 'comment', comment, mentioned: [] })
}

/** The initiator copies the document to others. */
export const copiedTo = (people: readonly string[], comment: string): StoryMove => ({ stage, id, by, ...scene }) =>
  act(asPerson(stage, by, scene), id, { action: 'copy', comment, people: ids(people) })

/** An administrator voids it, with the finance manager's confirmation if it moves money. */
export const voided = (comment: string): StoryMove => ({ stage, id, ...scene }) =>
  act(asPerson(stage, 'admin', scene), id, { action: 'void', comment, confirmedBy: personId('finance') })

/** The initiator adds files to the timeline. */
export const attached = (...names: readonly string[]): StoryMove => async (scene) => {
  const context = asPerson(scene.stage, scene.by, scene)
  const files: string[] = []
  for (const name of names) files.push(await filesOf(scene.stage, context, scene.type)(name))
  return addFiles(context, scene.id, files)
}

/** The initiator adds a file by mistake and removes it again. */
export const attachedInError = (name: string): StoryMove => async (scene) => {
  const context = asPerson(scene.stage, scene.by, scene)
  const file = await filesOf(scene.stage, context, scene.type)(name)
  await addFiles(context, scene.id, [file])
  const { seq } = await scene.stage.db.selectFrom('document').select('history_seq as seq').where('id', '=', scene.id)
    .executeTakeFirstOrThrow()
  return removeFile(context, scene.id, { record: `${scene.id}-${seq}`, file })
}

const onTask = (ask: (task: string) => CommandInput & { task: string }): StoryMove => async ({ stage, id, ...scene }) => {
  const { process } = await stage.db.selectFrom('document').select('process').where('id', '=', id).executeTakeFirstOrThrow()
  const [task] = openTasks(process)
  if (!task) throw new Error(`${id} of the demo company waits for nobody`)
  return actOnTask(asPerson(stage, userNameOf(task.person), scene), ask(task.id))
}
