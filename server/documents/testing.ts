import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { installKinds } from '#kernel/kinds/host-traits.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { compose, type Composition, type CompositionInput, migrationSets } from '#server/compose.ts'
import { testDatabase, type TestContent, type TestDatabase } from '#server/database/testing.ts'
import { readEnv } from '#server/env.ts'
import { serverMessages } from '#server/server-messages.ts'
import { buildApp } from '#server/http/app.ts'
import { insertAudit } from '#server/http/audit/audit.ts'
import { testPassword, tokensOf } from '#server/identity/testing.ts'
import { type ServerPlugin, serversAmong } from '#server/plugin.ts'
import { modulesInForce, publicationsOf, recomposition } from '#server/recomposition.ts'

/** A running product of these modules, in this process and with its own database. */
export interface TestProduct {
  readonly app: FastifyInstance
  readonly composition: Composition
  readonly database: TestDatabase
  /** The clock; tests may set it. */
  readonly clock: { now: () => Date }
  /** A caller signed in as this person, with `testPassword` unless another password is given. */
  as(userName: string, language?: 'zh_CN' | 'en_US'): TestCaller
  /** Starts another version of the product on the same database, until the suite ends. */
  upgraded(plugins: readonly Plugin[]): Promise<Pick<TestProduct, 'as' | 'composition'>>
  /** Runs all data audits. @throws Error listing the mismatches */
  audit(): Promise<void>
  close(): Promise<void>
}

export interface CallAnswer<Data = unknown> {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data: Data
}

export interface TestCaller {
  get<Data = unknown>(url: string): Promise<CallAnswer<Data>>
  delete<Data = unknown>(url: string): Promise<CallAnswer<Data>>
  post<Data = unknown>(url: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<CallAnswer<Data>>
  put<Data = unknown>(url: string, body: unknown): Promise<CallAnswer<Data>>
  /** Uploads a file and returns its id. @throws Error with the server's message where it is refused */
  upload(fileName: string, content: Buffer): Promise<string>
  /** The Authorization header. */
  bearer(): Promise<string>
}

/** Voids a document of another person, confirmed by a second person where money moves. @returns the answer of the last call */
export async function voided(product: Pick<TestProduct, 'as'>, [by, second]: readonly [string, string], procInstId: string) {
  const answer = await product.as(by).post<{ readonly proposal: { readonly id: string } | null } | null>('/workflow/abandoned', {
    procInstId,
    comment: '作废',
  })
  const id = answer.data?.proposal?.id
  return id === undefined ? answer : product.as(second).post<unknown>('/workflow/intervention/confirm', { id })
}

export interface TestProductOptions {
  readonly plugins: readonly Plugin[]
  readonly serverPlugins: readonly ServerPlugin[]
  readonly now: Date
  /** The initial content; cached in a template database per name. */
  readonly content: { readonly name: string; fill(composition: Composition): Promise<void> }
  readonly connections?: number
  /** Environment variables in addition to those of every test. */
  readonly settings?: Readonly<Record<string, string>>
}

const log = pino({ level: 'silent' })

/** Starts the product; close it after the suite. */
export async function testProduct(
  { plugins, serverPlugins, now, content, connections = 10, settings = {} }: TestProductOptions,
): Promise<TestProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'product-'))
  const env = readEnv({ DEMO: 'true', DATA_DIR: folder, SCRYPT_COST: '14', ...settings })
  const clock = { now: () => now }
  const composed = (db: TestDatabase['db'],
    modules: Pick<CompositionInput, 'plugins' | 'designed' | 'amended'> = { plugins }): Promise<Composition> =>
    compose({ env, log, db, clock, ...modules, serverPlugins, recompose: () => composing.recompose() })
  const filled: TestContent = {
    name: content.name,
    fill: async ({ db }) => {
      const composition = await composed(db)
      await composition.identity.start()
      for (const server of composition.servers) await server.start?.(composition.host)
      await content.fill(composition)
    },
  }
  // columns of records may be of kinds that modules bring
  installKinds(plugins.flatMap(({ kinds }) => kinds))
  const database = await testDatabase({ sets: migrationSets(serverPlugins, plugins), content: filled, connections })
  const appOf = async (composition: Composition, declarations = plugins) => {
    const app = await buildApp({ log, env, authenticate: composition.identity.authenticate, find: serverMessages(declarations),
      audit: { record: () => undefined, insert: insertAudit(database.db) }, clock: composition.host.clock, requestsPerMinute: 1_000_000,
      demandsUnitOfWork: true })
    await composition.routes(app)
    await app.ready()
    return app
  }
  const others: FastifyInstance[] = []
  let replaced: FastifyInstance | undefined
  const composing = await recomposition<Pick<TestProduct, 'app' | 'composition'>>({
    log,
    publications: publicationsOf(serversAmong(plugins, serverPlugins), { db: database.db, clock }),
    read: () => modulesInForce(plugins, { servers: serversAmong(plugins, serverPlugins), db: database.db, log }),
    async make(modules) {
      const composition = await composed(database.db, modules)
      if (modules.designed.some(({ forms, resources }) => forms.length + resources.length > 0)) await composition.identity.start()
      return { composition, app: await appOf(composition, modules.plugins) }
    },
    // calls under way may still be answered by the last one; those before hold memory and connections
    handOver: async ({ app }) => {
      await replaced?.close()
      replaced = app
    },
  })
  return {
    get app() {
      return composing.inForce().app
    },
    get composition() {
      return composing.inForce().composition
    },
    database,
    clock,
    as: callers(() => composing.inForce().app),
    async upgraded(declarations) {
      const modules = await modulesInForce(declarations, { servers: serversAmong(declarations, serverPlugins), db: database.db, log })
      const upgrade = await composed(database.db, modules)
      const other = await appOf(upgrade, modules.plugins)
      others.push(other)
      return { as: callers(() => other), composition: upgrade }
    },
    async audit() {
      const { audits, host } = composing.inForce().composition
      const reports = await Promise.all(audits.map((audit) => audit.run(database.db, host)))
      const mismatches = reports.flatMap((report) => report.mismatches)
      if (mismatches.length > 0) throw new Error(`The books do not agree: ${mismatches.join('; ')}`)
    },
    async close() {
      await Promise.all([composing.inForce().app, ...others, ...(replaced ? [replaced] : [])].map((each) => each.close()))
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Time after which a token is renewed, ms: tokens expire after five minutes. */
const fresh = 240_000

function callers(app: () => FastifyInstance): TestProduct['as'] {
  const tokens = new Map<string, { token: Promise<string>; at: number }>()
  const tokenOf = (userName: string) => {
    const known = tokens.get(userName)
    if (known && Date.now() - known.at < fresh) return known.token
    const token = tokensOf(app(), userName, testPassword).then(({ access_token, error_description }) =>
      access_token ?? Promise.reject(new Error(`${userName}: ${error_description}`))
    )
    tokens.set(userName, { token, at: Date.now() })
    return token
  }
  return (userName, language = 'zh_CN') =>
    callerOf(app, async () => ({ authorization: `Bearer ${await tokenOf(userName)}`, 'accept-language': language }))
}

function callerOf(app: () => FastifyInstance, headersOf: () => Promise<{ authorization: string; 'accept-language': string }>): TestCaller {
  const ask = async <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string,
    more: { payload?: string | Buffer; headers?: Readonly<Record<string, string>> } = {}) => {
    const answer = await app().inject({ method, url, headers: { ...(await headersOf()), ...more.headers },
      ...(more.payload !== undefined && { payload: more.payload }) })
    return { status: answer.statusCode, ...answer.json<Omit<CallAnswer<Data>, 'status'>>() }
  }
  return {
    bearer: async () => (await headersOf()).authorization,
    get: (url) => ask('GET', url),
    delete: (url) => ask('DELETE', url),
    post: (url, body, headers = {}) =>
      ask('POST', url, { payload: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
    put: (url, body) => ask('PUT', url, { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    async upload(fileName, content) {
      const boundary = 'edge-of-the-part'
      const head =
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`
      const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
      const { code, msg, data } = await ask<{ id: string } | null>('POST', '/oaserver/attachment/upload', { payload,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } })
      if (!data?.id) throw new Error(`${fileName}: ${code} ${msg}`)
      return data.id
    },
  }
}
