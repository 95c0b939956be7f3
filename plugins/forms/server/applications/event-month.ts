import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { costBasedProcurement } from '#plugins/forms/types/applications/costBasedProcurement/index.ts'
import { serviceFeeApply } from '#plugins/forms/types/applications/serviceFeeApply/index.ts'

/** The day on which what an application is for takes place, of forms whose accountant may move the month. */
const eventDays: Readonly<Record<string, (value: FormValue) => unknown>> = {
  [serviceFeeApply.key]: ({ servicePeriod }) => (Array.isArray(servicePeriod) ? servicePeriod[0] : null),
  [costBasedProcurement.key]: ({ needDate }) => needDate,
}

/** Filed again with another day, an application belongs to its month; what the accountant sets afterwards stays. */
export const eventMonths: DocumentExtension = {
  concerns: Object.keys(eventDays),
  early: true,

  async prepare({ form, value, filing }) {
    const day = filing ? eventDays[form.key]?.(value) : undefined
    return typeof day === 'string' ? { budgetMonth: `${day.slice(0, 7)}-01` } : {}
  },
}
