import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { nowOf } from '#kernel/values/dates.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import { messageTypes } from '#kernel/plugin.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { type DocumentRouteContext, readContext, typed, unitOfWork } from '#server/documents/routes/requests.ts'
import { signedIn } from '#server/http/access.ts'
import { subjectFor } from '#server/documents/lists/rows.ts'
import { countsOf, countsOnWire, type ListedMessage, messageBox } from '#server/messages/box.ts'
import { choose, kindsOf, preferences } from '#server/messages/kinds.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { dayInput } from '#server/http/requests/validation.ts'

/** A message as lists and sockets send it. */
export function messageOnWire(message: ListedMessage, { forms, plugins }: Pick<DocumentHost, 'forms' | 'plugins'>) {
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
    tableId: message.form?.replaceAll(/[A-Z]/g, (mail) => `_${mail.toLowerCase()}`) ?? null,
    businessType: message.form,
    messageType: message.type,
    kind: message.kind,
    icon: iconOf(message.kind, plugins),
    params: { urlPage: null, initiatorId: message.starter, businessName: bilingual(names), ...message.params },
    title: message.title,
    enTitle: message.en_title,
    content: message.content,
    enContent: message.en_content,
    processName: names.cn,
    processNameEn: names.en,
    documentTitle: message.document_title,
    documentTitleEn: message.document_title_en,
    createTime: nowOf(message.created_at),
    read: message.read_at !== null,
  }
}

/** The icon of a module's kind of message; icons of the host's kinds are in the browser. */
const iconOf = (kind: string, plugins: DocumentHost['plugins']): string | null =>
  plugins.flatMap(({ messageKinds }) => messageKinds).find(({ key }) => key === kind)?.icon ?? null

const type = z.enum(messageTypes)
const own = { params: z.strictObject({ messageId: z.string().regex(/^\d{1,18}$/) }) }

const pageInput = (kinds: readonly string[]) =>
  z.strictObject({
    current: z.int().min(1).max(100_000).default(1),
    size: z.int().min(1).max(200).default(20),
    messageType: z.union([type, z.array(type).max(messageTypes.length)]).nullish(),
    kinds: z.array(z.enum(kinds)).max(kinds.length).optional(),
    read: z.boolean().nullish(),
    keyword: z.string().max(100).optional(),
    dateRange: z.tuple([dayInput, dayInput]).optional(),
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

const preference = z.strictObject({ messageType: z.enum(messageTypes), inApp: z.boolean(), email: z.boolean(), chat: z.boolean() })
const input = z.union([preference.transform((one) => [one]), z.array(preference).min(1).max(messageTypes.length)])

/** Calls for the caller's own notification preferences; both answer all of them. */
export function preferenceRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const config = { access: signedIn, resource: 'messagePreference' } as const

  routes.get('/oaserver/messageCustomize/queryByUserId', { config }, (request) => {
    const { db, caller } = readContext(calls, request)
    return preferences(db, caller.id)
  })

  routes.post('/oaserver/messageCustomize/customizeUpdate', { config: { ...config, repeats: 'once' }, schema: { body: input } },
    (request) =>
      unitOfWork(calls, request, async ({ db, caller }) => {
        const muted = request.body.findIndex(({ messageType, inApp }) => messageType === 'APPROVE' && !inApp)
        if (muted >= 0) throw new Refused('message.inAppNeeded', {}, [{ field: `${muted}.inApp`, code: 'message.inAppNeeded' }])
        await choose(db, caller.id, request.body)
        return preferences(db, caller.id)
      }))
}
