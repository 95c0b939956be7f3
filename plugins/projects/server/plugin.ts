import { type SqlBool, sql } from 'kysely'
import { bearersOf } from '#kernel/evaluate/budget-amount.ts'
import { keyTo } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import { budgetTables, type Form } from '#kernel/form.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import { defineServer } from '#server/plugin.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { migrations } from './migrations.ts'
import { type Charge, charges, projects } from './projects.ts'
import { samples } from './samples.ts'

/** Stores the project of each charged row of a document, from which a project's spending is calculated. */
const chargeProjects: DocumentExtension = {
  concerns: ({ fields, budget }) =>
    budget !== undefined &&
    [fields, ...budgetTables(budget).map((table) => columnsOf(fields, table))].some((each) => projectOf(each) !== undefined),
  onSubmit: keep,
  onPass: async (step) => (step.value === step.before ? undefined : keep(step)),
}

async function keep({ db, form, value, document, isNew }: DocumentStep): Promise<void> {
  await charges(db).keep(document.id, chargesOf(form, value), { isNew })
}

/** Projects by row; a row's own project overrides the header's. */
function chargesOf(form: Form, value: FormValue): Charge[] {
  const shared = projectIn(value, form.fields)
  return bearersOf(form, value).flatMap(({ row, value: bearer, place }): Charge[] => {
    const project = (place && projectIn(bearer, columnsOf(form.fields, place.table))) ?? shared
    return project ? [{ row, project }] : []
  })
}

const columnsOf = (fields: Fields, table: string): Fields => fields[table]?.columns ?? {}

function projectIn(value: FormValue, fields: Fields): string | undefined {
  const field = projectOf(fields)
  return field === undefined ? undefined : textAt(value, field)
}

/** Key of the project field. */
const projectOf = (fields: Fields): string | undefined => keyTo(fields, 'project')

/** Rules of projects: forms offer those in progress. */
const projectRules: RecordRules = {
  constraints: { expense_project_order: { code: 'projects.dateOrder', fields: ['endDate'] } },
  narrow: () => sql<SqlBool>`status = '1'`,
}

const actualProjectRules: RecordRules = {
  constraints: {
    actual_project_overlap: { code: 'projects.overlap', fields: ['validFrom', 'validTo'] },
    actual_project_order: { code: 'projects.validityOrder', fields: ['validTo'] },
  },
}

export default defineServer({
  id: 'projects',
  contributes: [samples],
  migrations,
  records: { expenseProject: projectRules, actualProject: actualProjectRules },
  extensions: [chargeProjects],
  owners: { project: (db) => projects(db).managers() },
})
