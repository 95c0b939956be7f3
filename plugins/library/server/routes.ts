import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf } from '#kernel/values/dates.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { canBook, canBorrow } from '../permissions.ts'
import { renew, takeBack } from './renewing.ts'

const byId = z.strictObject({ id: z.string().min(1).max(64) })
const language = z.strictObject({ _t: z.unknown().optional() })

/** The calls of books beyond the generic ones: their kinds, renewing, and the return of what was lent without a document. */
export function routes(app: FastifyInstance, host: Host): void {
  const { db, dictionary, plugins } = host
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const kinds = plugins.flatMap(({ dictionaries }) => dictionaries).find(({ key }) => key === 'bookCategory')?.items ?? []

  typed.get('/oaserver/book/types', { config: { access: needs(canBook.view), resource: 'book' }, schema: { querystring: language } },
    async () => {
      const label = await dictionary(db)
      return kinds.map(({ value }) => ({ value, label: label('bookCategory', value) })).filter((kind) => kind.label !== null)
    })

  typed.post('/oaserver/book/:id/renew', { config: { access: signedIn, resource: 'book', repeats: 'once' },
    schema: { params: byId, body: z.strictObject({}).optional() } },
    (request) => unitOfWork(host, request, async (context) => ({ dueTime: nowOf(await renew(context, request.params.id)) })))

  const returned = z.strictObject({ lost: z.boolean().default(false) }).default({ lost: false })
  typed.post('/oaserver/book/:id/return', { config: { access: needs(canBorrow.edit), resource: 'book', repeats: 'once' },
    schema: { params: byId, body: returned } }, (request) =>
    unitOfWork(host, request, async (context) => {
      await takeBack(context, request.params.id, request.body.lost)
      return true
    }))
}
