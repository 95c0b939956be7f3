import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { nowOf } from '../../src/kernel/dates.ts'
import { Missing } from '../../src/kernel/errors.ts'
import { bilingual } from '../../src/kernel/names.ts'
import { type Calls, doing, reading, typed } from '../documents/calls/context.ts'
import type { DocumentHost } from '../documents/host.ts'
import { signedIn } from '../http/access.ts'
import { type Counts, type ListedMessage, messageBox } from './box.ts'
import { messageTypes } from './kinds.ts'

const type = z.enum(messageTypes)
const day = z.iso.date()

const pageInput = z.strictObject({
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(200).default(20),
  messageType: z.union([type, z.array(type).max(messageTypes.length)]).nullish(),
  read: z.boolean().nullish(),
  keyword: z.string().max(100).optional(),
  dateRange: z.tuple([day, day]).optional(),
})

/** Calls of the message centre; each reaches the caller's own messages only. */
export function messageRoutes(app: FastifyInstance, calls: Calls): void {
  const routes = typed(app)

  routes.get('/oaserver/messages/count', { config: { access: signedIn, resource: 'message' } }, async (request) => {
    const { db, caller, at } = reading(calls, request)
    return onWire(await messageBox(db, caller.id).counts(at))
  })

  routes.post('/oaserver/messages/page', { config: { access: signedIn, reads: true, resource: 'message' }, schema: { body: pageInput } }, async (request) => {
    const { db, caller, host } = reading(calls, request)
    const { current, size, messageType, read, keyword, dateRange: [from, to] = [] } = request.body
    const { records, total } = await messageBox(db, caller.id).page({ current, size, types: [messageType ?? []].flat(), read: read ?? undefined, keyword, from, to })
    return { records: records.map((record) => listed(record, host)), total, current, size, pages: Math.ceil(total / size) }
  })

  routes.get('/oaserver/message/readAll', { config: { access: signedIn, changing: true, resource: 'message' }, schema: { querystring: z.strictObject({ messageType: type.optional() }) } }, async (request) => {
    const { db, caller, at } = reading(calls, request)
    return messageBox(db, caller.id).readAll(at, request.query.messageType)
  })

  routes.post('/oaserver/message/:messageId/read', { config: { access: signedIn, resource: 'message' }, schema: { params: z.strictObject({ messageId: z.string().regex(/^\d{1,18}$/) }), body: z.strictObject({}).nullish() } }, (request) =>
    doing(calls, request, async ({ db, caller, at }) => {
      const box = messageBox(db, caller.id)
      if (!(await box.read(request.params.messageId, at))) throw new Missing('message.unknown')
      return onWire(await box.counts(at))
    }))
}

/** The older name of a count is written with a hyphen; both are sent. */
const onWire = (counts: Counts) => ({ ...counts, 'comment-at': counts.commentAt })

function listed(message: ListedMessage, { forms }: DocumentHost) {
  const form = message.form === null ? undefined : forms.get(message.form)
  const names = form ?? { cn: message.form ?? '', en: message.form ?? '' }
  return {
    id: message.id,
    businessKey: message.document,
    businessNo: message.number,
    assignee: message.recipient,
    procDefId: message.form && `${message.form}:${message.version}`,
    procInsId: message.document,
    procInstId: message.document,
    tableId: message.form?.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? null,
    businessType: message.form,
    messageType: message.type,
    kind: message.kind,
    params: { urlPage: null, initiatorId: message.starter, businessName: bilingual(names), ...message.params },
    title: message.title,
    enTitle: message.en_title,
    content: message.content,
    enContent: message.en_content,
    processName: names.cn,
    processNameEn: names.en,
    createTime: nowOf(message.created_at),
    read: message.read_at !== null,
  }
}
