import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import { signedIn } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { exportRoutes } from '#server/workbooks/export-routes.ts'
import { canUser } from '#plugins/system/permissions.ts'
import { book, type BookQuery } from './book.ts'
import { bookExporter } from './export-book.ts'

const input = z.strictObject({
  keyword: z.string().max(60).optional(),
  groupId: z.string().max(32).optional(),
  departed: z.boolean().default(false),
  current: z.int().min(1).max(10_000).default(1),
  size: z.int().min(1).max(200).default(20),
})

/** Routes of the address book: open to all users; departed people are only shown to account administrators. */
export function bookRoutes(app: FastifyInstance, host: Host): void {
  const path = '/system/addressBook'

  app.withTypeProvider<ZodTypeProvider>().post(`${path}/page`, { config: { access: signedIn, reads: true, resource: 'addressBook' },
    schema: { body: input } }, async ({ body: { current, size, ...query }, caller }) => {
    demandRight(query, caller)
    const all = book(host.db)
    return { records: await all.page(query, { limit: size, offset: (current - 1) * size }), total: await all.count(query), current, size }
  })
  exportRoutes(app, host, path, bookExporter)
}

/** @throws Forbidden if departed people are requested without the right */
function demandRight({ departed }: BookQuery, { permissions }: Caller): void {
  if (departed && !permits(permissions, canUser.view)) throw new Forbidden('error.forbidden')
}
