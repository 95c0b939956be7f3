import { date, defineFields, money, multiselect, person, select, text, toggle } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { defineResource } from '#kernel/resource.ts'
import { can } from './permissions.ts'

/** Project to which expenses are charged; its manager approves in flow steps assigned to the project's owner. */
export const expenseProject = defineResource({
  name: 'expenseProject',
  cn: '费用项目',
  en: 'Expense project',
  base: '/budgetservice',
  path: '/project-department',
  table: 'expense_project_with_spent',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, pattern: '^[A-Z0-9][A-Z0-9_-]*$', max: 30 }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 30 }),
    projectType: select({ cn: '项目类型', en: 'Project type', dict: 'projectType' }),
    manager: person({ cn: '项目经理', en: 'Project manager' }),
    departmentIds: multiselect({ cn: '绑定部门', en: 'Departments', of: 'department',
      hint: { cn: '不选则所有部门可用', en: 'Leave empty for all departments' } }),
    categoryId: expenseCategory({ cn: '费用类别', en: 'Expense category' }),
    sapId: text({ cn: 'SAP项目', en: 'SAP project', max: 30 }),
    startDate: date({ cn: '开始日期', en: 'Start date' }),
    endDate: date({ cn: '结束日期', en: 'End date' }),
    status: select({
      cn: '状态',
      en: 'Status',
      required: true,
      default: '"1"',
      options: [
        { value: '1', cn: '进行中', en: 'In progress' },
        { value: '2', cn: '已结项', en: 'Finished' },
        { value: '3', cn: '已终止', en: 'Terminated' },
      ],
    }),
    spent: money({ cn: '已用金额', en: 'Spent',
      hint: { cn: '支出减去冲减；负数表示冲减多于支出', en: 'Spending minus credits; negative when credits exceed spending' }, system: true,
      readOnly: true }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  derived: ['spent'],
  columns: ['code', 'nameCn', 'nameEn', 'departmentIds', 'categoryId', 'status', 'enable'],
  filters: ['departmentIds', 'status', 'enable', 'projectType', 'manager'],
  export: {
    columns: ['code', 'nameCn', 'nameEn', 'projectType', 'sapId', 'departmentIds', 'categoryId', 'manager', 'status', 'startDate',
      'endDate', 'spent', 'enable'],
  },
  search: ['code', 'nameCn', 'nameEn', 'sapId'],
  can,
  enable: 'enable',
  batch: ['manager', 'departmentIds', 'categoryId', 'status', 'endDate'],
  sync: 'SAP_PROJECTS',
  offers: 'project',
  optionFields: ['code', 'projectType', 'manager', 'sapId', 'status'],
  scope: { departments: 'departmentIds', emptyMeansAll: true },
})
