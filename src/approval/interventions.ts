import type { Form } from '#kernel/form.ts'
import { pathsAs } from '#kernel/fields/roles.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Label } from '#kernel/wording/label.ts'
import { forbidden } from './reason.ts'
import { currentNodes, type InterestContext, isInterested, openTasks } from './state.ts'
import type { DocumentState, Refusal } from './types.ts'

/** Actions on other people's documents that decide or choose who decides; a second person confirms them where money moves. */
export const interventions = ['reassign', 'skip', 'jump', 'forceEnd', 'void', 'move'] as const

/** Labels of interventions, for buttons and messages. */
export const interventionLabels: Readonly<Record<Intervention, Label>> = {
  reassign: { cn: '改派', en: 'Reassign' },
  skip: { cn: '跳过节点', en: 'Skip step' },
  jump: { cn: '跳转节点', en: 'Jump to step' },
  forceEnd: { cn: '强制结束', en: 'Force end' },
  void: { cn: '作废', en: 'Void' },
  move: { cn: '迁移到新版流程', en: 'Move to another flow version' },
}

export type Intervention = (typeof interventions)[number]

/** State of a proposed intervention. lapsed: the document has moved on, or the proposer no longer has the permission. */
export type InterventionState = 'waiting' | 'confirmed' | 'declined' | 'withdrawn' | 'lapsed' | 'expired'

/** Returns whether an action is an intervention. */
export const isIntervention = (action: string): action is Intervention => (interventions as readonly string[]).includes(action)

/** Returns whether a document moves money: by its flow's setting, an effect on a budget, or a payee. */
export const isMoney = (form: Pick<Form, 'fields' | 'budget'>, { settings }: Pick<Flow, 'settings'>): boolean =>
  settings.movesMoney || isMoneyForm(form)

/** Returns whether documents of a form move money regardless of their flow: it has a budget effect or a payee. */
export const isMoneyForm = ({ fields, budget }: Pick<Form, 'fields' | 'budget'>): boolean =>
  budget !== undefined || [...pathsAs(fields, 'payee'), ...pathsAs(fields, 'payeeName')].length > 0

/**
 * Returns whether an action on a document that moves money needs a second person: every intervention does, except that initiators void
 * their own documents alone.
 */
export const needsSecond = (action: string, person: string, { starter }: Pick<DocumentState, 'starter'>): action is Intervention =>
  isIntervention(action) && (action !== 'void' || person !== starter)

/** The position of a document for which an intervention is proposed. */
export interface InterventionPlace {
  /** Ids of the running runs, sorted. */
  readonly runs: readonly string[]
  /** Id of the task concerned; absent: the document as a whole. */
  readonly task?: string | undefined
  /** The holder of the task. */
  readonly holder?: string | undefined
}

/** The current position of a document. */
export const placeOf = (document: DocumentState, task: string | undefined): InterventionPlace => ({
  runs: currentNodes(document).map(({ id }) => id).toSorted(),
  task,
  holder: openTasks(document).find(({ id }) => id === task)?.person,
})

/** Returns whether a document is still at the position of a proposal: same task and holder, or the same runs. */
export function isStillThere(place: InterventionPlace, document: DocumentState): boolean {
  // a completed document has no running runs; the only proposal for it is voiding
  if (document.status !== 'inApproval' && document.status !== 'completed') return false
  const now = placeOf(document, place.task)
  return place.task === undefined ? String(now.runs) === String(place.runs) : now.holder !== undefined && now.holder === place.holder
}

interface Confirming extends InterestContext {
  readonly person: string
  readonly proposer: string
  /** Whether the person administers workflows or has the permission to confirm. */
  readonly holdsRight: boolean
}

/** The reason why a person may neither confirm nor decline an intervention; undefined: they may. */
export function confirmRefusal({ person, proposer, holdsRight, ...context }: Confirming): Refusal | undefined {
  if (!holdsRight) return forbidden()
  if (person === proposer) return forbidden('confirmOwnProposal')
  return isInterested(context, person) ? forbidden('confirmOwnDocument') : undefined
}
