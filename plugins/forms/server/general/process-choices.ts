import type { FastifyInstance } from 'fastify'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { businessTypes, dictionaries } from '#server/identity/dictionaries.ts'

/** The processes that a change may be asked for, which are the business types, under the name by which older clients ask for them. */
export function processChoiceRoutes(app: FastifyInstance, { db }: Pick<Host, 'db'>): void {
  app.get('/oaserver/dict/oaChangeProcess', { config: { access: signedIn, resource: 'dictionary' } },
    async () => dictionaries(db).list(businessTypes))
}
