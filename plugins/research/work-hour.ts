import { date, defineFields, department, number, person, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { project } from '#plugins/projects/references.ts'
import { canHour } from './permissions.ts'

/** Condition that locks hours created by a review sheet. */
const locked = 'source = "REVIEW"'

/** Hours on an R&D project: of a day, or of a review sheet's month on its last day. */
export const workHour = defineResource({
  name: 'devWorkHour',
  cn: '研发工时',
  en: 'R&D working hours',
  singular: { cn: '研发工时', en: 'Working-hours entry' },
  base: '/oaserver',
  path: '/dev-work-hours',
  table: 'dev_work_hour',
  key: 'workDate',
  fields: defineFields({
    workDate: date({ cn: '日期', en: 'Date', required: true, default: 'today()', locked }),
    userId: person({ cn: '人员', en: 'Person', required: true, locked }),
    departmentId: department({ cn: '部门', en: 'Department', readOnly: true, system: true }),
    projectId: project({ cn: '研发项目', en: 'R&D project', required: true, locked }),
    workType: select({ cn: '工作类型', en: 'Work type', required: true, dict: 'devRole', locked }),
    hours: number({ cn: '工时（小时）', en: 'Hours', required: true, min: 0, max: 999, precision: 2, locked }),
    source: select({
      cn: '来源',
      en: 'Source',
      readOnly: true,
      system: true,
      options: [{ value: 'IMPORT', cn: '登记', en: 'Entered' }, { value: 'REVIEW', cn: '评审签核单', en: 'Review sheet' }],
    }),
    remark: text({ cn: '备注', en: 'Remarks', max: 200, locked }),
    businessNo: text({ cn: '单据编号', en: 'Document no.', readOnly: true, system: true }),
  }),
  columns: ['workDate', 'userId', 'departmentId', 'projectId', 'workType', 'hours', 'source', 'businessNo', 'remark'],
  filters: ['workDate', 'userId', 'projectId', 'workType', 'departmentId', 'source'],
  search: ['remark', 'businessNo'],
  sort: [{ field: 'workDate', descending: true }, { field: 'userId' }],
  can: canHour,
  scope: { departments: 'departmentId', owner: 'userId' },
  import: {
    columns: [
      { field: 'workDate' },
      { field: 'userId', cn: '工号', en: 'Job number', by: 'code' },
      { field: 'projectId', cn: '项目编码', en: 'Project code', by: 'code' },
      { field: 'workType' },
      { field: 'hours', example: '7.5' },
      { field: 'remark' },
    ],
    match: ['workDate', 'userId', 'projectId', 'workType'],
    onMatch: 'update',
  },
  export: { columns: ['departmentId', 'source', 'businessNo'] },
})
