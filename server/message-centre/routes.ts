import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isDate } from '#kernel/values/dates.ts'
import { Missing } from '#kernel/errors.ts'
import { messageTypes } from '#kernel/message-kind.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { type DocumentRouteContext, unitOfWork, readContext, typed } from '#server/documents/routes/context.ts'
import { signedIn } from '#server/http/access.ts'
import { subjectFor } from '#server/documents/lists/rows.ts'
import { type ListedMessage, messageBox } from '#server/messages/box.ts'
import { countsOf, countsOnWire } from '#server/messages/counts.ts'
import { kindsOf } from '#server/messages/kinds.ts'
import { messageOnWire } from './wire.ts'

const type = z.enum(messageTypes)
const day = z.string().refine(isDate, 'error.field.format')
const own = { params: z.strictObject({ messageId: z.string().regex(/^\d{1,18}$/) }) }

const pageInput = (kinds: readonly string[]) =>
  z.strictObject({
    current: z.int().min(1).max(100_000).default(1),
    size: z.int().min(1).max(200).default(20),
    messageType: z.union([type, z.array(type).max(messageTypes.length)]).nullish(),
    kinds: z.array(z.enum(kinds)).max(kinds.length).optional(),
    read: z.boolean().nullish(),
    keyword: z.string().max(100).optional(),
    dateRange: z.tuple([day, day]).optional(),
  })

/** The document of a message; undefined for a message without document. */
const aboutOf = ({ form, subject, subject_en, starter, applicant }: ListedMessage, reader: Pick<CommandContext, 'host' | 'caller'>) =>
  form === null || subject === null || subject_en === null || starter === null || applicant === null
    ? undefined
    : subjectFor(reader, { type: form, subject, subject_en, starter, applicant })

/** Calls of the message centre, for the caller's own messages only. */
export function messageRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const kinds = kindsOf(calls.host.plugins)

  routes.get('/oaserver/messages/count', { config: { access: signedIn, resource: 'message' } }, async (request) => {
    return counted(readContext(calls, request))
  })

  routes.post('/oaserver/messages/page', { config: { access: signedIn, reads: true, resource: 'message' },
    schema: { body: pageInput(kinds.map(({ key }) => key)) } }, async (request) => {
    const { db, caller, host } = readContext(calls, request)
    const { current, size, messageType, kinds: only, read, keyword, dateRange: [from, to] = [] } = request.body
    const { records, total } = await messageBox(db, caller.id).page({ current, size, types: [messageType ?? []].flat(), kinds: only,
      read: read ?? undefined, keyword, from, to })
    return { records: records.map((record) => ({ ...messageOnWire(record, host), ...aboutOf(record, { host, caller }) })), total, current,
      size, pages: Math.ceil(total / size) }
  })

  routes.get('/oaserver/message/readAll', { config: { access: signedIn, changing: true, resource: 'message', repeats: 'harmless' },
    schema: { querystring: z.strictObject({ messageType: type.optional() }) } }, async (request) => {
    const { db, caller, at } = readContext(calls, request)
    return messageBox(db, caller.id).readAll(at, request.query.messageType)
  })

  routes.post('/oaserver/message/:messageId/read', { config: { access: signedIn, resource: 'message', repeats: 'once' },
    schema: { ...own, body: z.strictObject({}).nullish() } }, (request) =>
    unitOfWork(calls, request, async (context) => {
      if (!(await messageBox(context.db, context.caller.id).read(request.params.messageId, context.at)))
        throw new Missing(
          'message.unknown',
        )
      return counted(context)
    }))

  routes.delete('/oaserver/message/:messageId', { config: { access: signedIn, resource: 'message', repeats: 'once' }, schema: own },
    (request) =>
      unitOfWork(calls, request, async (context) => {
        if (!(await messageBox(context.db, context.caller.id).remove(request.params.messageId))) throw new Missing('message.unknown')
        return counted(context)
      }))

  routes.get('/oaserver/messages/kinds', { config: { access: signedIn, resource: 'message' } },
    async () => kinds.map(({ key, type: messageType, title }) => ({ kind: key, messageType, title: title.cn, enTitle: title.en })))
}

const counted = async ({ host, db, caller, at }: CommandContext) =>
  countsOnWire(await countsOf(host, { db, caller, at, departments: host.departments }))
