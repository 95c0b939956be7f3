import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Label } from '#kernel/wording/label.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { type Problem, problems } from '#kernel/composition/problems.ts'
import { compose, type Composition, migrationSets } from './compose.ts'
import { withClient } from './database/connection.ts'
import { type Database, open } from './database/open.ts'
import type { Env } from './env.ts'
import { extensionProblems } from './extensions/extension-findings.ts'
import { serverMessages } from './server-messages.ts'
import { buildApp } from './http/app.ts'
import { type AuditLog, auditLog } from './http/audit/audit.ts'
import { type FrontServer, frontServer } from './http/front-server.ts'
import { registerHealth } from './http/health.ts'
import { installReadPositions } from './http/read-positions.ts'
import { createLog } from './log.ts'
import { measure, type Metrics } from './metrics/metrics.ts'
import type { Tracing } from './tracing/tracing.ts'
import { type ServerPlugin, serversAmong } from './plugin.ts'
import { followForgetting } from './external/external-systems.ts'
import { designedChannel, type ModulesInForce, modulesInForce, publicationsOf, recomposition } from './recomposition.ts'
import { type BuiltPages, builtPages, registerPages } from './web.ts'
import { systemClock } from './system-clock.ts'

/** The running product. */
export interface RunningProduct {
  /** The URL at which it listens, e.g. http://127.0.0.1:8080. */
  readonly address: string
  /** The current app; replaced after the company's definitions have changed. */
  readonly app: FastifyInstance
  readonly composition: Composition
  /** Metrics of this process; absent without a port for them. */
  readonly metrics?: Metrics
  /** Shuts down: stops accepting, waits up to 10 s for running requests, writes buffered data, closes the database. */
  close(): Promise<void>
}

export interface StartOptions {
  /** Whether to build and serve the pages; otherwise only calls are served. */
  readonly pages?: boolean
  readonly log?: Logger
  /** Name of the product on the sign-in page. */
  readonly product?: Label
  /** Whether the port is shared with other processes, so that it need not be checked. */
  readonly sharesPort?: boolean
}

/** Key of the advisory lock held while the demo company is created. */
const seedLock = 4_201_910

/** Delay after which a process that could not be composed anew tries again, ms: another one was composed with the same designs. */
const retryAfter = 30_000

/** Grace period of running requests at shutdown, ms. */
const timeout = 10_000

/**
 * Starts the product: the pages are built, if necessary, while the database is started, migrated and filled.
 * @throws CompositionProblem, DatabaseProblem, BuildProblem and others whose message contains the remedy; everything started is stopped
 * then
 */
export async function start(environment: Env, serverPlugins: readonly ServerPlugin[], plugins: readonly Plugin[],
  options: StartOptions = {}): Promise<RunningProduct> {
  const log = options.log ?? createLog(environment.logLevel)
  const found = [...problems(plugins), ...extensionProblems(plugins, serversAmong(plugins, serverPlugins))]
  if (found.length > 0) throw new CompositionProblem(found)
  const { env, release } = options.sharesPort ? { env: environment, release: async () => {} } : await reservePort(environment)
  const building = new AbortController()
  const pages = options.pages === false ? Promise.resolve(undefined) : builtPages(dirname(import.meta.dirname), building.signal)
  // Awaited below; an earlier failure must not end the process as an unhandled rejection.
  pages.catch(() => undefined)
  try {
    const database = await open(env, log)
    return await serve({ env, log, plugins, serverPlugins, product: options.product, release }, database, pages).catch(
      async (error: unknown) => {
        await database.close()
        throw error
      },
    )
  } catch (error) {
    building.abort()
    await release()
    throw error
  }
}

interface ReservedPort {
  /** The settings with this port, also in the URLs of the sign-in. */
  readonly env: Env
  /** Frees the port for the server that is about to listen; further calls do nothing. */
  release(): Promise<void>
}

/**
 * Reserves the port while the database is started and filled, so that a port in use is detected before and no other program takes it
 * meanwhile; 0 selects a free one. Connections are closed at once.
 * @throws Error EADDRINUSE and the like
 */
async function reservePort(env: Env): Promise<ReservedPort> {
  const { host, port } = env
  const server = createServer((socket) => socket.destroy()).listen({ host, port })
  await once(server, 'listening')
  const { port: found } = server.address() as AddressInfo
  let released: Promise<void> | undefined
  const close = () => new Promise<void>((closed) => void server.close(() => closed()))
  return { env: { ...env, port: found, publicUrl: env.publicUrl.replace(/:0$/, `:${found}`) }, release: () => (released ??= close()) }
}

/** The settings with a port that is free now, for processes that share it; as `reservePort` otherwise. */
export async function withFreePort(env: Env): Promise<Env> {
  const { env: found, release } = await reservePort(env)
  await release()
  return found
}

/** Thrown for inconsistent modules; the message lists every problem with its place. */
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
  /** Frees the reserved port. */
  release(): Promise<void>
}

/** A composition with its app. */
interface Served {
  readonly composition: Composition
  readonly app: FastifyInstance
}

async function serve(input: StartInput, database: Database, building: Promise<BuiltPages | undefined>): Promise<RunningProduct> {
  const { env, log, plugins, serverPlugins, product, release } = input
  await database.migrate(migrationSets(serverPlugins, plugins))
  const audit = auditLog(database.db, log)
  let browsers = () => 0
  const tracing = env.traces && (await import('./tracing/tracing.ts')).traceProcess(env.traces)
  const metrics = env.metrics &&
    measure({ db: database.db, clock: systemClock, browsers: () => browsers(),
      ...(database.replicas && { standbys: database.replicas.states }) })
  const prepared = async (modules: ModulesInForce): Promise<Composition> => {
    const composition = await compose({ env, log, db: database.db, clock: systemClock, serverPlugins, product, ...modules,
      recompose: () => composing.recompose() })
    await composition.identity.start()
    return composition
  }
  const answering = async (composition: Composition): Promise<Served> => {
    const pages = await building
    const app = await buildApp({ log, env, authenticate: composition.identity.authenticate, find: serverMessages(composition.host.plugins),
      audit, clock: composition.host.clock, servesPages: pages !== undefined })
    try {
      installReadPositions(app, database.replicas)
      tracing?.watch(app)
      metrics?.watch(app)
      registerHealth(app, { database: database.health, build: pages?.builtAt })
      await composition.routes(app)
      if (pages) await registerPages(app, { directory: pages.directory, connect: hostsOf(env) })
      await app.ready()
      return { composition, app }
    } catch (error) {
      await app.close()
      throw error
    }
  }
  let front: FrontServer | undefined
  let isFirst = true
  const composing = await recomposition<Served>({
    log,
    publications: publicationsOf(serversAmong(plugins, serverPlugins), { db: database.db, clock: systemClock }),
    read: () => modulesInForce(plugins, { servers: serversAmong(plugins, serverPlugins), db: database.db, log }),
    async make(modules) {
      const composition = await prepared(modules)
      if (isFirst) await begin(composition, { env, database })
      isFirst = false
      return answering(composition)
    },
    async handOver(from, to) {
      await work(to.composition, database).catch(async (error: unknown) => {
        await rest(to.composition)
        await to.app.close()
        throw error
      })
      front?.replace(to.app)
      leave(from, front).catch((error: unknown) => log.warn({ err: error }, 'an earlier composition did not end in order'))
    },
  })
  const { app, composition } = composing.inForce()
  browsers = () => composing.inForce().composition.live.size()
  try {
    front = frontServer(app)
    await release()
    const address = await front.listen(env)
    await work(composition, database)
    const recompose = () =>
      front?.hold(composing.recompose().catch((error: unknown) => {
        log.error({ err: error }, 'designed forms are not in force')
        setTimeout(recompose, retryAfter).unref()
      }))
    await database.listen(designedChannel, recompose, recompose)
    await followForgetting(database, () => composing.inForce().composition.host.external)
    // definitions may have been published since they were read
    await composing.recompose()
    return { address, ...(metrics && { metrics }), get app() {
      return composing.inForce().app
    }, get composition() {
      return composing.inForce().composition
    }, close: closer({ front, audit, database, metrics, tracing, inForce: composing.inForce }) }
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Runs the modules' start-up work, and fills an empty database. */
async function begin(composition: Composition, { env, database }: { readonly env: Env; readonly database: Database }): Promise<void> {
  for (const server of composition.servers) await server.start?.(composition.host)
  if (env.demo) await seedAlone(database.application, composition)
}

/** Starts the background work of a composition. */
async function work({ live, outbox, serviceTasks, postings, jobs }: Composition, database: Database): Promise<void> {
  await live.start(database.listen)
  for (const worker of [outbox, serviceTasks, postings, jobs]) worker.start()
}

const rest = ({ live, outbox, serviceTasks, postings, jobs }: Composition): Promise<unknown> =>
  Promise.all([serviceTasks.stop(), postings.stop(), jobs.stop(), outbox.stop(), live.stop()])

/** Ends a replaced composition: its browsers reconnect to the new one, and its running requests are completed. */
async function leave({ composition, app }: Served, front: FrontServer | undefined): Promise<void> {
  await Promise.all([rest(composition), front?.drained(app)])
  await app.close()
}

/** Serialises the seeding of instances; the others wait without a timeout and have nothing left to do. */
const seedAlone = (target: Database['application'], composition: Composition) =>
  withClient(target, async (client) => {
    await client.query('select pg_advisory_lock($1)', [seedLock])
    for (const server of composition.servers) await server.seed?.(composition)
  })

/** Further hosts that the pages' scripts may connect to. */
const hostsOf = ({ identityProvider }: Env) => (identityProvider ? [new URL(identityProvider.issuer).origin] : [])

/** Closes once; further calls share the result. */
function closer(
  { front, audit, database, metrics, tracing, inForce }: { readonly front: FrontServer; readonly audit: AuditLog;
    readonly database: Database; readonly metrics: Metrics | undefined; readonly tracing: Tracing | undefined; inForce(): Served },
): () => Promise<void> {
  let closing: Promise<void> | undefined
  const close = async () => {
    await front.close(timeout)
    await rest(inForce().composition)
    metrics?.close()
    await audit.flush()
    await database.close()
    await tracing?.close()
  }
  return () => (closing ??= close())
}
