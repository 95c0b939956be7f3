import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import { formPermissions } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import { onStandby } from '#server/http/read-positions.ts'
import { messageBox } from '#server/messages/box.ts'
import { answerWorkbook, exportRoutes } from '#server/workbooks/exporter.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { judgedListing, listExporter, typeExporter, typeExportQuery } from '../lists/export.ts'
import { found, listed } from '../lists/rows.ts'
import { type NodeList, waitingFor } from '../lists/figures.ts'
import type { ListContext, ListFilter, ListName, ListQuery } from '../lists/list-types.ts'
import { ages, count, figures, nodes, page, statesOf } from '../lists/lists.ts'
import { readerOf } from '../visibility/scope.ts'
import { type DocumentRouteContext, id, type ListInput, listQuery, readContext, typed, type TypeListInput, typeListQuery,
  unitOfWork } from './requests.ts'
import { formOf } from '../host.ts'
import { columnValues, ownQuery } from '../lists/registered-columns.ts'
import { stateCodes } from '../wire.ts'

const readAccess = { access: signedIn, reads: true, standby: true, resource: 'document' } as const

/** Wire names of the lists. */
const paths: Readonly<Record<string, ListName>> = {
  todoList: 'todo',
  doneList: 'handled',
  myApply: 'initiated',
  myGotIt: 'copied',
  all: 'all',
}

/** Calls of the document lists and their counts. */
export function listRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const reading = <Answer>(request: FastifyRequest, read: (context: ReadingContext) => Promise<Answer>) =>
    onStandby(request, calls.host.db, (lists) => read({ ...readContext(calls, request), lists }))

  for (const [path, list] of Object.entries(paths)) {
    routes.post(`/workflow/tasks/${path}`, { config: readAccess, schema: { body: listQuery } }, (request) =>
      reading(request, (context) => answer(context, list, request.body)))

    routes.post(`/workflow/tasks/${path}/figures`, { config: readAccess, schema: { body: listQuery } }, (request) =>
      reading(request, async (context) =>
        figures(await listingOf(context, list, { ...request.body, figures: true }), list, queryOf(request.body))))

    routes.post(`/workflow/tasks/${path}/count`, { config: readAccess, schema: { body: listQuery.nullish() } }, (request) =>
      reading(request, async (context) =>
        count(await listingOf(context, list, { ...request.body, figures: false }), list, request.body ? queryOf(request.body) : {})))

    exportRoutes(app, calls.host, `/workflow/tasks/${path}`, listExporter(calls.host, list))
  }

  routes.get('/workflow/documents/found', { config: { access: signedIn, resource: 'document' }, schema: { querystring: foundQuery } },
    (request) => found(readContext(calls, request), request.query.keyword, request.query.size))

  routes.get('/workflow/tasks/counts', { config: { access: signedIn } }, (request) => {
    const { db, caller, at } = readContext(calls, request)
    return waitingFor(db, caller.id, at)
  })

  for (const list of ['todo', 'all'] as const) {
    routes.post(`/workflow/tasks/${list}Nodes`, { config: readAccess, schema: { body: listQuery } }, (request) =>
      reading(request, (context) => nodesOf(context, list, request.body)))
  }

  routes.post('/workflow/tasks/allAges', { config: readAccess, schema: { body: listQuery } },
    (request) =>
      reading(request, async (context) =>
        ages(await listingOf(context, 'all', { ...request.body, figures: false }), filterOf(request.body))))

  routes.post('/workflow/task/setReadState/:taskId', { config: { access: signedIn, resource: 'document', repeats: 'harmless' },
    schema: { params: z.strictObject({ taskId: id }) } }, async (request) => {
    await setRead(readContext(calls, request), { tasks: [request.params.taskId], documents: [] })
    return true
  })

  routes.post('/workflow/tasks/setReadState', { config: { access: signedIn, resource: 'document', repeats: 'once' },
    schema: { body: readInput } }, (request) => {
    const { taskIdList: tasks, procInstIdList: documents } = request.body
    return unitOfWork(calls, request, (context) => setRead(context, { tasks, documents }))
  })

  routes.get('/oaserver/messages/myGotItSetRead/:procInsId', {
    config: { access: signedIn, changing: true, resource: 'document', repeats: 'harmless' },
    schema: { params: z.strictObject({ procInsId: id }) },
  }, async (request) => {
    await setRead(readContext(calls, request), { tasks: [], documents: [request.params.procInsId] })
    return true
  })
}

const foundQuery = z.object({ keyword: z.string().trim().min(1).max(60), size: z.coerce.number().int().min(1).max(20).default(6) })

const readInput = z.strictObject({ taskIdList: z.array(id).max(200).default([]), procInstIdList: z.array(id).max(200).default([]) })

/** Marks the caller's tasks, copies and messages of documents as read; returns the number of unread ones. */
async function setRead({ db, caller, at }: CommandContext,
  { tasks, documents }: { tasks: readonly string[]; documents: readonly string[] }): Promise<number> {
  const read = tasks.length > 0
    ? await db.updateTable('task').set({ read: true }).where('id', 'in', tasks).where('assignee', '=', caller.id).where('read', '=', false)
      .executeTakeFirst()
    : undefined
  if (documents.length > 0) await messageBox(db, caller.id).readAbout(documents, at)
  const opened = documents.length > 0
    ? await db.updateTable('cc').set({ read_at: at }).where('document', 'in', documents).where('person', '=', caller.id).where('read_at',
      'is', null).executeTakeFirst()
    : undefined
  return Number(read?.numUpdatedRows ?? 0) + Number(opened?.numUpdatedRows ?? 0)
}

/** A context whose lists may be read from a standby; people, rights and definitions come from the primary. */
interface ReadingContext extends CommandContext {
  readonly lists: Db
}

/** The list of a reader. Batch passes are assessed where figures or the filter need them. */
async function listingOf(context: ReadingContext, list: ListName, query: Partial<ListInput>): Promise<ListContext> {
  const { db, lists, host, caller, at } = context
  const marks = host.plugins.flatMap(({ documentMarks }) => documentMarks.map(({ role }) => role))
  const listing = { db: lists, at, reader: await readerOf(host, db, caller), marks }
  return list === 'todo' && (query.figures || query.batchPass) ? judgedListing(context, listing, filterOf(query)) : listing
}

/** A page, with its figures computed in parallel if requested. */
async function answer(context: ReadingContext, list: ListName, input: ListInput) {
  const query = queryOf(input)
  const listing = await listingOf(context, list, input)
  const [records, counted] = await Promise.all([page(listing, list, query).then((rows) => listed(context, rows)),
    input.figures ? figures(listing, list, query) : undefined])
  const { current, size } = query
  return { current, size, records, ...(counted && { ...counted, pages: Math.ceil(counted.total / size) }) }
}

/** The nodes of a list; with too many tasks to assess, tasks without batch pass are counted as well. */
async function nodesOf(context: ReadingContext, list: NodeList, input: ListInput) {
  const { node: _, batchPass, ...query } = input
  const listing = await listingOf(context, list, { ...query, figures: batchPass === true })
  return nodes(listing, list, { ...filterOf(query), ...(batchPass && listing.batchTasks && { batchPass }) })
}

const queryOf = ({ current, size, orders, ...input }: ListInput): ListQuery => ({ current, size, orders, ...filterOf(input) })

function filterOf(input: Partial<ListInput>): ListFilter {
  const { businessType, processKey, dateRange, figures: _, current: __, size: ___, orders: ____, ...rest } = input
  const businessTypes = [businessType ?? [], processKey ?? []].flat()
  return { ...rest, ...(businessTypes.length > 0 && { businessTypes }), ...(dateRange && { from: dateRange[0], to: dateRange[1] }) }
}

const params = z.strictObject({ businessType: z.string().max(64) })
const typeListAccess = { access: signedIn, reads: true, standby: true, resource: 'document' } as const

/** Calls of the list of one type: the documents of it that the caller may see, with the columns of its form. */
export function typeListRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.post('/oaserver/:businessType/page', { config: typeListAccess, schema: { params, body: typeListQuery } },
    (request) =>
      onStandby(request, calls.host.db, async (lists) => {
        const { context, form, listing, query } = await typeListQueryOf(calls, request, lists)
        const rows = await page(listing, 'all', query)
        const [records, values, counted] = await Promise.all([
          listed(context, rows),
          columnValues(context.db, form, context.caller, rows.map(({ id }) => id)),
          request.body.figures ? figures(listing, 'all', query) : undefined,
        ])
        const { current, size } = query
        return {
          current,
          size,
          records: records.map((record) => ({ ...record, columns: values.get(record.procInstId) ?? {} })),
          ...(counted && { ...counted, pages: Math.ceil(counted.total / size) }),
        }
      }))

  routes.post('/oaserver/:businessType/statistics', { config: typeListAccess, schema: { params, body: typeListQuery } },
    (request) =>
      onStandby(request, calls.host.db, async (lists) => {
        const { listing, query } = await typeListQueryOf(calls, request, lists)
        const [counted, states] = await Promise.all([figures(listing, 'all', query), statesOf(listing, 'all', query)])
        return { ...counted, states: states.map(({ state, ...sums }) => ({ state: stateCodes[state], ...sums })) }
      }))

  routes.get('/oaserver/:businessType/export', { config: { access: signedIn, answersFile: true, resource: 'document' },
    schema: { params, querystring: typeExportQuery } }, (request, reply) => {
    const form = formOf(calls.host, request.params.businessType)
    if (!permits(request.caller.permissions, formPermissions(form.key).export)) throw new Forbidden('error.forbidden')
    return answerWorkbook(calls.host, typeExporter(calls.host, form, request.caller), request, reply)
  })
}

interface TypeListRequest {
  readonly params: z.output<typeof params>
  readonly body: TypeListInput
}

/** @param lists the database that rows are read from */
async function typeListQueryOf(calls: DocumentRouteContext, request: Parameters<typeof readContext>[1] & TypeListRequest, lists: Db) {
  const context: CommandContext = readContext(calls, request)
  const { host, db, caller, at } = context
  const form = formOf(host, request.params.businessType)
  // the type is part of the URL
  const { dateRange, columns, orders, businessType: _, processKey: __, ...rest } = request.body
  const query: ListQuery = { ...rest, ...(await ownQuery(db, form, caller, { columns, orders })), businessTypes: [form.key],
    ...(dateRange && { from: dateRange[0], to: dateRange[1] }) }
  return { context, form, query, listing: { db: lists, at, reader: await readerOf(host, db, caller) } }
}
