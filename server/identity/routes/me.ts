import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import { signedIn } from '#server/http/access.ts'
import type { Clock } from '#server/host.ts'
import { BadRequest } from '#server/http/answers/errors.ts'
import { demandOtherPassword, type SignInSource, signInWithPassword } from '../accounts/accounts.ts'
import type { Caller, DataScope } from '../caller.ts'
import { menus } from '../rights/menus.ts'
import type { Organisations } from '../organisation/organisation.ts'
import { checkNewPassword, hashPassword, phoneCodes } from '../accounts/credentials.ts'
import { resolveScope, scopeCodes } from '../rights/scope.ts'
import { users } from '../organisation/users.ts'
import { minutesUntil } from './sign-in.ts'
import { departmentsOf } from '../organisation/people-and-units.ts'

export interface MeDependencies {
  readonly db: Db
  readonly organisations: Organisations
  /** External pages to which the product links. */
  readonly outside: Env['outside']
  /** See `wholePages`. */
  readonly wholePages: ReadonlyMap<string, string>
}

const PasswordInput = z.object({ oldPassword: z.string().max(100).optional(), phone: z.string().max(11).optional(),
  code: z.string().max(6).optional(), newPassword: z.string().max(100) })

/**
 * Calls for the current user, their menu and permissions, and their password. Every answer of the host contains the version of the menu.
 */
export function registerMe(app: FastifyInstance, { db, organisations, outside, wholePages }: MeDependencies): void {
  const menuReader = async (caller: Caller) => {
    const { tree } = await organisations.at(db)
    return { permissions: caller.permissions,
      isOpen: (path: string) => !wholePages.has(path) || resolveScope(tree, caller, wholePages.get(path)!) === 'all' }
  }
  const config = { access: signedIn, resource: 'account' } as const
  app.get('/system/user/currentUser', { config },
    async ({ caller }) => ({ ...(await currentUser(db, organisations, caller)),
      outside: { meetings: outside.meetings ?? null, miniProgram: outside.miniProgram ?? null } }))
  app.get('/system/menus/current', { config }, async ({ caller }) => menus(db).of(await menuReader(caller)))
  app.addHook('onSend', async (request, reply) => {
    if (request.signedIn) reply.header('x-menu-version', organisations.menuVersion())
  })
  app.get('/system/menus/closed', { config }, async ({ caller }) => menus(db).closed(await menuReader(caller)))
  app.get('/system/permissions/mine', { config }, async ({ caller }) => ({
    permissions: [...caller.permissions].toSorted(),
    roles: caller.roles,
    columns: caller.columns,
    dataScopes: Object.fromEntries(Object.entries(caller.scopes).map(([resource, scopes]) => [resource, widest(scopes, caller.admin)])),
  }))
}

/**
 * Calls for changing the password, only where passwords are ours. Proven by the old password, or by a code sent to the account's
 * telephone.
 */
export function registerPassword(app: FastifyInstance, source: SignInSource): void {
  const { db, clock, env } = source
  app.withTypeProvider<ZodTypeProvider>().put('/system/auth/user/pwd', {
    config: { access: signedIn, resource: 'account', repeats: 'secret' },
    schema: { body: PasswordInput },
  }, async ({ caller, body }) => {
    checkNewPassword(body.newPassword, caller.userName)
    if (body.code === undefined) await demandPassword(source, caller, body.oldPassword ?? '', 'oldPassword')
    else await demandCode(db, caller, { phone: body.phone, code: body.code, at: clock.now() })
    await demandOtherPassword(source, caller.id, body.newPassword)
    const hash = await hashPassword(body.newPassword, env.passwordCost)
    await transaction(db, (tx) => users(tx, clock.now()).setPassword(caller.id, hash))
    return true
  })
}

/**
 * Demands the caller's current password; failures count as for signing in.
 * @throws Refused `identity.locked`, `identity.wrongOldPassword` at `field`; BadRequest 429 `identity.busy`
 */
export async function demandPassword(source: SignInSource, { userName, ip }: Caller, password: string, field: string): Promise<void> {
  const result = await signInWithPassword(source, userName, password, { address: ip })
  if (result.outcome === 'locked') throw new Refused('identity.locked', { minutes: minutesUntil(result.until) })
  if (result.outcome === 'busy') throw new BadRequest(429, 'identity.busy')
  if (result.outcome !== 'accepted') throw new Refused('identity.wrongOldPassword', {}, [{ field, code: 'identity.wrongOldPassword' }])
}

/** Demands a code sent to the telephone of the caller's account. @throws Refused at `phone`, `code` */
async function demandCode(db: Db, { id }: Caller,
  { phone, code, at }: { readonly phone?: string; readonly code: string; readonly at: Date }): Promise<void> {
  const known = await db.selectFrom('sys_user').select('phone').where('id', '=', id).executeTakeFirstOrThrow()
  if (!known.phone || (phone ?? known.phone) !== known.phone)
    throw new Refused('identity.notYourPhone', {}, [{ field: 'phone', code: 'identity.notYourPhone' }])
  await phoneCodes(db).take(id, known.phone, code, at)
}

async function currentUser(db: Db, organisations: Organisations, caller: Caller) {
  const row = await db.selectFrom('sys_user').select(['avatar', 'phone', 'email', 'job_number', 'locale', 'nickname', 'position']).where(
    'id',
    '=',
    caller.id,
  )
    .executeTakeFirstOrThrow()
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

/** Combines the scopes of several roles: the widest kind, with the departments of all. */
function widest(scopes: readonly DataScope[], admin: boolean) {
  if (admin) return { scope: scopeCodes.all, withSub: true, deptIds: [] }
  const codes = scopes.map(({ scope }) => scopeCodes[scope])
  return { scope: Math.min(...codes, scopeCodes.self), withSub: scopes.some(({ withSub }) => withSub),
    deptIds: [...new Set(scopes.flatMap(({ departments }) => departments))] }
}

interface ProfileDependencies {
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
