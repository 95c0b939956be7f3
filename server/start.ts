import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Label } from '#kernel/wording/label.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type Problem, problems } from '#kernel/composition/problems.ts'
import { compose, type Composition, migrationSets } from './compose.ts'
import { withClient } from './database/client.ts'
import { type Database, open } from './database/open.ts'
import type { Env } from './env.ts'
import { extensionProblems } from './extensions/extension-findings.ts'
import { serverMessages } from './server-messages.ts'
import { buildApp } from './http/app.ts'
import { type AuditLog, auditLog } from './http/audit/audit-log.ts'
import { registerHealth } from './http/health.ts'
import { createLog } from './log.ts'
import type { ServerPlugin } from './plugin.ts'
import { type BuiltPages, builtPages, registerPages } from './web.ts'
import { systemClock } from './system-clock.ts'

/** The product at work. */
export interface RunningProduct {
  /** The address that it listens at, e.g. http://127.0.0.1:8080. */
  readonly address: string
  readonly app: FastifyInstance
  readonly composition: Composition
  /** Stops accepting, lets running requests finish (10 s at most), writes what waits, closes the database. */
  close(): Promise<void>
}

export interface StartOptions {
  /** Without pages only calls are served; nothing is built. */
  readonly pages?: boolean
  readonly log?: Logger
  /** Name of the product on the sign-in page. */
  readonly product?: Label
  /** The port is shared with other processes and known to be free. */
  readonly sharesPort?: boolean
}

/** Key of the advisory lock that is held while the demo company is seeded. */
const seedLock = 4_201_910

/** Milliseconds that running requests may take to finish at the end. */
const timeout = 10_000

/**
 * Starts the product: the pages are built, where they must be, while the database starts, is migrated and filled.
 * @throws CompositionProblem, DatabaseProblem, BuildProblem and others whose message says what to do; nothing is left running then.
 */
export async function start(environment: Env, serverPlugins: readonly ServerPlugin[], plugins: readonly Plugin[],
  options: StartOptions = {}): Promise<RunningProduct> {
  const log = options.log ?? createLog(environment.logLevel)
  const found = [...problems(plugins), ...extensionProblems(plugins, serverPlugins)]
  if (found.length > 0) throw new CompositionProblem(found)
  const env = options.sharesPort ? environment : await withFreePort(environment)
  const building = new AbortController()
  const pages = options.pages === false ? Promise.resolve(undefined) : builtPages(dirname(import.meta.dirname), building.signal)
  // Awaited below; a failure before that must not end the process by itself.
  pages.catch(() => undefined)
  try {
    const database = await open(env, log)
    return await serve({ env, log, plugins, serverPlugins, product: options.product }, database, pages).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  } catch (error) {
    building.abort()
    throw error
  }
}

/**
 * The same settings with a free port, which the addresses of the sign-in carry as well: a port that is taken is found before
 * the database is started and filled; 0 is any free one. @throws Error EADDRINUSE and the like
 */
export async function withFreePort(env: Env): Promise<Env> {
  const { host, port } = env
  const server = createServer().listen({ host, port })
  await once(server, 'listening')
  const { port: found } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return { ...env, port: found, publicUrl: env.publicUrl.replace(/:0$/, `:${found}`) }
}

/** The modules do not fit together; the message lists every fault with its place. */
class CompositionProblem extends Error {
  override readonly name = 'CompositionProblem'

  constructor(readonly problems: readonly Problem[]) {
    super(
      ['The modules do not fit together:', ...problems.map(({ plugin, where, text }) => `${plugin}: ${where}: ${text.cn} / ${text.en}`)]
        .join('\n  '),
    )
  }
}

interface StartInput {
  readonly env: Env
  readonly log: Logger
  readonly plugins: readonly Plugin[]
  readonly serverPlugins: readonly ServerPlugin[]
  readonly product: Label | undefined
}

async function serve(input: StartInput, database: Database, building: Promise<BuiltPages | undefined>): Promise<RunningProduct> {
  const composition = await prepare(input, database)
  const pages = await building
  const { env, log, plugins } = input
  const audit = auditLog(database.db, log)
  const app = await buildApp({ log, env, authenticate: composition.identity.authenticate, find: serverMessages(plugins), audit,
    clock: composition.host.clock, servesPages: pages !== undefined })
  try {
    registerHealth(app, { database: database.health, build: pages?.builtAt })
    await composition.routes(app)
    if (pages) await registerPages(app, { directory: pages.directory, connect: hostsOf(env) })
    const address = await app.listen({ host: env.host, port: env.port })
    await composition.live.start(database.listen)
    composition.outbox.start()
    composition.serviceTasks.start()
    composition.postings.start()
    composition.jobs.start()
    return { address, app, composition, close: closer({ app, audit, database, composition }) }
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Brings the database up to date and lets the modules do their start-up work. */
async function prepare({ env, log, plugins, serverPlugins, product }: StartInput, database: Database): Promise<Composition> {
  await database.migrate(migrationSets(serverPlugins, plugins))
  const composition = await compose({ env, log, db: database.db, clock: systemClock, plugins, serverPlugins, product })
  await composition.identity.start()
  for (const server of composition.servers) await server.start?.(composition.host)
  if (env.demo) await seedAlone(database.application, composition)
  return composition
}

/** One instance seeds at a time; the others wait, however long it takes, and find everything there. */
const seedAlone = (target: Database['application'], composition: Composition) =>
  withClient(target, async (client) => {
    await client.query('select pg_advisory_lock($1)', [seedLock])
    for (const server of composition.servers) await server.seed?.(composition)
  })

/** Hosts beside this one that the pages' scripts ask. */
const hostsOf = ({ identityProvider }: Env) => (identityProvider ? [new URL(identityProvider.issuer).origin] : [])

/** Closes once, however often it is asked. */
function closer(
  { app, audit, database, composition: { serviceTasks, postings, jobs, live, outbox } }: { app: FastifyInstance; audit: AuditLog;
    database: Database; composition: Pick<Composition, 'serviceTasks' | 'postings' | 'jobs' | 'live' | 'outbox'> },
): () => Promise<void> {
  let closing: Promise<void> | undefined
  const close = async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), timeout)
    await app.close().finally(() => clearTimeout(cut))
    await Promise.all([serviceTasks.stop(), postings.stop(), jobs.stop(), outbox.stop(), live.stop()])
    await audit.flush()
    await database.close()
  }
  return () => (closing ??= close())
}
