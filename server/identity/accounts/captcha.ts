import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { captchaPicture } from './captcha-picture.ts'
import { newId } from '../id.ts'

const lifeMinutes = 5
/** Pictures that may wait for an answer at once; beyond it nobody gets a new one until some have expired. */
const mostWaiting = 5_000
const alphabet = '23456789ABCDEFHKLMNPRTXY'

/** Pictures whose letters a person reads and a script hardly does; kept in the database, good for one answer. */
export const captchas = (db: Db) => ({
  async create(id = newId()): Promise<{ id: string; picture: string }> {
    await db.deleteFrom('sign_in_captcha').where('expires_at', '<', sql<Date>`now()`).execute()
    const { count } = await db.selectFrom('sign_in_captcha').select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= mostWaiting) throw new Refused('error.tooManyRequests')
    const answer = Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
    const values = { answer, expires_at: new Date(Date.now() + lifeMinutes * 60_000) }
    await db.insertInto('sign_in_captcha').values({ id, ...values }).onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    return { id, picture: captchaPicture(answer) }
  },

  /** Returns whether the answer is right; right or wrong, it cannot be tried again. */
  async take(id: string, answer: string): Promise<boolean> {
    const row = await db.deleteFrom('sign_in_captcha').where('id', '=', id).where('expires_at', '>', sql<Date>`now()`).returning('answer')
      .executeTakeFirst()
    return row !== undefined && row.answer === answer.trim().toUpperCase()
  },
})
