import { sql, type ColumnType } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { withNext } from '#server/database/statements/statement-marks.ts'
import type { Db } from '#server/database/tables.ts'
import { AnswerWithText } from '#server/http/answers/envelope.ts'
import type { RepeatableCall } from './request.ts'

/** An answer is given again for this long. */
const lifetime = sql<Date>`now() - interval '24 hours'`

/**
 * Does the work once for a key and gives its answer again to every repetition. The record lies in the
 * transaction of the work: a refusal rolls both back and is not remembered. A repetition that arrives
 * while the first call still runs waits for it. Without a key, the work is simply done.
 *
 * Answers must be JSON; a repetition gets what the first answer looked like on the wire.
 * @throws Refused when the key came with another body before.
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

/** Removes what is older than its lifetime; for a job. Answers how many. */
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

/**
 * Returns whether the key is ours. The insert waits for a transaction that holds the same key: it commits, and the key is taken, or it does
 * not.
 */
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
