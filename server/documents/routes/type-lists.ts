import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import { formPermissions } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import { onStandby } from '#server/http/read-positions.ts'
import { answerWorkbook } from '#server/workbooks/export-routes.ts'
import { formOf } from '../host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { typeExporter, typeExportQuery } from '../lists/export.ts'
import type { ListQuery } from '../lists/list-types.ts'
import { figures, page, statesOf } from '../lists/lists.ts'
import { columnValues, ownQuery } from '../lists/own-columns.ts'
import { listed } from '../lists/rows.ts'
import { readerOf } from '../visibility/scope.ts'
import { stateCodes } from '../wire.ts'
import { type DocumentRouteContext, readContext, typed } from './context.ts'
import { type TypeListInput, typeListQuery } from './inputs.ts'

const params = z.strictObject({ businessType: z.string().max(64) })
const readAccess = { access: signedIn, reads: true, standby: true, resource: 'document' } as const

/** Calls of the list of one type: the documents of it that the caller may see, with the columns of its form. */
export function typeListRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.post('/oaserver/:businessType/page', { config: readAccess, schema: { params, body: typeListQuery } },
    (request) =>
      onStandby(request, calls.host.db, async (lists) => {
        const { context, form, listing, query } = await queryOf(calls, request, lists)
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

  routes.post('/oaserver/:businessType/statistics', { config: readAccess, schema: { params, body: typeListQuery } },
    (request) =>
      onStandby(request, calls.host.db, async (lists) => {
        const { listing, query } = await queryOf(calls, request, lists)
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
async function queryOf(calls: DocumentRouteContext, request: Parameters<typeof readContext>[1] & TypeListRequest, lists: Db) {
  const context: CommandContext = readContext(calls, request)
  const { host, db, caller, at } = context
  const form = formOf(host, request.params.businessType)
  // the type is part of the URL
  const { dateRange, columns, orders, businessType: _, processKey: __, ...rest } = request.body
  const query: ListQuery = { ...rest, ...(await ownQuery(db, form, caller, { columns, orders })), businessTypes: [form.key],
    ...(dateRange && { from: dateRange[0], to: dateRange[1] }) }
  return { context, form, query, listing: { db: lists, at, reader: await readerOf(host, db, caller) } }
}
