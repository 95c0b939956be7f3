import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { savedViews } from '../lists/saved-views.ts'
import { type DocumentRouteContext, reading, typed, unitOfWork } from './context.ts'
import { id } from './inputs.ts'

const key = z.string().min(1).max(100)
const page = z.string().regex(/^\/[\w/-]{1,99}$/)

const view = z.strictObject({
  page,
  name: z.string().trim().min(1).max(30),
  query: z.string().max(2000).default(''),
  role: z.string().min(1).max(64).nullable().default(null),
  columns: z.strictObject({ shown: z.record(key, z.boolean()), widths: z.record(key, z.number().int().min(40).max(800)) }).nullable()
    .default(null),
})

/** Calls of the views that people keep of lists: their own, and those that their roles share. */
export function savedViewRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const config = { access: signedIn, resource: 'listView' } as const
  const byId = z.strictObject({ id })

  routes.get('/oaserver/listViews', { config, schema: { querystring: z.object({ page }) } }, (request) => {
    const { db, caller } = reading(calls, request)
    return savedViews(db, caller).of(request.query.page)
  })

  routes.post('/oaserver/listViews', { config: { ...config, repeats: 'once' }, schema: { body: view } },
    (request) => unitOfWork(calls, request, async ({ db, caller }) => ({ id: await savedViews(db, caller).add(request.body) })))

  routes.put('/oaserver/listViews/:id', { config: { ...config, repeats: 'once' }, schema: { params: byId, body: view } },
    (request) =>
      unitOfWork(calls, request, async ({ db, caller }) => {
        await savedViews(db, caller).change(request.params.id, request.body)
        return true
      }))

  routes.delete('/oaserver/listViews/:id', { config: { ...config, repeats: 'once' }, schema: { params: byId } },
    (request) =>
      unitOfWork(calls, request, async ({ db, caller, at }) => {
        await savedViews(db, caller).remove(request.params.id, at)
        return true
      }))

  routes.post('/oaserver/listViews/:id/restore', { config: { ...config, repeats: 'once' },
    schema: { params: byId, body: z.strictObject({}) } }, (request) =>
    unitOfWork(calls, request, async ({ db, caller }) => {
      await savedViews(db, caller).restore(request.params.id)
      return true
    }))
}
