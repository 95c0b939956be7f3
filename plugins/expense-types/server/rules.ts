import { type SqlBool, sql } from 'kysely'
import { Refused } from '../../../src/kernel/errors.ts'
import type { Db } from '../../../server/database/tables.ts'
import type { RecordRules } from '../../../server/resources/rules.ts'
import './tables.ts'

/** Two levels, and what a form offers: the categories that its bearing department may use. */
export const categoryRules: RecordRules = {
  async prepare({ db, id, value, before }) {
    const parent = value['parent']
    if (typeof parent === 'string' && parent !== before?.['parent']) await checkParent(db, id, parent)
    return {}
  },
  narrow(context, caller) {
    const bearing = context['bearingDept']
    const departments = typeof bearing === 'string' && bearing !== '' ? [bearing] : caller.departments
    // A disabled first level takes its second level out of the pickers too.
    return sql<SqlBool>`(department_ids = '{}' or department_ids && ${departments}::text[])
      and not exists (select from expense_category above where above.id = expense_category.parent and not above.state)`
  },
}

async function checkParent(db: Db, id: string, parent: string) {
  if (parent === id) throw refusedAt('expenseTypes.ownParent')
  // The parent stays as it is until this category is written.
  const above = await db.selectFrom('expense_category').select(['parent', 'state']).where('id', '=', parent).forUpdate().executeTakeFirst()
  if (above?.parent) throw refusedAt('expenseTypes.twoLevels')
  if (above?.state === false) throw refusedAt('expenseTypes.disabledParent')
  const below = await db.selectFrom('expense_category').select('id').where('parent', '=', id).where('del_flag', '=', 0).limit(1).executeTakeFirst()
  if (below) throw refusedAt('expenseTypes.twoLevels')
}

const refusedAt = (code: string) => new Refused(code, {}, [{ field: 'parent', code }])
