import { definePlugin } from '#kernel/plugin.ts'
import { defineFields, department, select, text } from '#kernel/fields.ts'
import { defineMapping } from '#kernel/mapping.ts'
import { expenseProject } from './expense-project.ts'
import { cn, en } from './texts.ts'
import { can, canMap } from './permissions.ts'

/** Mapping of an R&D project to an SAP project for a period. */
const actualProject = defineMapping({
  name: 'actualProject',
  cn: '研发项目映射',
  en: 'R&D project mapping',
  base: '/budgetservice',
  path: '/dev-project',
  table: 'actual_project',
  key: 'rdProjectCode',
  fields: defineFields({
    rdProjectCode: text({ cn: '研发项目编码', en: 'R&D project code', required: true, max: 30 }),
    rdProjectName: text({ cn: '研发项目名称', en: 'R&D project name', required: true, max: 30 }),
    sapProjectId: text({ cn: 'SAP项目', en: 'SAP project', required: true, max: 30 }),
    departmentId: department({ cn: '部门', en: 'Department', hint: { cn: '不填则适用于全部部门', en: 'Leave empty for all departments' } }),
    productLine: text({ cn: '产品线', en: 'Product line', max: 30 }),
    projectType: select({ cn: '项目类型', en: 'Project type', dict: 'projectType' }),
  }),
  columns: ['rdProjectCode', 'rdProjectName', 'sapProjectId', 'departmentId', 'productLine', 'projectType'],
  filters: ['departmentId', 'projectType'],
  search: ['rdProjectCode', 'rdProjectName', 'sapProjectId', 'productLine'],
  can: canMap,
  import: {
    columns: [{ field: 'rdProjectCode' }, { field: 'rdProjectName', cn: '名称', en: 'Name' }, { field: 'sapProjectId' }, {
      field: 'departmentId',
      by: 'code',
      cn: '部门编码',
      en: 'Department code',
    }, { field: 'validFrom' }],
    match: ['rdProjectCode', 'validFrom'],
    onMatch: 'update',
  },
  scope: { departments: 'departmentId', emptyMeansAll: true },
})

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
