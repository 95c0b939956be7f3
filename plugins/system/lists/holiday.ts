import { date, defineFields, radio, text } from '#kernel/fields.ts'
import { defineMessageKind, type Dictionary } from '#kernel/plugin.ts'
import { defineResource } from '#kernel/resource.ts'
import { canHoliday } from '../permissions.ts'

/** A public holiday, or a weekend day that is worked in exchange. Other days follow the week. */
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

/** Day of the year (MM-DD) from which the next year's holidays are requested: the State Council announces them in November. */
export const calendarRule: Dictionary = {
  key: 'calendarRule',
  cn: '工作日历',
  en: 'Working calendar',
  parameters: true,
  items: [{
    value: 'nextYearFrom',
    cn: '11-01',
    en: '11-01',
    meaning: { cn: '每年从哪天起提醒录入下一年的节假日', en: 'Day of the year from which next year’s holidays are asked for' },
    measure: {
      field: text({ cn: '月-日', en: 'Month-day', required: true, max: 5, pattern: '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
        placeholder: { cn: '如 11-01', en: 'Such as 11-01' } }),
    },
  }],
}

export const calendarMissing = defineMessageKind({
  key: 'calendarMissing',
  type: 'APPROVE',
  icon: 'calendar',
  title: { cn: '节假日待录入', en: 'Holidays to be entered' },
  content: { cn: '{year} 年的节假日尚未录入，逾期时间按工作日计算，请尽快录入',
    en: 'No holidays are entered for {year}. Due times count working days, so please enter them' },
})
