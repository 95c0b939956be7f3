import type { FastifyRequest } from 'fastify'
import type { Db } from './database/tables.ts'
import { transaction } from './database/transaction.ts'
import type { Host } from './host.ts'
import type { AnswerWithText } from './http/answers/envelope.ts'
import type { Caller } from './identity/caller.ts'
import { remember } from './idempotency/remember.ts'
import { repeatableCall } from './idempotency/request.ts'

/** A call that changes something, inside its transaction. */
export interface CommandContext<Of = Host> {
  readonly db: Db
  readonly host: Of
  readonly caller: Caller
  readonly at: Date
}

/**
 * Does the change of a call in one transaction, once per Idempotency-Key: a repeated key gets the first answer. Every changing call goes
 * through it and says `config.repeats: 'once'`; one that cannot says why there. The answer is kept for a day: what may be shown once only
 * is added to it outside.
 */
export function unitOfWork<Answer, Of extends Pick<Host, 'db' | 'clock'>>(host: Of, request: FastifyRequest,
  work: (context: CommandContext<Of>) => Promise<Answer>): Promise<Answer | AnswerWithText> {
  request.isUnitOfWork = true
  return transaction(host.db,
    (db) => remember(db, repeatableCall(request), () => work({ db, host, caller: request.caller, at: host.clock.now() })),
    request.auditLine)
}
