import { type SqlBool, sql } from 'kysely'
import type { RecordRules } from '#server/resources/rules.ts'
import './tables.ts'

const inUse = sql<SqlBool>`status = '1'`

/**
 * Rules of cost centres: a form offers those mapped to its bearing department today, regardless of the reader's scope. A form without one
 * offers those bound to the departments of the person who fills it in, and those that a mapping lets these departments charge today.
 */
export const costCenterRules: RecordRules = {
  replacesBindings: true,
  narrow(context, { caller: { departments }, bearer, today }) {
    const category = typeof context['expenseCategory'] === 'string' ? context['expenseCategory'] : null
    const isMapped = sql<SqlBool>`exists (
      select from department_cost_center mapping
      where mapping.cost_center_id = cost_center.id and mapping.department_id = any(${
      bearer === undefined ? departments : [bearer]
    }::text[])
        and mapping.status = '1' and mapping.del_flag = 0
        and ${today}::date between mapping.valid_from and coalesce(mapping.valid_to, 'infinity')
        and (mapping.expense_category_id is null or mapping.expense_category_id = ${category}))`
    if (bearer !== undefined) return sql<SqlBool>`${inUse} and ${isMapped}`
    return sql<SqlBool>`${inUse} and (group_ids = '{}' or group_ids && ${departments}::text[] or ${isMapped})`
  },
}

export const mappingRules: RecordRules = {
  constraints: {
    department_cost_center_overlap: { code: 'costCentres.overlap', fields: ['validFrom', 'validTo'] },
    department_cost_center_default: { code: 'costCentres.defaultOverlap', fields: ['isDefault'] },
    department_cost_center_order: { code: 'costCentres.validityOrder', fields: ['validTo'] },
  },
}
