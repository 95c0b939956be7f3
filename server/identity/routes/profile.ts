import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf } from '#kernel/values/dates.ts'
import { patterns } from '#kernel/values/patterns.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { signedIn } from '#server/http/access.ts'
import type { Clock } from '#server/host.ts'
import type { Caller } from '../caller.ts'
import { departmentsOf } from '../organisation/people.ts'
import { users } from '../organisation/users.ts'

export interface ProfileDependencies {
  readonly db: Db
  readonly clock: Clock
  /** Whether an external identity provider has the passwords. */
  readonly external: boolean
  /** Whether short messages are configured, by which people can change their own telephone. */
  readonly sms: boolean
}

const change = z.strictObject({
  nickname: z.string().trim().max(30).nullable().optional(),
  email: z.string().trim().max(100).regex(new RegExp(patterns.email), 'identity.invalidEmail').nullable().optional(),
  mainDepartmentId: z.string().min(1).max(32).optional(),
})

/** Calls for people's own profile; administrators maintain names, job number, departments and telephone. */
export function registerProfile(app: FastifyInstance, { db, clock, external, sms }: ProfileDependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'account' } as const
  const answer = async (caller: Caller) => ({ ...(await profileOf(db, caller)), mayChangePassword: !external, mayChangePhone: sms })

  routes.get('/system/profile', { config }, ({ caller }) => answer(caller))

  routes.put('/system/profile', { config: { ...config, repeats: 'harmless' }, schema: { body: change } }, async (request) => {
    const { caller, body: { mainDepartmentId, ...details } } = request
    const before = await answer(caller)
    request.audited = { id: caller.id, before, after: request.body }
    await transaction(db, async (tx) => {
      const people = users(tx, clock.now())
      if (Object.keys(details).length > 0)
        await people.update(caller.id, { ...details, ...(details.nickname === '' && { nickname: null }) }, caller.id)
      if (mainDepartmentId !== undefined) await people.setMainDepartment(caller.id, mainDepartmentId)
    })
    return answer(caller)
  })
}

async function profileOf(db: Db, { id, roles }: Pick<Caller, 'id' | 'roles'>) {
  const row = await db.selectFrom('sys_user')
    .select(['user_name', 'name', 'nickname', 'avatar', 'phone', 'email', 'job_number', 'joining_date', 'position', 'locale', 'last_login'])
    .where('id', '=', id).executeTakeFirstOrThrow()
  const held = roles.length === 0
    ? []
    : await db.selectFrom('sys_role').select(['perm_chars as key', 'name']).where('perm_chars', 'in', [...roles]).where('del_flag', '=', 0)
      .orderBy('sort').execute()
  const departments = (await departmentsOf(db, [id])).get(id) ?? []
  return {
    id,
    userName: row.user_name,
    name: row.name,
    nickname: row.nickname,
    avatar: row.avatar,
    phone: row.phone,
    email: row.email,
    jobNumber: row.job_number,
    joiningDate: row.joining_date,
    position: row.position,
    locale: row.locale,
    lastLogin: row.last_login && nowOf(row.last_login),
    departments: departments.map(({ id: unit, name, main }) => ({ id: unit, name, main })),
    roles: held,
  }
}
