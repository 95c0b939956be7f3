import { defineServer } from '#server/plugin.ts'
import { chargeProjects } from './charge-projects.ts'
import { migrations } from './migrations.ts'
import { projects } from './projects.ts'
import { actualProjectRules, projectRules } from './rules.ts'

export default defineServer({
  id: 'projects',
  migrations,
  records: { expenseProject: projectRules, actualProject: actualProjectRules },
  extensions: [chargeProjects],
  owners: { project: (db) => projects(db).managers() },
})
