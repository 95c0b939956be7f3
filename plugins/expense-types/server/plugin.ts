import { type SqlBool, sql } from 'kysely'
import { defineServer } from '#server/plugin.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { migrations } from './migrations.ts'
import './tables.ts'
import { samples } from './samples.ts'

/** Sets the expense category of forms that declare a fixed one. */
const fixedCategory: DocumentExtension = {
  early: true,
  concerns: ({ budget }) => budget?.categoryCode !== undefined,

  async prepare({ db, form, value }) {
    const { category, categoryCode } = form.budget ?? {}
    if (category === undefined || categoryCode === undefined || typeof value[category] === 'string') return {}
    const row = await db.selectFrom('expense_category').select('id').where('code', '=', categoryCode).where('del_flag', '=', 0)
      .executeTakeFirst()
    return { [category]: row?.id ?? null }
  },
}

/** Rules of categories: two levels, and no child of a disabled parent. */
const categoryRules: RecordRules = {
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

export default defineServer({ id: 'expense-types', contributes: [samples], migrations, records: { expenseType: categoryRules },
  extensions: [fixedCategory] })
