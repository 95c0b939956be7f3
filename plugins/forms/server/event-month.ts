import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/**
 * Sets the budget month of an application from the date of its event. Filing again with another date updates the month; a month set by the
 * accountant is kept.
 * @param form key of the business type
 */
export const eventMonth = (form: string, dayOf: (value: FormValue) => unknown): DocumentExtension => ({
  concerns: [form],
  early: true,

  async prepare({ value, filing }) {
    const day = filing ? dayOf(value) : undefined
    return typeof day === 'string' ? { budgetMonth: `${day.slice(0, 7)}-01` } : {}
  },
})
