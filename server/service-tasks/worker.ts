import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { transaction } from '../database/transaction.ts'
import type { Flows } from '../documents/definitions/flows.ts'
import type { DocumentHost } from '../documents/host.ts'
import { nobody } from '../identity/system-caller.ts'
import { pulsed, type Pulse } from '../outbox/poller.ts'
import { type Claimed, claim, dueErrands, noteErrands } from './lease.ts'
import { errandKey, type ErrandOutcome } from './service-task.ts'
import { record } from './record.ts'

/** Does what the product has to do itself at nodes of documents, together with the other instances. */
export interface Errands extends Pick<Pulse, 'start' | 'tick' | 'stop'> {
  /** From now on every call that changed something is followed by a look at what there is to do. */
  follow(app: FastifyInstance): void
}

interface Parts {
  readonly host: DocumentHost
  readonly flows: Flows
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** How often it is looked for what is due, ms. */
const pulse = 3_000

export function errands({ host, flows, log }: Parts): Errands {
  const worker = pulsed({
    every: pulse, log, name: 'errands',
    async beat(signal) {
      if (host.errands.size === 0) return
      await noteErrands(host.db, host.clock.now())
      for (const task of await dueErrands(host.db, host.clock.now())) {
        if (signal.aborted) return
        // what stands in the way of one must not keep the others waiting
        await goOut({ host, flows }, task).catch((error: unknown) => log.error({ err: error, task }, 'an errand failed'))
      }
    },
  })
  return {
    start: () => worker.start(),
    tick: () => worker.tick(),
    stop: () => worker.stop(),
    follow(app) {
      app.addHook('onResponse', async ({ method, is404, routeOptions: { config } }) => {
        if (method !== 'GET' && !config?.reads && !is404) worker.poke()
      })
    },
  }
}

async function goOut(parts: Omit<Parts, 'log'>, task: string): Promise<void> {
  const claimed = await claim(parts.host, { task, at: parts.host.clock.now() })
  if (claimed) await perform(parts, claimed)
}

/** Sends an errand out and writes down what comes of it; between the two no transaction is open. */
export async function perform({ host, flows }: Omit<Parts, 'log'>, errand: Claimed): Promise<ErrandOutcome> {
  const kind = host.errands.get(errandKey(errand.form.key, errand.node))
  const outcome = kind ? await kind.perform(errand).catch(unanswered(host, errand)) : noKind
  await transaction(host.db, (db) => record({ host, flows, db, caller: nobody, at: host.clock.now() }, errand, outcome))
  return outcome
}

/** A module that fails in the middle may have been heard: it is asked again. */
const unanswered = ({ log }: DocumentHost, { task }: Claimed) => (error: unknown): ErrandOutcome => {
  log.error({ err: error, task }, 'an errand ended without an answer')
  return { outcome: 'unknown', message: '' }
}

const noKind: ErrandOutcome = { outcome: 'unknown', message: '' }
