import { type SqlBool, sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import './tables.ts'

/** Two levels. */
export const categoryRules: RecordRules = {
  async prepare({ db, id, value, before }) {
    const parent = value['parent']
    if (typeof parent === 'string' && parent !== before?.['parent']) await checkParent(db, id, parent)
    return {}
  },
  // A disabled first level takes its second level out of the pickers too.
  narrow: () => sql<SqlBool>`not exists (select from expense_category above where above.id = expense_category.parent and not above.state)`,
}

async function checkParent(db: Db, id: string, parent: string) {
  if (parent === id) throw refusedAt('expenseTypes.ownParent')
  // The parent stays as it is until this category is written.
  const above = await db.selectFrom('expense_category').select(['parent', 'state']).where('id', '=', parent).forUpdate().executeTakeFirst()
  if (above?.parent) throw refusedAt('expenseTypes.twoLevels')
  if (above?.state === false) throw refusedAt('expenseTypes.disabledParent')
  const below = await db.selectFrom('expense_category').select('id').where('parent', '=', id).where('del_flag', '=', 0).limit(1)
    .executeTakeFirst()
  if (below) throw refusedAt('expenseTypes.twoLevels')
}

const refusedAt = (code: string) => new Refused(code, {}, [{ field: 'parent', code }])
