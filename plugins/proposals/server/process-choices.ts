import type { FastifyInstance } from 'fastify'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { businessTypes, dictionaries } from '#server/identity/dictionaries.ts'

/** Call for the processes that can be changed, which are the business types; kept under this path for older clients. */
export function processChoiceRoutes(app: FastifyInstance, { db }: Pick<Host, 'db'>): void {
  app.get('/oaserver/dict/oaChangeProcess', { config: { access: signedIn, resource: 'dictionary' } },
    async () => dictionaries(db).list(businessTypes))
}
