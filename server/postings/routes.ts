import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { canPosting } from '#kernel/postings.ts'
import { Refused, StateMoved } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Form, Posts } from '#kernel/form.ts'
import { nowOf, startOfDay, todayOf } from '#kernel/values/dates.ts'
import { type DocumentRouteContext, readContext } from '#server/documents/routes/requests.ts'
import { needs } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { exportRoutes } from '#server/workbooks/exporter.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import './tables.ts'
import { markHandled } from './writing.ts'
import { postingLineOf } from './one-line.ts'
import { answerOf, columns, companiesOf, demandSeen, filtered, filters, postingExporter, postingState, type PostingView,
  seen } from './rows.ts'
import { leasePostings, sendPosting } from './worker.ts'
import type { PostedReference, PostingCall } from './posting.ts'

const day = 86_400_000
/** Number of days in the bar charts, today being the last. */
const shownDays = 7

interface FigureRow {
  readonly state: string
  readonly count: string
  readonly amount: string
  readonly oldest: Date | null
  readonly next: Date | null
  readonly seconds: string | null
}

interface DayRow {
  readonly state: string
  readonly day: string
  readonly count: string
}

/**
 * Figures of waiting, posted, refused and handled postings: number, amount, and daily values. Open ones are counted regardless of age,
 * others since the first of the month.
 */
async function figuresOf(query: PostingView, now: Date) {
  const today = todayOf(now)
  const month = startOfDay(`${today.slice(0, 7)}-01`)
  const first = new Date(startOfDay(today).getTime() - (shownDays - 1) * day)
  const changedAt = sql<
    Date
  >`case when posting.state in ('posted', 'refused', 'handled') then coalesce(posting.last_at, posting.created_at)
    else posting.created_at end`
  const isOpen = sql<boolean>`(posting.state in ('waiting', 'sent', 'refused') or ${changedAt} >= ${month})`
  const totals = await query
    .select(['posting.state', (eb) => eb.fn.countAll<string>().as('count'), sql<string>`coalesce(sum(posting.amount), 0)`.as('amount'),
      sql<Date | null>`min(posting.created_at)`.as('oldest'),
      sql<Date | null>`min(posting.due_at) filter (where posting.state in ('waiting', 'sent'))`.as('next'),
      sql<string | null>`round(avg(extract(epoch from posting.last_at - posting.created_at)) filter (where posting.state = 'posted'))`.as(
        'seconds',
      )])
    .where(isOpen).groupBy('posting.state').$castTo<FigureRow>().execute()
  const days = await query
    .select(['posting.state', sql<string>`to_char(${changedAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('day'),
      (eb) => eb.fn.countAll<string>().as('count')])
    .where(sql<boolean>`${changedAt} >= ${first}`).groupBy(['posting.state', sql`2`]).$castTo<DayRow>().execute()
  const names = Array.from({ length: shownDays }, (_, index) => todayOf(new Date(first.getTime() + index * day)))
  return Object.fromEntries(postingState.options.map((state) => {
    const columns = names.map((name) => Number(days.find((row) => row.state === state && row.day === name)?.count ?? 0))
    return [state, { ...totalOf(totals.find((row) => row.state === state)), days: columns }]
  }))
}

/** The figures of a state; zero without a row. */
function totalOf(row: FigureRow | undefined) {
  if (!row) return { count: 0, amount: '0', oldest: null, next: null, seconds: null }
  const { count, amount, oldest, next, seconds } = row
  return { count: Number(count), amount, oldest: textOf(oldest), next: textOf(next), seconds: seconds === null ? null : Number(seconds) }
}

const textOf = (instant: Date | null): string | null => (instant ? nowOf(instant) : null)

const id = z.string().regex(/^\d{1,18}$/)
const page = z.strictObject({ ...filters, current: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20) })
const nameOfType = ({ forms }: DocumentRouteContext['host'], type: string): string => {
  const form = forms.get(type)
  return form ? bilingual(form) : type
}

const handled = z.strictObject({ id, number: z.string().trim().max(40).nullish(), reason: z.string().trim().max(200).nullish() })

/** Calls of the posting centre, for postings of documents that the caller may read. */
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
      // refused lines first, since they need handling
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

  routes.post('/workflow/posting/reconcile', { config: reading,
    schema: { body: z.strictObject({ month: z.string().regex(/^\d{4}-\d\d$/) }) } },
    ({ body, caller }) => reconcile(host, caller, body.month))

  exportRoutes(app, host, '/workflow/posting', postingExporter(host))

  routes.get('/workflow/posting/:id', { config: { access: needs(canPosting.view), resource: 'posting' },
    schema: { params: z.strictObject({ id }) } }, (request) => postingLineOf(readContext(calls, request), request.params.id))

  routes.post('/workflow/posting/retry', { config: { access: needs(canPosting.retry), resource: 'posting', repeats: 'parts' },
    schema: { body: z.strictObject({ id }) } }, async (request) => {
    const { caller, body } = request
    await demandSeen(host, host.db, { caller, id: body.id })
    const [leased] = await leasePostings(host.db, { at: host.clock.now(), id: body.id })
    if (!leased) throw new StateMoved(undefined, 'postings.notRefused')
    request.audited = { id: body.id }
    const outcome = await sendPosting(host, leased, { person: caller.id })
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

/**
 * A difference between both sides. onlyThere: the other system has a record under our reference without a posting here; onlyHere: posted
 * here, but missing there; twice: several records there have the same reference; otherNumber: the numbers differ.
 */
interface PostingDifference {
  readonly kind: 'onlyThere' | 'onlyHere' | 'twice' | 'otherNumber'
  /** "中文/English", like `what` and `system`. */
  readonly form: string
  readonly what: string
  readonly system: string
  readonly reference: string
  /** Our number; `theirs`: the numbers in the other system. */
  readonly ours: string | null
  readonly theirs: readonly string[]
  /** Our document; null for a reference without one. */
  readonly document: string | null
  readonly number: string | null
  readonly type: string
}

interface PostingReconciliation {
  readonly differences: readonly PostingDifference[]
  /** Number of lines that are equal on both sides. */
  readonly same: number
  /** Postings that were not reconciled since the other system did not answer; "中文/English". */
  readonly unanswered: readonly string[]
}

/**
 * Reconciles the postings of documents of a month with the records of other systems under our references.
 * @param month `yyyy-mm`
 */
async function reconcile(host: DocumentHost, caller: Caller, month: string): Promise<PostingReconciliation> {
  const answers = []
  for (const form of host.forms.values())
    for (const posts of postsByCall(form)) answers.push(await reconciled(host, caller, { form, posts, month }))
  return { differences: answers.flatMap(({ differences }) => differences), same: answers.reduce((sum, { same }) => sum + same, 0),
    unanswered: answers.flatMap(({ unanswered }) => unanswered) }
}

/** The postings of a form grouped by call: what is posted at several moments by one call is one list on the other side. */
function postsByCall({ posts = [] }: Form): readonly (readonly [Posts, ...Posts[]])[] {
  const groups = new Map<string, [Posts, ...Posts[]]>()
  for (const each of posts) {
    const group = groups.get(each.call)
    if (group) group.push(each)
    else groups.set(each.call, [each])
  }
  return [...groups.values()]
}

const nothing: PostingReconciliation = { differences: [], same: 0, unanswered: [] }

interface ReconciledPosting {
  readonly form: Form
  /** Postings by one call. */
  readonly posts: readonly [Posts, ...Posts[]]
  readonly month: string
}

async function reconciled(host: DocumentHost, caller: Caller, { form, posts, month }: ReconciledPosting): Promise<PostingReconciliation> {
  const [first] = posts
  const call = host.postingCalls.get(first.call)
  const prefix = `${form.prefix}${month.replace('-', '')}`
  if (!call || !isComparable(host, call)) return nothing
  const ours = await oursOf(host, caller, { form, steps: posts.map(({ id }) => id), prefix })
  const theirs = await theirsOf(host, call, { ours, prefix })
  if (!theirs) return { ...nothing, unanswered: [bilingual(first)] }
  return { ...compare({ form, call, what: bilingual(first), system: bilingual(call.system), env: host.env }, { ours, theirs }),
    unanswered: [] }
}

/**
 * The records of the other system that are to be compared; undefined where it does not answer. A reference too short for our number says
 * nothing of the month: all records are read then, and those of our lines are looked at.
 */
async function theirsOf(host: DocumentHost, call: PostingCall,
  { ours, prefix }: { readonly ours: readonly OurLine[]; readonly prefix: string }): Promise<readonly PostedReference[] | undefined> {
  const list = (beginning: string) =>
    call.list?.({ env: host.env, db: host.db, at: host.clock.now() }, { prefix: beginning }).catch(() => undefined)
  if (referenceIn(host, call, `${prefix}00000000`).startsWith(prefix)) return list(prefix)
  if (ours.length === 0) return []
  const known = new Set(ours.map(({ key }) => referenceIn(host, call, key)))
  return (await list(''))?.filter(({ reference }) => known.has(reference))
}

/** Returns whether the other system is set up and keeps our references. */
const isComparable = ({ env }: DocumentHost, { isSet, referenceOf }: PostingCall): boolean =>
  isSet?.(env) !== false && referenceOf?.(env, 'x') !== undefined

const referenceIn = ({ env }: Pick<DocumentHost, 'env'>, call: PostingCall, key: string): string => call.referenceOf?.(env, key) ?? key

interface OurLine {
  readonly key: string
  readonly state: string
  readonly posted: string | null
  readonly document: string
  readonly number: string
}

async function oursOf(host: DocumentHost, caller: Caller,
  { form, steps, prefix }: { readonly form: Form; readonly steps: readonly string[]; readonly prefix: string }
): Promise<
  readonly OurLine[]
> {
  return (await seen(host, host.db, caller)).select(['posting.key', 'posting.state', 'posting.number as posted', 'document.id as document',
    'document.number']).where('document.type', '=', form.key).where('posting.step', 'in', steps).where('posting.reverses', 'is', null)
    .where('document.number', 'like', `${prefix}%`).orderBy('posting.id').limit(20_000).execute()
}

interface Compared {
  readonly form: Form
  readonly call: PostingCall
  readonly what: string
  readonly system: string
  readonly env: DocumentHost['env']
}

function compare({ form, call, what, system, env }: Compared,
  { ours, theirs }: { readonly ours: readonly OurLine[]; readonly theirs: readonly PostedReference[] }) {
  const there = new Map<string, string[]>()
  for (const { reference, number } of theirs) there.set(reference, [...(there.get(reference) ?? []), number])
  const named = { form: bilingual(form), what, system, type: form.key }
  const here = new Map(ours.map((line) => [referenceIn({ env }, call, line.key), line]))
  const references = [...new Set([...here.keys(), ...there.keys()])]
  const kinds = references.map((reference) => kindOf(here.get(reference), there.get(reference) ?? []))
  const differences = references.flatMap((reference, index): PostingDifference[] => {
    const kind = kinds[index]
    const line = here.get(reference)
    if (kind === 'same' || kind === undefined) return []
    return [{ ...named, kind, reference, ours: line ? line.posted : null, theirs: there.get(reference) ?? [],
      document: line ? line.document : null, number: line ? line.number : null }]
  })
  return { same: kinds.filter((kind) => kind === 'same').length, differences }
}

/** The kind of difference; undefined where neither side has a record. */
function kindOf(line: OurLine | undefined, numbers: readonly string[]): PostingDifference['kind'] | 'same' | undefined {
  const isPosted = line !== undefined && line.posted !== null
  if (numbers.length > 1) return 'twice'
  if (numbers.length === 0) return isPosted && line.state === 'posted' ? 'onlyHere' : undefined
  if (!isPosted) return 'onlyThere'
  return numbers[0] === line.posted ? 'same' : 'otherNumber'
}
