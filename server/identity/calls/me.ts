import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refused } from '../../../src/kernel/errors.ts'
import { splitName } from '../../../src/kernel/names.ts'
import { transaction } from '../../database/transaction.ts'
import type { Db } from '../../database/tables.ts'
import { signedIn } from '../../http/access.ts'
import { signInWithPassword } from '../accounts.ts'
import type { Caller, DataScope } from '../caller.ts'
import { menus } from '../menus.ts'
import type { Organisations } from '../organisation.ts'
import { checkNewPassword, hashPassword } from '../passwords.ts'
import { scopeCodes } from '../scope.ts'
import { users } from '../users.ts'
import { minutesUntil } from './sign-in.ts'

export interface MeParts {
  readonly db: Db
  readonly organisations: Organisations
}

const PasswordInput = z.object({ oldPassword: z.string().max(100), newPassword: z.string().max(100) })

/** Who the caller is, what they may open and do, and their password; every answer of the host names the version of the menu. */
export function registerMe(app: FastifyInstance, { db, organisations }: MeParts): void {
  const config = { access: signedIn, resource: 'account' } as const
  app.get('/system/user/currentUser', { config }, async ({ caller }) => currentUser(db, organisations, caller))
  app.get('/system/menus/current', { config }, async ({ caller }) => menus(db).of(caller))
  app.addHook('onSend', async (request, reply) => {
    if (request.signedIn) reply.header('x-menu-version', organisations.menuVersion())
  })
  app.get('/system/menus/closed', { config }, async ({ caller }) => menus(db).closed(caller))
  app.get('/system/permissions/mine', { config }, async ({ caller }) => ({
    permissions: [...caller.permissions].toSorted(),
    roles: caller.roles,
    dataScopes: Object.fromEntries(Object.entries(caller.scopes).map(([resource, scopes]) => [resource, widest(scopes, caller.admin)])),
  }))
}

/** Only where passwords are ours. */
export function registerPassword(app: FastifyInstance, { db }: Pick<MeParts, 'db'>): void {
  app.put('/system/auth/user/pwd', { config: { access: signedIn, resource: 'account' }, schema: { body: PasswordInput } }, async ({ caller, body }) => {
    const { oldPassword, newPassword } = body as z.output<typeof PasswordInput>
    checkNewPassword(newPassword, caller.userName)
    const result = await signInWithPassword(db, caller.userName, oldPassword, caller.ip)
    if (result.outcome === 'locked') throw new Refused('identity.locked', { minutes: minutesUntil(result.until) })
    if (result.outcome !== 'accepted') throw new Refused('identity.wrongOldPassword', {}, [{ field: 'oldPassword', code: 'identity.wrongOldPassword' }])
    const hash = await hashPassword(newPassword)
    await transaction(db, (tx) => users(tx).setPassword(caller.id, hash))
    return true
  })
}

async function currentUser(db: Db, organisations: Organisations, caller: Caller) {
  const row = await db.selectFrom('sys_user').select(['avatar', 'phone', 'email', 'job_number', 'locale', 'nickname', 'position']).where('id', '=', caller.id).executeTakeFirstOrThrow()
  const { groups, tree } = await organisations.at(db)
  const own = caller.departments.flatMap((id) => groups.get(id) ?? [])
  const main = own[0]
  const { cn, en } = splitName(caller.name)
  return {
    id: caller.id,
    userName: caller.userName,
    name: caller.name,
    nameCn: cn,
    nameEn: en,
    nickname: row.nickname,
    position: row.position,
    avatar: row.avatar,
    phone: row.phone,
    email: row.email,
    jobNumber: row.job_number,
    admin: caller.admin,
    groups: own.map(({ id, name, full_name: fullName }) => ({ id, name, fullName, main: id === main?.id })),
    attributes: { locale: row.locale },
    roles: caller.roles,
    enterpriseId: main ? (tree.enterprise(main.id) ?? null) : null,
    mainDepartment: main ? { id: main.id, name: main.name } : null,
    departments: own.map(({ id, name }) => ({ id, name })),
  }
}

/** The scopes of several roles told as one: the widest kind, with the departments of all. */
function widest(scopes: readonly DataScope[], admin: boolean) {
  if (admin) return { scope: scopeCodes.all, withSub: true, deptIds: [] }
  const codes = scopes.map(({ scope }) => scopeCodes[scope])
  return { scope: Math.min(...codes, scopeCodes.self), withSub: scopes.some(({ withSub }) => withSub), deptIds: [...new Set(scopes.flatMap(({ departments }) => departments))] }
}
