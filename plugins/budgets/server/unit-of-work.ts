import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Spoken } from '#server/http/envelope.ts'
import type { Caller } from '#server/identity/caller.ts'
import { remember } from '#server/idempotency/remember.ts'
import { repeatableCall } from '#server/idempotency/request.ts'
import type { Host } from '#server/host.ts'

/** Somebody changing the budgets, inside the transaction of the call. */
export interface CommandContext {
  readonly db: Db
  readonly host: Host
  readonly caller: Caller
  readonly at: Date
}

/** Does a change in one transaction, once per Idempotency-Key: a repeated key gets the first answer. */
export function unitOfWork<Answer>(host: Host, request: FastifyRequest, work: (context: CommandContext) => Promise<Answer>): Promise<Answer | Spoken> {
  const { caller } = request
  return transaction(host.db, (db) => remember(db, repeatableCall(request), () => work({ db, host, caller, at: host.clock.now() })))
}
