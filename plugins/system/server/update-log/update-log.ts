import { type Selectable, sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf } from '#kernel/values/dates.ts'
import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { permits } from '#kernel/permissions.ts'
import { isUniqueViolation } from '#server/database/errors.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { containing } from '#server/identity/organisation/search-text.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import type { UpdateEntry } from '#plugins/system/texts-wire.ts'
import { canUpdateLog } from '#plugins/system/permissions.ts'
import '../tables.ts'

/** Input for an entry. */
interface EntryInput {
  readonly version: string
  readonly title: string
  readonly enTitle: string
  readonly content: string
  readonly enContent: string
}

/** Context of an edit: id, revision, author and time. */
interface Edit {
  readonly id: string
  readonly revision: number
  readonly by: string
  readonly at: Date
}

interface UpdateQuery {
  readonly keyword?: string
  /** Includes unpublished entries. */
  readonly drafts: boolean
  readonly current: number
  readonly size: number
}

/** Repository of the update log; operates within the caller's transaction if `db` is one. */
export const updateEntries = (db: Db) => ({
  /** A page of entries: drafts first, then by publication, newest first. */
  async page({ keyword, drafts, current, size }: UpdateQuery) {
    let query = db.selectFrom('update_log').where('del_flag', '=', 0)
    if (!drafts) query = query.where('publish_time', 'is not', null)
    if (keyword)
      query = query.where((eb) =>
        eb.or(
          (['release', 'title', 'en_title', 'content', 'en_content'] as const).map((column) =>
            eb(sql<string>`lower(${eb.ref(column)})`, 'like', containing(keyword))
          ),
        )
      )
    const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await query.selectAll().orderBy('publish_time', (order) => order.desc().nullsFirst()).orderBy('create_time', 'desc').limit(
      size,
    ).offset((current - 1) * size)
      .execute()
    return { records: rows.map(entryOf), total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
  },

  /** Reads an entry. @throws Missing */
  async one(id: string): Promise<UpdateEntry> {
    const row = await db.selectFrom('update_log').selectAll().where('id', '=', id).where('del_flag', '=', 0).executeTakeFirst()
    if (!row) throw new Missing('error.missing')
    return entryOf(row)
  },

  /** Adds a draft. @throws Refused `error.duplicate` at `version` */
  async add(entry: EntryInput, { by, at }: Pick<Edit, 'by' | 'at'>): Promise<string> {
    const id = newId()
    await db.insertInto('update_log').values({ id, ...columns(entry), create_by: by, update_by: by, create_time: at, update_time: at })
      .execute().catch(namingTheField)
    return id
  },

  /** Changes an entry. @throws StateMoved if the revision is stale, Refused `error.duplicate` at `version` */
  async change({ id, revision, ...edit }: Edit, entry: EntryInput): Promise<void> {
    await changed(db.updateTable('update_log').set((eb) => ({ ...columns(entry), ...edited(edit), version: eb('version', '+', 1) }))
      .where('id', '=', id).where('version', '=', revision).where('del_flag', '=', 0).executeTakeFirst().catch(namingTheField))
  },

  /** Publishes or withdraws an entry. @throws StateMoved if the revision is stale */
  async publish({ id, revision, ...edit }: Edit, published: boolean): Promise<void> {
    await changed(
      db.updateTable('update_log').set((eb) => ({ publish_time: published ? edit.at : null, ...edited(edit),
        version: eb('version', '+', 1) })
      )
        .where('id', '=', id).where('version', '=', revision).where('del_flag', '=', 0).executeTakeFirst(),
    )
  },

  /** Deletes an entry. @throws Missing */
  async remove(id: string, edit: Pick<Edit, 'by' | 'at'>): Promise<void> {
    const { numUpdatedRows } = await db.updateTable('update_log').set({ del_flag: 1, ...edited(edit) }).where('id', '=', id).where(
      'del_flag',
      '=',
      0,
    ).executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Missing('error.missing')
  },
})

const edited = ({ by, at }: Pick<Edit, 'by' | 'at'>) => ({ update_by: by, update_time: at })

const columns = ({ version, title, enTitle, content, enContent }: EntryInput) => ({ release: version, title, en_title: enTitle, content,
  en_content: enContent })

const entryOf = (row: Selectable<Tables['update_log']>): UpdateEntry => ({
  id: row.id,
  version: row.release,
  title: row.title,
  enTitle: row.en_title,
  content: row.content,
  enContent: row.en_content,
  publishTime: row.publish_time && nowOf(row.publish_time),
  revision: row.version,
})

async function changed(writing: Promise<{ readonly numUpdatedRows: bigint }>): Promise<void> {
  if ((await writing).numUpdatedRows === 0n) throw new StateMoved(undefined, 'error.recordChanged')
}

function namingTheField(error: unknown): never {
  if (!isUniqueViolation(error, 'update_log_release')) throw error
  const problem = { code: 'error.duplicate', parameters: { label: bilingual({ cn: '版本号', en: 'Version' }) } }
  throw new Refused(problem.code, problem.parameters, [{ field: 'version', ...problem }])
}

const path = '/system/updateLog'
const resource = 'updateLog'

const text = (max: number) => z.string().trim().min(1).max(max)
const entry = { version: text(20), title: text(100), enTitle: text(100), content: text(20_000), enContent: text(20_000) }
const revision = versionInput
const byId = z.strictObject({ id: z.string().min(1).max(32) })

const latest = z.strictObject({ size: z.coerce.number().int().min(1).max(50).default(5), _t: z.unknown().optional() })
const page = z.strictObject({ keyword: z.string().trim().max(100).optional(), current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(100).default(20) })

/** Routes of the update log: readable by everyone, edited in both languages by its editors. */
export function updateLogRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host

  routes.get(`${path}/list`, { config: { access: signedIn, resource }, schema: { querystring: latest } },
    async ({ query: { size } }) => (await updateEntries(db).page({ drafts: false, current: 1, size })).records)

  routes.post(`${path}/page`, { config: { access: signedIn, reads: true, resource }, schema: { body: page } },
    ({ body, caller }) =>
      updateEntries(db).page({ ...body,
        drafts: Object.values(canUpdateLog).some((permission) => permits(caller.permissions, permission)) }))

  routes.post(path, { config: { access: needs(canUpdateLog.add), resource, repeats: 'once' }, schema: { body: z.strictObject(entry) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const after = await updateEntries(tx).one(await updateEntries(tx).add(request.body, { by: caller.id, at }))
        request.audited = { id: after.id, after }
        return after
      }))

  routes.put(path, { config: { access: needs(canUpdateLog.edit), resource, repeats: 'once' },
    schema: { body: z.strictObject({ ...entry, id: byId.shape.id, revision }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { id, revision: seen, ...input } = request.body
        const before = await updateEntries(tx).one(id)
        await updateEntries(tx).change({ id, revision: seen, by: caller.id, at }, input)
        const after = await updateEntries(tx).one(id)
        request.audited = { id, before, after }
        return after
      }))

  routes.put(`${path}/:id/publish`, { config: { access: needs(canUpdateLog.publish), resource, repeats: 'once' },
    schema: { params: byId, body: z.strictObject({ published: z.boolean(), revision }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { id } = request.params
        const before = await updateEntries(tx).one(id)
        await updateEntries(tx).publish({ id, revision: request.body.revision, by: caller.id, at }, request.body.published)
        const after = await updateEntries(tx).one(id)
        request.audited = { id, before: { publishTime: before.publishTime }, after: { publishTime: after.publishTime } }
        return after
      }))

  routes.delete(`${path}/:id`, { config: { access: needs(canUpdateLog.delete), resource, repeats: 'once' },
    schema: { params: byId, querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const before = await updateEntries(tx).one(request.params.id)
        await updateEntries(tx).remove(before.id, { by: caller.id, at })
        request.audited = { id: before.id, before }
        return true
      }))
}
