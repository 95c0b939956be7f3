import { todayOf } from '#kernel/values/dates.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { categoryIn } from './check-charges.ts'
import { costCenters } from './cost-centers.ts'

/** Sets the default cost centre of the bearing department, so that it need not be chosen. */
export const usualCostCenter: DocumentExtension = {
  concerns: ({ fields }) => fields['usualCostCenter']?.system === true,

  async prepare({ db, form, value, at, filing, before }) {
    if (!(filing ?? before === undefined)) return {}
    const category = value[categoryIn(form.fields) ?? '']
    const department = value[keyAs(form.fields, 'bearingDepartment') ?? '']
    if (typeof department !== 'string' || department === '') return { usualCostCenter: null }
    return {
      usualCostCenter: await costCenters(db).usual({ department, category: typeof category === 'string' ? category : undefined },
        todayOf(at)),
    }
  },
}
