import { fullName } from '#kernel/wording/names.ts'
import { isActive } from '../directory.ts'
import type { Transferred } from '../event.ts'
import { nameOf, reason } from '../reason.ts'
import { peopleOf, runOf } from '../state.ts'
import { approvalNode } from '../tree.ts'
import type { AbsentHolder, Reason, Task } from '../types.ts'
import { actsForAbsent } from './assign.ts'
import { type DecisionContext, isExcluded } from './interested.ts'

/** The absent people for whom a task is held. Of a task from a history before this was kept, its owner, if it was never handed on. */
export function absentHolders({ heldFor, origin, owner, why }: Task): readonly AbsentHolder[] {
  if (heldFor) return heldFor
  const isForAbsence = origin === 'substitute' && owner !== undefined && absences.has(why.at(-1)?.code) &&
    !why.some(({ code }) => handedOn.has(code))
  return isForAbsence ? [{ person: owner, origin: 'normal' }] : []
}

const codes = (...names: readonly string[]): ReadonlySet<string | undefined> => new Set(names.map((name) => reason(`reason.${name}`).code))
const absences = codes('substitute', 'awayToSuperior', 'awayToAdmin')
const handedOn = codes('transferred', 'adminAssigned', 'timedOut')

/** The reasons for a task's holder, without those of an absence that is over: the timeline has lines of their own for them. */
export function reasonsInForce(why: readonly Reason[]): readonly Reason[] {
  const end = why.findLastIndex(({ code }) => code === backCode)
  if (end < 0) return why
  const { name } = why[end]!.parameters
  const begin = why.findIndex(({ code, parameters }) => absences.has(code) && parameters['name'] === name)
  return begin < 0 || begin > end ? why : reasonsInForce([...why.slice(0, begin), ...why.slice(end + 1)])
}

const backCode = reason('reason.back').code

/** The part of a transfer that depends on the absence. */
type NewHolder = Pick<Transferred, 'to' | 'origin' | 'why' | 'heldFor' | 'comesBack'>

/**
 * The person who should hold a task that is held for an absence: the absent person once they are back, or whoever acts for them now. A
 * holder who asked others by countersign keeps the task.
 *
 * @returns undefined if the holder stays
 */
export function rightfulHolder(context: DecisionContext, task: Task): NewHolder | undefined {
  const run = runOf(context.document, task.run)
  const absent = absentHolders(task)
  if (!run || absent.length === 0 || run.tasks.some(({ parent }) => parent === task.id)) return undefined
  const node = approvalNode(context.flow, task.node)?.block
  const present = peopleOf(run)
  const mayNot = (person: string): boolean =>
    node === undefined || (person !== task.person && present.has(person)) || isExcluded(node, context, person)
  return backTo(context, absent, mayNot) ?? newSubstitute(context, task, absent, mayNot)
}

type Unsuited = (person: string) => boolean

/** The one absent person, if they are back and may decide. Two for whom one person sits leave that person the task. */
function backTo({ facts: { directory } }: DecisionContext, [absent, ...others]: readonly AbsentHolder[], mayNot: Unsuited):
  | NewHolder
  | undefined {
  if (!absent || others.length > 0) return undefined
  const { person, origin } = absent
  const isBack = isActive(directory, person) && directory.substitute(person) === undefined && !mayNot(person)
  return isBack ? { to: person, origin, why: reason('reason.back', { name: nameOf(directory, person) }), comesBack: true } : undefined
}

/** The person who acts for all the absent people now, if it is another one than the holder. */
function newSubstitute({ facts: { directory } }: DecisionContext, { person: holder }: Task, absent: readonly AbsentHolder[],
  mayNot: Unsuited): NewHolder | undefined {
  const acting = absent.map(({ person }) => actsForAbsent(directory, person, mayNot))
  const [first] = acting
  if (!first || first.person === holder || acting.some((other) => other?.person !== first.person)) return undefined
  const names = fullName(absent.map(({ person }) => nameOf(directory, person)), ', ')
  const isSubstitute = first.why.code === reason('reason.substitute').code
  return { to: first.person, origin: 'substitute', heldFor: absent,
    why: isSubstitute ? reason('reason.substituteChanged', { name: names }) : first.why }
}
