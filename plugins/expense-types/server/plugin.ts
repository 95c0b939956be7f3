import { defineServer } from '#server/plugin.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { migrations } from './migrations.ts'
import { categoryRules } from './rules.ts'
import './tables.ts'

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

export default defineServer({ id: 'expense-types', migrations, records: { expenseType: categoryRules }, extensions: [fixedCategory] })
