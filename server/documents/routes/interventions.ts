import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type InterventionAnswer, interventionLists } from '#approval/wire/intervention.ts'
import { interventions } from '#approval/interventions.ts'
import { Forbidden } from '#kernel/errors.ts'
import { signedIn } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import { mayConfirmAny } from '../interventions/confirmers.ts'
import { countToConfirm, interventionPage } from '../interventions/rows.ts'
import { confirmIntervention, declineIntervention, type SettledIntervention, withdrawIntervention } from '../interventions/settle.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { type DocumentRouteContext, readContext, typed, unitOfWork } from './context.ts'

const access = { access: signedIn, resource: 'intervention' } as const
const proposal = z.string().regex(/^\d{1,18}$/)
const reason = z.string().trim().min(1, 'error.field.required').max(500)
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
