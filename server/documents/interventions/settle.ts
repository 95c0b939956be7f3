import { permissionToVoid } from '#approval/actions/void.ts'
import { confirmRefusal, isStillThere } from '#approval/interventions.ts'
import { isInterested } from '#approval/state.ts'
import type { InterventionAnswer } from '#approval/wire/intervention.ts'
import { Forbidden, Missing, StateMoved } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import type { Caller } from '#server/identity/caller.ts'
import { administersFlows, mayRead } from '../visibility/scope.ts'
import { actOn, type CommandInput } from '../lifecycle/commands.ts'
import { engineFacts } from '../lifecycle/engine-facts.ts'
import { type CommandContext, open, type OpenDocument } from '../lifecycle/run-command.ts'
import { lock } from '../store/store.ts'
import { callerNamed, mayConfirmAny } from './confirmers.ts'
import { endIntervention, type InterventionEnd, type StoredIntervention, storedColumns } from './outcomes.ts'
import { confirmedDocument } from './propose.ts'

/** A proposal with its outcome. */
export interface SettledIntervention extends InterventionAnswer {
  readonly proposal: StoredIntervention
}

/**
 * Executes a proposal in the name of its proposer, confirmed by the caller, in the caller's transaction: the document is locked and the
 * engine decides again. The proposal lapses without effect where its proposer no longer has the permission or the document has changed.
 * @throws Missing, Forbidden, StateMoved, or the engine's refusal
 */
export async function confirmIntervention(context: CommandContext, id: string): Promise<SettledIntervention> {
  const { host, db, caller } = context
  const { proposal, opened } = await openFor(context, id)
  const proposer = callerNamed(await host.organisation(db), proposal.proposer)
  const interest = { document: opened.stored.process, facts: engineFacts({ ...confirmedDocument(context, opened), caller }) }
  if (!proposer || !mayStillPropose(proposer, proposal, opened) || isInterested(interest, proposal.proposer) ||
    !standsStill(proposal, opened)) {
    await end(context, proposal, { outcome: 'lapsed', person: null })
    return { outcome: 'lapsed', proposal }
  }
  await end(context, proposal, { outcome: 'confirmed', person: caller.id, name: caller.name })
  await actOn({ ...context, caller: proposer }, opened, await commandOf(context, opened, proposal))
  return { outcome: 'confirmed', proposal }
}

/** Declines a proposal with a reason. @throws Missing, Forbidden, StateMoved */
export async function declineIntervention(context: CommandContext, id: string, reason: string): Promise<SettledIntervention> {
  const { caller } = context
  const { proposal } = await openFor(context, id)
  await end(context, proposal, { outcome: 'declined', person: caller.id, name: caller.name, reason })
  return { outcome: 'declined', proposal }
}

/** Withdraws the caller's own proposal; needs no permission. @throws Missing, StateMoved */
export async function withdrawIntervention(context: CommandContext, id: string): Promise<SettledIntervention> {
  const { db, caller } = context
  const proposal = await waitingOf(context, id, (stored) => lock(db, { document: stored.document }))
  if (proposal.proposer !== caller.id) throw new Missing('interventions.missing')
  await end(context, proposal, { outcome: 'withdrawn', person: caller.id })
  return { outcome: 'withdrawn', proposal }
}

/** Ends an open proposal. @throws StateMoved where it expired meanwhile */
async function end({ host, db, at }: CommandContext, proposal: StoredIntervention, how: Omit<InterventionEnd, 'at'>): Promise<void> {
  if (!(await endIntervention(host, db, proposal, { ...how, at }))) throw new StateMoved(undefined, 'interventions.expired')
}

const mayStillPropose = (proposer: Caller, { action }: StoredIntervention, { form }: OpenDocument): boolean =>
  action === 'void' ? permits(proposer.permissions, permissionToVoid(form)) : administersFlows(proposer)

const standsStill = ({ runs, task, holder }: StoredIntervention, { stored: { process } }: OpenDocument): boolean =>
  isStillThere({ runs, task: task ?? undefined, holder: holder ?? undefined }, process)

/** Reads an open proposal with its locked document for a confirmer. @throws Missing */
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

/** Reads an open proposal and locks its document. @throws Missing; StateMoved where the proposal has ended, with the outcome */
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

/** The proposed command, confirmed by the caller. */
async function commandOf(context: CommandContext, { form }: OpenDocument, proposal: StoredIntervention): Promise<CommandInput> {
  const { action, reason: comment } = proposal
  const [task, target, person] = [proposal.task ?? '', proposal.target ?? '', proposal.assignee ?? '']
  const shared = { comment, confirmedBy: context.caller.id }
  switch (action) {
    case 'reassign':
      return { action, task, person, ...shared }
    case 'skip':
      return { action, task, ...shared }
    case 'jump':
      return { action, target, ...shared }
    case 'move':
      return { action, ...(await moveTarget(context, form.key, target)), ...shared }
    default:
      return { action, ...shared }
  }
}

/** Parses the target of a move: how to move and the hash of the version, separated by a space. */
async function moveTarget({ flows, db }: CommandContext, key: string, target: string) {
  const [choice, to = ''] = target.split(' ')
  return { choice: choice === 'restart' ? 'restart' as const : 'move' as const, to, flow: (await flows.pinned(db, key, to)).flow }
}
