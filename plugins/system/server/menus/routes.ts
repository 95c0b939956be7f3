import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { needs } from '#server/http/access.ts'
import { registeredPages } from '#server/identity/rights/menu-declarations.ts'
import type { Host } from '#server/host.ts'
import { canMenu } from '#plugins/system/permissions.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import { byId, changedMenu, enableInput, menuQuery, newMenu, sortInput, stamped } from './menu-input.ts'
import { menuTree } from './menu-tree.ts'
import { addMenu, changeMenu, enableMenu, menuRow, moveMenu, removeMenu } from './save-menu.ts'

const path = '/system/menu'
const config = (permission: string) => ({ access: needs(permission), resource: 'menu' }) as const

/** Routes of the menu administration; declared entries are synchronised with the modules independently of manual changes. */
export function menuRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(path, { config: config(canMenu.view), schema: { querystring: menuQuery } }, ({ query }) => menuTree(host.db, query))

  routes.get(`${path}/permissions`, { config: config(canMenu.view), schema: { querystring: stamped } },
    async () => [...new Set(host.plugins.flatMap(({ permissions }) => permissions))].toSorted())

  routes.get(`${path}/pages`, { config: config(canMenu.view), schema: { querystring: stamped } }, async () => registeredPages(host.plugins))

  routes.post(path, { config: { ...config(canMenu.add), repeats: 'once' }, schema: { body: newMenu } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const id = await addMenu(now, request.body)
        request.audited = { id, after: request.body }
        return { id }
      }))

  routes.put(path, { config: { ...config(canMenu.edit), repeats: 'once' }, schema: { body: changedMenu } },
    (request) => audited(host, request, request.body.id, (now) => changeMenu(now, request.body)))

  routes.put(`${path}/sort`, { config: { ...config(canMenu.edit), repeats: 'once' }, schema: { body: sortInput } },
    (request) => audited(host, request, request.body.id, (now) => moveMenu(now, request.body)))

  routes.put(`${path}/:id/enable`, { config: { ...config(canMenu.enable), repeats: 'once' }, schema: { params: byId, body: enableInput } },
    (request) => audited(host, request, request.params.id, (now) => enableMenu(now, request.params.id, request.body.enable)))

  routes.delete(`${path}/:id`, { config: { ...config(canMenu.delete), repeats: 'once' }, schema: { params: byId, querystring: stamped } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const before = await menuRow(now.db, request.params.id)
        await removeMenu(now, request.params.id)
        request.audited = { id: before.id, before }
        return true
      }))
}

/** Performs a change of an entry and writes its state before and after to the audit log. */
const audited = (host: Host, request: FastifyRequest, id: string, work: (now: CommandContext) => Promise<void>) =>
  unitOfWork(host, request, async (now) => {
    const before = await menuRow(now.db, id)
    await work(now)
    request.audited = { id, before, after: await menuRow(now.db, id) }
    return true
  })
