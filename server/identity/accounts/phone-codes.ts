import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { type Cost, hashPassword, passwordMatches } from './passwords.ts'

/** Minimum interval between two codes of one person or telephone, s; and maximum number of either per day. */
const pause = 60
const mostADay = 10
const day = 86_400_000
/** Lifetime of a code, ms, and maximum number of guesses. */
const life = 5 * 60_000
const mostTries = 5

/** Low cost: a code is valid for minutes, while trying all codes against a copy of the table takes hours. */
const cost: Cost = { N: 2 ** 14, r: 8, p: 1 }

/** Codes of six digits sent to a telephone, which prove its possession. Stored hashed; usable once. */
export const phoneCodes = (db: Db) => ({
  /**
   * Creates a code; the previous one becomes invalid.
   * @throws Refused `identity.codeTooSoon`, `identity.codeTooMany` at `phone`
   */
  async create(userId: string, phone: string, at: Date): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const hash = await hashPassword(code, cost)
    await transaction(db, async (tx) => {
      // Serialised, so that two concurrent calls are counted as two.
      await sql`select pg_advisory_xact_lock(4201908)`.execute(tx)
      await demandPause(tx, { userId, phone, at })
      await tx.updateTable('phone_code').set({ used: true }).where('user_id', '=', userId).where('used', '=', false).execute()
      await tx.insertInto('phone_code').values({ user_id: userId, phone, hash, sent_at: at, expires_at: new Date(at.getTime() + life) })
        .execute()
    })
    return code
  },

  /**
   * Consumes the code. A wrong code is counted even if the call is rolled back.
   * @throws Refused `identity.codeWrong`, `identity.codeOver` at `code`
   */
  async take(userId: string, phone: string, code: string, at: Date): Promise<void> {
    const row = await db.updateTable('phone_code').set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('user_id', '=', userId).where('phone', '=', phone).where('used', '=', false).where('tries', '<', mostTries).where('expires_at',
        '>', at)
      .returning(['id', 'hash']).executeTakeFirst()
    if (!row) refuse('identity.codeOver', 'code')
    if (!(await passwordMatches(code, row.hash))) refuse('identity.codeWrong', 'code')
    const { numUpdatedRows } = await db.updateTable('phone_code').set({ used: true }).where('id', '=', row.id).where('used', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse('identity.codeOver', 'code')
  },
})

/** Deletes codes of earlier days, which are not counted any more. */
export async function forgetPhoneCodes(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('phone_code').where('sent_at', '<', new Date(at.getTime() - day)).execute()
}

async function demandPause(db: Db, { userId, phone, at }: { readonly userId: string; readonly phone: string; readonly at: Date }) {
  const sent = await db.selectFrom('phone_code').select(['user_id', 'phone', 'sent_at']).where('sent_at', '>', new Date(at.getTime() - day))
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('phone', '=', phone)])).execute()
  const waited = (at.getTime() - Math.max(0, ...sent.map(({ sent_at: time }) => time.getTime()))) / 1_000
  if (waited < pause) refuse('identity.codeTooSoon', 'phone', { seconds: Math.ceil(pause - waited) })
  const isMuch = (mine: (row: (typeof sent)[number]) => boolean) => sent.filter(mine).length >= mostADay
  if (isMuch((row) => row.user_id === userId) || isMuch((row) => row.phone === phone))
    refuse('identity.codeTooMany', 'phone', { most: mostADay })
}

function refuse(code: string, field: string, parameters: Readonly<Record<string, number>> = {}): never {
  throw new Refused(code, parameters, [{ field, code, parameters }])
}
