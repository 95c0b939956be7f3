import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ConnectionSemaphore } from '#server/database/connection-semaphore.ts'
import type { AnswerWithText } from '#server/http/answers/envelope.ts'
import { unitOfWork as unitOfWorkOf } from '#server/unit-of-work.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import type { CommandResult } from '../lifecycle/commands.ts'
import { positionOf, type DocumentPosition } from '../lifecycle/nodes/position.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { DocumentHost } from '../host.ts'

export interface DocumentRouteContext {
  readonly host: DocumentHost
  readonly flows: Definitions
  /** Limits actions, which are long transactions, so that reading calls always find free connections. */
  readonly enter: ConnectionSemaphore
}

/** The app with bodies typed by their schemas. */
export const typed = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()

/** Runs an action in one transaction, once per Idempotency-Key: a repeated key gets the first answer. */
export function unitOfWork<Answer>({ host, flows, enter }: DocumentRouteContext, request: FastifyRequest,
  work: (context: CommandContext) => Promise<Answer>): Promise<Answer | AnswerWithText> {
  return enter(() => unitOfWorkOf(host, request, (context) => work({ ...context, flows })))
}

/** Like `unitOfWork`, for an action that returns the document's new position. */
export const runAction = (calls: DocumentRouteContext, request: FastifyRequest,
  work: (context: CommandContext) => Promise<CommandResult>): Promise<DocumentPosition | AnswerWithText> =>
  unitOfWork(calls, request, async (context) => {
    const { process, opened } = await work(context)
    return positionOf(opened.pinned.flow, process, context.caller.locale)
  })

/** The context of a read-only call, without a transaction. */
export const readContext = ({ host, flows }: Pick<DocumentRouteContext, 'host' | 'flows'>, request: FastifyRequest): CommandContext => ({
  host,
  flows,
  db: host.db,
  caller: request.caller,
  at: host.clock.now(),
})
