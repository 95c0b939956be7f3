import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { postingFirst } from '#server/postings/before-pass.ts'
import { act, actOnTask, mustBeEnabled, mustRead } from '../lifecycle/commands.ts'
import { hardToDecide } from '../lifecycle/hard-to-decide.ts'
import { pass } from '../lifecycle/pass.ts'
import { saveAtNode } from '../lifecycle/save-at-node.ts'
import { urge } from '../lifecycle/urge.ts'
import { detailRoute, stateCodes } from '../wire.ts'
import { askForPass, askingOnDemand } from '../values/ask-outside.ts'
import { type DocumentRouteContext, runAction, readContext, typed, unitOfWork } from './context.ts'
import { business, choicesOf, comment, confirmed, explained, explanations, files, hints, id, nodeList } from './inputs.ts'

const access = { access: signedIn, resource: 'document' } as const
const check = z.strictObject({ item: id, result: z.enum(['pass', 'fail', 'na']), remark: z.string().max(200).optional() })

const passInput = z.strictObject({
  ...hints,
  taskId: id,
  business: business.default({}),
  comment,
  nodeList,
  explainDtoList: explanations,
  checkList: z.array(check).max(100).default([]),
  confirmed,
  exceptions: z.array(z.string().max(300)).max(1000).default([]).describe('Keys of the exceptions that the approver has looked at'),
})
const onTask = z.strictObject({ ...hints, taskId: id, comment })
const onDocument = z.strictObject({ ...hints, procInstId: id, taskId: id.nullish(), comment, attachmentList: files })

/** Calls that decide a task, and those that withdraw a document. */
export function actionRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.post('/workflow/pass', { config: { ...access, repeats: 'once' }, schema: { body: passInput } }, async (request) => {
    const { taskId: task, business: incoming, comment: opinion, nodeList: chosen, explainDtoList, checkList, confirmed: accepted,
      exceptions: seen } = request.body
    let hasAsked = false
    const passOnce = (isUnasked: boolean) =>
      runAction(calls, request, async (context) => {
        await mustBeEnabled(context, chosen.flatMap(({ userIdList }) => userIdList), 'nodeList')
        return pass(context, { task, incoming, comment: opinion, accepted, seen, isUnasked: isUnasked && !hasAsked, isPosting: true,
          checks: checkList, choices: choicesOf(chosen), explanations: explained(explainDtoList) })
      })
    return postingFirst(calls.host, request.caller.id, () =>
      askingOnDemand(passOnce, async () => {
        await askForPass(readContext(calls, request), { task, incoming })
        hasAsked = true
      }))
  })

  routes.post('/workflow/save', { config: { ...access, repeats: 'once' },
    schema: { body: z.strictObject({ ...hints, taskId: id, business }) } },
    (request) =>
      runAction(calls, request, (context) => saveAtNode(context, { task: request.body.taskId, incoming: request.body.business })))

  routes.post('/workflow/hardToDecide', { config: { ...access, repeats: 'once' }, schema: { body: passInput } },
    (request) =>
      runAction(calls, request, (context) => {
        const { taskId: task, business: incoming, comment: opinion, nodeList: chosen, explainDtoList } = request.body
        return hardToDecide(context, { task, incoming, comment: opinion, choices: choicesOf(chosen),
          explanations: explained(explainDtoList) })
      }))

  routes.post('/workflow/refuse', { config: { ...access, repeats: 'once' }, schema: { body: onTask } },
    (request) =>
      runAction(calls, request, (context) =>
        actOnTask(context, { action: 'refuse', task: request.body.taskId, comment: request.body.comment })))

  for (const [path, action] of [['/workflow/abort', 'revoke'], ['/workflow/abandoned', 'void']] as const) {
    routes.post(path, { config: { ...access, repeats: 'once' }, schema: { body: onDocument } }, (request) =>
      unitOfWork(calls, request, async (context) => {
        const { procInstId, comment: opinion, attachmentList } = request.body
        await mustRead(context, procInstId)
        const { process, proposal } = await act(context, procInstId, { action, comment: opinion, attachments: attachmentList })
        if (proposal)
          request.audited = { id: process.id, after: { proposal: proposal.id, ...request.body } }
        return { state: stateCodes[process.status], businessKey: process.id, routeName: detailRoute(process.form),
          ...(action === 'void' && { proposal: proposal ?? null }) }
      }))
  }

  routes.post('/workflow/abortUpdate', { config: { ...access, repeats: 'once' }, schema: { body: onDocument } },
    (request) =>
      unitOfWork(calls, request, async (context) => {
        const { procInstId, comment: opinion, attachmentList } = request.body
        await mustRead(context, procInstId)
        const { process } = await act(context, procInstId, { action: 'edit', comment: opinion, attachments: attachmentList })
        return { businessKey: process.id, state: stateCodes[process.status], routeName: `${process.form}Edit` }
      }))

  routes.get('/workflow/urge/:procInstId', { config: { ...access, changing: true, aliasResult: true, repeats: 'once' },
    schema: { params: z.strictObject({ procInstId: id }) } },
    (request) => unitOfWork(calls, request, (context) => urge(context, request.params.procInstId)))
}
