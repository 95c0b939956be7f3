import { defineFields, department, select, text } from '#kernel/fields.ts'
import { defineMapping } from '#kernel/mapping.ts'
import { canMap } from './permissions.ts'

/** Mapping of an R&D project to an SAP project for a period. */
export const actualProject = defineMapping({
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
