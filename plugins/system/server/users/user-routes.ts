import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { needs } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { canUser } from '#plugins/system/permissions.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'
import { userAnswers } from './user-answer.ts'
import { emptyQuery, byId, userPage } from './user-input.ts'
import { userList } from './user-list.ts'
import { inScope, userScope } from './user-scope.ts'

export const userPath = '/system/user'

/** The list of accounts and one of them, as far as the caller sees. */
export function userRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host
  const config = { access: needs(canUser.view), reads: true, resource: 'user' } as const

  routes.post(`${userPath}/page`, { config, schema: { body: userPage } }, async ({ body, caller }) => {
    const { current, size, ...filters } = body
    const list = userList(db, filters, await userScope(host, db, caller))
    const total = await list.count()
    const ids = await list.ids({ limit: size, offset: (current - 1) * size })
    return { records: await inOrder(db, ids), total, current, size, pages: Math.ceil(total / size) }
  })

  routes.get(`${userPath}/:id`, { config, schema: { params: byId, querystring: emptyQuery } },
    ({ params, caller }) => userInScope(host, db, { id: params.id, caller }))
}

/** @throws Missing for a person who does not exist or is out of scope. */
export async function userInScope(host: Pick<Host, 'departments'>, db: Db,
  { id, caller }: { readonly id: string; readonly caller: Caller }): Promise<UserAnswer> {
  const seen = await db.selectFrom('sys_user').select('id').where('id', '=', id).where('del_flag', '=', 0).where(
    inScope(await userScope(host, db, caller)),
  ).executeTakeFirst()
  const [answer] = seen ? await userAnswers(db, [id]) : []
  if (!answer) throw new Missing('error.missing')
  return answer
}

/** The accounts of ids, in the order of these. */
export async function inOrder(db: Db, ids: readonly string[]): Promise<UserAnswer[]> {
  const found = new Map((await userAnswers(db, ids)).map((user) => [user.id, user]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
