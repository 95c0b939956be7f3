import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, StateMoved } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { chapters } from '#plugins/system/guide/chapters.ts'
import type { GuideChapter } from '#plugins/system/guide-wire.ts'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import { unitOfWork, type CommandContext } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/version-input.ts'
import { shippedChapter } from './shipped.ts'

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
