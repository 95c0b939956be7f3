import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { canPosting } from '#kernel/posting-permissions.ts'
import { Refused, StateMoved } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { type DocumentRouteContext, reading as readingOf } from '#server/documents/routes/context.ts'
import { needs } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { exportRoutes } from '#server/workbooks/export-routes.ts'
import { figuresOf } from './figures.ts'
import { markHandled } from './handling.ts'
import { postingLineOf } from './one-line.ts'
import { companiesOf } from './companies.ts'
import { postingExporter } from './export.ts'
import { answerOf, columns, demandSeen, filtered, filters, seen } from './rows.ts'
import { leasePostings, sendPosting } from './worker.ts'
import './tables.ts'

const id = z.string().regex(/^\d{1,18}$/)
const page = z.strictObject({ ...filters, current: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20) })
const nameOfType = ({ forms }: DocumentRouteContext['host'], type: string): string => {
  const form = forms.get(type)
  return form ? bilingual(form) : type
}

const handled = z.strictObject({ id, number: z.string().trim().max(40).nullish(), reason: z.string().trim().max(200).nullish() })

/** Calls of the postings of documents, for those who watch over them: within the documents that they may read. */
export function postingRoutes(app: FastifyInstance, calls: Pick<DocumentRouteContext, 'host' | 'flows'>): void {
  const { host } = calls
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const reading = { access: needs(canPosting.view), reads: true, resource: 'posting' } as const

  routes.post('/workflow/posting/page', { config: reading, schema: { body: page } },
    async ({ body: { current, size, ...filter }, caller }) => {
      const found = filtered(await seen(host, host.db, caller), filter)
      const { total, amount } = await found.select((
        eb,
      ) => [eb.fn.countAll<string>().as('total'), eb.fn.sum<string | null>('posting.amount').as('amount')]).executeTakeFirstOrThrow()
      // lines that wait for somebody come first
      const records = await found.select(columns).orderBy((eb) => eb('posting.state', '=', 'refused'), 'desc').orderBy('posting.id', 'desc')
        .limit(size).offset((current - 1) * size).execute()
      return { records: records.map(answerOf(host, await companiesOf(host, host.db), caller)), total: Number(total), amount: amount ?? '0',
        current, size, pages: Math.ceil(Number(total) / size) }
    })

  routes.post('/workflow/posting/figures', { config: reading, schema: { body: z.strictObject({}) } }, async ({ caller }) => {
    const query = await seen(host, host.db, caller)
    const types = await query.select('document.type').distinct().orderBy('document.type').execute()
    return { states: await figuresOf(query, host.clock.now()), types: types.map(({ type }) => ({ type, form: nameOfType(host, type) })) }
  })

  routes.get('/workflow/posting/count', { config: { access: needs(canPosting.view), resource: 'posting' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }, async ({ caller }) => {
    const { count } = await (await seen(host, host.db, caller)).where('posting.state', '=', 'refused').select((eb) =>
      eb.fn.countAll<string>().as('count')
    )
      .executeTakeFirstOrThrow()
    return { count: Number(count) }
  })

  exportRoutes(app, host, '/workflow/posting', postingExporter(host))

  routes.get('/workflow/posting/:id', { config: { access: needs(canPosting.view), resource: 'posting' },
    schema: { params: z.strictObject({ id }) } }, (request) => postingLineOf(readingOf(calls, request), request.params.id))

  routes.post('/workflow/posting/retry', { config: { access: needs(canPosting.retry), resource: 'posting', repeats: 'parts' },
    schema: { body: z.strictObject({ id }) } }, async (request) => {
    const { caller, body } = request
    await demandSeen(host, host.db, { caller, id: body.id })
    const [leased] = await leasePostings(host.db, { at: host.clock.now(), id: body.id })
    if (!leased) throw new StateMoved(undefined, 'postings.notRefused')
    request.audited = { id: body.id }
    const outcome = await sendPosting(host, leased, caller.id)
    if (outcome.outcome === 'refused' || outcome.outcome === 'busy') throw new Refused('postings.refused', { message: outcome.message })
    if (outcome.outcome === 'unknown') throw new Refused('documents.serviceTaskUnknown')
    return true
  })

  routes.post('/workflow/posting/handle', { config: { access: needs(canPosting.handle), resource: 'posting', repeats: 'once' },
    schema: { body: handled } }, (request) =>
    unitOfWork(host, request, async ({ db, caller, at }) => {
      await demandSeen(host, db, { caller, id: request.body.id })
      await markHandled(host, db, { ...request.body, person: caller.id, at })
      request.audited = { id: request.body.id }
      return true
    }))
}
