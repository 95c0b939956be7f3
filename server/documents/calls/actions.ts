import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '../../http/access.ts'
import { act, actOnTask, mustBeEnabled, mustRead } from '../actions.ts'
import { standing } from '../answer.ts'
import { pass } from '../pass.ts'
import { detailRoute, stateCodes } from '../wire.ts'
import { type Calls, doing, typed } from './context.ts'
import { business, comment, confirmed, explanations, hints, id, nodeList } from './inputs.ts'

const access = { access: signedIn, resource: 'document' } as const
const check = z.strictObject({ item: id, result: z.enum(['pass', 'fail', 'na']), remark: z.string().max(1000).optional() })
const files = z.array(id).max(100).default([])

const passInput = z.strictObject({
  ...hints, taskId: id, business: business.default({}), comment, nodeList, explainDtoList: explanations, checkList: z.array(check).max(100).default([]), confirmed,
})
const onTask = z.strictObject({ ...hints, taskId: id, comment })
const onDocument = z.strictObject({ ...hints, procInstId: id, taskId: id.nullish(), comment, attachmentList: files })
const saying = z.strictObject({
  ...hints, procInstId: id, comment: comment.default(''), attachmentId: z.string().max(7000).default(''), userIds: z.array(id).max(50).default([]),
})

/** Calls that do something to a filed document. */
export function actionCalls(app: FastifyInstance, calls: Calls): void {
  const routes = typed(app)

  routes.post('/workflow/pass', { config: access, schema: { body: passInput } }, (request) =>
    doing(calls, request, async (acting) => {
      const { taskId, business: incoming, comment: said, nodeList: chosen, explainDtoList, checkList, confirmed: accepted } = request.body
      const { process, opened } = await pass(acting, {
        task: taskId, incoming, comment: said, accepted, checks: checkList,
        choices: chosen.map(({ nodeId, userIdList }) => ({ node: nodeId, people: userIdList })),
        explanations: explainDtoList.map(({ explain, explainType }) => ({ kind: explainType, text: explain })),
      })
      return standing(opened.pinned.flow, process, acting.caller.locale)
    }))

  routes.post('/workflow/refuse', { config: access, schema: { body: onTask } }, (request) =>
    doing(calls, request, async (acting) => {
      const { taskId, comment: said } = request.body
      const { process, opened } = await actOnTask(acting, { action: 'refuse', task: taskId, comment: said })
      return standing(opened.pinned.flow, process, acting.caller.locale)
    }))

  for (const [path, action] of [['/workflow/abort', 'revoke'], ['/workflow/abandoned', 'void']] as const) {
    routes.post(path, { config: access, schema: { body: onDocument } }, (request) =>
      doing(calls, request, async (acting) => {
        const { procInstId, comment: said, attachmentList } = request.body
        await mustRead(acting, procInstId)
        const { process } = await act(acting, procInstId, { action, comment: said, attachments: attachmentList })
        return { state: stateCodes[process.status], businessKey: process.id, routeName: detailRoute(process.form) }
      }))
  }

  routes.post('/workflow/abortUpdate', { config: access, schema: { body: onDocument } }, (request) =>
    doing(calls, request, async (acting) => {
      await mustRead(acting, request.body.procInstId)
      const { process } = await act(acting, request.body.procInstId, { action: 'edit', comment: request.body.comment })
      return { businessKey: process.id, state: stateCodes[process.status], routeName: `${process.form}Edit` }
    }))

  routes.post('/workflow/wf/processInstance/comment/add', { config: access, schema: { body: saying } }, (request) =>
    doing(calls, request, async (acting) => {
      const { procInstId, comment: said, userIds, attachmentId } = request.body
      await mustRead(acting, procInstId)
      await mustBeEnabled(acting, userIds, 'userIds')
      const { process } = await act(acting, procInstId, { action: 'comment', comment: said, mentioned: userIds, attachments: listed(attachmentId) })
      return { state: stateCodes[process.status] }
    }))

  routes.post('/workflow/wf/processInstance/cc/add', { config: access, schema: { body: saying } }, (request) =>
    doing(calls, request, async (acting) => {
      const { procInstId, comment: said, userIds, attachmentId } = request.body
      await mustRead(acting, procInstId)
      await mustBeEnabled(acting, userIds, 'userIds')
      const { process } = await act(acting, procInstId, { action: 'copy', comment: said, people: userIds, attachments: listed(attachmentId) })
      return { state: stateCodes[process.status] }
    }))
}

const listed = (ids: string) => ids.split(',').map((each) => each.trim()).filter(Boolean)
