import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import { expenseProject } from '../expense-project.ts'

/** Expense projects with the columns and filters of project management: manager, status, dates and spending. */
const managed = {
  ...expenseProject,
  columns: ['code', 'nameCn', 'nameEn', 'projectType', 'sapId', 'departmentIds', 'manager', 'status', 'startDate', 'endDate', 'spent',
    'enable'],
  filters: ['projectType', 'status', 'departmentIds', 'manager', 'enable'],
} as const

/** List of projects with manager, dates and spending. */
export const ProjectsPage = () => <ResourcePage resource={managed} title={{ cn: '项目管理', en: 'Project management' }} />
