import type { Form } from '#kernel/form.ts'
import { pathsAs } from '#kernel/fields/roles.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Label } from '#kernel/wording/label.ts'
import { forbidden } from './reason.ts'
import { currentNodes, type InterestContext, isInterested, openTasks } from './state.ts'
import type { DocumentState, Refusal } from './types.ts'

/** Actions of workflow administrators that decide, or choose who decides: a second person confirms them where money moves. */
export const interventions = ['reassign', 'skip', 'jump', 'forceEnd'] as const

/** The names of interventions, as their buttons and messages have them. */
export const interventionLabels: Readonly<Record<Intervention, Label>> = {
  reassign: { cn: '改派', en: 'Reassign' },
  skip: { cn: '跳过节点', en: 'Skip step' },
  jump: { cn: '跳转节点', en: 'Jump to step' },
  forceEnd: { cn: '强制结束', en: 'Force end' },
}

export type Intervention = (typeof interventions)[number]

/** The state of a proposed intervention. lapsed: the document had moved on, or the proposer no longer administers it. */
export type InterventionState = 'waiting' | 'confirmed' | 'declined' | 'withdrawn' | 'lapsed' | 'expired'

/** Returns whether an action is an intervention. */
export const isIntervention = (action: string): action is Intervention => (interventions as readonly string[]).includes(action)

/** Returns whether money follows from a document: its flow says so, it has an effect on a budget, or it names a payee. */
export const isMoney = ({ fields, budget }: Pick<Form, 'fields' | 'budget'>, { settings }: Pick<Flow, 'settings'>): boolean =>
  settings.movesMoney || budget !== undefined || [...pathsAs(fields, 'payee'), ...pathsAs(fields, 'payeeName')].length > 0

/** The place of a document for which an intervention is proposed. */
export interface InterventionPlace {
  /** Entries of the nodes where it waits, in order. */
  readonly runs: readonly string[]
  /** The task that it concerns; absent: the document as a whole. */
  readonly task?: string | undefined
  /** The holder of the task. */
  readonly holder?: string | undefined
}

/** Returns the place of a document as it stands now. */
export const placeOf = (document: DocumentState, task: string | undefined): InterventionPlace => ({
  runs: currentNodes(document).map(({ id }) => id).toSorted(),
  task,
  holder: openTasks(document).find(({ id }) => id === task)?.person,
})

/** Returns whether a document still stands where an intervention was proposed: the same task with the same holder, or the same nodes. */
export function isStillThere(place: InterventionPlace, document: DocumentState): boolean {
  if (document.status !== 'inApproval') return false
  const now = placeOf(document, place.task)
  return place.task === undefined ? String(now.runs) === String(place.runs) : now.holder !== undefined && now.holder === place.holder
}

interface Confirming extends InterestContext {
  readonly person: string
  readonly proposer: string
  /** They administer workflows, or hold the right to confirm. */
  readonly holdsRight: boolean
}

/** The reason for which a person may neither confirm nor decline an intervention; undefined: they may. */
export function confirmRefusal({ person, proposer, holdsRight, ...context }: Confirming): Refusal | undefined {
  if (!holdsRight) return forbidden()
  if (person === proposer) return forbidden('confirmOwnProposal')
  return isInterested(context, person) ? forbidden('confirmOwnDocument') : undefined
}
