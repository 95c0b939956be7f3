import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import { expenseProject } from '../expense-project.ts'

/** The same records as the expense projects, seen as projects: who leads them, how far they are and what they have spent. */
const managed = {
  ...expenseProject,
  columns: ['code', 'nameCn', 'nameEn', 'projectType', 'sapId', 'departmentIds', 'manager', 'status', 'startDate', 'endDate', 'spent',
    'enable'],
  filters: ['projectType', 'status', 'departmentIds', 'manager', 'enable'],
} as const

/** The list of projects, by leader, dates and what they have spent. */
export const ProjectsPage = () => <ResourcePage resource={managed} title={{ cn: '项目管理', en: 'Project management' }} />
