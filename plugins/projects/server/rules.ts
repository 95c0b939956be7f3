import { type SqlBool, sql } from 'kysely'
import type { RecordRules } from '#server/resources/rules.ts'

/** Rules of projects: forms offer those in progress. */
export const projectRules: RecordRules = {
  constraints: { expense_project_order: { code: 'projects.dateOrder', fields: ['endDate'] } },
  narrow: () => sql<SqlBool>`status = '1'`,
}

export const actualProjectRules: RecordRules = {
  constraints: {
    actual_project_overlap: { code: 'projects.overlap', fields: ['validFrom', 'validTo'] },
    actual_project_order: { code: 'projects.validityOrder', fields: ['validTo'] },
  },
}
