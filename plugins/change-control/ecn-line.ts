import { date, defineFields, department, multiselect, people, person, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { material } from '#plugins/masters/references.ts'
import { canLines } from './permissions.ts'

/** Lines of change notices with their states; they follow the notices and have no page of their own to edit them. */
export const ecnLine = defineResource({
  name: 'ecnLine',
  cn: 'ECN执行明细',
  en: 'ECN line',
  base: '/oaserver',
  path: '/ecn-lines',
  table: 'ecn_line',
  key: 'lineNo',
  fields: defineFields({
    lineNo: text({ cn: '明细编号', en: 'Line no.' }),
    businessNo: text({ cn: 'ECN单号', en: 'ECN no.' }),
    ecnTitle: text({ cn: '变更主题', en: 'Subject' }),
    level: select({ cn: '变更级别', en: 'Level', dict: 'fiveMLevel' }),
    action: select({ cn: '变更动作', en: 'Change action', dict: 'ecnChangeAction' }),
    parentMaterial: material({ cn: '父件', en: 'Parent' }),
    oldMaterial: material({ cn: '变更前物料', en: 'Old material' }),
    newMaterial: material({ cn: '变更后物料', en: 'New material' }),
    execDept: department({ cn: '执行部门', en: 'Execution department' }),
    executor: person({ cn: '执行人', en: 'Executor' }),
    planDate: date({ cn: '计划完成日期', en: 'Planned completion' }),
    doneDate: date({ cn: '实际完成日期', en: 'Completed on' }),
    itemState: select({ cn: '执行状态', en: 'Item state', dict: 'ecnItemState' }),
    documentState: select({ cn: '单据状态', en: 'State', dict: 'docState' }),
    departmentIds: multiselect({ cn: '相关部门', en: 'Departments', of: 'department', visible: 'false' }),
    people: people({ cn: '相关人员', en: 'People', visible: 'false' }),
  }),
  columns: ['lineNo', 'ecnTitle', 'itemState', 'execDept', 'executor', 'planDate', 'doneDate', 'oldMaterial', 'newMaterial', 'action',
    'level', 'documentState'],
  filters: ['itemState', 'execDept', 'executor', 'planDate', 'level', 'action', 'documentState'],
  search: ['lineNo', 'businessNo', 'ecnTitle'],
  sort: [{ field: 'lineNo', descending: true }],
  can: canLines,
  scope: { departments: 'departmentIds', owner: 'people' },
  export: {
    columns: ['lineNo', 'ecnTitle', 'level', 'action', 'parentMaterial', 'oldMaterial', 'newMaterial', 'itemState', 'execDept', 'executor',
      'planDate', 'doneDate', 'documentState'],
  },
})
