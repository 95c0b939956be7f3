import type { Db } from '#server/database/tables.ts'

/** A person's main department. */
export async function departmentOf(db: Db, person: unknown): Promise<string | null> {
  if (typeof person !== 'string') return null
  const row = await db.selectFrom('sys_user_group').select('group_id').where('user_id', '=', person).orderBy('is_main', 'desc').limit(1)
    .executeTakeFirst()
  return row?.group_id ?? null
}
