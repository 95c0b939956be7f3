import { sql } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { Refused, StateMoved } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'

export interface StoredDraft {
  readonly businessType: string
  /** The filed document that is changed and its round, e.g. `d1-2`; empty for a new one. */
  readonly document: string
  /** The opened form in which it was entered, under an id that its client made; null where it named none. */
  readonly form: string | null
  readonly content: unknown
  readonly title: string | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly updateTime: string
  /** Rises with every saving; whoever saves says which one they go on from. */
  readonly version: number
}

export interface DraftInput extends Pick<StoredDraft, 'businessType' | 'content'> {
  readonly document?: string
  readonly form?: string | null
  readonly title?: string | null
  /** The version that the writer saw, 0 where they saw none. Without it, whatever is there is replaced. */
  readonly version?: number
}

/** Bytes of JSON that one draft may have. */
const draftLimit = 512 * 1024

/** Drafts that a list names, and drafts of filed documents that a person can have. */
const mostListed = 200

/**
 * Half-filled forms, one per person and business type, and one per filed document that its initiator changes; nobody else ever sees
 * them.
 */
export const drafts = (db: Db, userId: string) => ({
  async read(businessType: string, document = ''): Promise<StoredDraft | null> {
    const row = await own(db, userId).where('business_type', '=', businessType).where('document', '=', document).selectAll()
      .executeTakeFirst()
    return row
      ? { businessType: row.business_type, document, form: row.form, content: row.content, title: row.title,
        updateTime: nowOf(row.update_time), version: row.version }
      : null
  },

  /** The latest first, without their contents; drafts of filed documents are found with the document. */
  async list(): Promise<Pick<StoredDraft, 'businessType' | 'title' | 'updateTime'>[]> {
    const rows = await own(db, userId).where('document', '=', '').select(['business_type', 'title', 'update_time']).orderBy('update_time',
      'desc').limit(mostListed)
      .execute()
    return rows.map((row) => ({ businessType: row.business_type, title: row.title, updateTime: nowOf(row.update_time) }))
  },

  /**
   * Runs in a transaction.
   * @returns null where the form was filed: nothing is kept of it
   * @throws Refused `identity.draftTooLarge`, `identity.tooManyDrafts`; StateMoved where another window saved in between
   */
  async save({ version, ...draft }: DraftInput, at: Date): Promise<StoredDraft | null> {
    const { businessType, content, document, form, title } = { document: '', form: null, title: null, ...draft }
    const text = JSON.stringify(content)
    if (Buffer.byteLength(text) > draftLimit) throw new Refused('identity.draftTooLarge')
    await oneAtATime(db, userId)
    if (form !== null && (await isFiled(db, userId, form))) return null
    await demandRoom(db, userId, document)
    const row = await db
      .insertInto('user_input_cache')
      .values({ user_id: userId, business_type: businessType, document, form, content: text, title, update_time: at })
      .onConflict((conflict) => {
        const saved = conflict.columns(['user_id', 'business_type', 'document']).doUpdateSet({ content: text, form, title, update_time: at,
          version: sql<number>`user_input_cache.version + 1` })
        return version === undefined ? saved : saved.where('user_input_cache.version', '=', version)
      })
      .returning(['update_time', 'version'])
      .executeTakeFirst()
    if (!row) throw new StateMoved(undefined, 'error.recordChanged')
    return { businessType, document, form, content, title, updateTime: nowOf(row.update_time), version: row.version }
  },

  /** @param version removes this one only, not what was saved since */
  async remove(businessType: string, { document = '', version }: { document?: string; version?: number } = {}): Promise<void> {
    const named = db.deleteFrom('user_input_cache').where('user_id', '=', userId).where('business_type', '=', businessType).where(
      'document',
      '=',
      document,
    )
    await (version === undefined ? named : named.where('version', '=', version)).execute()
  },

  /** A document was filed again: no draft of an earlier round is left, whichever form it was entered in. */
  async removeOf(document: string): Promise<void> {
    await oneAtATime(db, userId)
    await db.deleteFrom('user_input_cache').where('user_id', '=', userId).where(sql<boolean>`starts_with(document, ${`${document}-`})`)
      .execute()
  },

  /** A form was filed: its draft goes, and a saving that is still on its way keeps nothing. Runs in the transaction of the filing. */
  async end(form: string, at: Date): Promise<void> {
    await oneAtATime(db, userId)
    await db.insertInto('filed_form').values({ user_id: userId, form, filed_at: at }).onConflict((conflict) => conflict.doNothing())
      .execute()
    await db.deleteFrom('user_input_cache').where('user_id', '=', userId).where('form', '=', form).execute()
  },
})

/** Of a saving and a filing that cross, the later one sees what the earlier one did. */
const oneAtATime = (db: Db, userId: string) => sql`select pg_advisory_xact_lock(hashtext('draft'), hashtext(${userId}))`.execute(db)

const isFiled = async (db: Db, userId: string, form: string) =>
  (await db.selectFrom('filed_form').select('form').where('user_id', '=', userId).where('form', '=', form).executeTakeFirst()) !== undefined

/** @throws Refused `identity.tooManyDrafts` */
async function demandRoom(db: Db, userId: string, document: string): Promise<void> {
  if (document === '') return
  const others = own(db, userId).where('document', 'not in', ['', document])
  const { count } = await others.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  if (Number(count) >= mostListed) throw new Refused('identity.tooManyDrafts')
}

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
