import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Missing } from '../../../src/kernel/errors.ts'
import { signedIn } from '../../http/access.ts'
import { count, type ListName, type ListQuery, page, unreadCopies } from '../lists.ts'
import { listed } from '../listed.ts'
import { readerOf } from '../scope.ts'
import { type Calls, reading, typed } from './context.ts'
import { id, type ListInput, listQuery } from './inputs.ts'

const asking = { access: signedIn, reads: true, resource: 'document' } as const

/** Wire names of the lists. */
const paths: Readonly<Record<string, ListName>> = {
  todoList: 'todo', doneList: 'handled', myApply: 'initiated', myGotIt: 'copied', all: 'all',
}

/** Calls of the document lists and their counts. */
export function listCalls(app: FastifyInstance, calls: Calls): void {
  const routes = typed(app)

  for (const [path, list] of Object.entries(paths)) {
    routes.post(`/workflow/tasks/${path}`, { config: asking, schema: { body: listQuery } }, async (request) => {
      const { db, host, caller } = reading(calls, request)
      const query = queryOf(request.body)
      const { records, total, amount } = await page(db, await readerOf(host, db, caller), list, query)
      return { ...pageOf(query, total), records: await listed({ host, db }, records, host.clock.now()), amount }
    })

    routes.post(`/workflow/tasks/${path}/count`, { config: asking, schema: { body: listQuery.nullish() } }, async (request) => {
      const { db, host, caller } = reading(calls, request)
      return count(db, await readerOf(host, db, caller), list, request.body ? queryOf(request.body) : {})
    })
  }

  routes.post('/oaserver/:businessType/page', { config: asking, schema: { params: z.strictObject({ businessType: z.string().max(64) }), body: listQuery } }, async (request) => {
    const { db, host, caller } = reading(calls, request)
    if (!host.forms.has(request.params.businessType)) throw new Missing('documents.noSuchForm', { type: request.params.businessType })
    const query = { ...queryOf(request.body), businessTypes: [request.params.businessType] }
    const { records, total, amount } = await page(db, await readerOf(host, db, caller), 'all', query)
    return { ...pageOf(query, total), records: await listed({ host, db }, records, host.clock.now()), amount }
  })

  routes.get('/workflow/tasks/counts', { config: { access: signedIn } }, async (request) => {
    const { db, host, caller } = reading(calls, request)
    const reader = await readerOf(host, db, caller)
    const [todo, initiated, cc] = await Promise.all([count(db, reader, 'todo'), count(db, reader, 'initiated', { state: 1 }), unreadCopies(db, caller.id)])
    return { todo, initiated, cc }
  })

  routes.post('/workflow/task/setReadState/:taskId', { config: { access: signedIn, resource: 'document' }, schema: { params: z.strictObject({ taskId: id }) } }, async (request) => {
    const { db, caller } = reading(calls, request)
    await db.updateTable('task').set({ read: true }).where('id', '=', request.params.taskId).where('assignee', '=', caller.id).execute()
    return true
  })

  routes.get('/oaserver/messages/myGotItSetRead/:procInsId', { config: { access: signedIn, changing: true, resource: 'document' }, schema: { params: z.strictObject({ procInsId: id }) } }, async (request) => {
    const { db, caller, at } = reading(calls, request)
    await db.updateTable('cc').set({ read_at: at }).where('document', '=', request.params.procInsId).where('person', '=', caller.id).where('read_at', 'is', null).execute()
    return true
  })
}

function queryOf({ businessType, processKey, dateRange, ...rest }: ListInput): ListQuery {
  const businessTypes = [businessType ?? [], processKey ?? []].flat()
  return { ...rest, ...(businessTypes.length > 0 && { businessTypes }), ...(dateRange && { from: dateRange[0], to: dateRange[1] }) }
}

const pageOf = ({ current, size }: ListQuery, total: number) => ({ total, current, size, pages: Math.ceil(total / size) })
