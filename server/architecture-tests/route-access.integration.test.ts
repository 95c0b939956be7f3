import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permits } from '#kernel/permissions.ts'
import { transaction } from '#server/database/transaction.ts'
import { compose, migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { readEnv } from '#server/env.ts'
import { serversAmong } from '#server/plugin.ts'
import { serverMessages } from '#server/server-messages.ts'
import { type CallNamer, hostCallNames } from '#server/http/audit/call-names.ts'
import { buildApp } from '#server/http/app.ts'
import { type RegisteredRoute, routeRegistry } from '#server/http/access.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword, tokensOf } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { auditNames } from '#plugins/system/server/audit/routes.ts'
import { grantable } from '#plugins/system/server/roles/catalogue.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { openCalls } from './open-routes.ts'

/** Answered instead of every call, so that only authorization is tested. */
const inside = 299

const folder = mkdtempSync(join(tmpdir(), 'route-access-'))
const tokens = new Map<string, string>()
let database: TestDatabase
let app: FastifyInstance
let routes: readonly RegisteredRoute[]
let callNames: CallNamer

beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets(serverPlugins) })
  const parts = { env: readEnv({ DEMO: 'true', DATA_DIR: folder }), log: pino({ level: 'silent' }), clock: { now: () => new Date() } }
  const composition = await compose({ ...parts, db: database.db, plugins, serverPlugins })
  callNames = composition.host.callNames
  await composition.identity.start()
  await company()
  let isTried = false
  app = await buildApp({ ...parts, authenticate: composition.identity.authenticate, find: serverMessages(plugins),
    audit: { record: () => undefined, insert: async () => undefined }, requestsPerMinute: 1_000_000 })
  app.addHook('preParsing', (_, reply, payload, done) => {
    if (isTried) void reply.code(inside).send()
    else done(null, payload)
  })
  await composition.routes(app)
  await app.ready()
  routes = routeRegistry(app).filter(({ method }) => !['HEAD', 'OPTIONS'].includes(method))
  for (const person of ['nobody', 'holder', 'root', 'gone']) tokens.set(person, (await tokensOf(app, person)).access_token ?? '')
  await users(database.db, new Date()).setEnabled('gone', false)
  isTried = true
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function company() {
  const { db } = database
  const passwordHash = await hashPassword(testPassword, 10)
  await roles(db).ensure(new Date(), [{ key: 'tried', cn: '试用', en: 'Tried', holders: 'members' }])
  for (const id of ['nobody', 'holder', 'root', 'gone'])
    await users(db, new Date()).create({ id, userName: id, name: `${id}/${id}`, passwordHash, admin: id === 'root',
      roles: id === 'holder' ? ['tried'] : [] })
}

const named = ({ method, url }: RegisteredRoute) => `${method} ${url}`

/** A URL of the route. */
const addressOf = ({ url }: RegisteredRoute) => url.replaceAll(/:\w+/g, 'x').replace('*', 'x')

/** The statuses that a person gets from each of these calls. */
async function answers(to: readonly RegisteredRoute[], person?: string): Promise<Record<string, number>> {
  const found: [string, number][] = []
  for (const route of to) {
    const { statusCode } = await app.inject({ method: route.method as 'GET', url: addressOf(route),
      headers: person === undefined ? {} : { authorization: `Bearer ${tokens.get(person)}` } })
    found.push([named(route), statusCode])
  }
  return Object.fromEntries(found)
}

const expected = (of: readonly RegisteredRoute[], status: (route: RegisteredRoute) => number) =>
  Object.fromEntries(of.map((route) => [named(route), status(route)]))

const isOpen = ({ access }: RegisteredRoute) => access.who === 'open'

/** Calls by the permissions that they need. */
const byNeed = (): ReadonlyMap<string, readonly RegisteredRoute[]> =>
  listsByKey(routes.filter(({ access }) => access.who === 'holder').map((route) => [JSON.stringify(route.access), route] as const))

describe('the audit log', () => {
  const kept = () => routes.filter(({ method, reads, changing }) => changing || (method !== 'GET' && !reads))

  it('knows by name what every call is about', () => {
    const { of } = auditNames(plugins, callNames)
    const unnamed = kept().filter(({ resource }) =>
      resource !== undefined && of(resource).cn === resource && callNames.subject(resource) === undefined
    )
    expect(unnamed.map(({ resource }) => resource)).toEqual([])
  })

  it('names what every call does: one that is said to add something adds a record, which can be changed or deleted as well', () => {
    const nameOf = ({ method, url }: Pick<RegisteredRoute, 'method' | 'url'>) => callNames.operation({ method, path: url }, false).en
    const wordOf = ({ url }: RegisteredRoute) => url.split('/').findLast((word) => !word.startsWith(':')) ?? ''
    const records = new Set(kept().filter(({ method }) => method === 'PUT' || method === 'DELETE').map(wordOf))
    const adding = kept().filter((route) =>
      route.method === 'POST' && wordOf(route) !== 'add' && nameOf(route) === nameOf({ method: 'POST', url: '/' })
    )
    expect(adding.filter((route) => !records.has(wordOf(route))).map(named)).toEqual([])
    // the parent of a path with PUT or DELETE may have other calls below it, or a POST
    const parents = new Set(routes.flatMap(({ url }) => url.split('/').filter((word) => word !== '' && !word.startsWith(':')).slice(0, -1)))
    const added = new Set(adding.map(wordOf))
    const changing = kept().filter((route) =>
      route.method !== 'POST' && !/^(update|delete)/.test(wordOf(route)) && nameOf(route) === nameOf({ method: route.method, url: '/' })
    )
    expect(changing.filter((route) => !parents.has(wordOf(route)) && !added.has(wordOf(route))).map(named)).toEqual([])
  })

  it('is told no names of calls that there are not', () => {
    const urls = new Set(routes.map(({ url }) => url))
    const subjects = new Set(routes.map(({ resource }) => resource))
    const said = [hostCallNames, ...serversAmong(plugins, serverPlugins).flatMap((plugin) => plugin.callNames ?? [])]
    expect(said.flatMap(({ operations }) => Object.keys(operations ?? {})).filter((path) => !urls.has(path))).toEqual([])
    expect(said.flatMap((one) => Object.keys(one.subjects ?? {})).filter((subject) => !subjects.has(subject))).toEqual([])
  })
})

describe('the access of every call', () => {
  it('stands open for these only', () => {
    expect(routes.filter(isOpen).map(named).filter((call) => !openCalls.some((known) => known.test(call)))).toEqual([])
  })

  it('asks a stranger, and who holds a token that is none, to sign in', async () => {
    tokens.set('forger', `${tokens.get('nobody')?.slice(0, -8)}AAAAAAAA`)
    const wanted = expected(routes, (route) => (isOpen(route) ? inside : 401))
    expect(await answers(routes)).toEqual(wanted)
    expect(await answers(routes, 'forger')).toEqual(wanted)
  })

  it('asks a person whose account was disabled after they had signed in', async () => {
    expect(await answers(routes, 'gone')).toEqual(expected(routes, (route) => (isOpen(route) ? inside : 401)))
  })

  it('refuses a person without any role what needs a right', async () => {
    expect(await answers(routes, 'nobody')).toEqual(expected(routes, ({ access }) => (access.who === 'holder' ? 403 : inside)))
  })

  it('lets an administrator in everywhere', async () => {
    expect(await answers(routes, 'root')).toEqual(expected(routes, () => inside))
  })

  it('lets in who holds what is needed, and refuses who holds every right but that', async () => {
    const all = plugins.flatMap(({ permissions }) => permissions)
    const hold = (permissions: readonly string[]) => transaction(database.db, (db) => roles(db).setPermissions('tried', permissions))
    for (const calls of byNeed().values()) {
      const { access } = calls[0]!
      if (access.who !== 'holder') continue
      const { permissions, of } = access
      // Where several permissions are needed together, each alone is refused; where one of several suffices, each alone is accepted.
      for (const one of permissions.length > 1 ? permissions : []) {
        await hold([one])
        expect(await answers(calls, 'holder')).toEqual(expected(calls, () => (of === 'any' ? inside : 403)))
      }
      await hold(permissions)
      expect(await answers(calls, 'holder')).toEqual(expected(calls, () => inside))
      await hold(all.filter((held) => !permissions.some((needed) => permits(new Set([held]), needed))))
      expect(await answers(calls, 'holder')).toEqual(expected(calls, () => 403))
    }
  })

  it('asks for rights that a role can be given', () => {
    const isGrantable = grantable(plugins)
    const unknown = routes.filter(({ access }) => access.who === 'holder' && !access.permissions.every(isGrantable))
    expect(unknown.map(named)).toEqual([])
  })
})
