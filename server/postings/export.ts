import { z } from 'zod'
import { decimalCell } from '#kernel/kinds/families/decimal-family.ts'
import { canPosting } from '#kernel/posting-permissions.ts'
import type { PostingState } from '#kernel/posting-state.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { nameOf, sentenceOf } from '#kernel/wording/names.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { inBatches } from '#server/workbooks/batches.ts'
import { exporter, exportLimit } from '#server/workbooks/exporter.ts'
import { companiesOf, answerOf, columns, filtered, filters, postingState, seen } from './rows.ts'

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
