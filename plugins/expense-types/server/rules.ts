import { type SqlBool, sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import './tables.ts'

/** Rules of categories: two levels, and no child of a disabled parent. */
export const categoryRules: RecordRules = {
  async prepare({ db, id, value, before }) {
    const parent = value['parent']
    if (typeof parent === 'string' && parent !== before?.['parent']) await checkParent(db, id, parent)
    return {}
  },
  // children of a disabled category are not offered
  narrow: () => sql<SqlBool>`not exists (select from expense_category above where above.id = expense_category.parent and not above.state)`,
}

async function checkParent(db: Db, id: string, parent: string) {
  if (parent === id) throw refusedAt('expenseTypes.ownParent')
  // locked, so that the parent's own parent and state cannot change in the meantime
  const above = await db.selectFrom('expense_category').select(['parent', 'state']).where('id', '=', parent).forUpdate().executeTakeFirst()
  if (above?.parent) throw refusedAt('expenseTypes.twoLevels')
  if (above?.state === false) throw refusedAt('expenseTypes.disabledParent')
  const below = await db.selectFrom('expense_category').select('id').where('parent', '=', id).where('del_flag', '=', 0).limit(1)
    .executeTakeFirst()
  if (below) throw refusedAt('expenseTypes.twoLevels')
}

const refusedAt = (code: string) => new Refused(code, {}, [{ field: 'parent', code }])
