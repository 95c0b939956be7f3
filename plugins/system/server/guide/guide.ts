import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { Missing, StateMoved } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { transaction } from '#server/database/transaction.ts'
import type { GuideChapter } from '#plugins/system/texts-wire.ts'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import '../tables.ts'

/** A chapter of the shipped user guide; its text is in the file named by its key in the folder of each language. */
interface Chapter extends Label {
  readonly key: string
  /** Key of the parent chapter. */
  readonly parent?: string
  /** Paths of the pages that it explains; help on such a page opens it. */
  readonly pages?: readonly string[]
}

/** Chapters in reading order; a parent precedes its children. */
const chapters: readonly Chapter[] = [
  { key: 'start', cn: '快速上手', en: 'Getting started', pages: ['/'] },
  { key: 'account', parent: 'start', cn: '账号与个人资料', en: 'Your account', pages: ['/profile'] },
  { key: 'keys', parent: 'start', cn: '快捷键', en: 'Keyboard shortcuts' },
  { key: 'filing', cn: '发起审批', en: 'Filing a request', pages: ['/initiated'] },
  { key: 'filing-budget', parent: 'filing', cn: '预算与超预算说明', en: 'Budget and over-budget explanations' },
  { key: 'filing-after', parent: 'filing', cn: '提交之后', en: 'After submitting', pages: ['/orders'] },
  { key: 'approving', cn: '审批', en: 'Approving', pages: ['/todo', '/handled', '/cc'] },
  { key: 'absence', parent: 'approving', cn: '外出时由他人代办', en: 'A substitute while you are away' },
  { key: 'finance', cn: '财务', en: 'Finance' },
  { key: 'budgets', parent: 'finance', cn: '年度预算', en: 'Annual budgets', pages: ['/annual-budget-management'] },
  { key: 'rates', parent: 'finance', cn: '汇率与基础资料', en: 'Exchange rates and master data',
    pages: ['/exchange-management', '/costCenter-management', '/currency-department', '/expenseType-department', '/project-department',
      '/offline-reimbursement'] },
  { key: 'imports', cn: '导入与导出', en: 'Imports and exports' },
  { key: 'administration', cn: '系统管理', en: 'Administration' },
  { key: 'people', parent: 'administration', cn: '用户与组织', en: 'People and units',
    pages: ['/system/user', '/oa-user', '/system/org', '/system/sync-log', '/user-manage'] },
  { key: 'rights', parent: 'administration', cn: '角色与数据权限', en: 'Roles and data scopes',
    pages: ['/system/role', '/system/data-scope', '/system/menu'] },
  { key: 'interventions', parent: 'administration', cn: '流程干预', en: 'Interventions', pages: ['/interventions'] },
  { key: 'lists', parent: 'administration', cn: '字典、日历与名单', en: 'Dictionaries, calendar and lists',
    pages: ['/system/dict', '/system/holiday', '/system/whitelist', '/system/risk', '/system/factory', '/system/terminal'] },
  { key: 'tracing', parent: 'administration', cn: '审计与更新日志', en: 'Audit log and what’s new',
    pages: ['/system/audit', '/update-log'] },
]

const path = '/system/guide'
const resource = 'guide'
const byKey = z.strictObject({ key: z.string().min(1).max(60) })
const version = versionInput
const text = (max: number) => z.string().trim().min(1).max(max)
const texts = { title: text(100), enTitle: text(100), content: text(40_000), enContent: text(40_000) }

/** Routes of the user guide: readable by everyone, edited in both languages by its editors. */
export function guideRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(`${path}/list`, { config: { access: signedIn, resource },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }, () => read(host.db))

  routes.put(`${path}/:key`, { config: { access: needs(canUpdateLog.edit), resource, repeats: 'once' },
    schema: { params: byKey, body: z.strictObject({ ...texts, version }) } }, (request) =>
    unitOfWork(host, request, async (work) => {
      const { version: seen, ...entered } = request.body
      const { before, after } = await write(work, { key: request.params.key, version: seen, edited: true }, entered)
      request.audited = { id: after.key, before, after }
      return after
    }))

  routes.post(`${path}/:key/restore`, { config: { access: needs(canUpdateLog.edit), resource, repeats: 'once' },
    schema: { params: byKey, body: z.strictObject({ version }) } }, (request) =>
    unitOfWork(host, request, async (work) => {
      const chapter = chapters.find(({ key }) => key === request.params.key)
      if (!chapter) throw new Missing('error.missing')
      const { cn: title, en: enTitle, content, enContent } = await shippedChapter(chapter)
      const { before, after } = await write(work, { key: chapter.key, version: request.body.version, edited: false }, { title, enTitle,
        content, enContent })
      request.audited = { id: after.key, before, after }
      return after
    }))
}

type GuideTexts = { readonly [Name in keyof typeof texts]: string }

/** Updates a chapter. @throws Missing, or StateMoved if the version is stale */
async function write({ db, caller, at }: CommandContext, { key, version: seen, edited }: { key: string; version: number; edited: boolean },
  { title, enTitle, content, enContent }: GuideTexts) {
  const before = (await read(db)).find((chapter) => chapter.key === key)
  if (!before) throw new Missing('error.missing')
  const { numUpdatedRows } = await db.updateTable('guide_chapter')
    .set((eb) => ({ title, en_title: enTitle, content, en_content: enContent, edited, version: eb('version', '+', 1), update_by: caller.id,
      update_time: at })
    )
    .where('key', '=', key).where('version', '=', seen).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new StateMoved(undefined, 'error.recordChanged')
  return { before, after: { ...before, title, enTitle, content, enContent, edited, version: seen + 1 } }
}

async function read(db: Db): Promise<readonly GuideChapter[]> {
  const rows = await db.selectFrom('guide_chapter').select(['key', 'parent', 'title', 'en_title', 'content', 'en_content', 'pages',
    'edited', 'version']).where('del_flag', '=', 0)
    .orderBy('sort').execute()
  return rows.map(({ en_title: enTitle, en_content: enContent, ...row }) => ({ ...row, enTitle, enContent }))
}

/** A shipped chapter with its texts. */
interface ShippedChapter extends Chapter {
  readonly content: string
  readonly enContent: string
}

/** Reads a shipped chapter. @throws if its file is missing */
async function shippedChapter(chapter: Chapter): Promise<ShippedChapter> {
  const [content, enContent] = await Promise.all(
    (['cn', 'en'] as const).map((locale) => readFile(new URL(`../../guide/${locale}/${chapter.key}.md`, import.meta.url), 'utf8')),
  )
  return { ...chapter, content: content?.trim() ?? '', enContent: enContent?.trim() ?? '' }
}

/** Upserts the shipped chapters; edited texts are kept. Idempotent and safe for concurrent instances. */
export async function seedGuide(db: Db): Promise<void> {
  const shipped = await Promise.all(chapters.map(shippedChapter))
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(4201909)`.execute(tx)
    for (const [sort, { key, parent = null, cn, en, pages = [], content, enContent }] of shipped.entries()) {
      const texts = { title: cn, en_title: en, content, en_content: enContent }
      await tx.insertInto('guide_chapter').values({ key, parent, sort, pages: [...pages], ...texts })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({ parent, sort, pages: [...pages], del_flag: 0,
            ...unlessEdited(eb.ref('guide_chapter.edited'), texts) })
          )
        )
        .execute()
    }
    await tx.updateTable('guide_chapter').set({ del_flag: 1 }).where('key', 'not in', shipped.map(({ key }) => key)).execute()
  })
}

/** Column values: the shipped text, or the stored one if the chapter was edited. */
function unlessEdited(edited: unknown, texts: Readonly<Record<'title' | 'en_title' | 'content' | 'en_content', string>>) {
  const kept = (column: keyof typeof texts) =>
    sql<string>`case when ${edited} then ${sql.ref(`guide_chapter.${column}`)} else ${texts[column]} end`
  return { title: kept('title'), en_title: kept('en_title'), content: kept('content'), en_content: kept('en_content') }
}
