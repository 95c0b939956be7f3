import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Forbidden, MeaningfulError, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import { type DecidedIntervention, type DecideInterventions, type InterventionAnswer, interventionDecisions, interventionLists,
  mostDecided } from '#approval/wire/intervention.ts'
import { confirmRefusal, interventions, isStillThere } from '#approval/interventions.ts'
import { permissionToVoid } from '#approval/actions/administer.ts'
import { isInterested } from '#approval/state.ts'
import { transaction } from '#server/database/transaction.ts'
import { signedIn } from '#server/http/access.ts'
import { newId } from '#server/identity/id.ts'
import { sendHeld } from '#server/messages/notify.ts'
import type { Caller } from '#server/identity/caller.ts'
import { callerNamed, confirmedDocument, mayConfirmAny } from '../interventions/propose.ts'
import { countToConfirm, interventionPage } from '../interventions/rows.ts'
import { type CommandContext, open, type OpenDocument } from '../lifecycle/run-command.ts'
import { bulk, type DocumentRouteContext, readContext, typed, unitOfWork } from './requests.ts'
import { administersFlows, mayRead } from '../visibility/scope.ts'
import { actOn, type CommandInput } from '../lifecycle/commands.ts'
import { engineFacts } from '../lifecycle/engine-facts.ts'
import { lock } from '../store/store.ts'
import { reasonOf } from '../reason-of.ts'
import { endIntervention, type InterventionEnd, storedColumns, type StoredIntervention } from '../interventions/outcomes.ts'

/** A proposal with its outcome. */
interface SettledIntervention extends InterventionAnswer {
  readonly proposal: StoredIntervention
}

/**
 * Executes a proposal in the name of its proposer, confirmed by the caller, in the caller's transaction: the document is locked and the
 * engine decides again. The proposal lapses without effect where its proposer no longer has the permission or the document has changed.
 * @throws Missing, Forbidden, StateMoved, or the engine's refusal
 */
async function confirmIntervention(context: CommandContext, id: string): Promise<SettledIntervention> {
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
async function declineIntervention(context: CommandContext, id: string, reason: string): Promise<SettledIntervention> {
  const { caller } = context
  const { proposal } = await openFor(context, id)
  await end(context, proposal, { outcome: 'declined', person: caller.id, name: caller.name, reason })
  return { outcome: 'declined', proposal }
}

/** Withdraws the caller's own proposal; needs no permission. @throws Missing, StateMoved */
async function withdrawIntervention(context: CommandContext, id: string): Promise<SettledIntervention> {
  const { db, caller } = context
  const proposal = await waitingOf(context, id, (stored) => lock(db, { document: stored.document }))
  if (proposal.proposer !== caller.id) throw new Missing('interventions.missing')
  await end(context, proposal, { outcome: 'withdrawn', person: caller.id })
  return { outcome: 'withdrawn', proposal }
}

/** Ends an open proposal. @throws StateMoved where it expired meanwhile */
async function end({ host, db, at, bulk }: CommandContext, proposal: StoredIntervention,
  how: Omit<InterventionEnd, 'at' | 'bulk'>): Promise<void> {
  if (!(await endIntervention(host, db, proposal, { ...how, at, bulk }))) throw new StateMoved(undefined, 'interventions.expired')
}

type InTransaction = <Result>(work: (context: CommandContext) => Promise<Result>) => Promise<Result>

/**
 * Confirms or declines several proposals, each in a transaction of its own: one that is refused stops no other. What the caller has
 * already decided in the same way counts as done. Proposers and affected people get one message about all of them.
 */
async function decideInterventions(context: CommandContext, inTransaction: InTransaction,
  { ids, decision, reason: why = '', bulk: named }: DecideInterventions): Promise<readonly DecidedIntervention[]> {
  const bulk = named ?? newId()
  const answers: DecidedIntervention[] = []
  for (const one of new Set(ids)) {
    answers.push(
      await decidedOrRefused(context.host, one, () =>
        inTransaction(async (each) => {
          const own = await ownDecision(each, one)
          if (own === outcomes[decision]) return own
          const settled = await (decision === 'confirm'
            ? confirmIntervention({ ...each, bulk }, one)
            : declineIntervention({ ...each, bulk }, one, why))
          return settled.outcome
        })),
    )
  }
  // a decision that its caller named goes on in further calls
  if (named === undefined) await sendHeld(context.db, context.at, bulk)
  return answers
}

const outcomes = { confirm: 'confirmed', decline: 'declined' } as const

/** The outcome that the caller gave a proposal before; undefined where somebody else did, or nobody. */
const ownDecision = async ({ db, caller }: CommandContext, one: string) =>
  (await db.selectFrom('intervention_outcome').select('outcome').where('intervention', '=', one).where('person', '=', caller.id)
    .executeTakeFirst())?.outcome

async function decidedOrRefused(host: CommandContext['host'], one: string,
  decide: () => Promise<InterventionAnswer['outcome']>): Promise<DecidedIntervention> {
  try {
    return { id: one, outcome: await decide(), why: null }
  } catch (error) {
    if (!(error instanceof MeaningfulError)) throw error
    return { id: one, outcome: null, why: reasonOf(host, error) }
  }
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

const access = { access: signedIn, resource: 'intervention' } as const
const proposal = z.string().regex(/^\d{1,18}$/)
const reason = z.string().trim().min(1, 'error.field.required').max(500)
const deciding = z.strictObject({ ids: z.array(proposal).min(1).max(mostDecided), decision: z.enum(interventionDecisions),
  reason: z.string().trim().max(500).optional(), bulk })
const page = z.strictObject({ list: z.enum(interventionLists).default('waiting'), action: z.enum(interventions).nullish(),
  type: z.string().max(64).nullish(), keyword: z.string().trim().max(60).nullish(),
  current: z.coerce.number().int().min(1).max(100_000).default(1), size: z.coerce.number().int().min(1).max(200).default(20) })

/** Check for calls of people who may confirm interventions, before the body is read. @throws Forbidden */
async function demandConfirmer({ caller }: { readonly caller: Caller }): Promise<void> {
  if (!mayConfirmAny(caller)) throw new Forbidden('error.forbidden')
}

/**
 * Calls for interventions in documents that move money: people who may confirm list, confirm or decline them; proposers list and withdraw
 * their own.
 */
export function interventionRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  // proposers who may not confirm, such as those who may only void, list their own
  routes.post('/workflow/intervention/page', { config: { ...access, reads: true }, schema: { body: page } }, async (request) => {
    if (request.body.list !== 'mine') await demandConfirmer(request)
    return interventionPage(readContext(calls, request), request.body)
  })

  routes.get('/workflow/intervention/count', { config: access, schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    async (request) => ({ count: mayConfirmAny(request.caller) ? await countToConfirm(readContext(calls, request)) : 0 }))

  routes.post('/workflow/intervention/confirm', { config: { ...access, repeats: 'once' }, preValidation: demandConfirmer,
    schema: { body: z.strictObject({ id: proposal }) } },
    (request) => settling(calls, request, (context) => confirmIntervention(context, request.body.id)))

  routes.post('/workflow/intervention/decline', { config: { ...access, repeats: 'once' }, preValidation: demandConfirmer,
    schema: { body: z.strictObject({ id: proposal, reason }) } },
    (request) => settling(calls, request, (context) => declineIntervention(context, request.body.id, request.body.reason)))

  // one transaction per proposal; those that the caller decided in the same way before are skipped
  routes.post('/workflow/intervention/decide', { config: { ...access, repeats: 'parts' }, preValidation: demandConfirmer,
    schema: { body: deciding } }, async (request) => {
    const { ids, decision, reason: why = '', bulk: named } = request.body
    if (decision === 'decline' && why === '')
      throw new Refused('error.field.required', {}, [{ field: 'reason', code: 'error.field.required' }])
    const context = readContext(calls, request)
    const answers = await decideInterventions(context,
      (work) => calls.enter(() => transaction(context.db, (db) => work({ ...context, db }))), { ids, decision, reason: why, bulk: named })
    request.audited = { after: { decision, reason: why, answers } }
    return answers
  })

  routes.post('/workflow/intervention/withdraw', { config: { ...access, repeats: 'once' },
    schema: { body: z.strictObject({ id: proposal }) } },
    (request) => settling(calls, request, (context) => withdrawIntervention(context, request.body.id)))
}

/** Ends a proposal, and records document, action and proposer in the audit log. */
const settling = (calls: DocumentRouteContext, request: FastifyRequest, work: (context: CommandContext) => Promise<SettledIntervention>) =>
  unitOfWork(calls, request, async (context): Promise<InterventionAnswer> => {
    const { outcome, proposal: { document, action, proposer, reason: why, assignee, target } } = await work(context)
    request.audited = { id: document,
      after: { outcome, action, proposer, reason: why, ...(assignee !== null && { assignee }), ...(target !== null && { target }) } }
    return { outcome }
  })
