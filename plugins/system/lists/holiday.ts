import { date, defineFields, radio, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canHoliday } from '../permissions.ts'

/** A day off, or a weekend day that is worked for one. Other days follow the week. */
export const holiday = defineResource({
  name: 'holiday',
  cn: '节假日',
  en: 'Holiday',
  base: '/system',
  path: '/system/holiday',
  table: 'holiday',
  key: 'day',
  fields: defineFields({
    day: date({ cn: '日期', en: 'Day', required: true }),
    kind: radio({ cn: '类型', en: 'Type', required: true, default: '"HOLIDAY"',
      options: [{ value: 'HOLIDAY', cn: '休息', en: 'Day off' }, { value: 'WORKDAY', cn: '上班', en: 'Working day' }] }),
    remark: text({ cn: '说明', en: 'Note', max: 60, placeholder: { cn: '如 国庆节', en: 'Such as National Day' } }),
  }),
  columns: ['day', 'kind', 'remark'],
  filters: ['day', 'kind'],
  search: ['remark'],
  sort: [{ field: 'day', descending: true }],
  can: canHoliday,
  scope: 'everyone',
  import: {
    columns: [{ field: 'day', example: '2027-01-01' }, { field: 'kind', example: { cn: '休息', en: 'Day off' } }, { field: 'remark',
      example: { cn: '元旦', en: 'New Year’s Day' } }],
    match: ['day'],
    onMatch: 'update',
    notes: [{ cn: '只填写与周末规律不同的日期', en: 'List only days that differ from the normal week' }],
  },
})
