import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import type { Clock } from '#server/host.ts'
import { open, signedIn } from '#server/http/access.ts'
import type { Organisations } from '../organisation/organisation.ts'
import { accountOf } from '../provider/configuration.ts'
import { realm } from '../provider/addresses.ts'
import { webClient } from '../sessions/tokens.ts'
import { users } from '../organisation/users.ts'

export interface SessionDependencies {
  readonly db: Db
  readonly organisations: Organisations
}

const AccountInput = z.object({
  firstName: z.string().trim().max(30).optional(),
  lastName: z.string().trim().max(30).optional(),
  email: z.string().trim().max(100).regex(new RegExp(patterns.email), 'identity.invalidEmail').nullish(),
  attributes: z
    .object({
      locale: z.preprocess(first, z.enum(['cn', 'en', 'zh_CN', 'en_US', 'zh-CN', 'en-US'])).optional(),
      phone: z.preprocess(first, z.string().regex(new RegExp(patterns.phone), 'identity.invalidPhone').nullable()).optional(),
    })
    .optional(),
})

/** Calls for the account of the signed-in person, in the format of the identity provider. */
export function registerAccount(app: FastifyInstance, parts: Pick<SessionDependencies, 'db'> & { readonly clock: Clock }): void {
  const config = { access: signedIn, raw: true, resource: 'account' } as const
  const account = `${realm}/account`
  app.get(account, { config }, async ({ caller }) => accountAnswer(parts.db, caller.id))
  app.post(account, { config: { ...config, repeats: 'harmless' }, schema: { body: AccountInput } }, async ({ caller, body }) => {
    const input = body as z.output<typeof AccountInput>
    await transaction(parts.db, (tx) => change(tx, { id: caller.id, at: parts.clock.now() }, input))
    return accountAnswer(parts.db, caller.id)
  })
}

/** Publishes the identity provider for browsers before signing in: only data that the sign-in URL contains anyway. */
export function registerProviderNotifications(app: FastifyInstance, { identityProvider }: Pick<Env, 'identityProvider'>): void {
  app.get('/public/identityProvider', { config: { access: open } },
    async () => ({ issuer: identityProvider?.issuer ?? null, clientId: identityProvider?.clientId ?? webClient }))
}

/** Claims of the token's holder; the provider's own endpoint would not accept tokens with our audience. */
export function registerUserInfo(app: FastifyInstance, parts: SessionDependencies): void {
  const config = { access: signedIn, raw: true, resource: 'account' } as const
  const userinfo = `${realm}/protocol/openid-connect/userinfo`
  const claimsOf = async (id: string) => (await accountOf(parts, id))?.claims()
  app.get(userinfo, { config }, async ({ caller }) => claimsOf(caller.id))
  app.post(userinfo, { config: { ...config, reads: true, form: true } }, async ({ caller }) => claimsOf(caller.id))
}

/**
 * Changes the account. Name and telephone may only be repeated unchanged, since the company maintains them.
 * @throws Refused `identity.nameFixed`, `identity.phoneFixed`
 */
async function change(db: Db, { id, at }: { readonly id: string; readonly at: Date },
  { firstName, lastName, email, attributes = {} }: z.output<typeof AccountInput>) {
  const known = await accountAnswer(db, id)
  const isOther = (entered: string | null | undefined, stored: string | null) => entered !== undefined && entered !== stored
  if (isOther(firstName, known.firstName) || isOther(lastName, known.lastName)) throw new Refused('identity.nameFixed')
  if (isOther(attributes.phone, known.attributes.phone)) throw new Refused('identity.phoneFixed')
  const locale = attributes.locale && (attributes.locale.startsWith('en') ? 'en' : 'cn')
  const changes = Object.entries({ email, locale }).filter(([, value]) => value !== undefined)
  if (changes.length > 0) await users(db, at).update(id, Object.fromEntries(changes), id)
}

async function accountAnswer(db: Db, id: string) {
  const row = await db.selectFrom('sys_user').select(['id', 'user_name', 'name', 'email', 'phone', 'locale']).where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { cn, en } = splitName(row.name)
  return { id: row.id, username: row.user_name, firstName: en, lastName: cn, email: row.email,
    attributes: { locale: row.locale, phone: row.phone } }
}

/** The single element of a list, as which Keycloak sends attributes. */
function first(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}
