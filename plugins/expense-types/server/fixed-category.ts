import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** Sets the expense category of forms that declare a fixed one. */
export const fixedCategory: DocumentExtension = {
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
