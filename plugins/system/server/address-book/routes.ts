import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import { splitName } from '#kernel/wording/names.ts'
import { signedIn } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { exporter, exportRoutes } from '#server/workbooks/exporter.ts'
import type { Db } from '#server/database/tables.ts'
import { canUser } from '#plugins/system/permissions.ts'
import type { BookPerson } from '#plugins/system/organisation-wire.ts'
import { type SqlBool, sql } from 'kysely'
import { containing, hasWords } from '#server/identity/organisation/search-text.ts'

interface BookQuery {
  readonly keyword?: string
  /** Unit including everything below it. */
  readonly groupId?: string
  /** Includes departed and disabled people. */
  readonly departed: boolean
}

/** Address book, searchable by name, number, phone, e-mail and pinyin; open to everyone, so no data scope applies. */
const book = (db: Db) => ({
  async count(query: BookQuery): Promise<number> {
    const { count } = await matching(db, query).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },

  async page(query: BookQuery, { limit, offset }: { limit: number; offset: number }): Promise<BookPerson[]> {
    const rows = await matching(db, query)
      .select(['sys_user.id', 'sys_user.name', 'avatar', 'job_number', 'sys_user.position', 'phone', 'email', 'sys_user.enable',
        'leaving_date'])
      .select((eb) =>
        eb.selectFrom('sys_user_group').innerJoin('sys_group', 'sys_group.id', 'sys_user_group.group_id').select('sys_group.name').whereRef(
          'user_id',
          '=',
          'sys_user.id',
        )
          .where('is_main', '=', true).as('department')
      )
      .orderBy('sys_user.enable', 'desc').orderBy('sys_user.pinyin').orderBy('sys_user.id')
      .limit(limit).offset(offset)
      .execute()
    return rows.map(({ job_number: jobNumber, leaving_date: left, ...row }) => ({ ...row, jobNumber,
      departed: !row.enable && left !== null })
    )
  },
})

function matching(db: Db, { keyword = '', groupId, departed }: BookQuery) {
  let query = db.selectFrom('sys_user').where('sys_user.del_flag', '=', 0)
  if (!departed) query = query.where('sys_user.enable', '=', true)
  if (groupId !== undefined) query = query.where(inUnit(groupId))
  if (keyword.trim() === '') return query
  const pattern = containing(keyword)
  const texts = ['sys_user.name', 'user_name', 'job_number', 'phone', 'email'] as const
  return query.where((eb) =>
    eb.or([...texts.map((column) => eb(sql<string>`lower(${sql.ref(column)})`, 'like', pattern)), hasWords('sys_user.pinyin', keyword)])
  )
}

const inUnit = (id: string) =>
  sql<SqlBool>`exists (
  select from sys_user_group member join sys_group unit on unit.id = member.group_id
  where member.user_id = sys_user.id and unit.path like (select path || '%' from sys_group where id = ${id} and del_flag = 0))`

const query = z.strictObject({
  keyword: z.string().max(60).optional(),
  groupId: z.string().max(32).optional(),
  departed: z.enum(['true', 'false']).default('false').transform((text) => text === 'true'),
  _t: z.unknown().optional(),
})

/** Batch size, in rows. */
const batch = 500

/** Export of the address book. */
const bookExporter = exporter<BookPerson, z.output<typeof query>>({
  id: 'addressBook',
  cn: '通讯录',
  en: 'Address book',
  permission: canUser.export,
  query,
  columns: [
    { cn: '姓名', en: 'Name', width: 20, cell: ({ name }, locale) => ({ value: splitName(name)[locale] }) },
    { cn: '工号', en: 'Job number', cell: ({ jobNumber }) => ({ value: jobNumber }) },
    { cn: '部门', en: 'Department', width: 24, cell: ({ department }, locale) => ({ value: splitName(department)[locale] }) },
    { cn: '岗位', en: 'Position', width: 20, cell: ({ position }, locale) => ({ value: splitName(position)[locale] }) },
    { cn: '手机', en: 'Phone', width: 16, cell: ({ phone }) => ({ value: phone }) },
    { cn: '邮箱', en: 'E-mail', width: 28, cell: ({ email }) => ({ value: email }) },
    { cn: '状态', en: 'State', cell: (person, locale) => ({ value: stateOf(person)[locale] }) },
  ],
  async rows(db, { _t, ...query }, { permissions }) {
    if (query.departed && !permits(permissions, canUser.view)) throw new Forbidden('error.forbidden')
    return { total: await book(db).count(query), batches: batches(db, query) }
  },
})

const stateOf = (
  { enable, departed }: BookPerson,
) => (enable ? { cn: '在职', en: 'Active' } : departed ? { cn: '已离职', en: 'Left' } : { cn: '已停用', en: 'Disabled' })

async function* batches(db: Db, query: BookQuery): AsyncGenerator<readonly BookPerson[]> {
  for (let offset = 0;; offset += batch) {
    const rows = await book(db).page(query, { limit: batch, offset })
    if (rows.length > 0) yield rows
    if (rows.length < batch) return
  }
}

const input = z.strictObject({
  keyword: z.string().max(60).optional(),
  groupId: z.string().max(32).optional(),
  departed: z.boolean().default(false),
  current: z.int().min(1).max(10_000).default(1),
  size: z.int().min(1).max(200).default(20),
})

/** Routes of the address book: open to all users; departed people are only shown to account administrators. */
export function bookRoutes(app: FastifyInstance, host: Host): void {
  const path = '/system/addressBook'

  app.withTypeProvider<ZodTypeProvider>().post(`${path}/page`, { config: { access: signedIn, reads: true, resource: 'addressBook' },
    schema: { body: input } }, async ({ body: { current, size, ...query }, caller }) => {
    demandRight(query, caller)
    const all = book(host.db)
    return { records: await all.page(query, { limit: size, offset: (current - 1) * size }), total: await all.count(query), current, size }
  })
  exportRoutes(app, host, path, bookExporter)
}

/** @throws Forbidden if departed people are requested without the right */
function demandRight({ departed }: BookQuery, { permissions }: Caller): void {
  if (departed && !permits(permissions, canUser.view)) throw new Forbidden('error.forbidden')
}
