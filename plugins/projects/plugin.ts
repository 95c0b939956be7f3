import { definePlugin } from '../../src/kernel/plugin.ts'
import { actualProject } from './actual-project.ts'
import { expenseProject } from './expense-project.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can, canMap } from './permissions.ts'

export default definePlugin({
  id: 'projects',
  requires: ['expense-types'],
  permissions: [...Object.values(can), ...Object.values(canMap)],
  resources: [expenseProject, actualProject],
  menus: [
    { id: 'project-department', parent: 'projects', cn: '费用项目', en: 'Expense projects', icon: 'project', path: expenseProject.path, needs: can.view, sort: 10 },
    { id: 'dev-project', parent: 'projects', cn: '研发项目映射', en: 'R&D project mapping', icon: 'experiment', path: actualProject.path, needs: canMap.view, sort: 20 },
  ],
  locales: { cn, en },
})
