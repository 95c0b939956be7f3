import type { Db } from '#server/database/tables.ts'

/** Sentences that one person may keep, and characters of each. */
export const mostOpinions = 50
export const longestOpinion = 1_000

/** The sentences that a person often writes as an opinion, in their own order; nobody else sees them. */
export const opinions = (db: Db, userId: string) => ({
  async list(): Promise<string[]> {
    const rows = await db.selectFrom('user_opinion_template').select('content').where('user_id', '=', userId).orderBy('sort').execute()
    return rows.map(({ content }) => content)
  },

  /** Puts a list in the place of the one before; runs inside the caller's transaction. */
  async replace(list: readonly string[]): Promise<void> {
    // Two windows of one person take turns; the later list stands.
    await db.selectFrom('sys_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await db.deleteFrom('user_opinion_template').where('user_id', '=', userId).execute()
    if (list.length === 0) return
    await db.insertInto('user_opinion_template').values(list.map((content, sort) => ({ user_id: userId, sort, content }))).execute()
  },
})
