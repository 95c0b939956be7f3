import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { actOnTask } from '../lifecycle/commands.ts'
import { read } from '../detail.ts'
import { returnTargets } from '../lifecycle/nodes/return-targets.ts'
import { type DocumentRouteContext, runAction, readContext, typed } from './context.ts'
import { comment, explained, explanations, files, hints, id } from './inputs.ts'

const access = { access: signedIn, resource: 'document' } as const
const onTask = { ...hints, taskId: id, comment }

/** One person; arrays are accepted too, so that several people are refused with a specific message. */
const somebody = z.union([z.string().max(64), z.array(id).max(20)]).default([])
const everybody = (people: string | readonly string[]) => [people].flat().filter(Boolean)

const transferInput = z.strictObject({ ...onTask, assignee: somebody, attachmentList: files,
  properties: z.strictObject({ explainDtoList: explanations }).optional() })
const countersignInput = z.strictObject({ ...onTask, orderType: z.union([z.literal(1), z.literal(2)]),
  assigneeList: z.array(id).max(200).default([]), attachmentList: files })
const backInput = z.strictObject({ ...onTask, desNodeId: z.string().max(64).default(''),
  resume: z.enum(['sequential', 'direct']).optional() })

/** 1: sequentially, 2: in any order. */
const orders = { 1: 'sequence', 2: 'any' } as const

/** Calls that assign a task to others: permanently, for their opinion first, or back. */
export function taskAssignmentRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.post('/workflow/transfer', { config: { ...access, repeats: 'once' }, schema: { body: transferInput } },
    (request) =>
      runAction(calls, request, (context) => {
        const { taskId: task, assignee, comment: opinion, attachmentList: attachments, properties } = request.body
        return actOnTask(context, { action: 'transfer', task, people: everybody(assignee), comment: opinion, attachments,
          explanations: explained(properties?.explainDtoList ?? []) })
      }))

  routes.post('/workflow/countersign', { config: { ...access, repeats: 'once' }, schema: { body: countersignInput } },
    (request) =>
      runAction(calls, request, (context) => {
        const { taskId: task, orderType, assigneeList: people, comment: opinion, attachmentList: attachments } = request.body
        return actOnTask(context, { action: 'countersign', task, people, order: orders[orderType], comment: opinion, attachments })
      }))

  routes.post('/workflow/cancelCountersign', { config: { ...access, repeats: 'once' }, schema: { body: z.strictObject(onTask) } },
    (request) =>
      runAction(calls, request, (context) =>
        actOnTask(context, { action: 'cancelCountersign', task: request.body.taskId, comment: request.body.comment })))

  routes.get('/workflow/v2/backList/:procInstId', { config: { ...access, aliasResult: true },
    schema: { params: z.strictObject({ procInstId: id }), querystring: z.object({ taskId: id.optional() }) } }, async (request) => {
    const document = await read(readContext(calls, request), request.params.procInstId, request.query.taskId)
    return returnTargets(document, { person: request.caller.id, task: request.query.taskId ?? document.task?.id,
      locale: request.caller.locale })
  })

  routes.post('/workflow/v2/back', { config: { ...access, repeats: 'once' }, schema: { body: backInput } },
    (request) =>
      runAction(calls, request, (context) => {
        const { taskId: task, desNodeId: target, resume, comment: opinion } = request.body
        return actOnTask(context, { action: 'return', task, target, resume, comment: opinion })
      }))
}
