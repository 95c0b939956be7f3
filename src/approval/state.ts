import { type DocumentState, type Facts, type NodeRun, startNode, type Task } from './types.ts'

/** The running runs: the nodes at which the document waits. */
export const currentNodes = (document: DocumentState): readonly NodeRun[] => document.runs.filter((run) => run.state === 'running')

/** The running tasks. */
export const openTasks = (document: DocumentState): readonly Task[] =>
  currentNodes(document).flatMap((run) => run.tasks.filter((task) => task.state === 'running'))

/** The round in which a run counts, see `countsIn`. */
export const roundOf = ({ round, countsIn }: Pick<NodeRun, 'round' | 'countsIn'>): number => countsIn ?? round

/** The runs that count in the current round, i.e. not cancelled by a return; without the start node. */
export const liveRuns = (document: DocumentState): readonly NodeRun[] =>
  document.runs.filter((run) => roundOf(run) === document.round && run.state !== 'cancelled' && run.node !== startNode)

/** Returns whether a task is undecided. */
export const isOpen = (task: Task): boolean => task.state === 'waiting' || task.state === 'running' || task.state === 'suspended'

/** The distinct people with a task in a run, cancelled ones left out. */
export const peopleOf = (run: NodeRun): ReadonlySet<string> =>
  new Set(run.tasks.filter(({ state }) => state !== 'cancelled').map(({ person }) => person))

/** Tasks of the node's own approvers, without the people added by countersign. */
export const ownTasks = (run: NodeRun): readonly Task[] => run.tasks.filter((task) => task.parent === undefined)

/** Returns whether a task ended with a pass, manual or automatic. */
export const agreed = (task: Task): boolean => task.result === 'passed' || task.result === 'auto'

/** The task with this id, of any round. */
export function taskOf(document: DocumentState, id: string): Task | undefined {
  for (const run of document.runs) {
    const task = run.tasks.find((candidate) => candidate.id === id)
    if (task) return task
  }
  return undefined
}

/** The run with this id. */
export const runOf = (document: DocumentState, id: string): NodeRun | undefined => document.runs.find((run) => run.id === id)

/** Returns whether the document waits at its initiator for changes. */
export const waitsAtStart = (document: DocumentState): boolean => currentNodes(document).some((run) => run.node === startNode)

/** Returns whether a person is the initiator or the applicant. */
export const isOwn = (document: Pick<DocumentState, 'starter' | 'applicant'>, person: string): boolean =>
  person === document.starter || person === document.applicant

/** A document, with a predicate for its payees. */
export interface InterestContext {
  readonly document: Pick<DocumentState, 'starter' | 'applicant'>
  readonly facts: Pick<Facts, 'isPaid'>
}

/** Returns whether a person has a personal interest in a document: they filed it, it was filed for them, or it pays them. */
export const isInterested = ({ document, facts }: InterestContext, person: string): boolean =>
  isOwn(document, person) || facts.isPaid?.(person) === true

/** Returns whether a person has or had a part in the document: as initiator or applicant, by a copy, or by a task. */
export function isParticipant(document: DocumentState, person: string): boolean {
  if (isOwn(document, person)) return true
  if (document.copies.some((copy) => copy.person === person)) return true
  return document.runs.some((run) => run.tasks.some((task) => isHolderOf(task, person)))
}

const isHolderOf = ({ person, owner, heldFor }: Task, other: string): boolean =>
  person === other || owner === other || heldFor?.some((absent) => absent.person === other) === true

/** Returns whether a run has the passes that its mode requires. */
export function isComplete(run: NodeRun): boolean {
  const tasks = ownTasks(run)
  if (tasks.length === 0) return false
  if (run.mode === 'any') return unmetGroups(run).size === 0
  if (typeof run.mode === 'object') return tasks.filter(agreed).length >= neededVotes(run)
  return tasks.every(agreed)
}

/** Returns whether a percentage can no longer be reached because of votes against. */
export function isLost(run: NodeRun): boolean {
  if (typeof run.mode !== 'object') return false
  return ownTasks(run).filter((task) => agreed(task) || isOpen(task)).length < neededVotes(run)
}

/** Number of approvers who have to pass; a percentage is of the node's own approvers, rounded up, at least 1. */
export function neededVotes(run: NodeRun): number {
  const total = ownTasks(run).length
  if (typeof run.mode !== 'object') return run.mode === 'any' ? 1 : total
  return Math.min(total, Math.max(1, Math.ceil((total * run.mode.percentage) / 100 - 1e-9)))
}

/** Returns whether a task of an `any` node is no longer needed. */
export function isSuperfluous(run: NodeRun, task: Task): boolean {
  const unmet = unmetGroups(run)
  return run.mode === 'any' && isOpen(task) && task.parent === undefined && !task.groups.some((group) => unmet.has(group))
}

function unmetGroups(run: NodeRun): ReadonlySet<string> {
  const tasks = ownTasks(run)
  const unmet = new Set(tasks.flatMap((task) => task.groups))
  for (const task of tasks.filter(agreed)) for (const group of task.groups) unmet.delete(group)
  return unmet
}
