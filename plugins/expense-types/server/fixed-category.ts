import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** Of a form whose costs are of one category, the server fills it in: nobody chooses it. */
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
