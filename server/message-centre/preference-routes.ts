import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { Refused } from '#kernel/errors.ts'
import { type DocumentRouteContext, unitOfWork, readContext, typed } from '#server/documents/routes/context.ts'
import { signedIn } from '#server/http/access.ts'
import { messageTypes } from '#kernel/message-kind.ts'
import { choose, preferences } from '#server/messages/preferences.ts'

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
