import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { nowOf } from '#kernel/values/dates.ts'
import { Refused, StateMoved } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { signedIn } from '#server/http/access.ts'
import type { Clock } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'

interface StoredDraft {
  readonly businessType: string
  /** The filed document that is changed, with its round, e.g. `d1-2`; empty for a new one. */
  readonly document: string
  /** The opened form in which it was entered, by an id of the client; null where the client sent none. */
  readonly form: string | null
  readonly content: unknown
  readonly title: string | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly updateTime: string
  /** Incremented by each save; clients send the version that they edited. */
  readonly version: number
}

interface DraftInput extends Pick<StoredDraft, 'businessType' | 'content'> {
  readonly document?: string
  readonly form?: string | null
  readonly title?: string | null
  /** The version that the client edited, 0 for a new draft. Without it, the stored draft is overwritten. */
  readonly version?: number
}

/** Maximum size of a draft, bytes of JSON. */
const draftLimit = 512 * 1024

/** Maximum number of listed drafts, and of a person's drafts of filed documents. */
const mostListed = 200

/**
 * Drafts of forms: one per person and business type, and one per filed document that its initiator changes. Visible to this person only.
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

  /** The latest first, without contents; drafts of filed documents are read with the document. */
  async list(): Promise<Pick<StoredDraft, 'businessType' | 'title' | 'updateTime'>[]> {
    const rows = await own(db, userId).where('document', '=', '').select(['business_type', 'title', 'update_time']).orderBy('update_time',
      'desc').limit(mostListed)
      .execute()
    return rows.map((row) => ({ businessType: row.business_type, title: row.title, updateTime: nowOf(row.update_time) }))
  },

  /**
   * Saves a draft. Runs in a transaction.
   * @returns null where the form was filed already: nothing is stored
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

  /** @param version deletes this version only, not a later one */
  async remove(businessType: string, { document = '', version }: { document?: string; version?: number } = {}): Promise<void> {
    const named = db.deleteFrom('user_input_cache').where('user_id', '=', userId).where('business_type', '=', businessType).where(
      'document',
      '=',
      document,
    )
    await (version === undefined ? named : named.where('version', '=', version)).execute()
  },

  /** Deletes all drafts of a document that was filed again, in whichever form they were entered. */
  async removeOf(document: string): Promise<void> {
    await oneAtATime(db, userId)
    await db.deleteFrom('user_input_cache').where('user_id', '=', userId).where(sql<boolean>`starts_with(document, ${`${document}-`})`)
      .execute()
  },

  /** Deletes the draft of a filed form, and makes later saves of it ineffective. Runs in the transaction of the filing. */
  async end(form: string, at: Date): Promise<void> {
    await oneAtATime(db, userId)
    await db.insertInto('filed_form').values({ user_id: userId, form, filed_at: at }).onConflict((conflict) => conflict.doNothing())
      .execute()
    await db.deleteFrom('user_input_cache').where('user_id', '=', userId).where('form', '=', form).execute()
  },
})

/** Serialises saves and filings of a person, so that each sees the changes of the previous one. */
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
 * Counts the drafts of all people by the value of a field, without their authors.
 * @param fields the field by type of document
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

const businessType = z.string().regex(/^[A-Za-z0-9_:-]{1,60}$/)
const name = z.string().regex(/^[A-Za-z0-9_-]{0,60}$/)
const Query = z.object({ businessType: businessType.optional(), document: name.optional(), _t: z.string().optional() })
const Named = z.object({ businessType, document: name.optional(), _t: z.string().optional() })
const Content = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string()])
const SaveInput = z.object({ businessType, document: name.optional(), form: name.min(1).optional(), content: Content,
  title: z.string().max(200).nullish(), version: versionInput.optional() })

/**
 * The caller's own drafts; without a business type, their list. Saving returns null where the form was filed already.
 * @param types existing business types: together with filed documents, they limit the number of drafts
 */
export function registerDrafts(app: FastifyInstance, { db, clock }: { readonly db: Db; readonly clock: Clock },
  types: ReadonlySet<string>): void {
  const config = { access: signedIn, resource: 'draft' } as const
  const base = '/oaserver/user-input-cache'

  app.get(base, { config, schema: { querystring: Query } }, async ({ caller, query }) => {
    const { businessType: type, document } = query as z.output<typeof Query>
    return type === undefined ? drafts(db, caller.id).list() : drafts(db, caller.id).read(type, document)
  })

  app.post(`${base}/save`, { config: { ...config, repeats: 'once' }, schema: { body: SaveInput } }, async (request) => {
    const draft = request.body as z.output<typeof SaveInput>
    if (!types.has(draft.businessType))
      throw new Refused('identity.draftOfNothing', {}, [{ field: 'businessType', code: 'identity.draftOfNothing' }])
    return unitOfWork({ db, clock }, request, (context) => drafts(context.db, context.caller.id).save(draft, context.at))
  })

  app.delete(base, { config: { ...config, repeats: 'harmless' }, schema: { querystring: Named } }, async ({ caller, query }) => {
    const { businessType: type, document } = query as z.output<typeof Named>
    await drafts(db, caller.id).remove(type, document === undefined ? {} : { document })
    return true
  })
}
