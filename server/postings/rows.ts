import { sql } from 'kysely'
import { z } from 'zod'
import { endOfDay, isDate, nowOf, startOfDay } from '#kernel/values/dates.ts'
import { Missing } from '#kernel/errors.ts'
import type { Form, Posts } from '#kernel/form.ts'
import { canPosting, type PostingState } from '#kernel/postings.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { bilingual, nameOf, sentenceOf } from '#kernel/wording/names.ts'
import { decimalCell } from '#kernel/kinds/numbers.ts'
import type { Db } from '#server/database/tables.ts'
import { nodeNames } from '#server/documents/definitions/flow-contents.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { subjectFor } from '#server/documents/lists/rows.ts'
import { readable, readerOf } from '#server/documents/visibility/scope.ts'
import type { Caller } from '#server/identity/caller.ts'
import { containing } from '#server/identity/organisation/search-text.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { exporter, exportLimit, inBatches } from '#server/workbooks/exporter.ts'
import './tables.ts'
import { type PostingDetail, refusalOf } from './posting.ts'

export const postingState = z.enum(['waiting', 'sent', 'posted', 'refused', 'handled'])

/** The filters of the list. */
export const filters = {
  keyword: z.string().trim().max(60).nullish(),
  states: z.array(postingState).max(5).nullish(),
  type: z.string().max(64).nullish(),
  document: z.string().max(64).nullish(),
  /** First and last day of the decision, separated by a comma; either may be empty. */
  days: z.string().regex(/^[^,]*,[^,]*$/).refine((days) => days.split(',').every((day) => day === '' || isDate(day)), 'error.field.days')
    .nullish(),
}

type Filters = z.output<z.ZodObject<typeof filters>>

export const columns = [
  'posting.id',
  'posting.step',
  'posting.line',
  'posting.call',
  'posting.key',
  'posting.state',
  'posting.amount',
  'posting.attempts',
  'posting.created_at',
  'posting.last_at',
  'posting.due_at',
  'posting.number as posted',
  'posting.message',
  'posting.code',
  'posting.field',
  'posting.reverses',
  'posting.waits_for',
  'posting.details',
  'document.id as document',
  'document.number',
  'document.type',
  'document.title',
  'document.title_en',
  'document.subject',
  'document.subject_en',
  'document.starter',
  'document.applicant',
  'document.department',
] as const

/** Postings of documents that the caller may read. */
export async function seen(host: DocumentHost, db: Db, caller: Caller) {
  return db.selectFrom('posting').innerJoin('document', 'document.id', 'posting.document').where(
    readable(await readerOf(host, db, caller)) as never,
  )
}

/** @throws Missing for a line of a document that the caller may not read */
export async function demandSeen(host: DocumentHost, db: Db,
  { caller, id }: { readonly caller: Caller; readonly id: string }): Promise<void> {
  const row = await (await seen(host, db, caller)).select('posting.id').where('posting.id', '=', id).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
}

export type PostingView = Awaited<ReturnType<typeof seen>>

/** Applies the filters of a list to postings. */
export function filtered(query: PostingView, { keyword, states, type, document, days }: Filters): PostingView {
  let found = query
  if (states && states.length > 0) found = found.where('posting.state', 'in', states)
  if (type) found = found.where('document.type', '=', type)
  if (document) found = found.where('document.id', '=', document)
  if (days) found = within(found, days)
  if (keyword) {
    const like = containing(keyword)
    found = found.where((eb) =>
      eb.or([eb(sql<string>`lower(document.number)`, 'like', like), eb(sql<string>`lower(posting.number)`, 'like', like),
        eb(sql<string>`lower(document.title)`, 'like', like), eb(sql<string>`lower(document.title_en)`, 'like', like)])
    )
  }
  return found
}

function within(query: PostingView, days: string): PostingView {
  const [from, to] = days.split(',')
  let found = query
  if (from) found = found.where('posting.created_at', '>=', startOfDay(from))
  if (to) found = found.where('posting.created_at', '<', endOfDay(to))
  return found
}

interface PostingRow {
  readonly step: string
  readonly call: string
  readonly code: string | null
  readonly state: PostingState
  readonly waits_for: string | null
  readonly details: readonly PostingDetail[] | null
  readonly type: string
  readonly created_at: Date
  readonly last_at: Date | null
  readonly due_at: Date
  readonly title_en: string
  readonly subject: string
  readonly subject_en: string
  readonly starter: string
  readonly applicant: string
  readonly department: string | null
}

/** A line as on the wire, with names; includes the document's subject for readers who may see its fields. */
export const answerOf = (host: DocumentHost, companyOf: CompanyOf, caller: Caller) =>
<R extends PostingRow>(
  { details: _details, waits_for: after, created_at: createdAt, last_at: lastAt, due_at: dueAt, title_en: titleEn, subject, subject_en,
    starter, applicant, department, ...row }: R,
) => {
  const { forms, postingCalls } = host
  const form = forms.get(row.type)
  const posts = form?.posts?.find(({ id: step }) => step === row.step)
  const nameOf = (label: Label | undefined, otherwise: string) => (label ? bilingual(label) : otherwise)
  const means = refusalOf(postingCalls, row)
  const system = nameOf(postingCalls.get(row.call)?.system, row.call)
  return { ...row, titleEn, ...subjectFor({ host, caller }, { type: row.type, subject, subject_en, starter, applicant }),
    company: companyOf(department), createdAt: nowOf(createdAt), lastAt: lastAt && nowOf(lastAt), dueAt: nowOf(dueAt),
    waitsFor: waitedFor({ form, posts, system, after, state: row.state, roles: rolesOf(host) }), means: means ? bilingual(means) : null,
    form: nameOf(form, row.type), what: nameOf(posts, row.step), system }
}

interface Waiting {
  readonly form: Form | undefined
  readonly posts: Posts | undefined
  readonly system: string
  readonly after: string | null
  readonly state: PostingState
  readonly roles: ReadonlyMap<string, Label>
}

/**
 * Name of the person, role or system that a line waits for, "中文/English": the other system, a previous posting, or the role or node that
 * corrects a refusal; null where it does not wait, or waits for the initiator.
 */
function waitedFor({ form, posts, system, after, state, roles }: Waiting): string | null {
  const said: Partial<Readonly<Record<PostingState, () => string | null>>> = {
    sent: () => system,
    refused: () => deciderOf(form, posts) ?? correctedBy(posts?.role, roles),
    waiting: () => earlierName(form, after) ?? system,
  }
  return said[state]?.() ?? null
}

/** The node whose pass sends a line; its approvers correct what was refused, and pass again. */
function deciderOf(form: Form | undefined, posts: Posts | undefined): string | undefined {
  const node = form && posts?.before ? nodeNames(form.flow).get(posts.at) : undefined
  return node && bilingual(node)
}

const earlierName = (form: Form | undefined, after: string | null): string | undefined => {
  const first = form?.posts?.find(({ id }) => id === after)
  return first && bilingual(first)
}

const correctedBy = (role: string | undefined, roles: ReadonlyMap<string, Label>): string | null => {
  const name = role === undefined ? undefined : roles.get(role)
  return name ? bilingual(name) : null
}

const rolesOf = ({ plugins }: Pick<DocumentHost, 'plugins'>): ReadonlyMap<string, Label> =>
  new Map([...roleDefinitions, ...plugins.flatMap(({ roles = [] }) => roles)].map(({ key, cn, en }) => [key, { cn, en }]))

/** Name of a department's company; null without one. */
type CompanyOf = (department: string | null) => string | null

/** Returns the function that names the company of a department. */
export async function companiesOf(host: DocumentHost, db: Db): Promise<CompanyOf> {
  const [directory, label] = [await host.directory(db, ''), await host.dictionary(db)]
  return (department) => {
    const company = department === null ? undefined : directory.department(department)?.company
    return company === undefined ? null : (label('company', company) ?? company)
  }
}

/** Action item: posting lines that another system refused, in documents that the caller may read. */
export const refusedPostings = (host: () => DocumentHost): ActionItemSource => ({
  id: 'refusedPostings',
  area: 'administration',
  isFailure: true,
  cn: '笔过账被拒绝',
  en: 'postings were refused',
  enOne: 'posting was refused',
  path: '/posting-centre?state=refused',
  needs: canPosting.view,
  async count({ db, caller }) {
    const { count } = await (await seen(host(), db, caller)).where('posting.state', '=', 'refused')
      .select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },
})

const query = z.strictObject({ ...filters,
  states: z.string().transform((states) => states.split(',')).pipe(z.array(postingState).max(5)).optional(), _t: z.unknown().optional() })

interface PostingExportRow {
  readonly id: string
  readonly number: string
  readonly form: string
  readonly title: string
  readonly titleEn: string
  readonly company: string | null
  readonly system: string
  readonly what: string
  readonly amount: string | null
  readonly state: PostingState
  readonly posted: string | null
  readonly means: string | null
  readonly message: string | null
  readonly code: string | null
  readonly attempts: number
  readonly createdAt: string
  readonly lastAt: string | null
  readonly key: string
}

const text = (cn: string, en: string, width: number, value: (line: PostingExportRow, locale: Locale) => string | null) => ({ cn, en, width,
  cell: (line: PostingExportRow, locale: Locale) => ({ value: value(line, locale) }) })

/** Exports the lines of the posting centre as a workbook: those visible to the caller, filtered as on the page, the newest first. */
export const postingExporter = (host: DocumentHost) =>
  exporter<PostingExportRow, z.output<typeof query>>({
    id: 'postings',
    cn: '过账中心',
    en: 'Postings',
    permission: canPosting.view,
    query,
    columns: [
      text('单据编号', 'Document no.', 22, ({ number }) => number),
      text('单据类型', 'Document type', 20, ({ form }, locale) => nameOf(form, locale)),
      text('标题', 'Title', 36, ({ title, titleEn }, locale) => (locale === 'en' && titleEn ? titleEn : title)),
      text('公司', 'Company', 20, ({ company }, locale) => company && nameOf(company, locale)),
      text('系统', 'System', 10, ({ system }, locale) => nameOf(system, locale)),
      text('过账内容', 'Posting', 20, ({ what }, locale) => nameOf(what, locale)),
      { cn: '金额（元）', en: 'Amount (RMB)', width: 16,
        cell: ({ amount }) => (amount === null ? { value: null } : decimalCell(amount, 2, true)) },
      text('状态', 'Status', 12, ({ state }, locale) => states[state][locale]),
      text('凭证号', 'Posting no.', 20, ({ posted }) => posted),
      text('原因', 'Reason', 48, ({ means, message }, locale) => (means ? nameOf(means, locale) : message && sentenceOf(message, locale))),
      text('消息代码', 'Code', 12, ({ code }) => code),
      { cn: '次数', en: 'Attempts', cell: ({ attempts }) => ({ value: attempts }) },
      text('产生时间', 'Created', 20, ({ createdAt }) => createdAt),
      text('最近一次', 'Last attempt', 20, ({ lastAt }) => lastAt),
      text('幂等键', 'Key', 40, ({ key }) => key),
    ],
    async rows(db, { _t, ...filter }, caller) {
      const found = filtered(await seen(host, db, caller), filter)
      const ids = (await found.select('posting.id').orderBy('posting.id', 'desc').limit(exportLimit + 1).execute()).map(({ id }) => id)
      const answer = answerOf(host, await companiesOf(host, db), caller)
      return { total: ids.length, batches: inBatches(ids, async (part) => {
        const rows = await (await seen(host, db, caller)).select(columns).where('posting.id', 'in', [...part]).execute()
        return rows.map(answer)
      }) }
    },
  })

const states: Readonly<Record<PostingState, Label>> = {
  waiting: { cn: '待过账', en: 'To post' },
  sent: { cn: '过账中', en: 'Posting' },
  posted: { cn: '已过账', en: 'Posted' },
  refused: { cn: '被拒绝', en: 'Refused' },
  handled: { cn: '已处理', en: 'Handled' },
}
