import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { actDiscreetly, type CommandResult } from '../lifecycle/commands.ts'
import { read } from '../detail.ts'
import { jumpTargets } from '../lifecycle/nodes/jump-targets.ts'
import { positionOf } from '../lifecycle/nodes/position.ts'
import { demandFlowAdministrator } from '../visibility/scope.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { type DocumentRouteContext, reading, typed, unitOfWork } from './context.ts'
import { comment, hints, id } from './inputs.ts'

const access = { access: signedIn, resource: 'document' } as const
const preValidation = demandFlowAdministrator
const document = { ...hints, procInstId: id, comment }
const task = { ...document, taskId: id }

/** Calls of workflow administrators. Strangers are turned away before their body is read; the engine asks again. */
export function repairRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.post('/workflow/admin/reassign', { config: { ...access, repeats: 'once' }, preValidation,
    schema: { body: z.strictObject({ ...task, assignee: z.string().max(64).default('') }) } },
    (request) =>
      intervening(calls, request, (context) => {
        const { procInstId, taskId, assignee, comment: opinion } = request.body
        return actDiscreetly(context, procInstId, { action: 'reassign', task: taskId, person: assignee, comment: opinion })
      }))

  routes.post('/workflow/admin/skip', { config: { ...access, repeats: 'once' }, preValidation, schema: { body: z.strictObject(task) } },
    (request) =>
      intervening(calls, request, (context) => {
        const { procInstId, taskId, comment: opinion } = request.body
        return actDiscreetly(context, procInstId, { action: 'skip', task: taskId, comment: opinion })
      }))

  routes.post('/workflow/admin/jump', { config: { ...access, repeats: 'once' }, preValidation,
    schema: { body: z.strictObject({ ...document, taskId: id.nullish(), targetNodeId: z.string().max(64).default('') }) } },
    (request) =>
      intervening(calls, request, (context) => {
        const { procInstId, targetNodeId: target, comment: opinion } = request.body
        return actDiscreetly(context, procInstId, { action: 'jump', target, comment: opinion })
      }))

  routes.post('/workflow/admin/forceEnd', { config: { ...access, repeats: 'once' }, preValidation,
    schema: { body: z.strictObject({ ...document, taskId: id.nullish() }) } },
    (request) =>
      intervening(calls, request, (context) =>
        actDiscreetly(context, request.body.procInstId, { action: 'forceEnd', comment: request.body.comment })))

  routes.get('/workflow/admin/jumpList/:procInstId', { config: { ...access, aliasResult: true },
    schema: { params: z.strictObject({ procInstId: id }) } },
    async (request) => jumpTargets(await read(reading(calls, request), request.params.procInstId), request.caller))
}

/** Does an intervention, or proposes it: answers where the document stands, and what a second person has to confirm. */
const intervening = (calls: DocumentRouteContext, request: FastifyRequest, work: (context: CommandContext) => Promise<CommandResult>) =>
  unitOfWork(calls, request, async (context) => {
    const { process, opened, proposal = null } = await work(context)
    if (proposal) request.audited = { id: process.id, after: { proposal: proposal.id, ...request.body as object } }
    return { ...positionOf(opened.pinned.flow, process, context.caller.locale), proposal }
  })
