import { sql, type ColumnType } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { Refused } from '#kernel/errors.ts'
import { withNext } from '#server/database/statements/text-statements.ts'
import type { Db } from '#server/database/tables.ts'
import { AnswerWithText } from '#server/http/answers/envelope.ts'
import { hashOf } from '#server/canonical.ts'

/** Lifetime of stored answers. */
const lifetime = sql<Date>`now() - interval '24 hours'`

/**
 * Runs the work once per key and returns its answer to every repetition. The record is part of the work's transaction: a refusal rolls
 * both back and is not stored. A repetition waits while the first call is running. Without a key, the work is simply run.
 *
 * Answers must be JSON; a repetition gets the first answer as it was on the wire.
 * @throws Refused where the key was used with another body
 */
export async function remember<Answer>(transaction: Db, call: RepeatableCall | undefined,
  work: () => Promise<Answer>): Promise<Answer | AnswerWithText> {
  if (!call) return work()
  if (!transaction.isTransaction) throw new Error('An answer is remembered in the transaction of its work')
  if (!(await reserveKey(transaction, call))) return repeated<Answer>(transaction, call)
  const answer = await work()
  await transaction.updateTable('idempotency').set({ answer: JSON.stringify(written(answer)) }).where(isOf(call)).modifyEnd(withNext)
    .execute()
  return answer
}

/** Deletes answers after their lifetime; for a job. @returns their number */
export async function forgetOldAnswers(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('idempotency').where('create_time', '<', lifetime).executeTakeFirst()
  return Number(numDeletedRows)
}

declare module '#server/database/tables.ts' {
  interface Tables {
    idempotency: {
      user_id: string
      route: string
      parameters: string
      key: string
      body_hash: string
      answer: ColumnType<StoredAnswer | null, undefined, string | null>
      create_time: ColumnType<Date, undefined, ColumnType<Date>['__update__']>
    }
  }
}

interface StoredAnswer {
  readonly data: unknown
  readonly said?: Pick<AnswerWithText, 'code' | 'parameters'>
}

/** Reserves a key. The insert waits for a concurrent transaction with the same key. @returns false where that one commits */
async function reserveKey(transaction: Db, { userId, route, parameters, key, bodyHash }: RepeatableCall): Promise<boolean> {
  const inserted = await transaction
    .insertInto('idempotency')
    .values({ user_id: userId, route, parameters, key, body_hash: bodyHash })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'parameters', 'key'])
        .doUpdateSet({ body_hash: bodyHash, answer: null, create_time: sql`now()` })
        .where('idempotency.create_time', '<', lifetime)
    )
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

async function repeated<Answer>(transaction: Db, call: RepeatableCall): Promise<Answer | AnswerWithText> {
  const first = await transaction.selectFrom('idempotency').select(['body_hash', 'answer']).where(isOf(call)).executeTakeFirstOrThrow()
  if (first.body_hash !== call.bodyHash) throw new Refused('error.idempotencyKeyReused')
  if (!first.answer) throw new Error('A committed key has no answer')
  const { data, said } = first.answer
  return said ? new AnswerWithText(data, said.code, said.parameters) : (data as Answer)
}

const isOf = ({ userId, route, parameters, key }: RepeatableCall) =>
  sql<boolean>`user_id = ${userId} and route = ${route} and parameters = ${parameters} and key = ${key}`

function written(answer: unknown): StoredAnswer {
  if (!(answer instanceof AnswerWithText)) return { data: answer ?? null }
  return { data: answer.data ?? null, said: { code: answer.code, parameters: answer.parameters } }
}

/** The properties that identify a repeatable call. */
export interface RepeatableCall {
  readonly userId: string
  /** Method and pattern: `POST /workflow/pass`. */
  readonly route: string
  /** Hash of path parameters and query. */
  readonly parameters: string
  readonly key: string
  readonly bodyHash: string
}

/** Reads the Idempotency-Key of a call; undefined without one. @throws Refused unless the key has 1 to 200 visible characters */
export function repeatableCall(request: FastifyRequest): RepeatableCall | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) throw new Refused('error.idempotencyKeyInvalid')
  return {
    userId: request.caller.id,
    route: `${request.method} ${request.routeOptions.url}`,
    parameters: hashOf({ params: request.params, query: request.query }),
    key,
    bodyHash: hashOf(request.body ?? null),
  }
}
