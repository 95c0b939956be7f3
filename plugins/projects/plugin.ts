import { definePlugin } from '#kernel/plugin.ts'
import { actualProject } from './actual-project.ts'
import { expenseProject } from './expense-project.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can, canMap } from './permissions.ts'

export default definePlugin({
  id: 'projects',
  requires: ['expense-types', 'budgets'],
  permissions: [...Object.values(can), ...Object.values(canMap)],
  resources: [expenseProject, actualProject],
  dictionaries: [
    {
      key: 'projectType',
      cn: '项目类型',
      en: 'Project type',
      items: [
        { value: '1', cn: '新品开发', en: 'New product' },
        { value: '2', cn: '衍生开发', en: 'Derivative or modification' },
        { value: '3', cn: '客户定制', en: 'Customer custom' },
        { value: '4', cn: '技术工艺改进', en: 'Technical or process improvement' },
        { value: '5', cn: '预研项目', en: 'Pre-research' },
        { value: '6', cn: 'IT项目', en: 'IT project' },
        { value: '7', cn: '认证项目', en: 'Certification' },
        { value: '8', cn: '维护项目', en: 'Maintenance' },
        { value: '9', cn: '其他', en: 'Other' },
      ],
    },
  ],
  menus: [
    { id: 'projects', cn: '项目管理', en: 'Projects', sort: 30 },
    { id: 'project-management', parent: 'projects', cn: '项目管理', en: 'Project management', icon: 'fund', path: '/project-management',
      needs: can.view, sort: 5 },
    { id: 'project-department', parent: 'projects', cn: '费用项目', en: 'Expense projects', icon: 'project', path: expenseProject.path,
      needs: can.view, sort: 10 },
    { id: 'dev-project', parent: 'projects', cn: '研发项目映射', en: 'R&D project mapping', icon: 'experiment', path: actualProject.path,
      needs: canMap.view, sort: 20 },
  ],
  owners: [{ of: 'project', cn: '项目经理', en: 'Project manager', formerly: 'projectManager' }],
  locales: { cn, en },
})
