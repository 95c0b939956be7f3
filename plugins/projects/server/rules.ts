import { type SqlBool, sql } from 'kysely'
import type { RecordRules } from '../../../server/resources/rules.ts'

/** A form offers the running projects of its bearing department. */
export const projectRules: RecordRules = {
  constraints: { expense_project_order: { code: 'projects.dateOrder', fields: ['endDate'] } },
  narrow(context, caller) {
    const bearing = context['bearingDept']
    const departments = typeof bearing === 'string' && bearing !== '' ? [bearing] : caller.departments
    return sql<SqlBool>`status = '1' and (department_ids = '{}' or department_ids && ${departments}::text[])`
  },
}

export const actualProjectRules: RecordRules = {
  constraints: {
    actual_project_overlap: { code: 'projects.overlap', fields: ['validFrom', 'validTo'] },
    actual_project_order: { code: 'projects.validityOrder', fields: ['validTo'] },
  },
}
