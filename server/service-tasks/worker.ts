import type { Logger } from 'pino'
import { transaction } from '#server/database/transaction.ts'
import type { Definitions } from '#server/documents/definitions/definition-store.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { nobody } from '#server/identity/system-caller.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { type LeasedTask, leaseTask, dueServiceTasks, recordServiceTasks } from './lease.ts'
import { serviceTaskKey, type ServiceTaskOutcome } from './service-task.ts'
import { record } from './record.ts'

interface WorkerOptions {
  readonly host: DocumentHost
  readonly flows: Definitions
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Milliseconds between two looks for what is due. */
const pollInterval = 3_000

/** Does what the product has to do itself at nodes of documents, together with the other instances. */
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
        // a failure of one must not keep the others waiting
        await goOut({ host, flows }, task).catch((error: unknown) => log.error({ err: error, task }, 'a service task failed'))
      }
    },
  })
}

async function goOut(options: Omit<WorkerOptions, 'log'>, task: string): Promise<void> {
  const leased = await leaseTask(options.host, { task, at: options.host.clock.now() })
  if (leased) await perform(options, leased)
}

/** Carries a service task out and stores its outcome; between the two no transaction is open. */
export async function perform({ host, flows }: Omit<WorkerOptions, 'log'>, serviceTask: LeasedTask): Promise<ServiceTaskOutcome> {
  const kind = host.serviceTasks.get(serviceTaskKey(serviceTask.form.key, serviceTask.node))
  const outcome = kind ? await kind.perform(serviceTask).catch(unanswered(host, serviceTask)) : noKind
  await transaction(host.db, (db) => record({ host, flows, db, caller: nobody, at: host.clock.now() }, serviceTask, outcome))
  return outcome
}

/** A module that fails in the middle may have reached the other system: it is asked again. */
const unanswered = ({ log }: DocumentHost, { task }: LeasedTask) => (error: unknown): ServiceTaskOutcome => {
  log.error({ err: error, task }, 'a service task ended without an answer')
  return { outcome: 'unknown', message: '' }
}

const noKind: ServiceTaskOutcome = { outcome: 'unknown', message: '' }
