import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Logger } from 'pino'
import { Forbidden, Missing, Refused, TaskMoved } from '#kernel/errors.ts'
import { openTasks } from '#approval/engine.ts'
import { system } from '#approval/event.ts'
import { mustRead } from '#server/documents/lifecycle/commands.ts'
import type { Definitions } from '#server/documents/definitions/definition-store.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { signedIn } from '#server/http/access.ts'
import { type Caller, nobody } from '#server/identity/caller.ts'
import { transaction } from '#server/database/transaction.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { dueServiceTasks, type LeasedTask, leaseTask, record, recordServiceTasks } from './execution.ts'
import { mayRetry, serviceTaskKey, type ServiceTaskKind, type ServiceTaskOutcome } from './service-task.ts'

const input = z.strictObject({ procInstId: z.string().min(1).max(64) })

/** Repeats a service task that another system has refused; with the same key, so that it is processed only once. */
export function serviceTaskRoutes(app: FastifyInstance, { host, flows }: { host: DocumentHost; flows: Definitions }): void {
  // older entries of the audit log have the resource under this name
  app.withTypeProvider<ZodTypeProvider>().post('/workflow/serviceTask/retry', {
    config: { access: signedIn, resource: 'errand', repeats: 'parts' },
    schema: { body: input },
  }, async (request) => {
    const { caller, body: { procInstId } } = request
    const { task, kind } = await retried(host, caller, procInstId)
    const at = host.clock.now()
    await recordServiceTasks(host.db, at)
    const leased = await leaseTask(host, { task, at, again: true })
    if (!leased) throw new TaskMoved(undefined, 'documents.serviceTaskUnderWay')
    request.audited = { id: procInstId }
    const outcome = await perform({ host, flows }, leased)
    if (outcome.outcome === 'refused') throw new Refused(kind.refusal, { message: outcome.message })
    if (outcome.outcome === 'unknown') throw new Refused('documents.serviceTaskUnknown')
    return true
  })
}

/** The service task of a document, if the caller may repeat it. */
async function retried(host: DocumentHost, caller: Caller, document: string): Promise<{ task: string; kind: ServiceTaskKind }> {
  await mustRead({ host, db: host.db, caller }, document)
  const row = await host.db.selectFrom('document').select(['type', 'process']).where('id', '=', document).executeTakeFirst()
  if (!row) throw new Missing('documents.noSuchDocument')
  const task = openTasks(row.process).find(({ person }) => person === system)
  const kind = task && host.serviceTasks.get(serviceTaskKey(row.type, task.node))
  if (!task || !kind) throw new TaskMoved(undefined, 'approval.taskMoved')
  if (!mayRetry(kind, { caller, starter: row.process.starter })) throw new Forbidden('error.forbidden')
  return { task: task.id, kind }
}

interface WorkerOptions {
  readonly host: DocumentHost
  readonly flows: Definitions
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Interval of polling for due service tasks, ms. */
const pollInterval = 3_000

/** Performs service tasks, in parallel with other instances. */
export function serviceTaskWorker({ host, flows, log }: WorkerOptions): Poller {
  return createPoller({
    every: pollInterval,
    log,
    name: 'serviceTasks',
    async beat(signal) {
      if (host.serviceTasks.size === 0) return
      await recordServiceTasks(host.db, host.clock.now())
      for (const task of await dueServiceTasks(host.db, host.clock.now())) {
        if (signal.aborted) return
        // a failure must not stop the other tasks
        await goOut({ host, flows }, task).catch((error: unknown) => log.error({ err: error, task }, 'a service task failed'))
      }
    },
  })
}

async function goOut(options: Omit<WorkerOptions, 'log'>, task: string): Promise<void> {
  const leased = await leaseTask(options.host, { task, at: options.host.clock.now() })
  if (leased) await perform(options, leased)
}

/** Performs a service task and stores its outcome; no transaction is open in between. */
async function perform({ host, flows }: Omit<WorkerOptions, 'log'>, serviceTask: LeasedTask): Promise<ServiceTaskOutcome> {
  const kind = host.serviceTasks.get(serviceTaskKey(serviceTask.form.key, serviceTask.node))
  const outcome = kind ? await kind.perform(serviceTask).catch(unanswered(host, serviceTask)) : noKind
  await transaction(host.db, (db) => record({ host, flows, db, caller: nobody, at: host.clock.now() }, serviceTask, outcome))
  return outcome
}

/** A module that fails midway may have reached the other system: the task is repeated. */
const unanswered = ({ log }: DocumentHost, { task }: LeasedTask) => (error: unknown): ServiceTaskOutcome => {
  log.error({ err: error, task }, 'a service task ended without an answer')
  return { outcome: 'unknown', message: '' }
}

const noKind: ServiceTaskOutcome = { outcome: 'unknown', message: '' }
