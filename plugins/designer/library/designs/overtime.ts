import { calculated, date, defineFields, number, person, radio, table, text, textarea } from '#kernel/fields.ts'
import { approve, departmentHead, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** Overtime of a team: agreed before it is worked. */
export const overtime: LibraryDesign = {
  key: 'overtime',
  cn: '加班申请',
  en: 'Overtime request',
  prefix: 'JB',
  group: 'administration',
  icon: 'clock-circle',
  description: { cn: '按人登记加班时数与补偿方式，工时多时由分管副总批准',
    en: 'Hours and compensation per person; the responsible VP decides on many hours' },
  sections: [{ id: 'overtime', cn: '加班', en: 'Overtime' }, { id: 'people', cn: '人员', en: 'People' }],
  fields: defineFields({
    overtimeDate: date({ cn: '加班日期', en: 'Day', required: true, section: 'overtime' }),
    dayKind: radio({ cn: '日期类型', en: 'Kind of day', required: true, default: '"workday"', section: 'overtime', options: [
      { value: 'workday', cn: '工作日', en: 'Working day' },
      { value: 'weekend', cn: '休息日', en: 'Day off' },
      { value: 'holiday', cn: '法定节假日', en: 'Public holiday' },
    ] }),
    compensation: radio({ cn: '补偿方式', en: 'Compensation', required: true, default: '"timeOff"', section: 'overtime', options: [
      { value: 'timeOff', cn: '调休', en: 'Time off in lieu' },
      { value: 'pay', cn: '加班费', en: 'Overtime pay' },
    ] }),
    reason: textarea({ cn: '加班事由', en: 'Reason', required: true, max: 300, section: 'overtime', span: 4 }),
    workers: table({ cn: '加班人员', en: 'People', required: true, min: 1, max: 50, section: 'people', span: 4, columns: {
      worker: person({ cn: '姓名', en: 'Name', required: true }),
      hours: number({ cn: '时数', en: 'Hours', required: true, min: 0.5, max: 12, precision: 1 }),
      task: text({ cn: '工作内容', en: 'Work', required: true, max: 100 }),
    } }),
    totalHours: calculated({ cn: '总时数', en: 'Total hours', result: 'number', precision: 1, trend: true, section: 'people',
      value: 'if count(workers[hours != null]) = 0 then 0 else sum(workers[hours != null].hours)' }),
  }),
  rules: defineRules([
    rule('JB-1', { when: 'dayKind = "holiday" and compensation = "timeOff"', fields: ['compensation'], cn: '法定节假日加班应支付加班费',
      en: 'Overtime on a public holiday is paid' }),
    rule('JB-2', { when: 'count(distinct values(workers[worker != null].worker.id)) < count(workers[worker != null])', fields: ['workers'],
      cn: '同一人只能登记一行', en: 'Each person has one line' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', when: 'totalHours > 24' }),
    approve('hr', role('hr'), { cn: '人事登记', en: 'HR', manual: true }),
  ],
  form: { columns: ['overtimeDate', 'dayKind', 'compensation', 'totalHours'], subject: ['reason', 'overtimeDate'] },
  examples: [
    { cn: '节假日调休（会被拦下）', en: 'Time off for a public holiday (refused)', steps: [],
      value: { overtimeDate: 'today+1', dayKind: 'holiday', compensation: 'timeOff', reason: '设备检修' } },
    { cn: '周末检修', en: 'Repairs at the weekend', steps: ['deptHead', 'hr'],
      value: { overtimeDate: 'today+1', dayKind: 'weekend', compensation: 'pay', reason: '设备检修',
        workers: [{ rowId: 'r1', hours: '8', task: '更换导轨' }] } },
  ],
}
