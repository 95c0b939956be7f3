import { sql } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { Refused, StateMoved } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'

export interface StoredDraft {
  readonly businessType: string
  readonly content: unknown
  readonly title: string | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly updateTime: string
  /** Rises with every saving; whoever saves says which one they go on from. */
  readonly version: number
}

export interface DraftInput extends Pick<StoredDraft, 'businessType' | 'content'> {
  readonly title?: string | null
  /** The version that the writer saw, 0 where they saw none. Without it, whatever is there is replaced. */
  readonly version?: number
}

/** Bytes of JSON that one draft may have. */
const draftLimit = 512 * 1024

/** Drafts that a list names. */
const mostListed = 200

/** Half-filled forms, one per person and business type; nobody else ever sees them. */
export const drafts = (db: Db, userId: string) => ({
  async read(businessType: string): Promise<StoredDraft | null> {
    const row = await own(db, userId).where('business_type', '=', businessType).selectAll().executeTakeFirst()
    return row
      ? { businessType: row.business_type, content: row.content, title: row.title, updateTime: nowOf(row.update_time),
        version: row.version }
      : null
  },

  /** The latest first, without their contents. */
  async list(): Promise<Omit<StoredDraft, 'content' | 'version'>[]> {
    const rows = await own(db, userId).select(['business_type', 'title', 'update_time']).orderBy('update_time', 'desc').limit(mostListed)
      .execute()
    return rows.map((row) => ({ businessType: row.business_type, title: row.title, updateTime: nowOf(row.update_time) }))
  },

  /** @throws Refused `identity.draftTooLarge`; StateMoved where another window saved in between */
  async save({ businessType, content, title = null, version }: DraftInput, at: Date): Promise<StoredDraft> {
    const text = JSON.stringify(content)
    if (Buffer.byteLength(text) > draftLimit) throw new Refused('identity.draftTooLarge')
    const row = await db
      .insertInto('user_input_cache')
      .values({ user_id: userId, business_type: businessType, content: text, title, update_time: at })
      .onConflict((conflict) => {
        const saved = conflict.columns(['user_id', 'business_type']).doUpdateSet({ content: text, title, update_time: at,
          version: sql<number>`user_input_cache.version + 1` })
        return version === undefined ? saved : saved.where('user_input_cache.version', '=', version)
      })
      .returning(['update_time', 'version'])
      .executeTakeFirst()
    if (!row) throw new StateMoved(undefined, 'error.recordChanged')
    return { businessType, content, title, updateTime: nowOf(row.update_time), version: row.version }
  },

  /** @param version removes this one only, not what was saved since */
  async remove(businessType: string, version?: number): Promise<void> {
    const named = db.deleteFrom('user_input_cache').where('user_id', '=', userId).where('business_type', '=', businessType)
    await (version === undefined ? named : named.where('version', '=', version)).execute()
  },
})

/**
 * Counts the drafts of everybody that hold each value of a field: a number says that they wait, never whose they are.
 * @param fields the field of each type of document
 */
export async function countDrafts(db: Db, fields: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, number>> {
  const value = sql<string | null>`content ->> (${JSON.stringify(fields)}::jsonb ->> business_type)`
  const rows = await db.selectFrom('user_input_cache').select([value.as('value'), (eb) => eb.fn.countAll<string>().as('count')]).where(
    value,
    'is not',
    null,
  ).groupBy(sql`1`)
    .execute()
  return new Map(rows.map((row) => [row.value ?? '', Number(row.count)]))
}

const own = (db: Db, userId: string) => db.selectFrom('user_input_cache').where('user_id', '=', userId)
