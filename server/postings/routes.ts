import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { canPosting } from '#kernel/posting-permissions.ts'
import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { DocumentHost } from '../documents/host.ts'
import { readable, readerOf } from '../documents/visibility/scope.ts'
import type { Db } from '../database/tables.ts'
import { needs } from '../http/access.ts'
import type { Caller } from '../identity/caller.ts'
import { containing } from '../identity/organisation/search-text.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { leasePostings, sendPosting } from './worker.ts'
import './tables.ts'

const id = z.string().regex(/^\d{1,18}$/)
const state = z.enum(['waiting', 'sent', 'posted', 'refused', 'handled'])
const filters = { keyword: z.string().trim().max(60).nullish(), state: state.nullish(), type: z.string().max(64).nullish(), document: z.string().max(64).nullish() }
const page = z.strictObject({ ...filters, current: z.coerce.number().int().min(1).max(1_000_000).default(1), size: z.coerce.number().int().min(1).max(200).default(20) })
const handled = z.strictObject({ id, number: z.string().trim().max(40).nullish(), reason: z.string().trim().min(1).max(200) })

type Filters = Pick<z.output<typeof page>, keyof typeof filters>

/** What documents post, for whoever watches over it: within the documents that they may read. */
export function postingRoutes(app: FastifyInstance, host: DocumentHost): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const reading = { access: needs(canPosting.view), reads: true, resource: 'posting' } as const

  routes.post('/workflow/posting/page', { config: reading, schema: { body: page } }, async ({ body: { current, size, ...filter }, caller }) => {
    const query = await seen(host, host.db, caller)
    const found = filtered(query, filter)
    const { total } = await found.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const records = await found.select(columns).orderBy('posting.id', 'desc').limit(size).offset((current - 1) * size).execute()
    return { records: records.map(answerOf(host)), total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
  })

  routes.post('/workflow/posting/count', { config: reading, schema: { body: z.strictObject({}) } }, async ({ caller }) => {
    const rows = await (await seen(host, host.db, caller)).select(['posting.state', (eb) => eb.fn.countAll<string>().as('count')]).groupBy('posting.state').execute()
    return Object.fromEntries(state.options.map((each) => [each, Number(rows.find((row) => row.state === each)?.count ?? 0)]))
  })

  routes.post('/workflow/posting/retry', { config: { access: needs(canPosting.retry), resource: 'posting', repeats: 'parts' }, schema: { body: z.strictObject({ id }) } },
    async (request) => {
      const { caller, body } = request
      await demandSeen(host, host.db, { caller, id: body.id })
      const [leased] = await leasePostings(host.db, { at: host.clock.now(), id: body.id })
      if (!leased) throw new StateMoved(undefined, 'postings.notRefused')
      request.audited = { id: body.id }
      const outcome = await sendPosting(host, leased)
      if (outcome.outcome === 'refused') throw new Refused('postings.refused', { message: outcome.message })
      if (outcome.outcome === 'unknown') throw new Refused('documents.serviceTaskUnknown')
      return true
    })

  routes.post('/workflow/posting/handle', { config: { access: needs(canPosting.handle), resource: 'posting', repeats: 'once' }, schema: { body: handled } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        const { id: wanted, number, reason } = request.body
        await demandSeen(host, db, { caller, id: wanted })
        const { numUpdatedRows } = await db.updateTable('posting').set({ state: 'handled', number: number || null, message: reason, handled_by: caller.id, last_at: at })
          .where('id', '=', wanted).where('state', '=', 'refused').executeTakeFirst()
        if (numUpdatedRows === 0n) throw new StateMoved(undefined, 'postings.notRefused')
        request.audited = { id: wanted }
        return true
      }))
}

const columns = [
  'posting.id',
  'posting.step',
  'posting.line',
  'posting.call',
  'posting.key',
  'posting.body',
  'posting.state',
  'posting.attempts',
  'posting.created_at',
  'posting.last_at',
  'posting.due_at',
  'posting.number as posted',
  'posting.message',
  'posting.reverses',
  'document.id as document',
  'document.number',
  'document.type',
  'document.subject',
  'document.subject_en',
] as const

/** Postings of documents that the caller may read. */
async function seen(host: DocumentHost, db: Db, caller: Caller) {
  return db.selectFrom('posting').innerJoin('document', 'document.id', 'posting.document').where(readable(await readerOf(host, db, caller)) as never)
}

type Seen = Awaited<ReturnType<typeof seen>>

function filtered(query: Seen, { keyword, state: wanted, type, document }: Filters): Seen {
  let found = query
  if (wanted) found = found.where('posting.state', '=', wanted)
  if (type) found = found.where('document.type', '=', type)
  if (document) found = found.where('document.id', '=', document)
  if (keyword)
    found = found.where((eb) => eb.or([eb(sql<string>`lower(document.number)`, 'like', containing(keyword)), eb(sql<string>`lower(posting.number)`, 'like', containing(keyword))]))
  return found
}

async function demandSeen(host: DocumentHost, db: Db, { caller, id: wanted }: { readonly caller: Caller; readonly id: string }): Promise<void> {
  const row = await (await seen(host, db, caller)).select('posting.id').where('posting.id', '=', wanted).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
}

interface Row {
  readonly step: string
  readonly call: string
  readonly type: string
  readonly created_at: Date
  readonly last_at: Date | null
  readonly due_at: Date
  readonly subject: string | null
  readonly subject_en: string | null
}

const answerOf = ({ forms, postingCalls }: DocumentHost) => <R extends Row>({ created_at: createdAt, last_at: lastAt, due_at: dueAt, subject_en: subjectEn, ...row }: R) => {
  const form = forms.get(row.type)
  const posts = form?.posts?.find(({ id: step }) => step === row.step)
  const nameOf = (label: Label | undefined, otherwise: string) => (label ? bilingual(label) : otherwise)
  return { ...row, subjectEn, createdAt, lastAt, dueAt, form: nameOf(form, row.type), what: nameOf(posts, row.step), system: nameOf(postingCalls.get(row.call)?.system, row.call) }
}
