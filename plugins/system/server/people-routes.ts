import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { splitName } from '#kernel/wording/names.ts'
import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { importRoutes } from '#server/imports/routes.ts'
import type { Host } from '#server/host.ts'
import { type ExportColumn, exporter, exportLimit, exportRoutes, inBatches } from '#server/workbooks/exporter.ts'
import { needs } from '#server/http/access.ts'
import { transaction } from '#server/database/transaction.ts'
import { AnswerWithText } from '#server/http/answers/envelope.ts'
import { checkNewPassword, hashPassword, randomPassword } from '#server/identity/accounts/credentials.ts'
import { users } from '#server/identity/organisation/users.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { canUser } from '#plugins/system/permissions.ts'
import type { UserAnswer } from '#plugins/system/access-wire.ts'
import { responsibilityExporter, responsibilityImporter } from './roles/responsibility-workbook.ts'
import { responsibilitiesPath, roleRoutes, roleWrites } from './roles/role-routes.ts'
import { exportedBeside, userColumns, userImporter } from './users/import-users.ts'
import { addUser, byId, changedUser, changeUser, emptyQuery, enabling, newUser, resetting, userExport,
  userPage } from './users/save-user.ts'
import { userAnswers, userList } from './users/user-list.ts'
import { demandAnother, demandCaller, demandPower, demandRank, heldInScope, hold, inScope, userScope } from './users/guards.ts'

/** Routes for the administration of accounts, roles and responsibilities. */
export function peopleRoutes(app: FastifyInstance, host: Host): void {
  userRoutes(app, host)
  accountRoutes(app, host)
  roleRoutes(app, host)
  roleWrites(app, host)
  importRoutes(app, host, userPath, userImporter(host))
  exportRoutes(app, host, userPath, userExporter(host))
  if (!host.plugins.some(({ roleScopes }) => roleScopes.length > 0)) return
  importRoutes(app, host, responsibilitiesPath, responsibilityImporter(host))
  exportRoutes(app, host, responsibilitiesPath, responsibilityExporter(host))
}

/** An account with the label of its position level, "中文/English". */
type UserExportRow = UserAnswer & { readonly levelName: string | null }

type UserCell = ExportColumn<UserExportRow>['cell']

const cells: Readonly<Record<string, UserCell>> = {
  nameCn: ({ name }) => ({ value: splitName(name).cn }),
  nameEn: ({ name }) => ({ value: name.includes('/') ? splitName(name).en : null }),
  departmentId: ({ departments: [main] }) => ({ value: main?.code ?? null, format: '@' }),
  roles: ({ roles }) => ({ value: roles.map(({ key }) => key).join('; ') || null }),
  positionLevel: ({ levelName }, locale) => ({ value: levelName === null ? null : splitName(levelName)[locale] }),
  departments: ({ departments }, locale) => ({ value: departments.map(({ name }) => splitName(name)[locale]).join('; ') || null }),
  enable: ({ enable }, locale) => ({ value: { cn: ['否', '是'], en: ['No', 'Yes'] }[locale][enable] ?? null }),
}

const textOf = (key: string): UserCell => (user) => {
  const value: unknown = Reflect.get(user, key)
  return { value: typeof value === 'string' ? value : null, format: '@' }
}

/** Exporter of the listed accounts: the columns of the import template, followed by further ones. */
const userExporter = (host: Host) =>
  exporter<UserExportRow, z.output<typeof userExport>>({
    id: 'user',
    cn: '用户',
    en: 'Users',
    permission: canUser.export,
    query: userExport,
    columns: [...userColumns, ...exportedBeside].map(({ key, cn, en }) => ({ cn, en, cell: cells[key] ?? textOf(key) })),
    async rows(db, { _t, ...filters }, caller) {
      const ids = await userList(db, filters, await userScope(host, db, caller)).ids({ limit: exportLimit + 1 })
      const label = await host.dictionary(db)
      const named = (user: UserAnswer): UserExportRow => ({ ...user,
        levelName: user.positionLevel === null ? null : (label('positionLevel', user.positionLevel) ?? user.positionLevel) })
      return { total: ids.length, batches: inBatches(ids, async (part) => (await inOrder(db, part)).map(named)) }
    },
  })

/** Routes to add, change, enable, disable and delete accounts, and to reset passwords. */
function accountRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const one = `${userPath}/:id`
  const config = (permission: string) => ({ access: needs(permission), resource: 'user' }) as const

  routes.post(userPath, { config: { ...config(canUser.add), repeats: 'once' }, schema: { body: newUser } }, async (request) => {
    const { body } = request
    const password = await initialPassword(host, body.userName, body.password)
    let isNew = false
    const answer = await unitOfWork(host, request, async (work) => {
      const id = await addUser(work, body, password.hash)
      request.audited = { id, after: await userInScope(host, work.db, { id, caller: work.caller }) }
      isNew = true
      return { id }
    })
    // the generated password is only in the first response and not stored: a repeated call does not get it
    return isNew && !(answer instanceof AnswerWithText) ? { ...answer, password: password.shown } : answer
  })

  routes.put(one, { config: { ...config(canUser.edit), repeats: 'once' }, schema: { params: byId, body: changedUser } },
    (request) =>
      unitOfWork(host, request, async (work) => {
        const { id } = request.params
        const before = await userInScope(host, work.db, { id, caller: work.caller })
        await changeUser(work, id, request.body)
        const after = await userInScope(host, work.db, { id, caller: work.caller })
        request.audited = { id, before, after }
        return after
      }))

  routes.put(`${one}/enable`, { config: { ...config(canUser.enable), repeats: 'once' }, schema: { params: byId, body: enabling } },
    (request) =>
      unitOfWork(host, request, async (work) => {
        const { id } = request.params
        await enableUser(work, id, request.body)
        request.audited = { id, after: request.body }
        return true
      }))

  routes.put(`${one}/resetPwd`, { config: { ...config(canUser.edit), repeats: 'secret' }, schema: { params: byId, body: resetting } },
    async (request) => {
      const { params: { id }, body, caller } = request
      const { userName } = await userInScope(host, host.db, { id, caller })
      const password = await initialPassword(host, userName, body.password)
      if (password.hash === null) throw new Refused('system.user.passwordsElsewhere')
      const { hash } = password
      request.audited = { id }
      await transaction(host.db, (db) => resetPassword({ db, host, caller, at: host.clock.now() }, id, hash))
      return { password: password.shown }
    })

  routes.delete(one, { config: { ...config(canUser.delete), repeats: 'once' }, schema: { params: byId, querystring: emptyQuery } },
    (request) =>
      unitOfWork(host, request, async (work) => {
        const before = await userInScope(host, work.db, { id: request.params.id, caller: work.caller })
        await removeUser(work, request.params.id)
        request.audited = { id: before.id, before }
        return true
      }))
}

interface Password {
  /** Hash of the password; null if another identity provider manages passwords. */
  readonly hash: string | null
  /** Generated password to show once; null if chosen by the administrator. */
  readonly shown: string | null
}

/** The chosen or a generated password with its hash. Hashing takes half a second, so it must precede the transaction. */
async function initialPassword({ env }: Host, userName: string, chosen: string | null | undefined): Promise<Password> {
  if (env.identityProvider) {
    if (chosen) throw new Refused('system.user.passwordsElsewhere', {}, [{ field: 'password', code: 'system.user.passwordsElsewhere' }])
    return { hash: null, shown: null }
  }
  if (chosen) checkNewPassword(chosen, userName, 'password')
  const password = chosen || randomPassword()
  return { hash: await hashPassword(password, env.passwordCost), shown: chosen ? null : password }
}

async function enableUser({ db, host, caller, at }: CommandContext, id: string,
  { enable, version, leavingDate }: { enable: boolean; version?: number; leavingDate?: string | null }) {
  const held = await hold(db, [caller.id, id])
  demandCaller(held, caller)
  const before = await heldInScope(db, held, id, await userScope(host, db, caller))
  demandRank(await host.organisation(db), caller, id)
  if (version !== undefined && before.version !== version) throw new StateMoved(undefined, 'error.recordChanged')
  if (!enable && id === caller.id) throw new Refused('system.user.oneself')
  if (!enable) demandAnother(held, id)
  // re-enabling clears the leaving date
  await users(db, at).setEnabled(id, enable, { by: caller.id, leavingDate: enable ? null : leavingDate })
}

async function resetPassword({ db, host, caller, at }: CommandContext, id: string, hash: string) {
  const held = await hold(db, [caller.id, id])
  demandCaller(held, caller)
  await heldInScope(db, held, id, await userScope(host, db, caller))
  demandPower(await host.organisation(db), caller, id)
  await users(db, at).setPassword(id, hash, true)
}

/**
 * Deletes an account created by mistake, i.e. never used and not referenced. Other accounts can only be disabled, so that documents keep
 * their names.
 * @throws Refused `error.inUse`, or Missing out of scope
 */
async function removeUser({ db, host, caller, at }: CommandContext, id: string): Promise<void> {
  const held = await hold(db, [caller.id, id])
  demandCaller(held, caller)
  await heldInScope(db, held, id, await userScope(host, db, caller))
  demandRank(await host.organisation(db), caller, id)
  if (id === caller.id || (await isInUse(db, id))) throw new Refused('error.inUse')
  await db.deleteFrom('sys_user_role').where('user_id', '=', id).execute()
  await db.deleteFrom('sys_user_group').where('user_id', '=', id).execute()
  // the user name stays reserved; phone, e-mail and job number can be reused
  await db.updateTable('sys_user').set((eb) => ({ del_flag: 1, enable: false, admin: false, update_by: caller.id, update_time: at,
    session_epoch: eb('session_epoch', '+', 1) })
  ).where('id', '=', id).execute()
}

async function isInUse(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from sys_user where id = ${id} and last_login is not null)
    or exists (select from sys_group where del_flag = 0 and ${id} in (head_user_id, deputy_user_id, vp_user_id, gm_user_id))
    or exists (select from document where starter = ${id} or applicant = ${id})
    or exists (select from task where assignee = ${id} or owner = ${id})
    or exists (select from cc where person = ${id})
    or exists (select from user_delegate where del_flag = 0 and ${id} in (user_id, delegate_id)) as used`.execute(db)
  return rows[0]?.used ?? true
}

const userPath = '/system/user'

/** Routes for the list of accounts and single accounts, within the caller's scope. */
function userRoutes(app: FastifyInstance, host: Host): void {
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

/** @throws Missing for an account that does not exist or is out of scope */
async function userInScope(host: Pick<Host, 'departments'>, db: Db,
  { id, caller }: { readonly id: string; readonly caller: Caller }): Promise<UserAnswer> {
  const seen = await db.selectFrom('sys_user').select('id').where('id', '=', id).where('del_flag', '=', 0).where(
    inScope(await userScope(host, db, caller)),
  ).executeTakeFirst()
  const [answer] = seen ? await userAnswers(db, [id]) : []
  if (!answer) throw new Missing('error.missing')
  return answer
}

/** Accounts by id, in the given order. */
async function inOrder(db: Db, ids: readonly string[]): Promise<UserAnswer[]> {
  const found = new Map((await userAnswers(db, ids)).map((user) => [user.id, user]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
