import { pino } from 'pino'
import type { FastifyInstance } from 'fastify'
import { definePlugin, type Plugin } from '#kernel/plugin.ts'
import { textFinder } from '#kernel/wording/translate.ts'
import type { Db } from '#server/database/tables.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { type Env, readEnv } from '#server/env.ts'
import { systemClock } from '#server/system-clock.ts'
import { buildApp } from '#server/http/app.ts'
import type { AuditSink } from '#server/http/audit/audit.ts'
import { type Identity, identity, type IdentityDependencies } from './identity.ts'
import { identityMigrations } from './migrations.ts'
import { hashPassword } from './accounts/credentials.ts'
import { identityTexts } from './texts.ts'
import { type NewUser, users } from './organisation/users.ts'

export const testPassword = 'Test@2026'

export interface TestWorld {
  readonly database: TestDatabase
  readonly db: Db
  readonly identity: Identity
  readonly app: FastifyInstance
  readonly env: Env
  /** Creates a person who signs in with `testPassword`. */
  person(user: Partial<NewUser> & { userName: string }): Promise<string>
  close(): Promise<void>
}

export interface TestWorldOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly plugins?: readonly Plugin[]
  readonly parts?: Partial<IdentityDependencies>
  readonly routes?: (app: FastifyInstance) => void
  readonly audit?: AuditSink
}

/** A module with roles for tests. */
const withRoles = definePlugin({ id: 'roles', roles: ['accountant', 'financeStaff'].map((key) => ({ key, cn: key, en: key })) })

/** Identity over HTTP with its own database, at http://127.0.0.1:8080. */
export async function testWorld(
  { settings = {}, plugins = [withRoles], parts = {}, routes, audit = { record: () => undefined, insert: async () => undefined } }:
    TestWorldOptions = {},
): Promise<TestWorld> {
  const database = await testDatabase({ sets: [identityMigrations] })
  const { db } = database
  const env = readEnv({ DEMO: 'true', SCRYPT_COST: '14', ...settings })
  const log = pino({ level: 'silent' })
  const own = await identity({ db, env, log, plugins, clock: systemClock, ...parts })
  const app = await buildApp({ log, env, authenticate: own.authenticate, find: textFinder(identityTexts), audit,
    clock: parts.clock ?? systemClock, requestsPerMinute: 100_000, demandsUnitOfWork: true })
  await own.start()
  await own.routes(app)
  routes?.(app)
  const passwordHash = await sharedHash()
  return {
    database,
    db,
    identity: own,
    app,
    env,
    person: (user) => users(db, new Date()).create({ name: `${user.userName}/${user.userName}`, passwordHash, ...user }),
    async close() {
      await app.close()
      await database.drop()
    },
  }
}

let hash: Promise<string> | undefined

/** A cheap hash, since hashing is not under test. */
function sharedHash(): Promise<string> {
  return (hash ??= hashPassword(testPassword, 10))
}

export interface Tokens {
  readonly status: number
  readonly access_token?: string
  readonly refresh_token?: string
  readonly id_token?: string
  readonly refresh_expires_in?: number
  readonly error?: string
  readonly error_description?: string
}

/** Signs in by password, like a script. */
export async function tokensOf(app: FastifyInstance, userName: string, password = testPassword): Promise<Tokens> {
  const answer = await app.inject({
    method: 'POST',
    url: '/idp/realms/oa/protocol/openid-connect/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', client_id: 'oa-cli', username: userName, password, scope: 'openid' }).toString(),
  })
  return { status: answer.statusCode, ...answer.json<Omit<Tokens, 'status'>>() }
}
