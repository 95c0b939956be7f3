import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { openTasks } from '#approval/engine.ts'
import { system } from '#approval/event.ts'
import { Forbidden, Missing, Refused, TaskMoved } from '#kernel/errors.ts'
import { mustRead } from '#server/documents/lifecycle/commands.ts'
import type { Definitions } from '#server/documents/definitions/definition-store.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { signedIn } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import { leaseTask, recordServiceTasks } from './lease.ts'
import { serviceTaskKey, type ServiceTaskKind, mayRetry } from './service-task.ts'
import { perform } from './worker.ts'

const input = z.strictObject({ procInstId: z.string().min(1).max(64) })

/** A service task that another system has refused is sent once more; the key is the same, so that nothing is done twice. */
export function serviceTaskRoutes(app: FastifyInstance, { host, flows }: { host: DocumentHost; flows: Definitions }): void {
  // older lines of the audit log have the resource under this name
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

/** The service task that a document waits for, if the caller may have it done again. */
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
