import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { callNaming, callWords, hostCallNames } from './http/audit/call-names.ts'
import { attachmentSource } from './attachments/attachments.ts'
import { attachmentRoutes, avatarRoutes } from './attachments/routes.ts'
import { attachmentMigrations } from './attachments/migrations.ts'
import { severalFilesRoutes } from './attachments/download/several-routes.ts'
import { type Storage, storageOf } from './attachments/storage/storage.ts'
import { sweepFiles } from './attachments/sweep.ts'
import { workingCalendar } from './calendar/calendar.ts'
import { calendarMigrations } from './calendar/migrations.ts'
import type { MigrationSet } from './database/migrations.ts'
import type { Db } from './database/tables.ts'
import { connectionSemaphore } from './database/connection.ts'
import { allDocumentRoutes } from './documents/routes/register.ts'
import { afterEachChange } from './http/app.ts'
import { dictionaryLabels } from './documents/values/labels.ts'
import { documentScope } from './documents/visibility/scope.ts'
import { documentUsages } from './documents/visibility/usages.ts'
import { documentSource } from './documents/links/document-source.ts'
import { formGroupsOf, processGroupSource, processSource } from './documents/definitions/process-source.ts'
import { type Definitions, definitionStore } from './documents/definitions/definition-store.ts'
import { flowNameUses } from './documents/flow-designs/name-uses.ts'
import { tryFiling } from './documents/flow-designs/try-filing.ts'
import type { DocumentHost } from './documents/host.ts'
import { columnAudit, registerColumns } from './documents/lists/registered-columns.ts'
import { foldDocumentTotals, totalsAudit } from './documents/lists/totals.ts'
import { fetchInboundFiles } from './documents/inbound/files.ts'
import { inboundMigrations } from './documents/inbound/migrations.ts'
import { inboundRoutes } from './documents/inbound/routes.ts'
import { interventionsToConfirm } from './documents/interventions/rows.ts'
import { interventionMigrations } from './documents/interventions/migrations.ts'
import { documentMigrations } from './documents/migrations.ts'
import { replayAudit } from './documents/store/replay.ts'
import { subjectAudit } from './documents/store/subjects.ts'
import type { Env } from './env.ts'
import { externalSystems } from './external/external-systems.ts'
import { serviceTaskRoutes, serviceTaskWorker } from './service-tasks/routes.ts'
import { serviceTaskKey, serviceTaskKinds } from './service-tasks/service-task.ts'
import { serviceTaskMigrations } from './service-tasks/migrations.ts'
import { serverMessages } from './server-messages.ts'
import { httpMigrations } from './http/migrations.ts'
import { idempotencyMigrations } from './idempotency/migrations.ts'
import { type Identity, identity } from './identity/identity.ts'
import { identityMigrations } from './identity/migrations.ts'
import { importMigrations } from './imports/migrations.ts'
import { runRoutes } from './imports/runs/runs.ts'
import { directoryReferences } from './identity/organisation/directory-references.ts'
import { expireInterventions, fillDocumentSubjects, fillListColumns, forgetting, heldMessages } from './jobs/housekeeping.ts'
import { jobMigrations } from './jobs/migrations.ts'
import { overdueReminders, timeOuts } from './jobs/deadlines.ts'
import { reassignOrphanedTasks } from './jobs/reassign-orphaned-tasks.ts'
import { jobRunner } from './jobs/runner.ts'
import { live, type LiveBrowsers } from './live/live.ts'
import { liveMigrations } from './live/migrations.ts'
import { messageRoutes, preferenceRoutes } from './message-centre/routes.ts'
import { messageMigrations } from './messages/migrations.ts'
import { outboxMigrations } from './outbox/migrations.ts'
import { outbox } from './outbox/outbox.ts'
import { terminalMigrations } from './terminals/migrations.ts'
import { syncMigrations } from './sync-log/migrations.ts'
import { configuredSources } from './sync-log/source.ts'
import { refusedPostings } from './postings/rows.ts'
import { postingMigrations } from './postings/migrations.ts'
import { postingRoutes } from './postings/routes.ts'
import type { Poller } from './concurrency/poller.ts'
import { postingWorker } from './postings/worker.ts'
import { printMigrations, registerPrints } from './prints/register.ts'
import type { AmendedForm, Clock } from './host.ts'
import { type DataAudit, type ServerPlugin, serversAmong } from './plugin.ts'
import { foldChangeLog, listSchema } from './resources/lists/list-schema.ts'
import { declaredOwners, recordOwners } from './extensions/record-owners.ts'
import { resourceHost } from './resources/host.ts'
import { useSealingKeys } from './resources/sealing.ts'
import { referencesOf } from './resources/reference-source.ts'

/** The parts of a product. */
export interface CompositionInput {
  readonly env: Env
  readonly log: Logger
  readonly db: Db
  readonly clock: Clock
  readonly plugins: readonly Plugin[]
  readonly serverPlugins: readonly ServerPlugin[]
  /** Name of the product on the sign-in page. */
  readonly product?: Label | undefined
  /** The modules that the company designed at run time. */
  readonly designed?: readonly Plugin[]
  /** Those of the forms that the company has added to. */
  readonly amended?: readonly AmendedForm[]
  readonly recompose?: () => Promise<void>
}

/** The host with all modules, before it is served. */
export interface Composition {
  readonly host: DocumentHost
  readonly flows: Definitions
  readonly storage: Storage
  readonly identity: Identity
  readonly servers: readonly ServerPlugin[]
  readonly audits: readonly DataAudit[]
  /** Poller for jobs, started and stopped by the process that runs the product. */
  readonly jobs: Poller
  /** Pollers for the outbox and live updates, likewise. */
  readonly outbox: Poller
  /** Poller for service tasks of documents; not started yet. */
  readonly serviceTasks: Poller
  /** Poller for postings of documents to other systems; not started yet. */
  readonly postings: Poller
  readonly live: LiveBrowsers
  /** Registers every call of host and modules. */
  routes(app: FastifyInstance): Promise<void>
}

/** Every migration set in the order of dependencies. */
export const migrationSets = (serverPlugins: readonly ServerPlugin[], plugins: readonly Plugin[] = []): MigrationSet[] => [
  httpMigrations,
  idempotencyMigrations,
  identityMigrations,
  calendarMigrations,
  { id: 'documents', migrations: documentMigrations },
  interventionMigrations,
  inboundMigrations,
  messageMigrations,
  outboxMigrations,
  liveMigrations,
  jobMigrations,
  attachmentMigrations,
  importMigrations,
  terminalMigrations,
  syncMigrations,
  serviceTaskMigrations,
  postingMigrations,
  printMigrations,
  ...serverPlugins.flatMap(({ id, migrations }) => (migrations ? [{ id, migrations }] : [])),
  ...serverPlugins.flatMap(({ migrationSets: sets = [] }) => sets),
  listSchema(plugins.flatMap(({ resources }) => resources)),
]

/** Composes the modules on a migrated database, and publishes the shipped forms and flows. */
export async function compose(
  { env, log, db, clock, plugins, serverPlugins, product, designed = [], amended = [], recompose = async () => undefined }:
    CompositionInput,
): Promise<Composition> {
  useSealingKeys(env.sealingKeys)
  const servers = [...serversAmong(plugins, serverPlugins), resourceHost(plugins, serverPlugins)]
  const people = await identity({ db, env, log, clock, plugins, product, owners: recordOwners(plugins, servers),
    demoAccounts: demoAccountsOf(servers, db) })
  const forms = new Map(plugins.flatMap((plugin) => plugin.forms).map((form) => [form.key, form]))
  const published = definitionStore(forms, declaredOwners(plugins))
  const host: DocumentHost = {
    db,
    env,
    log,
    plugins,
    designed,
    amended,
    recompose,
    clock,
    forms,
    definitions: published,
    tryFiling: (tx, filing) => tryFiling({ host, flows: published, db: tx, caller: filing.caller, at: clock.now() }, filing),
    references: referencesOf([...servers.map(({ references }) => references ?? {}), directoryReferences((db) => people.directoryAt(db)), {
      attachment: attachmentSource({ departments: people.departmentScope, plugins, definitions: published }),
      documentLink: documentSource({ departments: people.departmentScope, forms }),
      process: processSource({ forms, flows: published, groups: formGroupsOf(plugins) }),
      processGroup: processGroupSource(formGroupsOf(plugins)),
    }]),
    directory: people.directoryAt,
    external: externalSystems(new Map(servers.flatMap(({ externalCalls = {} }) => Object.entries(externalCalls))), { env, db, clock }),
    dictionary: dictionaryLabels(),
    calendar: workingCalendar(),
    departments: people.departmentScope,
    usages: [...documentUsages(forms, published), ...servers.flatMap(({ usages }) => usages ?? [])],
    nameUses: [flowNameUses(forms), ...servers.flatMap(({ nameUses }) => nameUses ?? [])],
    actionItems: [refusedPostings(() => host), interventionsToConfirm(() => host),
      ...servers.flatMap(({ actionItems }) => actionItems ?? [])],
    warnings: servers.flatMap(({ warnings }) => warnings ?? []),
    isBackfilling: async (current) =>
      (await Promise.all(servers.map(({ isBackfilling }) => isBackfilling?.(current, host)))).includes(true),
    organisation: people.organisationAt,
    callNames: callNaming(callWords, [hostCallNames, ...servers.flatMap(({ callNames }) => callNames ?? [])]),
    rowScopes: new Map(Object.entries(Object.assign({ document: documentScope }, ...servers.map(({ rowScopes }) => rowScopes ?? {})))),
    importTemplates: servers.find(({ importTemplates }) => importTemplates)?.importTemplates,
    syncSources: configuredSources(servers.flatMap(({ syncSources }) => syncSources ?? []), env),
    extensions: servers.flatMap(({ extensions }) => extensions ?? []),
    documentActions: servers.flatMap(({ documentActions }) => documentActions ?? []),
    designedForms: servers.find(({ designedForms }) => designedForms)?.designedForms,
    postingCalls: new Map(servers.flatMap(({ postingCalls = {} }) => Object.entries(postingCalls))),
    serviceTasks: serviceTaskKinds(servers.flatMap(({ serviceTasks: kinds }) => kinds ?? [])),
  }
  demandServiceTasks(host)
  demandExternalCalls(plugins, servers)
  await published.publish(db, clock.now())
  await registerColumns(db, host.forms.values())
  const sending = outbox({ host, log })
  const context = serviceTaskWorker({ host, flows: published, log })
  const posting = postingWorker(host, log)
  const browsers = live({ host, identity: people, log })
  const calls = { host, flows: published, enter: connectionSemaphore({ places: actionsAtATime(env), timeout: 10_000 }) }
  const storage = storageOf(env)
  return {
    host,
    flows: published,
    storage,
    identity: people,
    servers,
    audits: [replayAudit(published, forms), columnAudit, subjectAudit(forms), totalsAudit,
      ...servers.flatMap(({ audits }) => audits ?? [])],
    jobs: jobRunner({ host, log,
      jobs: [fillListColumns, fillDocumentSubjects, overdueReminders, expireInterventions, reassignOrphanedTasks(published),
        timeOuts(published), heldMessages, forgetting, foldChangeLog, foldDocumentTotals, sweepFiles(storage), fetchInboundFiles(storage),
        ...servers.flatMap(({ jobs }) => jobs ?? [])] }),
    outbox: sending,
    serviceTasks: context,
    postings: posting,
    live: browsers,
    async routes(app) {
      afterEachChange(app, () => [sending, context, posting].forEach((worker) => worker.wake()))
      await browsers.routes(app)
      await people.routes(app)
      // between two groups of calls, requests to the product in force are answered
      await setImmediate()
      allDocumentRoutes(app, calls)
      await setImmediate()
      inboundRoutes(app, { host, flows: published, serviceAccount: people.serviceAccount })
      serviceTaskRoutes(app, { host, flows: published })
      postingRoutes(app, { host, flows: published })
      registerPrints(app, { ...calls, find: serverMessages(plugins) }, servers)
      messageRoutes(app, calls)
      preferenceRoutes(app, calls)
      attachmentRoutes(app, { host, storage })
      severalFilesRoutes(app, { host, storage })
      avatarRoutes(app, { host, storage })
      runRoutes(app, host)
      for (const server of servers) {
        await server.routes?.(app, host)
        await setImmediate()
      }
    },
  }
}

/** Connections for actions: most of the pool; an eighth, at least two, is left to reading calls. */
const actionsAtATime = ({ databasePool }: Pick<Env, 'databasePool'>): number =>
  Math.max(1, databasePool - Math.max(2, Math.ceil(databasePool / 8)))

/** Demands a module for every service task: otherwise documents would wait at its node forever. @throws Error */
function demandServiceTasks({ forms, serviceTasks: kinds }: DocumentHost): void {
  const lost = [...forms.values()].flatMap(({ key, flow }) =>
    nodesOf(flow).filter((node) => node.block === 'approve' && node.by.rule === 'system').map(({ id }) => serviceTaskKey(key, id))
  ).find((name) => !kinds.has(name))
  if (lost !== undefined) throw new Error(`No module carries out the node ${lost}`)
}

/** Demands a module for every call to another system that forms declare. @throws Error */
function demandExternalCalls(plugins: readonly Plugin[], servers: readonly ServerPlugin[]): void {
  const brought = new Set(
    servers.flatMap(({ externalCalls = {}, postingCalls = {} }) => [...Object.keys(externalCalls), ...Object.keys(postingCalls)]),
  )
  const lost = plugins.flatMap(({ calls }) => calls).find((call) => !brought.has(call))
  if (lost !== undefined) throw new Error(`No module brings the call ${lost}`)
}

const demoAccountsOf = (servers: readonly ServerPlugin[], db: Db) => async () =>
  (await Promise.all(servers.map(({ demoAccounts }) => demoAccounts?.(db) ?? []))).flat()
