import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { actDiscreetly } from '../lifecycle/commands.ts'
import { read } from '../detail.ts'
import { jumpTargets } from '../lifecycle/nodes/jump-targets.ts'
import { demandFlowAdministrator } from '../visibility/scope.ts'
import { stateCodes } from '../wire.ts'
import { type DocumentRouteContext, unitOfWork, moving, reading, typed } from './context.ts'
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
      moving(calls, request, (context) => {
        const { procInstId, taskId, assignee, comment: opinion } = request.body
        return actDiscreetly(context, procInstId, { action: 'reassign', task: taskId, person: assignee, comment: opinion })
      }))

  routes.post('/workflow/admin/skip', { config: { ...access, repeats: 'once' }, preValidation, schema: { body: z.strictObject(task) } },
    (request) =>
      moving(calls, request, (context) => {
        const { procInstId, taskId, comment: opinion } = request.body
        return actDiscreetly(context, procInstId, { action: 'skip', task: taskId, comment: opinion })
      }))

  routes.post('/workflow/admin/jump', { config: { ...access, repeats: 'once' }, preValidation,
    schema: { body: z.strictObject({ ...document, taskId: id.nullish(), targetNodeId: z.string().max(64).default('') }) } },
    (request) =>
      moving(calls, request, (context) => {
        const { procInstId, targetNodeId: target, comment: opinion } = request.body
        return actDiscreetly(context, procInstId, { action: 'jump', target, comment: opinion })
      }))

  routes.post('/workflow/admin/forceEnd', { config: { ...access, repeats: 'once' }, preValidation,
    schema: { body: z.strictObject({ ...document, taskId: id.nullish() }) } }, (request) =>
    unitOfWork(calls, request, async (context) => {
      const { process } = await actDiscreetly(context, request.body.procInstId, { action: 'forceEnd', comment: request.body.comment })
      return { state: stateCodes[process.status] }
    }))

  routes.get('/workflow/admin/jumpList/:procInstId', { config: { ...access, aliasResult: true },
    schema: { params: z.strictObject({ procInstId: id }) } },
    async (request) => jumpTargets(await read(reading(calls, request), request.params.procInstId), request.caller))
}
