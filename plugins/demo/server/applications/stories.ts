import type { Db } from '#server/database/tables.ts'
import type { Story } from '../stories/story.ts'
import { claimed, entertainments, procurements, serviceFees } from './entertainment.ts'

/** Expense applications over a year with their claims. */
export async function applicationStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const supplier = await db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('id').executeTakeFirstOrThrow()
  return [...entertainments(anchor), ...serviceFees(anchor, supplier.id), ...procurements(anchor, supplier.id), ...claimed(anchor)]
}
