import { type SqlBool, sql } from 'kysely'
import type { RecordRules } from '#server/resources/rules.ts'
import './tables.ts'

const inUse = sql<SqlBool>`status = '1'`

/** Rules of cost centres: a form offers those mapped to its bearing department today, regardless of the reader's scope. */
export const costCenterRules: RecordRules = {
  narrowsForBearer: true,
  narrow(context, { bearer, today }) {
    if (bearer === undefined) return inUse
    const category = typeof context['expenseCategory'] === 'string' ? context['expenseCategory'] : null
    return sql<SqlBool>`${inUse} and exists (
      select from department_cost_center mapping
      where mapping.cost_center_id = cost_center.id and mapping.department_id = ${bearer}
        and mapping.status = '1' and mapping.del_flag = 0
        and ${today}::date between mapping.valid_from and coalesce(mapping.valid_to, 'infinity')
        and (mapping.expense_category_id is null or mapping.expense_category_id = ${category}))`
  },
}

export const mappingRules: RecordRules = {
  constraints: {
    department_cost_center_overlap: { code: 'costCentres.overlap', fields: ['validFrom', 'validTo'] },
    department_cost_center_default: { code: 'costCentres.defaultOverlap', fields: ['isDefault'] },
    department_cost_center_order: { code: 'costCentres.validityOrder', fields: ['validTo'] },
  },
}
