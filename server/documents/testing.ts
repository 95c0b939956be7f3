import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Plugin } from '#kernel/plugin.ts'
import { compose, type Composition, migrationSets } from '#server/compose.ts'
import { testDatabase, type TestContent, type TestDatabase } from '#server/database/testing.ts'
import { readEnv } from '#server/env.ts'
import { serverMessages } from '#server/server-messages.ts'
import { buildApp } from '#server/http/app.ts'
import { insertAudit } from '#server/http/audit/audit-log.ts'
import { testPassword, tokensOf } from '#server/identity/testing.ts'
import type { ServerPlugin } from '#server/plugin.ts'

/** A product made of these modules, at work in this process on a database of its own. */
export interface TestProduct {
  readonly app: FastifyInstance
  readonly composition: Composition
  readonly database: TestDatabase
  /** Its time; a test may move it. */
  readonly clock: { now: () => Date }
  /** Calls as this person, signed in with `testPassword` or the password given. */
  as(userName: string, language?: 'zh_CN' | 'en_US'): TestCaller
  /** Another version of the product at work on the same database, until the suite ends. */
  upgraded(plugins: readonly Plugin[]): Promise<Pick<TestProduct, 'as' | 'composition'>>
  /** Recounts the books. @throws Error naming what does not agree */
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
  /** Uploads a file and returns its id. @throws what the server says of a file that it refuses */
  upload(fileName: string, content: Buffer): Promise<string>
  /** The Authorization header, for a call that is made by hand. */
  bearer(): Promise<string>
}

/** Voids a document of another person. Where it moves money, the second of two confirms it. Answers the last of the calls. */
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
  /** The content from the beginning; kept in a template per name. */
  readonly content: { readonly name: string; fill(composition: Composition): Promise<void> }
  readonly connections?: number
  /** Environment variables beside those that every test has. */
  readonly settings?: Readonly<Record<string, string>>
}

const log = pino({ level: 'silent' })

/** Starts the product. To be closed after the suite. */
export async function testProduct(
  { plugins, serverPlugins, now, content, connections = 10, settings = {} }: TestProductOptions,
): Promise<TestProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'product-'))
  const env = readEnv({ DEMO: 'true', DATA_DIR: folder, ...settings })
  const clock = { now: () => now }
  const composed = (db: TestDatabase['db'], declarations = plugins) =>
    compose({ env, log, db, clock, plugins: declarations, serverPlugins })
  const filled: TestContent = {
    name: content.name,
    fill: async ({ db }) => {
      const composition = await composed(db)
      await composition.identity.start()
      for (const server of composition.servers) await server.start?.(composition.host)
      await content.fill(composition)
    },
  }
  const database = await testDatabase({ sets: migrationSets(serverPlugins, plugins), content: filled, connections })
  const appOf = async (composition: Composition, declarations = plugins) => {
    const app = await buildApp({ log, env, authenticate: composition.identity.authenticate, find: serverMessages(declarations),
      audit: { record: () => undefined, insert: insertAudit(database.db) }, clock: composition.host.clock, requestsPerMinute: 1_000_000,
      demandsUnitOfWork: true })
    await composition.routes(app)
    await app.ready()
    return app
  }
  const composition = await composed(database.db)
  const app = await appOf(composition)
  const others: FastifyInstance[] = []
  return {
    app,
    composition,
    database,
    clock,
    as: callers(app),
    async upgraded(declarations) {
      const upgrade = await composed(database.db, declarations)
      const other = await appOf(upgrade, declarations)
      others.push(other)
      return { as: callers(other), composition: upgrade }
    },
    async audit() {
      const reports = await Promise.all(composition.audits.map((audit) => audit.run(database.db, composition.host)))
      const mismatches = reports.flatMap((report) => report.mismatches)
      if (mismatches.length > 0) throw new Error(`The books do not agree: ${mismatches.join('; ')}`)
    },
    async close() {
      await Promise.all([app, ...others].map((each) => each.close()))
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Tokens end after five minutes; one is asked for again before that. */
const fresh = 240_000

function callers(app: FastifyInstance): TestProduct['as'] {
  const tokens = new Map<string, { token: Promise<string>; at: number }>()
  const tokenOf = (userName: string) => {
    const known = tokens.get(userName)
    if (known && Date.now() - known.at < fresh) return known.token
    const token = tokensOf(app, userName, testPassword).then(({ access_token, error_description }) =>
      access_token ?? Promise.reject(new Error(`${userName}: ${error_description}`))
    )
    tokens.set(userName, { token, at: Date.now() })
    return token
  }
  return (userName, language = 'zh_CN') =>
    callerOf(app, async () => ({ authorization: `Bearer ${await tokenOf(userName)}`, 'accept-language': language }))
}

function callerOf(app: FastifyInstance, headersOf: () => Promise<{ authorization: string; 'accept-language': string }>): TestCaller {
  const ask = async <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string,
    more: { payload?: string | Buffer; headers?: Readonly<Record<string, string>> } = {}) => {
    const answer = await app.inject({ method, url, headers: { ...(await headersOf()), ...more.headers },
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
