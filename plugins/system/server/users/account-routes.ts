import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Refused, StateMoved } from '#kernel/errors.ts'
import { needs } from '#server/http/access.ts'
import { transaction } from '#server/database/transaction.ts'
import { AnswerWithText } from '#server/http/answers/envelope.ts'
import { checkNewPassword, hashPassword, randomPassword } from '#server/identity/accounts/passwords.ts'
import { users } from '#server/identity/organisation/users.ts'
import type { Host } from '#server/host.ts'
import { canUser } from '#plugins/system/permissions.ts'
import { unitOfWork, type CommandContext } from '#server/unit-of-work.ts'
import { demandCaller, demandPower, demandRank } from './guards.ts'
import { demandAnother, heldInScope, hold } from './hold.ts'
import { removeUser } from './remove-user.ts'
import { addUser, changeUser } from './save-user.ts'
import { byId, emptyQuery, changedUser, enabling, newUser, resetting } from './user-input.ts'
import { userInScope, userPath } from './user-routes.ts'
import { userScope } from './user-scope.ts'

/** New accounts, changes, passwords, and who may sign in. */
export function accountRoutes(app: FastifyInstance, host: Host): void {
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
    // The password is shown once and stored nowhere: a repetition of the call does not get it.
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
  /** Null where another provider keeps the passwords. */
  readonly hash: string | null
  /** The password to tell once; null when the administrator chose it. */
  readonly shown: string | null
}

/** The password that was chosen, or one that nobody chose. Takes half a second, and so comes before the transaction. */
async function initialPassword({ env }: Host, userName: string, chosen: string | null | undefined): Promise<Password> {
  if (env.identityProvider) {
    if (chosen) throw new Refused('system.user.passwordsElsewhere', {}, [{ field: 'password', code: 'system.user.passwordsElsewhere' }])
    return { hash: null, shown: null }
  }
  if (chosen) checkNewPassword(chosen, userName, 'password')
  const password = chosen || randomPassword()
  return { hash: await hashPassword(password), shown: chosen ? null : password }
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
  // A person who comes back has not left.
  await users(db, at).setEnabled(id, enable, { by: caller.id, leavingDate: enable ? null : leavingDate })
}

async function resetPassword({ db, host, caller, at }: CommandContext, id: string, hash: string) {
  const held = await hold(db, [caller.id, id])
  demandCaller(held, caller)
  await heldInScope(db, held, id, await userScope(host, db, caller))
  demandPower(await host.organisation(db), caller, id)
  await users(db, at).setPassword(id, hash, true)
}
