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
import { book, type BookQuery } from './book.ts'

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
