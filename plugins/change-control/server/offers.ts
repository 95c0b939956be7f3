import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { formPermissions } from '#kernel/form.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { type DocumentReader, readable, readerOf } from '#server/documents/visibility/scope.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { isSettled, stateOf } from '../ecn-line.ts'
import { ecnBaseline } from '../types/ecnBaseline/index.ts'
import { ecnReviewForm } from '../types/ecnReviewForm/index.ts'
import { lines } from './notice.ts'

const id = z.string().min(1).max(64)

/** Offers of rows: standard items of a review, and what a baseline goes on from. */
export function offerRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get('/oaserver/changeControl/reviewItems', {
    config: { access: needs(formPermissions(ecnReviewForm.key).add), resource: 'changeControl' },
    schema: { querystring: z.object({ ecn: id }) },
  }, async ({ query, caller }) => {
    const reader = await readerOf(host, host.db, caller)
    const notice = await host.db.selectFrom('document').select('value').where('document.id', '=', query.ecn).where('type', '=', 'ecnApply')
      .where(readable(reader)).executeTakeFirst()
    return { rows: notice ? reviewRows(notice.value) : [], set: {} }
  })

  routes.get('/oaserver/changeControl/baselineItems', {
    config: { access: needs(formPermissions(ecnBaseline.key).add), resource: 'changeControl' },
    schema: { querystring: z.object({ product: id, baselineType: id }) },
  }, async ({ query, caller }) => {
    const reader = await readerOf(host, host.db, caller)
    const last = await lastBaseline(host.db, reader, query)
    const ecns = await closedNotices(host.db, { reader, product: query.product, since: last?.endedAt ?? null })
    return { rows: rowsAt((last?.isReadable && last.value) || {}, 'documents').map(({ file: _file, ...row }) => row), set: { ecns } }
  })
}

/** Review items of each type of change, in the wording of the check-list of departments. */
const standard: Readonly<Record<string, readonly string[]>> = {
  design: ['设计验证 / Design verification', '检验规范 / Inspection specification', '断点 / Cut-in', '认证影响 / Certification'],
  bom: ['断点 / Cut-in', '供应商通知 / Supplier notice', '备件 / Spare parts'],
  process: ['工装与SOP / Fixtures and SOP', '检验规范 / Inspection specification'],
  document: ['文件更新 / Document update'],
  software: ['设计验证 / Design verification', '软件发布 / Software release'],
  package: ['工装与SOP / Fixtures and SOP', '供应商通知 / Supplier notice'],
  supplier: ['供应商通知 / Supplier notice', '检验规范 / Inspection specification', '断点 / Cut-in'],
}

/** The standard items of the types of a notice; their ids depend on the item, so that repeated offers keep what was entered. */
function reviewRows({ ecnType }: FormValue): readonly FormValue[] {
  const types = Array.isArray(ecnType) ? ecnType.map(String) : []
  const items = [...new Set(types.flatMap((type) => standard[type] ?? []))]
  return items.map((item) => ({ rowId: `standard-${item.split(' / ')[1]?.replaceAll(' ', '-')}`, item }))
}

/** The last completed baseline of a product and type. */
function lastBaseline(db: Db, reader: DocumentReader,
  { product, baselineType }: { readonly product: string; readonly baselineType: string }) {
  return db.selectFrom('document').select((eb) => ['value', 'ended_at as endedAt', sql<boolean>`${readable(reader)(eb)}`.as('isReadable')])
    .where('type', '=', ecnBaseline.key)
    .where('state', '=', 'completed').where(sql<boolean>`value ->> 'product' = ${product} and value ->> 'baselineType' = ${baselineType}`)
    .orderBy('ended_at', 'desc').limit(1).executeTakeFirst()
}

interface NoticeQuery {
  readonly reader: DocumentReader
  readonly product: string
  /** End of the last baseline; null for the first. */
  readonly since: Date | null
}

/** Maximum number of notices of a baseline. */
const most = 100

/** Readable notices of a product that ended after the last baseline, all of whose lines are verified, closed or not applicable. */
async function closedNotices(db: Db, { reader, product, since }: NoticeQuery): Promise<readonly string[]> {
  const models = JSON.stringify([{ material: product }])
  const rows = await db.selectFrom('document').select(['document.id', 'value']).where('type', '=', 'ecnApply')
    .where('state', '=', 'completed').where(readable(reader))
    .where(
      sql<boolean>`(value -> 'models' @> ${models}::jsonb or value -> ${lines} @> ${JSON.stringify([{ parentMaterial: product }])}::jsonb)`,
    )
    .$if(since !== null, (query) => query.where('ended_at', '>', since as never)).orderBy('ended_at').limit(most).execute()
  return rows.filter(({ value }) => rowsAt(value, lines).every((row) => isSettled(stateOf(row)))).map((row) => row.id)
}
