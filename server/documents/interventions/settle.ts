import { confirmRefusal, isStillThere } from '#approval/interventions.ts'
import { isInterested } from '#approval/state.ts'
import type { InterventionAnswer } from '#approval/wire/intervention.ts'
import { Forbidden, Missing, StateMoved } from '#kernel/errors.ts'
import { administersFlows, mayRead } from '../visibility/scope.ts'
import { actOn, type CommandInput } from '../lifecycle/commands.ts'
import { engineFacts } from '../lifecycle/engine-facts.ts'
import { type CommandContext, open, type OpenDocument } from '../lifecycle/run-command.ts'
import { lock } from '../store/store.ts'
import { callerNamed, mayConfirmAny } from './confirmers.ts'
import { endIntervention, type InterventionEnd, type StoredIntervention, storedColumns } from './outcomes.ts'
import { confirmedDocument } from './propose.ts'

/** A proposal with how it ended. */
export interface SettledIntervention extends InterventionAnswer {
  readonly proposal: StoredIntervention
}

/**
 * Does what was proposed, in the name of its proposer and with the second person beside, in the caller's transaction: the document is
 * locked and the engine asked again. A proposal whose proposer no longer administers the document lapses, and nothing is done.
 * @throws Missing, Forbidden, StateMoved, or the engine's refusal
 */
export async function confirmIntervention(context: CommandContext, id: string): Promise<SettledIntervention> {
  const { host, db, caller } = context
  const { proposal, opened } = await openFor(context, id)
  const proposer = callerNamed(await host.organisation(db), proposal.proposer)
  const interest = { document: opened.stored.process, facts: engineFacts({ ...confirmedDocument(context, opened), caller }) }
  if (!proposer || !administersFlows(proposer) || isInterested(interest, proposal.proposer) || !standsStill(proposal, opened)) {
    await end(context, proposal, { outcome: 'lapsed', person: null })
    return { outcome: 'lapsed', proposal }
  }
  await end(context, proposal, { outcome: 'confirmed', person: caller.id, name: caller.name })
  await actOn({ ...context, caller: proposer }, opened, commandOf(proposal, caller.id))
  return { outcome: 'confirmed', proposal }
}

/** Declines a proposal for a reason: nothing is done. @throws Missing, Forbidden, StateMoved */
export async function declineIntervention(context: CommandContext, id: string, reason: string): Promise<SettledIntervention> {
  const { caller } = context
  const { proposal } = await openFor(context, id)
  await end(context, proposal, { outcome: 'declined', person: caller.id, name: caller.name, reason })
  return { outcome: 'declined', proposal }
}

/** Withdraws one's own proposal, whatever rights one has by now. @throws Missing, StateMoved */
export async function withdrawIntervention(context: CommandContext, id: string): Promise<SettledIntervention> {
  const { db, caller } = context
  const proposal = await waitingOf(context, id, (stored) => lock(db, { document: stored.document }))
  if (proposal.proposer !== caller.id) throw new Missing('interventions.missing')
  await end(context, proposal, { outcome: 'withdrawn', person: caller.id })
  return { outcome: 'withdrawn', proposal }
}

/** Ends a proposal that still waits. @throws StateMoved where its time has come a moment ago */
async function end({ host, db, at }: CommandContext, proposal: StoredIntervention, how: Omit<InterventionEnd, 'at'>): Promise<void> {
  if (!(await endIntervention(host, db, proposal, { ...how, at }))) throw new StateMoved(undefined, 'interventions.expired')
}

const standsStill = ({ runs, task, holder }: StoredIntervention, { stored: { process } }: OpenDocument): boolean =>
  isStillThere({ runs, task: task ?? undefined, holder: holder ?? undefined }, process)

/** A proposal with its locked document, for somebody who may confirm it. */
async function openFor(context: CommandContext, id: string) {
  let opened: OpenDocument | undefined
  const { host, db, caller } = context
  const proposal = await waitingOf(context, id, async ({ document }) => {
    if (!(await mayRead({ host, db, caller }, document))) throw new Missing('interventions.missing')
    opened = await open(context, { document })
  })
  if (!opened) throw new Missing('interventions.missing')
  const { process } = opened.stored
  const facts = engineFacts({ ...confirmedDocument(context, opened), caller })
  const refused = confirmRefusal({ document: process, facts, person: caller.id, proposer: proposal.proposer,
    holdsRight: mayConfirmAny(caller) })
  if (refused) throw new Forbidden(refused.code, refused.parameters)
  return { proposal, opened }
}

/** A proposal that still waits once its document is locked. @throws Missing; StateMoved where it has ended, saying how */
async function waitingOf({ db, at }: CommandContext, id: string,
  lockDocument: (stored: StoredIntervention) => Promise<unknown>): Promise<StoredIntervention> {
  const stored = await db.selectFrom('intervention').select(storedColumns).where('id', '=', id).executeTakeFirst()
  if (!stored) throw new Missing('interventions.missing')
  await lockDocument(stored)
  const ended = await db.selectFrom('intervention_outcome').select('outcome').where('intervention', '=', id).executeTakeFirst()
  if (ended) throw new StateMoved(undefined, `interventions.${ended.outcome}`)
  if (stored.expires_at <= at) throw new StateMoved(undefined, 'interventions.expired')
  return stored
}

/** The command that was proposed. */
function commandOf({ action, task, target, assignee, reason: comment }: StoredIntervention, confirmedBy: string): CommandInput {
  const shared = { comment, confirmedBy }
  if (action === 'reassign') return { action, task: task ?? '', person: assignee ?? '', ...shared }
  if (action === 'skip') return { action, task: task ?? '', ...shared }
  return action === 'jump' ? { action, target: target ?? '', ...shared } : { action, ...shared }
}
