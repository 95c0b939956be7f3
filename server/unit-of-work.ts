import type { FastifyRequest } from 'fastify'
import type { Db } from './database/tables.ts'
import { transaction } from './database/transaction.ts'
import type { Host } from './host.ts'
import type { AnswerWithText } from './http/answers/envelope.ts'
import type { Caller } from './identity/caller.ts'
import { remember, repeatableCall } from './idempotency/remember.ts'

/** The context of a changing call, inside its transaction. */
export interface CommandContext<Of = Host> {
  readonly db: Db
  readonly host: Of
  readonly caller: Caller
  readonly at: Date
}

/**
 * Runs the change of a call in one transaction, once per Idempotency-Key: a repeated key gets the first answer. Every changing call uses
 * it and declares `config.repeats: 'once'`, or declares the reason why it does not. The answer is stored for a day: secrets must be added
 * to it afterwards.
 */
export function unitOfWork<Answer, Of extends Pick<Host, 'db' | 'clock'>>(host: Of, request: FastifyRequest,
  work: (context: CommandContext<Of>) => Promise<Answer>): Promise<Answer | AnswerWithText> {
  request.isUnitOfWork = true
  return transaction(host.db,
    (db) => remember(db, repeatableCall(request), () => work({ db, host, caller: request.caller, at: host.clock.now() })),
    request.auditLine)
}
