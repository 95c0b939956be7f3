import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isFreeFile } from '#server/attachments/attachments.ts'
import { fileReaderOf } from '#server/attachments/file-reader.ts'
import { signedIn } from '#server/http/access.ts'
import { act, mustBeEnabled, mustRead } from '../lifecycle/commands.ts'
import { fetchAgain } from '../inbound/files.ts'
import { addFiles, isRemovable, removeComment, removeFile } from '../timeline/retract-comment.ts'
import { stateCodes } from '../wire.ts'
import { comment, type DocumentRouteContext, fileIds, hints, id, listed, readContext, typed, unitOfWork } from './requests.ts'

const access = { access: signedIn, resource: 'document' } as const
const saying = z.strictObject({ ...hints, procInstId: id, comment: comment.default(''), attachmentId: fileIds,
  userIds: z.array(id).max(50).default([]) })

/** Calls for comments, copies and files of the timeline. */
export function remarkRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  for (const [path, action] of [['comment', 'comment'], ['cc', 'copy']] as const) {
    routes.post(`/workflow/wf/processInstance/${path}/add`, { config: { ...access, repeats: 'once' }, schema: { body: saying } },
      (request) =>
        unitOfWork(calls, request, async (context) => {
          const { procInstId, comment: opinion, userIds, attachmentId } = request.body
          await mustRead(context, procInstId)
          await mustBeEnabled(context, userIds, 'userIds')
          const common = { comment: opinion, attachments: listed(attachmentId) }
          const { process } = await act(context, procInstId,
            action === 'copy' ? { action, ...common, people: userIds } : { action, ...common, mentioned: userIds })
          return { state: stateCodes[process.status] }
        }))
  }

  routes.post('/workflow/inboundFile/retry', { config: { ...access, repeats: 'once' },
    schema: { body: z.strictObject({ ...hints, procInstId: id, fileId: id }) } },
    (request) =>
      unitOfWork(calls, request, async (context) => {
        const { procInstId, fileId } = request.body
        await mustRead(context, procInstId)
        await fetchAgain(context, { id: fileId, document: procInstId })
        return true
      }))

  routes.post('/workflow/wf/processInstance/comment/delete', { config: { ...access, repeats: 'once' },
    schema: { body: z.strictObject({ ...hints, procInstId: id, recordId: z.string().max(80) }) } },
    (request) =>
      unitOfWork(calls, request, async (context) => {
        const { process } = await removeComment(context, request.body.procInstId, request.body.recordId)
        return { state: stateCodes[process.status] }
      }))

  routes.post('/workflow/wf/processInstance/attachment/add', { config: { ...access, repeats: 'once' },
    schema: { body: z.strictObject({ ...hints, procInstId: id, attachmentId: fileIds }) } },
    (request) =>
      unitOfWork(calls, request, async (context) => {
        const { process } = await addFiles(context, request.body.procInstId, listed(request.body.attachmentId))
        return { state: stateCodes[process.status] }
      }))

  const inRecord = z.object({ attachmentId: id, id: z.string().max(80), procInstId: id })
  routes.get('/oaserver/delAttachment', { config: { ...access, changing: true, aliasResult: true, repeats: 'once' },
    schema: { querystring: inRecord } }, (request) =>
    unitOfWork(calls, request, async (context) => {
      const { attachmentId: file, id: record, procInstId } = request.query
      await removeFile(context, procInstId, { record, file })
      return true
    }))

  routes.get('/oaserver/isDelFile', { config: { ...access, aliasResult: true },
    schema: { querystring: z.object({ id, procInstId: id.optional() }) } }, async (request) => {
    const context = readContext(calls, request)
    const { id: file, procInstId } = request.query
    return procInstId
      ? isRemovable(context, procInstId, file)
      : isFreeFile(context.db, await fileReaderOf(context.host, context.db, context.caller), file)
  })
}
